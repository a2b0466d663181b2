// Reads: straight 8-bit RGBA, a word for each pixel, and the words that png_opaque.comp makes.
// Writes: a word for each row: the number of its filter, the channels of the picture times 256, and 65536 if its strip is drawn.
// Twin: Sources/1-Codecs/PenumbraPacking/FilterRow.swift
//
// Rows of drawn strips, which Sources/1-Codecs/PenumbraCodecs/PNG/PNGStrip.swift tells, are not filtered. One work group for each row.

#include "common.glsl"
#include "png.glsl"
#include "png_neighbours.glsl"

layout(local_size_x = GROUP_SIZE) in;

layout(std430, binding = 0) writeonly restrict buffer Target { uint target[]; };
layout(std430, binding = 2) readonly restrict buffer Opaque { uint opaque[]; };

shared uint isTransparent;
shared uint novel;
shared uint sums[5];

uint magnitude(int difference) {
    uint byte = uint(difference) & 255u;
    return min(byte, 256u - byte);
}

void main() {
    int lane = int(gl_LocalInvocationID.x);
    int row = int(gl_WorkGroupID.x);
    if (row >= height) return;
    if (lane == 0) {
        isTransparent = 0u;
        novel = 0u;
    }
    if (lane < 5) sums[lane] = 0u;
    memoryBarrierShared();
    barrier();
    uint hasAlpha = 0u;
    for (int y = lane; y < height; y += int(GROUP_SIZE)) hasAlpha |= 1u - (opaque[y] & 1u);
    if (hasAlpha != 0u) atomicOr(isTransparent, 1u);
    memoryBarrierShared();
    barrier();

    int channels = isTransparent != 0u ? 4 : 3;
    ivec2 rows = rows_of(row / (channels == 3 ? opaqueRows : alphaRows), channels);
    uint ownNovel = 0u;
    for (int y = lane; y < rows.y; y += int(GROUP_SIZE)) ownNovel += opaque[rows.x + y] >> 1;
    atomicAdd(novel, ownNovel);
    memoryBarrierShared();
    barrier();
    if (novel * uint(pixelsPerNovelOne) <= uint(rows.y * width)) {
        if (lane == 0) target[row] = uint(channels) << 8 | 1u << 16;
        return;
    }
    int size = width * channels;
    int blocks = size / 32;
    int stride = size < 512 ? 1 : blockStep;
    // The examined whole blocks, and a last block that is not whole.
    int examined = (blocks + stride - 1) / stride;
    int rest = size - 32 * blocks;
    uint own[5] = uint[5](0u, 0u, 0u, 0u, 0u);
    for (int j = lane; j < 32 * examined + rest; j += int(GROUP_SIZE)) {
        int block = j < 32 * examined ? j / 32 * stride : blocks;
        int i = 32 * block + (j & 31);
        int x = byte_at(i, row, channels);
        int a = byte_at(i - channels, row, channels);
        int b = byte_at(i, row - 1, channels);
        int c = byte_at(i - channels, row - 1, channels);
        own[0] += magnitude(x);
        own[1] += magnitude(x - a);
        own[2] += magnitude(x - b);
        own[3] += magnitude(x - (a + b) / 2);
        own[4] += magnitude(x - nearest_to_gradient(a, b, c));
    }
    for (int f = 0; f < 5; f++) atomicAdd(sums[f], own[f]);
    memoryBarrierShared();
    barrier();
    if (lane != 0) return;
    int best = 0;
    for (int f = 1; f < 5; f++) {
        if (sums[f] < sums[best]) best = f;
    }
    target[row] = uint(best) | uint(channels) << 8;
}
