// A mask that is read: rows from sourceFirstRow on are bound, columns and rows outside the surface are 0.

layout(std430, binding = 1) readonly restrict buffer Source { uint source[]; };

uniform int sourceWidth;
uniform int sourceHeight;
uniform int sourceStride;
uniform int sourceFirstRow;

// The word position of row y, which is inside the surface.
int source_row(int y) {
    return (y - sourceFirstRow) * sourceStride;
}

// The pixel of column x in the row that starts at word `row`.
uint source_in_row(int row, int x) {
    return inside(x, sourceWidth) ? pixel_of(source[row + (x >> 1)], x) : 0u;
}
