// Reads: a colour surface, a kernel of rows of runs, and the sums that row_sums.comp makes if runs are long.
// Writes: a tile of a colour surface, four pixels of a row per invocation, which share the sum of a run.
// Twin: Sources/2-Renderers/PenumbraCPU/Passes/BlurSpans.swift

#include "common.glsl"

layout(local_size_x = GROUP_WIDTH, local_size_y = GROUP_HEIGHT) in;

layout(std430, binding = 0) writeonly restrict buffer Target { uvec2 target[]; };
layout(std430, binding = 1) readonly restrict buffer Source { uvec2 source[]; };
// For each row: the first column of the run and its end, the first edge and the number of edges. Then for each edge: column
// and weight.
layout(std430, binding = 2) readonly restrict buffer Kernel { ivec2 kernel[]; };
#if HAS_SUMS
layout(std430, binding = 3) readonly restrict buffer Sums { uvec4 sums[]; };
#endif

uvec4 texel(int row, int x) {
    if (!inside(x, sourceWidth)) return uvec4(0u);
    return unpack_color(source[row + x]);
}

// Returns the sum of the columns from `first` up to `end`, without it, of row y, which starts at `row`.
uvec4 run_sum(int y, int row, int first, int end) {
#if HAS_SUMS
    int at = (y - sumsFirstRow) * sumsStride - sumsFirstColumn;
    uvec4 low = sums[at + clamp(first, sumsFirstColumn, sumsEndColumn)];
    return sums[at + clamp(end, sumsFirstColumn, sumsEndColumn)] - low;
#else
    uvec4 sum = uvec4(0u);
    for (int x = max(first, 0); x < min(end, sourceWidth); x++) sum += unpack_color(source[row + x]);
    return sum;
#endif
}

uvec4 rounded(uvec4 sum) {
    return (sum + ((1u << uint(shift)) >> 1)) >> uint(shift);
}

uvec2 settled(uvec4 total) {
    uvec4 high;
    uvec4 low;
    umulExtended(total, uvec4(multiplier), high, low);
    return pack_color(high + (low >> 31));
}

void main() {
    int column = 4 * int(gl_GlobalInvocationID.x);
    int row = int(gl_GlobalInvocationID.y);
    if (column >= columnCount || row >= rowCount) return;
    int x = firstColumn + column + dx;
    uvec4 a = uvec4(0u);
    uvec4 b = uvec4(0u);
    uvec4 c = uvec4(0u);
    uvec4 d = uvec4(0u);
    for (int n = 0; n < kernelRowCount; n++) {
        int y = firstRow + row + dy + n;
        if (!inside(y, sourceHeight)) continue;
        int at = (y - sourceFirstRow) * sourceStride;
        ivec2 span = kernel[2 * n];
        ivec2 edges = kernel[2 * n + 1];
        // The sums of the edges, which the four pixels go through together.
        uvec4 ea = uvec4(0u);
        uvec4 eb = uvec4(0u);
        uvec4 ec = uvec4(0u);
        uvec4 ed = uvec4(0u);
        int first = 2 * kernelRowCount + edges.x;
        for (int i = first; i < first + edges.y; i++) {
            int place = x + kernel[i].x;
            uint weight = uint(kernel[i].y);
            ea += texel(at, place) * weight;
            eb += texel(at, place + 1) * weight;
            ec += texel(at, place + 2) * weight;
            ed += texel(at, place + 3) * weight;
        }
        uvec4 run = run_sum(y, at, x + span.x, x + span.y);
        a += rounded((run << uint(bits)) + ea);
        run += texel(at, x + span.y) - texel(at, x + span.x);
        b += rounded((run << uint(bits)) + eb);
        run += texel(at, x + 1 + span.y) - texel(at, x + 1 + span.x);
        c += rounded((run << uint(bits)) + ec);
        run += texel(at, x + 2 + span.y) - texel(at, x + 2 + span.x);
        d += rounded((run << uint(bits)) + ed);
    }
    int position = row * targetStride + firstColumn + column;
    target[position] = settled(a);
    if (column + 1 < columnCount) target[position + 1] = settled(b);
    if (column + 2 < columnCount) target[position + 2] = settled(c);
    if (column + 3 < columnCount) target[position + 3] = settled(d);
}
