// Reads: a mask.
// Writes: a mask of twice as many rows: values, and the values that edges lead to. One word (two pixels) per invocation.
// Twin: Sources/2-Renderers/PenumbraCPU/Passes/Peaks.swift

#include "common.glsl"
#include "mask_pixel.glsl"
#include "integer_root.glsl"

layout(local_size_x = GROUP_WIDTH, local_size_y = GROUP_HEIGHT) in;

layout(std430, binding = 0) writeonly restrict buffer Target { uint target[]; };

uint value_at(int x, int y) {
    uint v = source_pixel(x + dx, y + dy);
    return isInverted != 0 ? Q15_ONE - v : v;
}

// Returns E of a partly covered pixel; -1 if the edge leaves nothing.
int oblique_edge(uint v, uint level, uint x, uint y) {
    uint g = root_of_squares(x, y);
    if (g == 0u) return int(v);
    uint n = min(Q15_ONE, (max(x, y) * Q15_ONE + g / 2u) / g);
    uint m = min(Q15_ONE, (min(x, y) * Q15_ONE + g / 2u) / g);
    uint f = (v * Q15_ONE + level / 2u) / level;
    uint c = (m * Q15_HALF + n / 2u) / n;
    uint p = (n * m + 8192u) >> 14;
    int middle = int((n + m) / 2u);
    int d;
    if (f < c) {
        d = middle - int(root_of(p * f));
    } else if (f <= Q15_ONE - c) {
        d = ((16384 - int(f)) * int(n) + 16384) >> 15;
    } else {
        d = int(root_of(p * (Q15_ONE - f))) - middle;
    }
    int e = min(16384 - d, 32768);
    return e <= 0 ? -1 : int(product(level, uint(e)));
}

uint result_at(int x, int row) {
    int y = row >> 1;
    uint v[9];
    for (int j = 0; j < 3; j++) {
        for (int i = 0; i < 3; i++) v[3 * j + i] = value_at(x + i - 1, y + j - 1);
    }
    uint low = v[4];
    uint high = v[4];
    for (int i = 0; i < 9; i++) {
        low = min(low, v[i]);
        high = max(high, v[i]);
    }
    if (v[4] == 0u || low > SPREAD_THRESHOLD || v[4] == high) return v[4];
    int across = int(v[2] + 2u * v[5] + v[8]) - int(v[0] + 2u * v[3] + v[6]);
    int down = int(v[6] + 2u * v[7] + v[8]) - int(v[0] + 2u * v[1] + v[2]);
    int edge = oblique_edge(v[4], high, uint(abs(across)) >> 2, uint(abs(down)) >> 2);
    return edge < 0 ? 0u : (row & 1) != 0 ? high : uint(edge);
}

void main() {
    int word = int(gl_GlobalInvocationID.x);
    int row = int(gl_GlobalInvocationID.y);
    if (2 * word >= targetWidth || row >= rowCount) return;
    target[row * targetStride + word] =
        result_at(2 * word, firstRow + row) | result_at(2 * word + 1, firstRow + row) << 16;
}
