// The prefix code of a strip and the header that describes it, made by one invocation. Part of png_strips.comp, which declares the
// memory. Twins: Sources/1-Codecs/PenumbraPacking/CodeLengths.swift, Sources/1-Codecs/PenumbraCodecs/PNG/DeflateBlock.swift

// Computes the lengths of a prefix code by the method of Moffat and Katajainen (1995), for `used` symbols in `order` with
// their counts in `tree`, both from the rarest. One invocation. `lengths` holds zeros from `first` on.
void make_lengths(int first, int limit) {
    int depths[64];
    for (int i = 0; i < 64; i++) depths[i] = 0;
    if (used < 2) {
        if (used == 1) lengths[first + order[0]] = 1u;
        return;
    }
    int leaf = 0;
    int root = 0;
    for (int next = 0; next < used - 1; next++) {
        int sum = 0;
        for (int i = 0; i < 2; i++) {
            if (leaf >= used || (root < next && tree[root] < tree[leaf])) {
                sum += tree[root];
                tree[root] = next;
                root++;
            } else {
                sum += tree[leaf];
                leaf++;
            }
        }
        tree[next] = sum;
    }
    tree[used - 2] = 0;
    for (int next = used - 3; next >= 0; next--) tree[next] = tree[tree[next]] + 1;
    int available = 1;
    int depth = 0;
    root = used - 2;
    while (available > 0) {
        int inner = 0;
        while (root >= 0 && tree[root] == depth) {
            inner++;
            root--;
        }
        depths[min(depth, 63)] += available - inner;
        available = 2 * inner;
        depth++;
    }
    for (int d = limit + 1; d < 64; d++) {
        depths[limit] += depths[d];
        depths[d] = 0;
    }
    int total = 0;
    for (int d = 1; d <= limit; d++) total += depths[d] << (limit - d);
    while (total > 1 << limit) {
        depths[limit]--;
        int d = limit - 1;
        while (d > 0 && depths[d] == 0) d--;
        depths[d]--;
        depths[d + 1] += 2;
        total--;
    }
    int next = 0;
    for (int d = limit; d > 0; d--) {
        for (int i = 0; i < depths[d]; i++) {
            lengths[first + order[next]] = uint(d);
            next++;
        }
    }
}

// Makes the canonical codes of lengths (RFC 1951, section 3.2.2). One invocation.
void make_codes(int first, int count) {
    uint next[17];
    for (int i = 0; i < 17; i++) next[i] = 0u;
    for (int i = 0; i < count; i++) next[lengths[first + i]]++;
    uint start = 0u;
    uint before = 0u;
    for (int d = 1; d < 17; d++) {
        start = (start + before) << 1;
        before = next[d];
        next[d] = start;
    }
    for (int i = 0; i < count; i++) {
        uint size = lengths[first + i];
        codes[first + i] = size == 0u ? 0u : (bitfieldReverse(next[size]) >> (32u - size)) << 6 | size;
        next[size]++;
    }
}

// Counts or writes a symbol of the code of lengths.
uint visit_length(int mode, uint symbol, uint extra, uint count, uint place) {
    if (mode == COUNTING) {
        tree[symbol]++;
        return place;
    }
    uint code = codes[LENGTHS + int(symbol)];
    put(place, code >> 6, code & 63u);
    put(place + (code & 63u), extra, count);
    return place + (code & 63u) + count;
}

// Visits the lengths of all codes with runs shortened. One invocation.
uint visit_lengths(int mode, int count, uint place) {
    int at = 0;
    while (at < count) {
        uint value = lengths[at];
        int end = at + 1;
        while (end < count && lengths[end] == value) end++;
        int run = end - at;
        at = end;
        if (value > 0u) {
            place = visit_length(mode, value, 0u, 0u, place);
            run--;
        }
        while (run >= 3) {
            int part = min(run, value > 0u ? 6 : 138);
            run -= part;
            if (value > 0u) {
                place = visit_length(mode, 16u, uint(part) - 3u, 2u, place);
            } else if (part < 11) {
                place = visit_length(mode, 17u, uint(part) - 3u, 3u, place);
            } else {
                place = visit_length(mode, 18u, uint(part) - 11u, 7u, place);
            }
        }
        for (int i = 0; i < run; i++) place = visit_length(mode, value, 0u, 0u, place);
    }
    return place;
}

// Writes the header of the block. One invocation; returns its bits.
uint write_header(bool isLast) {
    const int lengthOrder[19] = int[19](16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15);
    int last = SYMBOLS;
    while (lengths[last - 1] == 0u) last--;
    for (int i = last; i < LENGTHS; i++) lengths[i] = 0u;
    lengths[last + channels - 1] = 1u;
    put(0u, (isLast ? 1u : 0u) | 4u | uint(last - 257) << 3 | uint(channels - 1) << 8, 13u);

    for (int i = 0; i < 19; i++) tree[i] = 0;
    visit_lengths(COUNTING, last + channels, 0u);
    int kinds = 0;
    for (int i = 0; i < 19; i++) kinds += tree[i] > 0 ? 1 : 0;
    // Some readers refuse a code with a single symbol.
    if (kinds < 2) tree[tree[0] > 0 ? 1 : 0]++;
    int weights[19];
    used = 0;
    for (int i = 0; i < 19; i++) {
        weights[i] = tree[i];
        lengths[LENGTHS + i] = 0u;
        if (weights[i] == 0) continue;
        int place = used;
        while (place > 0 && weights[order[place - 1]] > weights[i]) {
            order[place] = order[place - 1];
            place--;
        }
        order[place] = i;
        used++;
    }
    for (int i = 0; i < used; i++) tree[i] = weights[order[i]];
    make_lengths(LENGTHS, 7);
    make_codes(LENGTHS, 19);
    int written = 19;
    while (written > 4 && lengths[LENGTHS + lengthOrder[written - 1]] == 0u) written--;
    put(13u, uint(written) - 4u, 4u);
    uint place = 17u;
    for (int i = 0; i < written; i++) {
        put(place, lengths[LENGTHS + lengthOrder[i]], 3u);
        place += 3u;
    }
    return visit_lengths(WRITING, last + channels, place);
}
