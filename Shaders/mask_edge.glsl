// Reads masks whose rows are bound from sourceFirstRow on. Columns and rows outside the surface are the nearest existing
// ones with CLAMPED 1, and 0 with CLAMPED 0.

// Returns the word position of row y, which must be inside the surface.
int source_row(int y) {
    return (y - sourceFirstRow) * sourceStride;
}

// Two neighbouring columns: the words of a row that hold them, the shifts of these words, and the masks of the shifted
// pixels.
struct ColumnPair {
    ivec2 words;
    uvec2 shifts;
    uvec2 kept;
};

ColumnPair column_pair(int x) {
    ivec2 columns = clamp(ivec2(x, x + 1), 0, sourceWidth - 1);
#if CLAMPED
    uvec2 kept = uvec2(0xFFFFu);
#else
    uvec2 kept = uvec2(columns.x == x ? 0xFFFFu : 0u, columns.y == x + 1 ? 0xFFFFu : 0u);
#endif
    return ColumnPair(columns >> 1, uvec2(columns & 1) << 4, kept);
}

// Returns the taps, from the first to one beyond the last, that read rows when tap 0 is at row y.
ivec2 row_taps(int y, int taps) {
#if CLAMPED
    return ivec2(0, taps);
#else
    return ivec2(max(0, -y), min(taps, sourceHeight - y));
#endif
}

// Returns the word position of the row that is read for row y, one of row_taps.
int tap_row(int y) {
#if CLAMPED
    y = clamp(y, 0, sourceHeight - 1);
#endif
    return source_row(y);
}
