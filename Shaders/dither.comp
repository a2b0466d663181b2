// Reads: a colour surface.
// Writes: a colour surface, one pixel per invocation.
// Twin: Sources/2-Renderers/PenumbraCPU/Passes/Dither.swift

#include "common.glsl"

layout(local_size_x = GROUP_WIDTH, local_size_y = GROUP_HEIGHT) in;

layout(std430, binding = 0) writeonly restrict buffer Target { uvec2 target[]; };
layout(std430, binding = 1) readonly restrict buffer Source { uvec2 source[]; };

void main() {
    const int offsets[64] = DITHER_OFFSETS;
    int x = int(gl_GlobalInvocationID.x);
    int row = int(gl_GlobalInvocationID.y);
    if (x >= targetWidth || row >= rowCount) return;
    uvec4 color = unpack_color(source[row * sourceStride + x]);
    int alpha = int(color.a);
    int offset = (offsets[(((firstRow + row) & 7) << 3) + (x & 7)] * alpha + 16384) >> 15;
    color.rgb = uvec3(clamp(ivec3(color.rgb) + offset, ivec3(0), ivec3(alpha)));
    target[row * targetStride + x] = pack_color(color);
}
