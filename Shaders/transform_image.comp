// Reads: a colour surface, and the shares of columns, rows and samples inside a pixel in positions.
// Writes: a tile of a colour surface, one pixel per invocation.
// Twin: Sources/2-Renderers/PenumbraCPU/Passes/TransformImage.swift

#include "common.glsl"

layout(local_size_x = GROUP_WIDTH, local_size_y = GROUP_HEIGHT) in;

layout(std430, binding = 0) writeonly restrict buffer Target { uvec2 target[]; };
layout(std430, binding = 1) readonly restrict buffer Source { uvec2 source[]; };
// U then V of all columns, of all rows, of all samples across, of all samples down.
layout(std430, binding = 2) readonly restrict buffer Table { int table[]; };

uniform int targetWidth;
uniform int targetHeight;
uniform int targetStride;
uniform int firstColumn;
uniform int firstRow;
uniform int columnCount;
uniform int rowCount;
uniform int sourceWidth;
uniform int sourceHeight;
uniform int sourceStride;
uniform int sourceFirstRow;
uniform int subsamples;
uniform int nearest;

uvec4 texel(int x, int y) {
    return unpack_color(source[(y - sourceFirstRow) * sourceStride + x]);
}

uvec4 mixed(uvec4 a, uvec4 b, uint share) {
    return (a * (POSITION_ONE - share) + b * share + Q15_HALF) >> POSITION_BITS;
}

uvec4 sample_at(int u, int v) {
    if (nearest != 0) {
        return texel(int(uint(u + int(Q15_HALF)) >> POSITION_BITS), int(uint(v + int(Q15_HALF)) >> POSITION_BITS));
    }
    int c = u >> POSITION_BITS;
    int r = v >> POSITION_BITS;
    uint f = uint(u) & (POSITION_ONE - 1u);
    uint g = uint(v) & (POSITION_ONE - 1u);
    int c1 = min(c + 1, sourceWidth - 1);
    int r1 = min(r + 1, sourceHeight - 1);
    return mixed(mixed(texel(c, r), texel(c1, r), f), mixed(texel(c, r1), texel(c1, r1), f), g);
}

void main() {
    int column = int(gl_GlobalInvocationID.x);
    int row = int(gl_GlobalInvocationID.y);
    if (column >= columnCount || row >= rowCount) return;
    int x = firstColumn + column;
    int y = firstRow + row;
    int rows = 2 * targetWidth;
    int across = rows + 2 * targetHeight;
    int down = across + 2 * subsamples;
    ivec2 corner = ivec2(table[x] + table[rows + y], table[targetWidth + x] + table[rows + targetHeight + y]);
    ivec2 limit = ivec2(sourceWidth - 1, sourceHeight - 1) * int(POSITION_ONE);
    uvec4 sum = uvec4(0u);
    for (int j = 0; j < subsamples; j++) {
        ivec2 line = corner + ivec2(table[down + j], table[down + subsamples + j]);
        for (int i = 0; i < subsamples; i++) {
            ivec2 place = line + ivec2(table[across + i], table[across + subsamples + i]);
            place = clamp(place, ivec2(0), limit);
            sum += sample_at(place.x, place.y);
        }
    }
    uint count = uint(subsamples * subsamples);
    target[row * targetStride + x] = pack_color((sum + count / 2u) / count);
}
