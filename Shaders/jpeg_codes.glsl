// Reading the codes of a baseline JPEG (ITU-T T.81, F.2) from any place on, as jdhuff.c of libjpeg-turbo reads them.
//
// The codes are cut into subsequences of CODE_BITS bits, which many invocations read at once. A reader that begins in the
// middle mostly finds the others' places after some codes (Klein and Wiseman, The Computer Journal 2003; Weissenberger and
// Schmidt, ICPP 2018).
//
// The words of codes (PenumbraGPU, JPEGCodeWords.swift): for each block of a unit eight words, its component; its tables of
// first and of other coefficients; its place in the unit and the blocks of the component in a unit, each along rows and then
// columns in a byte; the first of the component's wanted blocks; the first wanted column | the number of columns << 16; the
// rows alike. Then each table (PenumbraCodecs, HuffmanLookup.swift): its threshold | its shift << 24, and its entries, two in a
// word. Then, from segmentsAt on, for each segment and for the end, the first byte and the first subsequence. Then, from bitsAt
// on, the bits.
//
// The words of states, `subsequenceCount` of each: the states in which readers begin and end; the number of blocks that begin
// in the subsequence and in those before it in its work group; and the sums of their first coefficients' differences, for three
// components. Then for each work group, twice, the state in which its last reader ends.
//
// A state is the distance in bits from the border of subsequences | the next coefficient << 5 | the block in its unit << 12.

layout(std430, binding = 1) readonly restrict buffer Codes { uint codes[]; };

const int WORDS_OF_BLOCK = 8;
// The entries of a table for its first nine bits.
const uint FIRST_ENTRIES = 512u;

// The subsequence's segment, its first bit, and the bits behind its last and behind the segment's.
int segment;
bool isFirstOfSegment;
bool isLastOfSegment;
int start;
int end;
int segmentEnd;

// The place of the next bit; 64 bits from its word on, as two words; and the word behind them.
int at;
uint high;
uint low;
int ahead;
// The next coefficient of a block in the order of codes, and the block in its unit.
int next;
int block;
// What the last code says: whether there is a coefficient, its place in the order of codes, and its value.
bool hasValue;
int place;
int value;
bool isFaulty = false;

void find_segment(int subsequence) {
    int least = 0;
    int most = segmentCount - 1;
    while (least < most) {
        int middle = (least + most + 1) / 2;
        if (int(codes[segmentsAt + 2 * middle + 1]) <= subsequence) least = middle; else most = middle - 1;
    }
    segment = least;
    int first = int(codes[segmentsAt + 2 * segment + 1]);
    start = 8 * int(codes[segmentsAt + 2 * segment]) + CODE_BITS * (subsequence - first);
    segmentEnd = 8 * int(codes[segmentsAt + 2 * segment + 2]);
    end = min(start + CODE_BITS, segmentEnd);
    isFirstOfSegment = subsequence == first;
    isLastOfSegment = subsequence + 1 == int(codes[segmentsAt + 2 * segment + 3]);
}

// A word of bits, the first of which is the highest.
uint bits_at(int index) {
    uint bytes = codes[bitsAt + min(index, lastWord)];
    return bytes << 24 | (bytes & 0xFF00u) << 8 | (bytes >> 8 & 0xFF00u) | bytes >> 24;
}

void begin(uint state) {
    at = start + int(state & 31u);
    next = int(state >> 5 & 127u);
    block = int(state >> 12);
    ahead = (at >> 5) + 2;
    high = bits_at(ahead - 2);
    low = bits_at(ahead - 1);
}

uint state_at(int border) {
    return uint(at - border) | uint(next) << 5 | uint(block) << 12;
}

// Reads a code and the bits of its value.
void take_code() {
    uint offset = uint(at) & 31u;
    uint bits = offset == 0u ? high : high << offset | low >> (32u - offset);
    bool isFirst = next == 0;
    int table = int(codes[WORDS_OF_BLOCK * block + (isFirst ? 1 : 2)]);
    uint head = codes[table];
    uint threshold = head & 0xFFFFFFu;
    uint index = bits >> 16;
    index = index < threshold ? index >> 7 : FIRST_ENTRIES + (index - threshold >> (head >> 24));
    uint pair = codes[table + 1 + int(index >> 1)];
    uint entry = (index & 1u) == 0u ? pair & 0xFFFFu : pair >> 16;
    uint count = entry >> 8 & 31u;
    uint size = entry & 15u;
    int run = isFirst ? 0 : int(entry >> 4 & 15u);
    if (count == 0u) {
        isFaulty = true;
        count = 16u;
        size = 0u;
        run = 0;
    }
    uint extra = size == 0u ? 0u : (bits << count) >> (32u - size);
    bool isNegative = size > 0u && extra >> (size - 1u) == 0u;
    value = int(extra) - (isNegative ? (1 << size) - 1 : 0);
    hasValue = isFirst || size > 0u;
    place = next + run;
    if (hasValue && place > 63) isFaulty = true;
    next = hasValue ? place + 1 : run == 15 ? next + 16 : 64;

    at += int(count + size);
    if (offset + count + size > 31u) {
        high = low;
        low = bits_at(ahead);
        ahead++;
    }
}

// Goes on to the next block if the block is complete.
bool ends_block() {
    if (next < 64) return false;
    next = 0;
    block = block + 1 == blocksInUnit ? 0 : block + 1;
    return true;
}
