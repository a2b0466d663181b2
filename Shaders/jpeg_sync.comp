// Reads: the codes of a JPEG, and the states that an earlier dispatch left.
// Writes: the states in which each subsequence begins and ends, and what begins in it; see jpeg_codes.glsl.
// Twin: Sources/1-Codecs/PenumbraCodecs/JPEG/JPEGCoefficients.swift

#include "common.glsl"
#include "jpeg_codes.glsl"

// One invocation for each subsequence. The first dispatch begins with a guess, except at the first subsequence of a segment.
// Each takes the state in which the subsequence before it ends, until all of a work group agree. The next dispatches do the
// same with the state in which the work group before ends.
layout(local_size_x = GROUP_SIZE) in;

layout(std430, binding = 0) restrict buffer States { uint states[]; };
layout(std430, binding = 2) writeonly restrict buffer Status { uint status[]; };

shared uint exits[int(GROUP_SIZE)];
shared uvec4 sums[int(GROUP_SIZE)];
// The last round in which a state changed.
shared int lastChange;

uvec4 found;

// Reads the subsequence, and returns the state in which it ends.
uint read_codes(uint state) {
    found = uvec4(0u);
    begin(state);
    while (at < end) {
        bool isFirst = next == 0;
        int component = int(codes[WORDS_OF_BLOCK * block]);
        take_code();
        if (isFirst) {
            found.x++;
            found[component + 1 & 3] += uint(value);
        }
        ends_block();
    }
    return state_at(end);
}

void synchronize() {
    memoryBarrierShared();
    barrier();
}

void main() {
    int lane = int(gl_LocalInvocationID.x);
    int group = int(gl_WorkGroupID.x);
    int number = group * int(GROUP_SIZE) + lane;
    if (number - lane >= subsequenceCount) return;
    bool isInside = number < subsequenceCount;
    uint entry = 0u;
    uint exit = 0u;
    found = uvec4(0u);
    if (isInside) {
        find_segment(number);
        if (turn == 0) {
            if (number == 0) status[0] = 0u;
            exit = read_codes(entry);
        } else {
            entry = states[number];
            exit = states[subsequenceCount + number];
            for (int i = 0; i < 4; i++) {
                found[i] = states[(2 + i) * subsequenceCount + number];
                if (lane > 0) found[i] -= states[(2 + i) * subsequenceCount + number - 1];
            }
            if (lane == 0 && !isFirstOfSegment) {
                uint before = states[6 * subsequenceCount + (turn - 1 & 1) * groupCount + group - 1];
                if (before != entry) {
                    entry = before;
                    exit = read_codes(entry);
                }
            }
        }
    }
    exits[lane] = exit;
    if (lane == 0) lastChange = -1;
    synchronize();
    for (int turns = 0; turns < int(GROUP_SIZE); turns++) {
        uint before = lane > 0 && !isFirstOfSegment ? exits[lane - 1] : entry;
        synchronize();
        if (isInside && before != entry) {
            entry = before;
            exit = read_codes(entry);
            exits[lane] = exit;
            lastChange = turns;
        }
        synchronize();
        if (lastChange != turns) break;
    }
    sums[lane] = found;
    for (int distance = 1; distance < int(GROUP_SIZE); distance <<= 1) {
        synchronize();
        uvec4 other = lane >= distance ? sums[lane - distance] : uvec4(0u);
        synchronize();
        sums[lane] += other;
    }
    if (!isInside) return;
    states[number] = entry;
    states[subsequenceCount + number] = exit;
    for (int i = 0; i < 4; i++) states[(2 + i) * subsequenceCount + number] = sums[lane][i];
    if (lane == int(GROUP_SIZE) - 1) states[6 * subsequenceCount + (turn & 1) * groupCount + group] = exit;
}
