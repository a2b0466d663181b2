// Reads: a picture of bytes, and for each target row its first source row, the position of its weights, and the weights.
// Writes: a colour surface with the target's rows and the picture's columns, one pixel per invocation.
// Twin: Sources/2-Renderers/PenumbraCPU/Passes/Resample.swift

#include "common.glsl"

layout(local_size_x = GROUP_WIDTH, local_size_y = GROUP_HEIGHT) in;

layout(std430, binding = 0) writeonly restrict buffer Target { uvec2 target[]; };
layout(std430, binding = 1) readonly restrict buffer Source { uint source[]; };
layout(std430, binding = 2) readonly restrict buffer Table { uint table[]; };

uvec4 value_of(uint pixel) {
    uvec4 bytes = uvec4(pixel & 255u, (pixel >> 8) & 255u, (pixel >> 16) & 255u, pixel >> 24);
    if (isOpaque != 0) return bytes;
    uint alpha = (bytes.a * Q15_BYTE_SCALE + 32768u) >> 16;
    return uvec4((bytes.rgb * alpha + 127u) / 255u, alpha);
}

void main() {
    int x = int(gl_GlobalInvocationID.x);
    int row = int(gl_GlobalInvocationID.y);
    if (x >= targetWidth || row >= rowCount) return;
    int y = firstRow + row;
    int first = int(table[tableCount + y]);
    int count = int(table[tableCount + y + 1]) - first;
    int weight = 2 * tableCount + 1 + first;
    int position = (int(table[y]) - sourceFirstRow) * sourceStride + sourceFirstColumn + x;
    uvec4 sum = uvec4(0u);
    for (int t = 0; t < count; t++, position += sourceStride) {
        sum += table[weight + t] * value_of(source[position]);
    }
    target[row * targetStride + x] = pack_color((sum + 32768u) >> 16);
}
