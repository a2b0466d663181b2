// Reads: the places of columns and rows.
// Writes: a mask of grains, one word (two pixels) per invocation.
// Twin: Sources/2-Renderers/PenumbraCPU/Passes/Noise.swift

#include "common.glsl"

layout(local_size_x = GROUP_WIDTH, local_size_y = GROUP_HEIGHT) in;

layout(std430, binding = 0) writeonly restrict buffer Target { uint target[]; };
// The places of all columns, then those of all rows.
layout(std430, binding = 1) readonly restrict buffer Places { int places[]; };

uint grain(int column, uint line) {
    uint h = (uint(places[column]) * 2654435761u) ^ line;
    h ^= h >> 16;
    h *= 2146121005u;
    h ^= h >> 15;
    h *= 2221713035u;
    h ^= h >> 16;
    return Q15_ONE - product(amount, h >> 17);
}

void main() {
    int word = int(gl_GlobalInvocationID.x);
    int row = int(gl_GlobalInvocationID.y);
    if (2 * word >= targetWidth || row >= rowCount) return;
    uint line = uint(places[targetWidth + firstRow + row]) * 2246822507u + seed;
    // Beyond an odd width, a row's place is read for a pixel that does not exist.
    target[row * targetStride + word] = grain(2 * word, line) | grain(2 * word + 1, line) << 16;
}
