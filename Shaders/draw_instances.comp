// Reads: the colour surface it writes, the pixels of a picture, the copies that each work group shows, and all their numbers.
// Writes: a colour surface, one pixel per invocation. Copies are painted on it one after another.
// Twin: Sources/2-Renderers/PenumbraCPU/Passes/DrawInstances.swift

#include "common.glsl"
#if BLENDING
#include "blending.glsl"
#endif

layout(local_size_x = GROUP_WIDTH, local_size_y = GROUP_HEIGHT) in;

layout(std430, binding = 0) restrict buffer Target { uvec2 target[]; };
layout(std430, binding = 1) readonly restrict buffer Source { uvec2 source[]; };
layout(std430, binding = 2) readonly restrict buffer Table { int table[]; };

// The numbers of a copy, from its place in the table on; PlanRecording+Instances.swift writes them.
const int LEFT = 0;
const int TOP = 1;
const int WIDTH = 2;
const int HEIGHT = 3;
const int OPACITY = 4;
// The places of its tint and of its coverage's rows. A negative place means none.
const int TINT = 5;
const int COVERAGE = 6;
const int KIND = 7;
const int STRETCHED = 0;
const int BILINEAR = 2;
// The places of what its columns and rows read. A map has both in a row, from the first of them on.
const int COLUMN_STARTS = 8;
const int COLUMN_OFFSETS = 9;
const int ROW_STARTS = 10;
const int ROW_OFFSETS = 11;

uvec4 texel(int x, int y) { return unpack_color(source[y * sourceStride + x]); }

// A value of the picture before it is filtered: the byte of an opaque picture, or a premultiplied value.
uvec4 value_at(int x, int y) {
    uvec4 value = texel(x - sourceLeft, y - sourceTop);
    return isOpaque != 0 ? (value * 255u + Q15_HALF) >> Q15_BITS : value;
}

uvec4 stretched(int at, int x, int y) {
    int column = table[table[at + COLUMN_STARTS] + x];
    int columnWeight = table[table[at + COLUMN_OFFSETS] + x];
    int columnEnd = table[table[at + COLUMN_OFFSETS] + x + 1];
    int row = table[table[at + ROW_STARTS] + y];
    int rowWeight = table[table[at + ROW_OFFSETS] + y];
    int rowEnd = table[table[at + ROW_OFFSETS] + y + 1];
    uvec4 sum = uvec4(32768u);
    for (int i = columnWeight; i < columnEnd; i++, column++) {
        uvec4 values = uvec4(32768u);
        int line = row;
        for (int j = rowWeight; j < rowEnd; j++, line++) values += value_at(column, line) * uint(table[rowWeights + j]);
        sum += (values >> 16) * uint(table[columnWeights + i]);
    }
    return sum >> 16;
}

uvec4 mixed(uvec4 a, uvec4 b, uint share) {
    return (a * (POSITION_ONE - share) + b * share + Q15_HALF) >> POSITION_BITS;
}

uvec4 turned(int at, int x, int y) {
    int width = table[at + WIDTH];
    int height = table[at + HEIGHT];
    int columns = table[at + COLUMN_STARTS];
    int rows = columns + 2 * width;
    int drawn = rows + 2 * height;
    if (x < table[drawn + y] || x >= table[drawn + height + y]) return uvec4(0u);
    ivec2 limit = ivec2(sourceWidth - 1, sourceHeight - 1) * int(POSITION_ONE);
    int u = clamp(table[columns + x] + table[rows + y], 0, limit.x);
    int v = clamp(table[columns + width + x] + table[rows + height + y], 0, limit.y);
    if (table[at + KIND] != BILINEAR) {
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

// A height that a strip has climbed, with the division's remainder.
struct Climb {
    uint y;
    uint remainder;
};

Climb advanced(Climb a, Climb b, uint width) {
    uint remainder = a.remainder + b.remainder;
    bool carry = remainder >= width;
    return Climb(a.y + b.y + (carry ? 1u : 0u), carry ? remainder - width : remainder);
}

// The height that a strip has climbed at the left side of a column, which lies behind the strip's first one.
uint climbed(uint column, uint first, uint xa, uint width, uint height) {
    uint toFirst = height * ((first + 1u) * POSITION_ONE - xa);
    uint across = height * POSITION_ONE;
    Climb here = Climb(toFirst / width, toFirst % width);
    Climb leap = Climb(across / width, across % width);
    for (uint n = column - first - 1u; n != 0u; n >>= 1) {
        if ((n & 1u) != 0u) here = advanced(here, leap, width);
        leap = advanced(leap, leap, width);
    }
    return here.y;
}

// The sum of all columns up to one of them, of the strips of a row: see Coverage.
uint coverage_at(int at, int x, int y) {
    int rows = table[at + COVERAGE] + y;
    int sum = 0;
    for (int i = table[rows]; i < table[rows + 1]; i++) {
        int place = strips + 3 * i;
        uint xa = uint(min(table[place], table[place + 1]));
        uint xb = uint(max(table[place], table[place + 1]));
        int rise = table[place + 2];
        uint height = uint(abs(rise));
        uint first = xa >> POSITION_BITS;
        uint last = xb == 0u ? first : max(first, (xb - 1u) >> POSITION_BITS);
        uint column = uint(x);
        if (column < first) continue;
        int part = int(height * 512u);
        if (column <= last) {
            uint below = column == first ? 0u : climbed(column, first, xa, xb - xa, height);
            uint above = column == last ? height : climbed(column + 1u, first, xa, xb - xa, height);
            uint left = column == first ? xa - first * POSITION_ONE : 0u;
            uint right = column == last ? xb - last * POSITION_ONE : POSITION_ONE;
            part = int(above * 512u) - int(((above - below) * (left + right) + 64u) >> 7);
        }
        sum += rise < 0 ? -part : part;
    }
    return uint(min(max(sum, 0), 1 << 24) + 256) >> 9;
}

int row_of(int first, ivec4 c, int shift) {
    int sum = c.r * table[first] + c.g * table[first + 1] + c.b * table[first + 2] + c.a * table[first + 3];
    return clamp((sum + ((1 << shift) >> 1)) >> shift, 0, c.a);
}

uvec4 tinted(int at, uvec4 color) {
    ivec4 c = ivec4(min(color.rgb, uvec3(color.a)), color.a);
    int shift = table[at + 12];
    ivec3 mapped = ivec3(row_of(at, c, shift), row_of(at + 4, c, shift), row_of(at + 8, c, shift));
    return product(uvec4(uvec3(mapped), color.a), uint(table[at + 13]));
}

uvec4 painted(uvec4 color, uvec4 below, uint share) {
#if BLENDING
    return blended(operation, product(color, share), below);
#else
    if (operation == OPERATION_mix) return (color * share + below * (Q15_ONE - share) + Q15_HALF) >> Q15_BITS;
    uvec4 above = product(color, share);
    return above + product(below, Q15_ONE - above.a);
#endif
}

void main() {
    int column = int(gl_GlobalInvocationID.x);
    int row = int(gl_GlobalInvocationID.y);
    if (column >= columnCount || row >= rowCount) return;
    int group = int(gl_WorkGroupID.y) * groupsAcross + int(gl_WorkGroupID.x);
    int end = table[group + 1];
    if (table[group] == end) return;
    int position = row * targetStride + firstColumn + column;
    uvec4 held = unpack_color(target[position]);
    for (int i = table[group]; i < end; i++) {
        int at = table[i];
        int x = firstColumn + column - table[at + LEFT];
        int y = firstRow + row - table[at + TOP];
        if (!inside(x, table[at + WIDTH]) || !inside(y, table[at + HEIGHT])) continue;
        uvec4 color = table[at + KIND] == STRETCHED ? stretched(at, x, y) : turned(at, x, y);
        if (table[at + COVERAGE] >= 0) color = product(color, coverage_at(at, x, y));
        if (table[at + TINT] >= 0) color = tinted(table[at + TINT], color);
        held = painted(color, held, uint(table[at + OPACITY]));
    }
    target[position] = pack_color(held);
}
