// Reads: the canvas, a colour surface.
// Writes: straight 8-bit RGBA, one pixel (a word, red in the lowest byte) per invocation.
// Twin: Sources/2-Renderers/PenumbraKernels/CompositeRow.swift

#include "common.glsl"
#include "finish.glsl"

layout(local_size_x = GROUP_WIDTH, local_size_y = GROUP_HEIGHT) in;

layout(std430, binding = 0) writeonly restrict buffer Target { uint target[]; };
layout(std430, binding = 1) readonly restrict buffer Source { uvec2 source[]; };

void main() {
    int x = int(gl_GlobalInvocationID.x);
    int row = int(gl_GlobalInvocationID.y);
    if (x >= targetWidth || row >= rowCount) return;
    uvec4 straight = straight_color(unpack_color(source[row * sourceStride + x]));
    target[row * targetStride + x] = straight.r | straight.g << 8 | straight.b << 16 | straight.a << 24;
}
