// The mask that a shader reads.

#include "mask_edge.glsl"

layout(std430, binding = 1) readonly restrict buffer Source { uint source[]; };

// Returns the pixel of column x in the row that starts at word `row`.
uint source_in_row(int row, int x) {
#if CLAMPED
    x = clamp(x, 0, sourceWidth - 1);
    return pixel_of(source[row + (x >> 1)], x);
#else
    return inside(x, sourceWidth) ? pixel_of(source[row + (x >> 1)], x) : 0u;
#endif
}

// Returns the pixels of two neighbouring columns in a row. One word often holds both.
uvec2 source_pair(int row, ColumnPair pair) {
    uint word = source[row + pair.words.x];
    uint other = pair.words.x == pair.words.y ? word : source[row + pair.words.y];
    return (uvec2(word, other) >> pair.shifts) & pair.kept;
}
