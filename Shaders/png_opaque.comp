// Reads: straight 8-bit RGBA, a word for each pixel.
// Writes: a word for each row: 1 if every alpha of the row is 255, otherwise 0, and twice the number of its novel pixels.
// Twin: Sources/1-Codecs/PenumbraPacking/NovelPixels.swift
//
// A novel pixel differs from the pixel to the left and from the three nearest above. One work group for each row.

#include "common.glsl"
#include "png.glsl"

layout(local_size_x = GROUP_SIZE) in;

layout(std430, binding = 0) writeonly restrict buffer Target { uint target[]; };
layout(std430, binding = 1) readonly restrict buffer Source { uint source[]; };

shared uint isTransparent;
shared uint novel;

// The pixel at x of a row differs from its neighbours.
bool is_novel(int x, int row) {
    int here = row * sourceStride + x;
    int above = here - sourceStride;
    uint pixel = source[here];
    return pixel != source[here - 1] && pixel != source[above] && pixel != source[above - 1] && pixel != source[above + 1];
}

void main() {
    int lane = int(gl_LocalInvocationID.x);
    int row = int(gl_WorkGroupID.x);
    if (row >= height) return;
    if (lane == 0) {
        isTransparent = 0u;
        novel = 0u;
    }
    memoryBarrierShared();
    barrier();
    uint least = 255u;
    uint own = 0u;
    for (int x = lane; x < width; x += int(GROUP_SIZE)) {
        least = min(least, source[row * sourceStride + x] >> 24);
        if (row > 0 && x > 0 && x < width - 1 && is_novel(x, row)) own++;
    }
    atomicAdd(novel, own);
    if (least < 255u) atomicOr(isTransparent, 1u);
    memoryBarrierShared();
    barrier();
    if (lane == 0) target[row] = 1u - isTransparent + 2u * novel;
}
