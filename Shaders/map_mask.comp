// Reads: a mask.
// Writes: a mask, one word (two pixels) per invocation.
// Twin: Sources/2-Renderers/PenumbraCPU/Passes/MapMask.swift

#define CLAMPED 0
#include "common.glsl"
#include "mask_source.glsl"

layout(local_size_x = GROUP_WIDTH, local_size_y = GROUP_HEIGHT) in;

layout(std430, binding = 0) writeonly restrict buffer Target { uint target[]; };

// Returns n / width. The product with the reciprocal is the quotient or one less.
uint quotient(uint n) {
    uint whole;
    uint rest;
    umulExtended(n, reciprocal, whole, rest);
    return n - whole * width >= width ? whole + 1u : whole;
}

uint mapped(uint v) {
    if (mapKind == 0) return Q15_ONE - v;
    if (mapKind == 1) return v > threshold ? Q15_ONE : 0u;
    uint d = min((clamp(v * v, low, high) - low) >> shift, width);
    return quotient(d * Q15_ONE + width / 2u);
}

void main() {
    int word = int(gl_GlobalInvocationID.x);
    int row = int(gl_GlobalInvocationID.y);
    if (2 * word >= targetWidth || row >= rowCount) return;
    int y = firstRow + row + dy;
    uvec2 value = uvec2(0u);
    if (inside(y, sourceHeight)) value = source_pair(source_row(y), column_pair(2 * word + dx));
    target[row * targetStride + word] = mapped(value.x) | mapped(value.y) << 16;
}
