// Reads: a colour surface, and the ends of lines for columns and rows.
// Writes: a tile of a colour surface, one pixel per invocation.
// Twin: Sources/2-Renderers/PenumbraCPU/Passes/BlurRays.swift

#include "common.glsl"

layout(local_size_x = GROUP_WIDTH, local_size_y = GROUP_HEIGHT) in;

layout(std430, binding = 0) writeonly restrict buffer Target { uvec2 target[]; };
layout(std430, binding = 1) readonly restrict buffer Source { uvec2 source[]; };
layout(std430, binding = 2) readonly restrict buffer Columns { ivec2 columns[]; };
layout(std430, binding = 3) readonly restrict buffer RowEnds { ivec2 rowEnds[]; };

const int RAY_UNIT = 1 << RAY_BITS;

uvec4 texel(ivec2 place) {
    if (!inside(place.x, sourceWidth) || !inside(place.y, sourceHeight)) return uvec4(0u);
    return unpack_color(source[(place.y - sourceFirstRow) * sourceStride + place.x]);
}

uvec4 result_at(ivec2 a, ivec2 b) {
    bool is_tall = abs(b.y - a.y) > abs(b.x - a.x);
    if (is_tall) {
        a = a.yx;
        b = b.yx;
    }
    if (b.x < a.x) {
        ivec2 first = b;
        b = a;
        a = first;
    }
    if (a.x == b.x) return texel((is_tall ? a.yx : a) >> RAY_BITS);
    uint size = uint(b.x - a.x);
    bool falls = b.y < a.y;
    // The quotient of dv·2^RAY_BITS / du, four bits at a time.
    uint remainder = uint(abs(b.y - a.y));
    uint quotient = remainder / size;
    remainder -= quotient * size;
    for (int i = 0; i < RAY_BITS / 4; i++) {
        remainder <<= 4;
        uint digit = remainder / size;
        remainder -= digit * size;
        quotient = quotient << 4 | digit;
    }
    uint shift = uint(max(0, findMSB(size) + 1 - 16));
    uint half_unit = (1u << shift) >> 1;
    uint divisor = (size + half_unit) >> shift;
    uvec4 sum = uvec4(0u);
    uint rest = 0u;
    int u = a.x;
    int v = a.y;
    while (u < b.x) {
        int next = min((u & ~(RAY_UNIT - 1)) + RAY_UNIT, b.x);
        uint piece = uint(next - u);
        uint step_size = (quotient * piece) >> RAY_BITS;
        if (piece == uint(RAY_UNIT)) {
            step_size = quotient;
            rest += remainder;
            if (rest >= size) {
                rest -= size;
                step_size++;
            }
        }
        int moved = falls ? v - int(step_size) : v + int(step_size);
        int low = min(v, moved);
        int high = max(v, moved);
        ivec2 near = ivec2(u, low) >> RAY_BITS;
        ivec2 far = ivec2(u, high) >> RAY_BITS;
        uint share = 0u;
        uvec4 mixed = uvec4(0u);
        if (far.y > near.y) {
            uint across = uint(high - low);
            share = (piece * uint(high - (far.y << RAY_BITS)) + across / 2u) / across;
            mixed = texel(is_tall ? far.yx : far) * share;
        }
        mixed += texel(is_tall ? near.yx : near) * (piece - share);
        sum += (mixed + half_unit) >> shift;
        u = next;
        v = moved;
    }
    return min((sum + divisor / 2u) / divisor, uvec4(Q15_ONE));
}

void main() {
    int column = int(gl_GlobalInvocationID.x);
    int row = int(gl_GlobalInvocationID.y);
    if (column >= columnCount || row >= rowCount) return;
    int x = firstColumn + column;
    int y = firstRow + row;
    uvec4 result = result_at(ivec2(columns[x].x, rowEnds[y].x), ivec2(columns[x].y, rowEnds[y].y));
    target[row * targetStride + x] = pack_color(result);
}
