// Reads: the surface of resample_rows and, per target column, its first source column, its weights' position, the weights.
// Writes: a colour surface, one pixel per invocation.
// Twin: Sources/2-Renderers/PenumbraCPU/Passes/Resample.swift

#include "common.glsl"

layout(local_size_x = GROUP_WIDTH, local_size_y = GROUP_HEIGHT) in;

layout(std430, binding = 0) writeonly restrict buffer Target { uvec2 target[]; };
layout(std430, binding = 1) readonly restrict buffer Source { uvec2 source[]; };
layout(std430, binding = 2) readonly restrict buffer Table { uint table[]; };

void main() {
    int x = int(gl_GlobalInvocationID.x);
    int row = int(gl_GlobalInvocationID.y);
    if (x >= targetWidth || row >= rowCount) return;
    int first = int(table[targetWidth + x]);
    int count = int(table[targetWidth + x + 1]) - first;
    int weight = 2 * targetWidth + 1 + first;
    int position = row * sourceStride + int(table[x]) - sourceFirstColumn;
    uvec4 sum = uvec4(0u);
    for (int t = 0; t < count; t++) sum += table[weight + t] * unpack_color(source[position + t]);
    target[row * targetStride + x] = pack_color((sum + 32768u) >> 16);
}
