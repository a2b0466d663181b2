// Reads: a mask, the weights of a kernel and then the weights of a share, a mask of positions, and the sums it writes.
// Writes: sums of sixteen bits, one word (two pixels) per invocation.
// Twin: Sources/2-Renderers/PenumbraCPU/Passes/MixMasks.swift

#include "common.glsl"
#include "mask_source.glsl"

layout(local_size_x = GROUP_WIDTH, local_size_y = GROUP_HEIGHT) in;

layout(std430, binding = 0) restrict buffer Target { uint target[]; };
layout(std430, binding = 2) readonly restrict buffer Weights { int weights[]; };
layout(std430, binding = 3) readonly restrict buffer Position { uint position[]; };

int weight_at(int x, int y) {
    x += positionDx;
    y += positionDy;
    uint v = 0u;
    if (inside(x, positionWidth) && inside(y, positionHeight)) {
        v = pixel_of(position[(y - positionFirstRow) * positionStride + (x >> 1)], x);
    }
    return weights[min(firstShare + (max(int(v) - firstPosition, 0) >> shift), lastShare)];
}

void main() {
    int word = int(gl_GlobalInvocationID.x);
    int row = int(gl_GlobalInvocationID.y);
    if (2 * word >= targetWidth || row >= rowCount) return;
    int y = firstRow + row;
    int place = row * targetStride + word;
    ivec2 share = ivec2(weight_at(2 * word, y), weight_at(2 * word + 1, y));
    if (share == ivec2(0)) {
        if (isAdded == 0) target[place] = 0u;
        return;
    }
    int j = y + phase;
    int cycle = (j & ((1 << phaseBits) - 1)) * taps;
    int start = (j >> phaseBits) + offset;
    ivec2 range = row_taps(start, taps);
    ColumnPair pair = column_pair(2 * word + dx);
    uvec2 sum = uvec2(0u);
    for (int t = range.x; t < range.y; t++) sum += uint(weights[cycle + t]) * source_pair(tap_row(start + t), pair);
    ivec2 value = ivec2((sum + Q15_HALF) >> Q15_BITS);
    // One is 16384 in a share's weights.
    uvec2 part = uvec2((value * share + 8192) >> 14);
    uint before = isAdded == 0 ? 0u : target[place];
    uvec2 result = (uvec2(before, before >> 16) + part) & 0xFFFFu;
    target[place] = result.x | result.y << 16;
}
