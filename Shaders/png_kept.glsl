// The words that describe a strip, the checksum of its rows, and rows that are kept as they are. Part of png_strips.comp, which declares
// the memory.

void describe(int strip, uint count, uint kind, uvec2 adler) {
    if (lane != 0) return;
    target[4 * strip] = count;
    target[4 * strip + 1] = adler.y << 16 | adler.x;
    target[4 * strip + 2] = kind;
    target[4 * strip + 3] = uint(channels);
}

// Adds the bytes of the word k to the sums of the words that all lanes have.
void add_to_adler(int k, int stop) {
    if (8 * k >= size) return;
    uint sum = 0u;
    uint weighted = 0u;
    uvec2 word = uvec2(word_at(2 * k), word_at(2 * k + 1));
    for (int i = 0; i < min(size - 8 * k, 8); i++) {
        uint byte = (i < 4 ? word.x : word.y) >> (8 * (i & 3)) & 255u;
        sum += byte;
        weighted += byte * uint(stop - 8 * k - i);
    }
    atomicAdd(adlerSums[0], sum);
    atomicAdd(adlerSums[1], weighted);
}

// Adler-32 of `count` more bytes, whose sums are known.
uvec2 next_adler(uvec2 adler, int count) {
    return uvec2((adler.x + adlerSums[0]) % MODULUS, (adler.y + adler.x * uint(count) + adlerSums[1]) % MODULUS);
}

// Writes the rows as they are. `kind` is the third of the words that describe a strip.
void keep_rows(int strip, uint kind, uvec2 adler) {
    memoryBarrierBuffer();
    barrier();
    int place = 4 * stripCount + strip * codedWords;
    for (int i = lane; 4 * i < size; i += LANES) target[place + i] = word_at(i);
    describe(strip, 8u * uint(size), kind, adler);
}

void keep_drawn(int strip) {
    uvec2 adler = uvec2(1u, 0u);
    for (int first = 0; 8 * first < size; first += LANES) {
        synchronize();
        if (lane < 2) adlerSums[lane] = 0u;
        synchronize();
        int stop = min(size, 8 * (first + LANES));
        add_to_adler(first + lane, stop);
        synchronize();
        adler = next_adler(adler, stop - 8 * first);
    }
    keep_rows(strip, 2u, adler);
}
