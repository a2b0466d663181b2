// Reads: quantised coefficients, and the tables.
// Writes: for each block the bits of the blocks before it in its work group, and behind them the bits of each work group.
// Twin: Sources/1-Codecs/PenumbraCodecs/JPEG/JPEGEncoder.swift

#include "common.glsl"
#include "jpeg_file.glsl"
#include "jpeg_file_code.glsl"

// One invocation for each block.
layout(local_size_x = GROUP_SIZE) in;

layout(std430, binding = 0) writeonly restrict buffer Target { uint target[]; };

shared uint ends[int(GROUP_SIZE)];

// The bits of the block.
uint bits = 0u;

void put(uint value, uint count) {
    bits += count;
}

void main() {
    int lane = int(gl_LocalInvocationID.x);
    int group = int(gl_WorkGroupID.x);
    int block = group * int(GROUP_SIZE) + lane;
    if (block - lane >= blockCount) return;
    if (block < blockCount) put_block(block);
    ends[lane] = bits;
    for (int distance = 1; distance < int(GROUP_SIZE); distance <<= 1) {
        memoryBarrierShared();
        barrier();
        uint other = lane >= distance ? ends[lane - distance] : 0u;
        memoryBarrierShared();
        barrier();
        ends[lane] += other;
    }
    if (block < blockCount) target[block] = ends[lane] - bits;
    if (lane == int(GROUP_SIZE) - 1) target[blockCount + group] = ends[lane];
}
