// Reads: quantised coefficients, the tables, and the bits before each block.
// Writes: the codes of the blocks one after another, behind four words, the first of which is the number of their bits.
// Twin: Sources/1-Codecs/PenumbraCodecs/JPEG/JPEGEncoder.swift

#include "common.glsl"
#include "jpeg_file.glsl"
#include "jpeg_file_code.glsl"

// One invocation for each block. The words held zeros. The first bit is the highest of the first byte.
layout(local_size_x = GROUP_SIZE) in;

layout(std430, binding = 0) restrict buffer Target { uint target[]; };
layout(std430, binding = 3) readonly restrict buffer Sizes { uint sizes[]; };

const int FIRST_WORD = 4;

shared uint sums[int(GROUP_SIZE)];

// The word that is filled, its bits so far, and their number.
int word;
uint held = 0u;
uint heldCount;

// Adds the word to the target; neighbouring blocks may share it.
void flush() {
    uint bytes = held << 24 | (held & 0xFF00u) << 8 | (held >> 8 & 0xFF00u) | held >> 24;
    if (word < codedWords) atomicOr(target[FIRST_WORD + word], bytes);
    word++;
}

void put(uint value, uint count) {
    uint room = 32u - heldCount;
    if (count < room) {
        held |= value << (room - count);
        heldCount += count;
        return;
    }
    uint rest = count - room;
    held |= value >> rest;
    flush();
    held = rest > 0u ? value << (32u - rest) : 0u;
    heldCount = rest;
}

void main() {
    int lane = int(gl_LocalInvocationID.x);
    int group = int(gl_WorkGroupID.x);
    int block = group * int(GROUP_SIZE) + lane;
    if (block - lane >= blockCount) return;
    uint before = 0u;
    for (int i = lane; i < group; i += int(GROUP_SIZE)) before += sizes[blockCount + i];
    sums[lane] = before;
    for (int distance = int(GROUP_SIZE) / 2; distance > 0; distance >>= 1) {
        memoryBarrierShared();
        barrier();
        if (lane < distance) sums[lane] += sums[lane + distance];
    }
    memoryBarrierShared();
    barrier();
    if (block >= blockCount) return;
    uint start = sums[0] + sizes[block];
    word = int(start >> 5);
    heldCount = start & 31u;
    put_block(block);
    if (block == blockCount - 1) target[0] = 32u * uint(word) + heldCount;
    if (heldCount > 0u) flush();
}
