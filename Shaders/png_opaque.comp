// Reads: straight 8-bit RGBA, a word for each pixel.
// Writes: a word for each row: 1 if every alpha of the row is 255, otherwise 0. One work group for each row.
// Twin: Sources/1-Codecs/PenumbraCodecs/PNG/PNGEncoder.swift

#include "common.glsl"
#include "png.glsl"

layout(local_size_x = GROUP_SIZE) in;

layout(std430, binding = 0) writeonly restrict buffer Target { uint target[]; };
layout(std430, binding = 1) readonly restrict buffer Source { uint source[]; };

shared uint isTransparent;

void main() {
    int lane = int(gl_LocalInvocationID.x);
    int row = int(gl_WorkGroupID.x);
    if (row >= height) return;
    if (lane == 0) isTransparent = 0u;
    memoryBarrierShared();
    barrier();
    uint least = 255u;
    for (int x = lane; x < width; x += int(GROUP_SIZE)) least = min(least, source[row * sourceStride + x] >> 24);
    if (least < 255u) atomicOr(isTransparent, 1u);
    memoryBarrierShared();
    barrier();
    if (lane == 0) target[row] = 1u - isTransparent;
}
