// Reads: the canvas, a colour surface.
// Writes: straight 16-bit RGBA, the high bytes first, one pixel (two words) per invocation.
// Twin: Sources/2-Renderers/PenumbraKernels/FinishDeepRow.swift

#include "common.glsl"

layout(local_size_x = GROUP_WIDTH, local_size_y = GROUP_HEIGHT) in;

layout(std430, binding = 0) writeonly restrict buffer Target { uvec2 target[]; };
layout(std430, binding = 1) readonly restrict buffer Source { uvec2 source[]; };

uint swapped(uint value) {
    return (value >> 8 | value << 8) & 0xFFFFu;
}

void main() {
    int x = int(gl_GlobalInvocationID.x);
    int row = int(gl_GlobalInvocationID.y);
    if (x >= targetWidth || row >= rowCount) return;
    uvec4 color = unpack_color(source[row * sourceStride + x]);
    uint a = color.a;
    uvec2 result = uvec2(0u);
    if (a != 0u) {
        uvec3 straight = min(uvec3(65535u), (color.rgb * 65535u + a / 2u) / a);
        uint alpha = (a * 65535u + 16384u) >> 15;
        result = uvec2(
            swapped(straight.r) | swapped(straight.g) << 16, swapped(straight.b) | swapped(alpha) << 16);
    }
    target[row * targetStride + x] = result;
}
