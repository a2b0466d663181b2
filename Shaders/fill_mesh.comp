// Reads: the strips of a coverage, sorted by row, and the start of each row's strips.
// Writes: a mask. A work group makes SPAN columns of one row, independently of its neighbours.
// Twin: Sources/2-Renderers/PenumbraCPU/Passes/FillMesh.swift

#include "common.glsl"

layout(local_size_x = GROUP_SIZE) in;

layout(std430, binding = 0) writeonly restrict buffer Target { uint target[]; };
layout(std430, binding = 1) readonly restrict buffer Strips { uint strips[]; };
layout(std430, binding = 2) readonly restrict buffer RowStarts { int rowStarts[]; };

const int DISTANCE_BITS = 18;
const int NO_DISTANCE = -131072;
const int STRIP_HEIGHTS = 8;
const uint COLUMNS_PER_INVOCATION = SPAN / GROUP_SIZE;

// The sums A of the vocabulary for this group's columns, and the total of all columns to the left.
shared int sums[SPAN];
shared int carried;
shared int totals[GROUP_SIZE];

// A strip that has climbed y units at a column's left side, with the division's remainder; both as in the vocabulary.
struct Climb {
    uint y;
    uint remainder;
};

Climb advanced(Climb a, Climb b, uint width) {
    uint remainder = a.remainder + b.remainder;
    bool carry = remainder >= width;
    return Climb(a.y + b.y + (carry ? 1u : 0u), carry ? remainder - width : remainder);
}

void add(uint column, uint start, int amount) {
    uint position = column - start;
    if (position < SPAN && amount != 0) atomicAdd(sums[position], amount);
}

// A strip's x at the top and at the bottom, and the height it crosses; a height of 0 if there is none.
// With isShort, a place has two words: x at the top, and the distance in x | the height << DISTANCE_BITS, in units of
// STRIP_HEIGHTS. A strip that is too long has two places: the second word of its first is 0, and the second place holds x at
// the bottom, and NO_DISTANCE instead of the distance. Otherwise a place has four words.
ivec3 strip_at(int i) {
    if (isShort == 0) return ivec3(strips[4 * i + 1], strips[4 * i + 2], strips[4 * i + 3]);
    int x = int(strips[2 * i]);
    int rest = int(strips[2 * i + 1]);
    if (rest == 0) return ivec3(x, int(strips[2 * i + 2]), (int(strips[2 * i + 3]) >> DISTANCE_BITS) * STRIP_HEIGHTS);
    int distance = rest << (32 - DISTANCE_BITS) >> (32 - DISTANCE_BITS);
    return ivec3(x, x + distance, distance == NO_DISTANCE ? 0 : (rest >> DISTANCE_BITS) * STRIP_HEIGHTS);
}

void add_strip(ivec3 strip, uint start) {
    uint xa = uint(min(strip.x, strip.y));
    uint xb = uint(max(strip.x, strip.y));
    uint height = uint(abs(strip.z));
    int direction = strip.z < 0 ? -1 : 1;
    uint first = xa >> POSITION_BITS;
    uint last = xb == 0u ? first : max(first, (xb - 1u) >> POSITION_BITS);
    if (first >= start + SPAN) return;
    if (last < start) {
        // A strip adds its height to all columns it crosses and to the next column.
        atomicAdd(carried, direction * int(height * 512u));
        return;
    }
    uint width = xb - xa;
    Climb here = Climb(0u, 0u);
    Climb perColumn = Climb(0u, 0u);
    uint column = first;
    if (last > first) {
        uint toFirstCrossing = height * ((first + 1u) * POSITION_ONE - xa);
        uint acrossColumn = height * POSITION_ONE;
        perColumn = Climb(acrossColumn / width, acrossColumn % width);
        // `here` is at the crossing after `column`.
        here = Climb(toFirstCrossing / width, toFirstCrossing % width);
        if (first < start) {
            // Goes straight to column start − 1, by doubling.
            Climb leap = perColumn;
            for (uint n = start - 1u - first; n != 0u; n >>= 1) {
                if ((n & 1u) != 0u) here = advanced(here, leap, width);
                leap = advanced(leap, leap, width);
            }
            atomicAdd(carried, direction * int(here.y * 512u));
            column = start;
        }
    }
    uint climbed = column > first ? here.y : 0u;
    if (column > first) here = advanced(here, perColumn, width);
    uint end = min(last, start + SPAN - 1u);
    for (; column <= end; column++) {
        uint next = column == last ? height : here.y;
        uint rise = next - climbed;
        uint left = column == first ? xa - first * POSITION_ONE : 0u;
        uint right = column == last ? xb - last * POSITION_ONE : POSITION_ONE;
        int beyond = int((rise * (left + right) + 64u) >> 7);
        add(column, start, direction * (int(rise * 512u) - beyond));
        add(column + 1u, start, direction * beyond);
        climbed = next;
        here = advanced(here, perColumn, width);
    }
}

// Makes the group's earlier writes to shared memory visible to all its later reads.
void synchronize() {
    memoryBarrierShared();
    barrier();
}

void main() {
    uint lane = gl_LocalInvocationID.x;
    uint start = gl_WorkGroupID.x * SPAN;
    int row = int(gl_WorkGroupID.y);
    if (row >= rowCount) return;
    for (uint i = lane; i < SPAN; i += GROUP_SIZE) sums[i] = 0;
    if (lane == 0u) carried = 0;
    synchronize();

    int end = rowStarts[firstRow + row + 1] - firstStrip;
    for (int i = rowStarts[firstRow + row] - firstStrip + int(lane); i < end; i += int(GROUP_SIZE)) {
        ivec3 strip = strip_at(i);
        if (strip.z != 0) add_strip(strip, start);
    }
    synchronize();

    uint base = lane * COLUMNS_PER_INVOCATION;
    int total = 0;
    for (uint i = 0u; i < COLUMNS_PER_INVOCATION; i++) total += sums[base + i];
    totals[lane] = total;
    synchronize();
    for (uint distance = 1u; distance < GROUP_SIZE; distance <<= 1) {
        int before = lane >= distance ? totals[lane - distance] : 0;
        synchronize();
        totals[lane] += before;
        synchronize();
    }

    int sum = carried + totals[lane] - total;
    for (uint i = 0u; i < COLUMNS_PER_INVOCATION; i += 2u) {
        uint x = start + base + i;
        if (x >= uint(targetWidth)) return;
        sum += sums[base + i];
        uint low = uint(min(max(sum, 0), 1 << 24) + 256) >> 9;
        sum += sums[base + i + 1u];
        uint high = uint(min(max(sum, 0), 1 << 24) + 256) >> 9;
        target[row * targetStride + int(x >> 1)] = low | high << 16;
    }
}
