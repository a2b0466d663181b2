// How masks are read: rows from sourceFirstRow on are bound. With CLAMPED 1 columns and rows outside the surface are the
// nearest ones that it has, with CLAMPED 0 they are 0.

uniform int sourceWidth;
uniform int sourceHeight;
uniform int sourceStride;
uniform int sourceFirstRow;

// The word position of row y, which is inside the surface.
int source_row(int y) {
    return (y - sourceFirstRow) * sourceStride;
}

// Two neighbouring columns: the words of a row that hold them, how far these are shifted, and what then is the pixel.
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

// The taps, from the first to one beyond the last, that read rows when tap 0 stands at row y.
ivec2 row_taps(int y, int taps) {
#if CLAMPED
    return ivec2(0, taps);
#else
    return ivec2(max(0, -y), min(taps, sourceHeight - y));
#endif
}

// The word position of the row that is read for row y, one of row_taps.
int tap_row(int y) {
#if CLAMPED
    y = clamp(y, 0, sourceHeight - 1);
#endif
    return source_row(y);
}
