// Reads: a colour surface, and a grid of positions in it.
// Writes: a tile of a colour surface, one pixel per invocation.
// Twin: Sources/2-Renderers/PenumbraCPU/Passes/ProjectImage.swift

#include "common.glsl"

layout(local_size_x = GROUP_WIDTH, local_size_y = GROUP_HEIGHT) in;

layout(std430, binding = 0) writeonly restrict buffer Target { uvec2 target[]; };
layout(std430, binding = 1) readonly restrict buffer Source { uvec2 source[]; };
// The positions of the grid.
layout(std430, binding = 2) readonly restrict buffer Grid { ivec2 grid[]; };
// The first drawn column of all rows, and the end of drawn columns.
layout(std430, binding = 3) readonly restrict buffer Drawn { int drawn[]; };

uvec4 texel(int x, int y) {
    int column = clamp(x, 0, sourceWidth - 1);
    int row = clamp(y, 0, sourceHeight - 1);
    return unpack_color(source[(row - sourceFirstRow) * sourceStride + column]);
}

ivec2 corner(int x, int y) {
    int column = (x + dx) >> shift;
    int row = (y + dy) >> shift;
    int f = (x + dx) & ((1 << shift) - 1);
    int g = (y + dy) & ((1 << shift) - 1);
    int half_step = (1 << shift) / 2;
    int at = row * gridWidth + column;
    int right = f == 0 ? 0 : 1;
    int down = g == 0 ? 0 : gridWidth;
    ivec2 top = grid[at] + (((grid[at + right] - grid[at]) * f + half_step) >> shift);
    ivec2 low = grid[at + down] + (((grid[at + down + right] - grid[at + down]) * f + half_step) >> shift);
    return top + (((low - top) * g + half_step) >> shift);
}

int lowest(ivec4 v) { return min(min(v.x, v.y), min(v.z, v.w)); }

int highest(ivec4 v) { return max(max(v.x, v.y), max(v.z, v.w)); }

// The second value where the condition holds.
ivec4 chosen(ivec4 a, ivec4 b, bvec4 condition) { return a + (b - a) * ivec4(condition); }

int sum_of(ivec4 v) { return v.x + v.y + v.z + v.w; }

// Where the edges are at y.
ivec4 place(ivec4 y, ivec4 x0, ivec4 y0, ivec4 x1, ivec4 y1, uvec4 slope) {
    ivec4 moved = ivec4((uvec4(y - y0) * slope) >> 16);
    ivec4 between = x0 + moved * sign(x1 - x0);
    between = chosen(between, x0, equal(y, y0));
    return chosen(between, x1, equal(y, y1));
}

uvec4 result_at(int x, int y) {
    ivec2 p0 = corner(x, y);
    ivec2 p1 = corner(x + 1, y);
    ivec2 p2 = corner(x + 1, y + 1);
    ivec2 p3 = corner(x, y + 1);
    ivec4 u = ivec4(p0.x, p1.x, p2.x, p3.x);
    ivec4 v = ivec4(p0.y, p1.y, p2.y, p3.y);
    // The fractional bits of positions.
    int fraction = 10;
    while (fraction > 8 && (highest(u) - lowest(u) > 31 * 1024 || highest(v) - lowest(v) > 31 * 1024)) {
        u = u >> 1;
        v = v >> 1;
        fraction--;
    }
    while (highest(u) - lowest(u) > 31 * 1024 || highest(v) - lowest(v) > 31 * 1024) {
        ivec4 middle_u = ivec4(sum_of(u >> 2));
        ivec4 middle_v = ivec4(sum_of(v >> 2));
        u = middle_u + ((u - middle_u) >> 1);
        v = middle_v + ((v - middle_v) >> 1);
    }
    int column = lowest(u) >> fraction;
    int row = lowest(v) >> fraction;
    u -= column << fraction;
    v -= row << fraction;
    int cell = 1 << fraction;
    int columns = max(1, (highest(u) + cell - 1) >> fraction);
    int rows = max(1, (highest(v) + cell - 1) >> fraction);
    // The areas of the triangles on both sides of a diagonal, doubled. At the horizon, they may have opposite signs.
    int first_cross = (u.z - u.x) * (v.y - v.x) - (u.y - u.x) * (v.z - v.x);
    int second_cross = (u.z - u.x) * (v.w - v.x) - (u.w - u.x) * (v.z - v.x);
    int bits = findMSB(uint(abs(first_cross)) + uint(abs(second_cross))) + 1;
    uint weight_shift = uint(15 - fraction + max(0, bits - 16));
    uint weight_half = 1u << (weight_shift - 1u);

    // Edge i leads from corner i to corner i + 1; all edges are run downwards.
    bvec4 falls = lessThan(v, v.yzwx);
    ivec4 x0 = chosen(u.yzwx, u, falls);
    ivec4 x1 = chosen(u, u.yzwx, falls);
    ivec4 y0 = min(v, v.yzwx);
    ivec4 y1 = max(v, v.yzwx);
    ivec4 direction = chosen(ivec4(-1), ivec4(1), falls);
    uvec4 slope = (uvec4(abs(x1 - x0)) << 16) / uvec4(max(ivec4(1), y1 - y0));

    uvec4 sums = uvec4(0u);
    uint total = 0u;
    for (int n = 0; n < rows; n++) {
        ivec4 ya = max(y0, ivec4(n * cell));
        ivec4 yb = min(y1, ivec4(n * cell + cell));
        ivec4 xa = place(ya, x0, y0, x1, y1, slope);
        ivec4 xb = place(yb, x0, y0, x1, y1, slope);
        ivec4 a = min(xa, xb);
        ivec4 b = max(xa, xb);
        // Edges that do not cross the row have no height.
        ivec4 height = max(yb - ya, ivec4(0)) * direction;
        bvec4 is_upright = equal(a, b);
        uvec4 reciprocal = uvec4(1u << (30 - fraction)) / uvec4(max(ivec4(1), b - a));
        for (int m = 0; m < columns; m++) {
            ivec4 held_a = clamp(a, 0, cell);
            ivec4 held_b = clamp(b, 0, cell);
            ivec4 beyond = max(b - cell, ivec4(0)) - max(a - cell, ivec4(0));
            uvec4 twice = uvec4(held_b * held_b - held_a * held_a + beyond * (2 * cell));
            ivec4 share = ivec4((twice * reciprocal) >> 15);
            share = chosen(share, held_a << (16 - fraction), is_upright);
            share = chosen(share, ivec4(65536), equal(held_a, ivec4(cell)));
            int area = sum_of(share * height);
            uint weight = (uint(abs(area)) + weight_half) >> weight_shift;
            sums += texel(column + m, row + n) * weight;
            total += weight;
            a -= cell;
            b -= cell;
        }
    }
    if (total == 0u) return texel(column, row);
    return min((sums + (total >> 1)) / total, uvec4(32768u));
}

void main() {
    int column = int(gl_GlobalInvocationID.x);
    int row = int(gl_GlobalInvocationID.y);
    if (column >= columnCount || row >= rowCount) return;
    int x = firstColumn + column;
    int y = firstRow + row;
    bool is_drawn = x >= drawn[y] && x < drawn[targetHeight + y];
    uvec2 result = uvec2(0u);
    if (is_drawn) result = pack_color(result_at(x, y));
    target[row * targetStride + x] = result;
}
