// Reads a mask a pixel at a time: 0 outside it.

layout(std430, binding = 1) readonly restrict buffer Source { uint source[]; };

uniform int sourceWidth;
uniform int sourceHeight;
uniform int sourceStride;
uniform int sourceFirstRow;

uint source_pixel(int x, int y) {
    if (!inside(x, sourceWidth) || !inside(y, sourceHeight)) return 0u;
    return pixel_of(source[(y - sourceFirstRow) * sourceStride + (x >> 1)], x);
}
