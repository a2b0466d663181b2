// Reads: the filtered rows of strips, and the words that png_filters.comp makes.
// Writes: a Deflate block for each strip, or its rows if they are shorter or the strip is drawn, behind four words for each strip.
// Twin: Sources/1-Codecs/PenumbraCodecs/PNG/PNGStrip.swift
//
// The words describe the strip. The host searches drawn strips for matches.

#include "common.glsl"
#include "png.glsl"

// One work group for each strip. The four words are the bits of the block, or 8 × the bytes of the rows; Adler-32 of the rows;
// 1 if the rows are stored, 2 if the strip is drawn; the channels. Sources/1-Codecs/PenumbraPacking/SymbolWalk.swift finds the same symbols.
layout(local_size_x = STRIP_LANES) in;

layout(std430, binding = 0) coherent restrict buffer Target { uint target[]; };
layout(std430, binding = 1) readonly restrict buffer Rows { uint rowWords[]; };
layout(std430, binding = 2) readonly restrict buffer Filters { uint filters[]; };

const int LANES = STRIP_LANES;
const int SYMBOLS = 286;
const int END = 256;
// The lengths of codes follow those of symbols, and an own code of 19 symbols follows these.
const int LENGTHS = SYMBOLS + 32;
const int LONGEST_MATCH = 258;
const int SHORTEST_MATCH = 8;
const uint MODULUS = 65521u;
// A word of eight bytes takes at most 14 literals of 13 bits and a match of 26.
const int BIT_WORDS = LANES * 208 / 32 + 3;

const int COUNTING = 0;
const int MEASURING = 1;
const int WRITING = 2;

shared uint counts[SYMBOLS];
shared uint lengths[LENGTHS + 19];
// A code's bits, first bit lowest, above its length in the lowest six.
shared uint codes[LENGTHS + 19];
shared int tree[SYMBOLS];
shared int order[SYMBOLS];
shared uint bits[BIT_WORDS];
shared uint masks[LANES + 2];
shared int starts[LANES];
shared uint ends[LANES];
shared uint matched;
shared uint adlerSums[2];
// The bits in `bits`, those written before, and the symbols with a code.
shared uint pendingBits;
shared uint writtenWords;
shared int used;

// The strip's part of the rows, its bytes, and the bytes of a pixel.
int base;
int size;
int channels;
int lane;

void synchronize() {
    memoryBarrierShared();
    barrier();
}

uint word_at(int i) {
    return i < 0 ? 0u : rowWords[base + i];
}

uint literal_at(int place) {
    return word_at(place >> 2) >> (8 * (place & 3)) & 255u;
}

// Bit j is set if byte j of the k-th word of eight bytes equals the byte one pixel before it. No bit is set in the first word.
uint mask_of(int k) {
    if (k < 1 || 8 * k >= size) return 0u;
    uint before = word_at(2 * k - 1);
    uint low = word_at(2 * k);
    uint high = word_at(2 * k + 1);
    uvec2 differences = channels == 4
        ? uvec2(low ^ before, high ^ low)
        : uvec2(low ^ (before >> 8 | low << 24), high ^ (low >> 8 | high << 24));
    uint result = 0u;
    for (int j = 0; j < 4; j++) {
        if ((differences.x >> (8 * j) & 255u) == 0u) result |= 1u << j;
        if ((differences.y >> (8 * j) & 255u) == 0u) result |= 16u << j;
    }
    return size - 8 * k >= 8 ? result : result & (1u << (size - 8 * k)) - 1u;
}

int trailing_ones(uint mask) {
    return findLSB(~mask);
}

// The set bits at the upper end of eight bits that are not all set.
int leading_ones(uint mask) {
    return 7 - findMSB(~mask & 255u);
}

// The symbol of a match length, its extra bits and their number (RFC 1951, section 3.2.5).
uvec3 match_symbol(int size) {
    uint value = uint(size) - 3u;
    if (value == 255u) return uvec3(285u, 0u, 0u);
    if (value < 8u) return uvec3(257u + value, 0u, 0u);
    uint count = uint(findMSB(value)) - 2u;
    return uvec3(257u + 4u * count + (value >> count), value & ((1u << count) - 1u), count);
}

void put(uint place, uint value, uint count) {
    if (count == 0u) return;
    uint word = place >> 5;
    uint shift = place & 31u;
    atomicOr(bits[word], value << shift);
    if (shift + count > 32u) atomicOr(bits[word + 1u], value >> (32u - shift));
}

// Counts, measures or writes a literal. Returns the end of its bits.
uint visit_literal(int mode, uint value, uint place) {
    if (mode == COUNTING) {
        atomicAdd(counts[value], 1u);
        return place;
    }
    uint code = codes[value];
    if (mode == WRITING) put(place, code >> 6, code & 63u);
    return place + (code & 63u);
}

uint visit_match(int mode, int size, uint place) {
    uvec3 symbol = match_symbol(size);
    if (mode == COUNTING) {
        atomicAdd(counts[symbol.x], 1u);
        atomicAdd(matched, uint(size));
        return place;
    }
    uint code = codes[symbol.x];
    uint count = code & 63u;
    // The only distance has a code of one bit, 0.
    if (mode == WRITING) put(place, code >> 6 | symbol.y << count, count + symbol.z);
    return place + count + symbol.z + 1u;
}

// Visits the symbols that end in a word of eight bytes.
//
// - start: the start of the run that reaches into the word, if there is one.
// - before, mask, after: the masks of three words; 0 for words outside the examined part.
// - isLast: true if the next word is outside the examined part.
uint visit(int mode, int k, int start, uint before, uint mask, uint after, bool isLast, uint place) {
    bool isFlat = mask == 255u;
    int stop = min(8, size - 8 * k);
    int head = isFlat ? 8 : before == 255u ? trailing_ones(mask) : 0;
    int tail = !isFlat && after == 255u && !isLast ? leading_ones(mask) : 0;
    if (head > 0) {
        int end = 8 * k + head;
        if ((end - start) / LONGEST_MATCH > (8 * k - start) / LONGEST_MATCH) place = visit_match(mode, LONGEST_MATCH, place);
        if (!isFlat || isLast || (after & 1u) == 0u) {
            int rest = (end - start) % LONGEST_MATCH;
            if (rest >= SHORTEST_MATCH) {
                place = visit_match(mode, rest, place);
            } else {
                for (int i = end - rest; i < end; i++) place = visit_literal(mode, literal_at(i), place);
            }
        }
    }
    uvec2 word = uvec2(word_at(2 * k), word_at(2 * k + 1));
    for (int i = head; i < stop - tail; i++) {
        place = visit_literal(mode, (i < 4 ? word.x : word.y) >> (8 * (i & 3)) & 255u, place);
    }
    return place;
}

// Replaces `starts` of all lanes by the largest up to each lane.
void scan_starts() {
    for (int distance = 1; distance < LANES; distance <<= 1) {
        synchronize();
        int other = lane >= distance ? starts[lane - distance] : -1;
        synchronize();
        starts[lane] = max(starts[lane], other);
    }
    synchronize();
}

void scan_ends() {
    for (int distance = 1; distance < LANES; distance <<= 1) {
        synchronize();
        uint other = lane >= distance ? ends[lane - distance] : 0u;
        synchronize();
        ends[lane] += other;
    }
    synchronize();
}

// Sets the masks around the words k of all lanes, which lie one after another.
void load_masks(int k, int first) {
    synchronize();
    masks[lane + 1] = mask_of(k);
    if (lane == 0) masks[0] = k - 1 >= first ? mask_of(k - 1) : 0u;
    if (lane == LANES - 1) masks[LANES + 1] = mask_of(k + 1);
    synchronize();
}

// Counts the sampled symbols. Returns the bytes that were examined.
int count_sample() {
    int blockLanes = sampled / 8;
    int blocks = LANES / blockLanes;
    int seen = 0;
    // Some blocks at a time.
    for (int block = 0; block * period < size; block += blocks) {
        for (int i = 0; i < blocks; i++) {
            int start = (block + i) * period;
            seen += clamp(size - start, 0, sampled);
        }
        int start = (block + lane / blockLanes) * period;
        int stop = min(size, start + sampled);
        int number = lane % blockLanes;
        int k = start / 8 + number;
        bool isInside = 8 * k < stop;
        bool isLast = 8 * k + 8 >= stop;
        uint mask = isInside ? mask_of(k) : 0u;
        uint before = isInside && number > 0 ? mask_of(k - 1) : 0u;
        uint after = isInside && !isLast ? mask_of(k + 1) : 0u;
        bool begins = mask == 255u && before != 255u;
        starts[lane] = begins ? 8 * k - (number > 0 ? leading_ones(before) : 0) : -1;
        scan_starts();
        if (isInside) visit(COUNTING, k, starts[lane], before, mask, after, isLast, 0u);
        synchronize();
    }
    return seen;
}

// The start of the run that reaches into each lane's word, after `load_masks`.
int run_start(int k, inout int carried) {
    uint before = masks[lane];
    starts[lane] = masks[lane + 1] == 255u && before != 255u ? 8 * k - leading_ones(before) : -1;
    if (lane == 0) starts[0] = max(starts[0], carried);
    scan_starts();
    int result = starts[lane];
    carried = starts[LANES - 1];
    synchronize();
    return result;
}

void count_all() {
    int carried = -1;
    for (int first = 0; 8 * first < size; first += LANES) {
        int k = first + lane;
        load_masks(k, 0);
        int start = run_start(k, carried);
        if (8 * k < size) visit(COUNTING, k, start, masks[lane], masks[lane + 1], masks[lane + 2], 8 * k + 8 >= size, 0u);
    }
    synchronize();
}

#include "png_code.glsl"

// Moves whole words of `bits` to the target.
void flush(int strip, bool isEnd) {
    synchronize();
    uint whole = isEnd ? (pendingBits + 31u) / 32u : pendingBits / 32u;
    uint rest = bits[whole];
    int place = 4 * stripCount + strip * codedWords + int(writtenWords);
    for (int i = lane; i < int(whole); i += LANES) {
        if (int(writtenWords) + i < codedWords) target[place + i] = bits[i];
    }
    synchronize();
    for (int i = lane; i < BIT_WORDS; i += LANES) bits[i] = i == 0 ? rest : 0u;
    if (lane == 0) {
        writtenWords += whole;
        pendingBits -= min(pendingBits, 32u * whole);
    }
    synchronize();
}

#include "png_kept.glsl"

void main() {
    lane = int(gl_LocalInvocationID.x);
    int strip = int(gl_WorkGroupID.x);
    if (strip >= stripCount) return;
    channels = int(filters[0] >> 8 & 255u);
    ivec2 rows = rows_of(strip, channels);
    if (rows.y == 0) return;
    bool isLastStrip = rows.x + rows.y == height;
    base = strip * slotWords;
    size = rows.y * (1 + width * channels);
    if (filters[rows.x] >> 16 != 0u) {
        keep_drawn(strip);
        return;
    }
    for (int i = lane; i < SYMBOLS; i += LANES) counts[i] = 0u;
    for (int i = lane; i < LENGTHS + 19; i += LANES) lengths[i] = 0u;
    for (int i = lane; i < BIT_WORDS; i += LANES) bits[i] = 0u;
    if (lane == 0) {
        matched = 0u;
        used = 0;
        pendingBits = 0u;
        writtenWords = 0u;
    }
    synchronize();

    // All symbols are counted if runs make up most of the strip, otherwise a part.
    int seen = count_sample();
    bool isSample = seen < size && 2 * (seen - int(matched)) >= seen;
    synchronize();
    if (!isSample) {
        for (int i = lane; i < SYMBOLS; i += LANES) counts[i] = 0u;
        synchronize();
        count_all();
    }
    for (int i = lane; i < SYMBOLS; i += LANES) {
        // Symbols missing from the sample may still occur. The shortest matches have 8 bytes, which is symbol 262.
        if (isSample && (i < 256 || i >= 262)) counts[i]++;
        if (i == END) counts[i] = 1u;
    }
    synchronize();
    for (int i = lane; i < SYMBOLS; i += LANES) {
        if (counts[i] == 0u) continue;
        int rank = 0;
        for (int j = 0; j < SYMBOLS; j++) {
            if (counts[j] > 0u && (counts[j] < counts[i] || (counts[j] == counts[i] && j < i))) rank++;
        }
        order[rank] = i;
        tree[rank] = int(counts[i]);
        atomicAdd(used, 1);
    }
    synchronize();
    if (lane == 0) {
        make_lengths(0, 13);
        make_codes(0, SYMBOLS);
        pendingBits = write_header(isLastStrip);
    }
    flush(strip, false);

    int carried = -1;
    uvec2 adler = uvec2(1u, 0u);
    for (int first = 0; 8 * first < size; first += LANES) {
        int k = first + lane;
        if (lane < 2) adlerSums[lane] = 0u;
        load_masks(k, 0);
        int start = run_start(k, carried);
        bool isInside = 8 * k < size;
        bool isLast = 8 * k + 8 >= size;
        uvec3 around = uvec3(masks[lane], masks[lane + 1], masks[lane + 2]);
        ends[lane] = isInside ? visit(MEASURING, k, start, around.x, around.y, around.z, isLast, 0u) : 0u;
        uint length = ends[lane];
        int stop = min(size, 8 * (first + LANES));
        add_to_adler(k, stop);
        scan_ends();
        if (isInside) {
            visit(WRITING, k, start, around.x, around.y, around.z, isLast, pendingBits + ends[lane] - length);
        }
        adler = next_adler(adler, stop - 8 * first);
        synchronize();
        if (lane == 0) pendingBits += ends[LANES - 1];
        flush(strip, false);
    }
    uint written = 32u * writtenWords + pendingBits;
    synchronize();
    if (lane == 0) {
        put(pendingBits, codes[END] >> 6, codes[END] & 63u);
        pendingBits += codes[END] & 63u;
    }
    written += codes[END] & 63u;
    flush(strip, true);

    // As many bytes as stored blocks take, with five bytes for each block.
    bool isStored = written / 8u > uint(size + (size / 65535 + 1) * 5);
    if (isStored) keep_rows(strip, 1u, adler); else describe(strip, written, 0u, adler);
}
