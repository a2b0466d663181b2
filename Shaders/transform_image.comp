// Reads: a colour surface, the shares of columns and rows in positions, and with AREA the weights of source pixels.
// Writes: a tile of a colour surface, one pixel per invocation.
// Twin: Sources/2-Renderers/PenumbraCPU/Passes/TransformImage.swift

#include "common.glsl"

layout(local_size_x = GROUP_WIDTH, local_size_y = GROUP_HEIGHT) in;

layout(std430, binding = 0) writeonly restrict buffer Target { uvec2 target[]; };
layout(std430, binding = 1) readonly restrict buffer Source { uvec2 source[]; };
// U then V of all columns, U then V of all rows, the first drawn column of all rows, and the end of drawn columns.
layout(std430, binding = 2) readonly restrict buffer Table { int table[]; };
#if AREA
// Row << 16 | column of all groups, then the weights in pairs.
layout(std430, binding = 3) readonly restrict buffer Weights { uint weights[]; };
#endif

uvec4 texel(int x, int y) {
    return unpack_color(source[(y - sourceFirstRow) * sourceStride + x]);
}

#if AREA

uvec4 result_at(ivec2 place) {
    int c = place.x >> POSITION_BITS;
    int r = place.y >> POSITION_BITS;
    int i = ((place.x & int(POSITION_ONE - 1u)) * phasesAcross) >> POSITION_BITS;
    int j = ((place.y & int(POSITION_ONE - 1u)) * phasesDown) >> POSITION_BITS;
    int at = groupCount + (j * phasesAcross + i) * 2 * groupCount;
    uvec4 sum = uvec4(0u);
    for (int k = 0; k < groupCount; k++) {
        int group = int(weights[k]);
        int x = c + (group & 0xFFFF);
        int y = clamp(r + (group >> 16), 0, sourceHeight - 1);
        uint first = weights[at + 2 * k];
        uint second = weights[at + 2 * k + 1];
        sum += texel(clamp(x, 0, sourceWidth - 1), y) * (first & 0xFFFFu);
        sum += texel(clamp(x + 1, 0, sourceWidth - 1), y) * (first >> 16);
        sum += texel(clamp(x + 2, 0, sourceWidth - 1), y) * (second & 0xFFFFu);
        sum += texel(clamp(x + 3, 0, sourceWidth - 1), y) * (second >> 16);
    }
    uvec4 high, low;
    umulExtended(sum, uvec4(multiplier), high, low);
    return (high + 8192u) >> 14;
}

#else

uvec4 mixed(uvec4 a, uvec4 b, uint share) {
    return (a * (POSITION_ONE - share) + b * share + Q15_HALF) >> POSITION_BITS;
}

uvec4 result_at(ivec2 place) {
    ivec2 limit = ivec2(sourceWidth - 1, sourceHeight - 1) * int(POSITION_ONE);
    int u = clamp(place.x, 0, limit.x);
    int v = clamp(place.y, 0, limit.y);
    if (isBilinear == 0) {
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

#endif

void main() {
    int column = int(gl_GlobalInvocationID.x);
    int row = int(gl_GlobalInvocationID.y);
    if (column >= columnCount || row >= rowCount) return;
    int x = firstColumn + column;
    int y = firstRow + row;
    int rows = 2 * targetWidth;
    int drawn = rows + 2 * targetHeight;
    bool isDrawn = x >= table[drawn + y] && x < table[drawn + targetHeight + y];
    ivec2 place = ivec2(table[x] + table[rows + y], table[targetWidth + x] + table[rows + targetHeight + y]);
    uvec2 result = uvec2(0u);
    if (isDrawn) result = pack_color(result_at(place));
    target[row * targetStride + x] = result;
}
