// Reads: a colour surface.
// Writes: a mask, one word (two pixels) per invocation.
// Twin: Sources/2-Renderers/PenumbraCPU/Passes/ExtractChannel.swift

#include "common.glsl"

layout(local_size_x = GROUP_WIDTH, local_size_y = GROUP_HEIGHT) in;

layout(std430, binding = 0) writeonly restrict buffer Target { uint target[]; };
layout(std430, binding = 1) readonly restrict buffer Source { uvec2 source[]; };

uint channel_at(int x, int y) {
    if (!inside(x, sourceWidth) || !inside(y, sourceHeight)) return 0u;
    uvec2 pixel = source[(y - sourceFirstRow) * sourceStride + x];
    return pixel_of(channel < 2 ? pixel.x : pixel.y, channel);
}

void main() {
    int word = int(gl_GlobalInvocationID.x);
    int row = int(gl_GlobalInvocationID.y);
    if (2 * word >= targetWidth || row >= rowCount) return;
    int x = 2 * word + dx;
    int y = firstRow + row + dy;
    target[row * targetStride + word] = channel_at(x, y) | channel_at(x + 1, y) << 16;
}
