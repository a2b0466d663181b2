// The codes of a block (ITU-T T.81, F.1.2), as jchuff.c of libjpeg-turbo writes them.
// Part of shaders that define `put`, which takes bits and their number.

layout(std430, binding = 1) readonly restrict buffer Source { uint source[]; };
layout(std430, binding = 2) readonly restrict buffer Tables { uint tables[]; };

void put(uint value, uint count);

int half_of(uint word, int i) {
    return int((i & 1) == 0 ? word << 16 : word) >> 16;
}

// The code of a value's size, and then the value.
void put_value(int codes, int value) {
    int size = findMSB(uint(abs(value))) + 1;
    uint code = tables[codes + size];
    uint extra = uint(value < 0 ? value - 1 : value) & ((1u << size) - 1u);
    put(code >> 5 << size | extra, (code & 31u) + uint(size));
}

void put_block(int block) {
    int chroma = place_of(block).x > 0 ? 1 : 0;
    int codes = RUN_CODES + 256 * chroma;
    bool isFiller = is_filler(block);
    uint pair = 0u;
    int difference = 0;
    if (!isFiller) {
        pair = source[block * BLOCK_WORDS];
        difference = half_of(pair, 0);
        int before = block_before(block);
        if (before >= 0) difference -= half_of(source[before * BLOCK_WORDS], 0);
    }
    put_value(DC_CODES + 16 * chroma, difference);
    int run = isFiller ? 63 : 0;
    for (int k = 1; k < 64 && !isFiller; k++) {
        if ((k & 1) == 0) pair = source[block * BLOCK_WORDS + k / 2];
        int value = half_of(pair, k);
        if (value == 0) {
            run++;
            continue;
        }
        for (; run > 15; run -= 16) put(tables[codes + 0xF0] >> 5, tables[codes + 0xF0] & 31u);
        put_value(codes + 16 * run, value);
        run = 0;
    }
    if (run > 0) put(tables[codes] >> 5, tables[codes] & 31u);
}
