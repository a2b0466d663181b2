// Reads a mask one pixel at a time; pixels outside the mask are 0.

layout(std430, binding = 1) readonly restrict buffer Source { uint source[]; };

uint source_pixel(int x, int y) {
    if (!inside(x, sourceWidth) || !inside(y, sourceHeight)) return 0u;
    return pixel_of(source[(y - sourceFirstRow) * sourceStride + (x >> 1)], x);
}
