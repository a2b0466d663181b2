// Reads: a mask, and the weights of a kernel, `taps` for each of its phases.
// Writes: a mask, one word (two pixels) per invocation. With VERTICAL 1 the kernel runs along columns, with 0 along rows.
// Twin: Sources/2-Renderers/PenumbraCPU/Passes/Convolve.swift

#include "common.glsl"
#include "mask_source.glsl"

layout(local_size_x = GROUP_WIDTH, local_size_y = GROUP_HEIGHT) in;

layout(std430, binding = 0) writeonly restrict buffer Target { uint target[]; };
layout(std430, binding = 2) readonly restrict buffer Weights { uint weights[]; };

// Returns the weights' position for output i, and its first input.
ivec2 cycle_of(int i) {
    int j = i + phase;
    return ivec2((j & ((1 << phaseBits) - 1)) * taps, (j >> phaseBits) + offset);
}

#if VERTICAL

// Filters two neighbouring columns with the same taps.
uvec2 filtered(int x, int y) {
    ivec2 cycle = cycle_of(y);
    ivec2 range = row_taps(cycle.y, taps);
    ColumnPair pair = column_pair(x + crossOffset);
    uvec2 sum = uvec2(0u);
    for (int t = range.x; t < range.y; t++) sum += weights[cycle.x + t] * source_pair(tap_row(cycle.y + t), pair);
    return sum;
}

#else

// Filters two neighbouring outputs of a row.
uvec2 filtered(int x, int y) {
    uvec2 sum = uvec2(0u);
    int line = y + crossOffset;
#if !CLAMPED
    if (!inside(line, sourceHeight)) return sum;
#endif
    int row = tap_row(line);
    ivec2 left = cycle_of(x);
    if (phaseBits == 0) {
        // The second output's taps are one input further on, so every input is read once.
        uint before = 0u;
        for (int t = 0; t < taps; t++) {
            uint value = source_in_row(row, left.y + t);
            uint weight = weights[t];
            sum += uvec2(weight, before) * value;
            before = weight;
        }
        sum.y += before * source_in_row(row, left.y + taps);
        return sum;
    }
    ivec2 right = cycle_of(x + 1);
    for (int t = 0; t < taps; t++) {
        sum.x += weights[left.x + t] * source_in_row(row, left.y + t);
        sum.y += weights[right.x + t] * source_in_row(row, right.y + t);
    }
    return sum;
}

#endif

void main() {
    int word = int(gl_GlobalInvocationID.x);
    int row = int(gl_GlobalInvocationID.y);
    if (2 * word >= targetWidth || row >= rowCount) return;
    uvec2 value = (filtered(2 * word, firstRow + row) + Q15_HALF) >> Q15_BITS;
    target[row * targetStride + word] = value.x | value.y << 16;
}
