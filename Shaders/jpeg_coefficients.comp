// Reads: the codes of a JPEG, and the states that jpeg_sync.comp leaves.
// Writes: the wanted blocks of coefficients in the order of codes, two in a word; and whether codes are only for the processor.
// Twin: Sources/1-Codecs/PenumbraCodecs/JPEG/JPEGCoefficients.swift

#include "common.glsl"
#include "jpeg.glsl"
#include "jpeg_codes.glsl"

// One invocation for each subsequence. It reads the blocks that begin there to their ends.
layout(local_size_x = GROUP_SIZE) in;

layout(std430, binding = 0) writeonly restrict buffer Target { uint target[]; };
layout(std430, binding = 2) readonly restrict buffer States { uint states[]; };
layout(std430, binding = 3) restrict buffer Status { uint status[]; };

// The sum of a kind in the subsequences before this one in its segment.
uint sum_before(int kind, int number, int first) {
    int sums = (2 + kind) * subsequenceCount;
    int group = number / int(GROUP_SIZE);
    uint sum = number % int(GROUP_SIZE) > 0 ? states[sums + number - 1] : 0u;
    int firstGroup = first / int(GROUP_SIZE);
    if (first % int(GROUP_SIZE) > 0) sum -= states[sums + first - 1];
    for (int i = firstGroup; i < group; i++) sum += states[sums + (i + 1) * int(GROUP_SIZE) - 1];
    return sum;
}

// The first word of a block of the segment; negative if the block is not wanted.
int place_of(int number) {
    int unit = segment * unitsInSegment + number / blocksInUnit;
    int words = WORDS_OF_BLOCK * block;
    uint inUnit = codes[words + 3];
    int column = unit % unitsAcross * int(inUnit >> 16 & 255u) + int(inUnit & 255u);
    int row = unit / unitsAcross * int(inUnit >> 24) + int(inUnit >> 8 & 255u);
    uint columns = codes[words + 5];
    uint rows = codes[words + 6];
    column -= int(columns & 0xFFFFu);
    row -= int(rows & 0xFFFFu);
    if (!inside(column, int(columns >> 16)) || !inside(row, int(rows >> 16))) return -1;
    return JPEG_HEADER_WORDS + BLOCK_WORDS * (int(codes[words + 4]) + row * int(columns >> 16) + column);
}

void main() {
    int number = int(gl_GlobalInvocationID.x);
    if (number >= subsequenceCount) return;
    find_segment(number);
    uint state = states[number];
    int first = int(codes[segmentsAt + 2 * segment + 1]);
    int blocks = blocksInUnit * min(unitsInSegment, unitCount - segment * unitsInSegment);
    int done = int(sum_before(0, number, first));
    int ends = isLastOfSegment ? int(sum_before(0, number + 1, first)) : blocks;
    int level[4];
    for (int i = 0; i < 3; i++) level[i] = int(sum_before(i + 1, number, first));
    // All states must follow from the first of the segment.
    bool isUnusual = (isFirstOfSegment ? 0u : states[subsequenceCount + number - 1]) != state || ends < blocks;

    begin(state);
    // The invocation before reads the block that begins before.
    while (next > 0) {
        take_code();
        ends_block();
    }
    isFaulty = false;
    while (at < end && done < blocks) {
        int word = place_of(done);
        bool isWanted = word >= 0;
        int last = word + BLOCK_WORDS;
        int component = int(codes[WORDS_OF_BLOCK * block]) & 3;
        uint held = 0u;
        int filled = 0;
        bool isFirst = true;
        do {
            take_code();
            if (isFirst) {
                level[component] += value;
                value = level[component];
                if (value << 16 >> 16 != value) isFaulty = true;
                isFirst = false;
            }
            if (isWanted && hasValue) {
                for (int pair = min(place, 63) >> 1; filled < pair; filled++) {
                    target[word + filled] = held;
                    held = 0u;
                }
                held |= (uint(value) & 0xFFFFu) << (16 * (place & 1));
            }
        } while (!ends_block());
        if (isWanted) {
            for (; word + filled < last; filled++) {
                target[word + filled] = held;
                held = 0u;
            }
        }
        done++;
        if (at > segmentEnd || (done == blocks && segmentEnd - at > 7)) isUnusual = true;
    }
    if (isUnusual || isFaulty) atomicOr(status[0], 1u);
}
