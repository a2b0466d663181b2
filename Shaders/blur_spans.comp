// Reads: a colour surface, and a kernel of rows of runs.
// Writes: a colour surface, four pixels of a row per invocation, which share the sum of a run.
// Twin: Sources/2-Renderers/PenumbraCPU/Passes/BlurSpans.swift

#include "common.glsl"

layout(local_size_x = GROUP_WIDTH, local_size_y = GROUP_HEIGHT) in;

layout(std430, binding = 0) writeonly restrict buffer Target { uvec2 target[]; };
layout(std430, binding = 1) readonly restrict buffer Source { uvec2 source[]; };
// First column of the run, its end, the first edge, the number of edges.
layout(std430, binding = 2) readonly restrict buffer KernelRows { ivec4 kernelRows[]; };
// Column and weight.
layout(std430, binding = 3) readonly restrict buffer Edges { ivec2 edges[]; };

uniform int targetWidth;
uniform int targetStride;
uniform int firstRow;
uniform int rowCount;
uniform int sourceWidth;
uniform int sourceHeight;
uniform int sourceStride;
uniform int sourceFirstRow;
// The source's column and row that the kernel's column 0 and first row read for the target's first pixel.
uniform int dx;
uniform int dy;
uniform int kernelRowCount;
uniform int bits;
uniform int shift;
uniform uint multiplier;

uvec4 texel(int row, int x) {
    if (!inside(x, sourceWidth)) return uvec4(0u);
    return unpack_color(source[row + x]);
}

uvec4 edge_sum(int row, int x, ivec4 part) {
    uvec4 sum = uvec4(0u);
    for (int i = part.z; i < part.z + part.w; i++) sum += texel(row, x + edges[i].x) * uint(edges[i].y);
    return sum;
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
    if (column >= targetWidth || row >= rowCount) return;
    int x = column + dx;
    uvec4 a = uvec4(0u);
    uvec4 b = uvec4(0u);
    uvec4 c = uvec4(0u);
    uvec4 d = uvec4(0u);
    for (int n = 0; n < kernelRowCount; n++) {
        int y = firstRow + row + dy + n;
        if (!inside(y, sourceHeight)) continue;
        int at = (y - sourceFirstRow) * sourceStride;
        ivec4 part = kernelRows[n];
        uvec4 run = uvec4(0u);
        int end = min(x + part.y, sourceWidth);
        for (int i = max(x + part.x, 0); i < end; i++) run += unpack_color(source[at + i]);
        a += rounded((run << uint(bits)) + edge_sum(at, x, part));
        run += texel(at, x + part.y) - texel(at, x + part.x);
        b += rounded((run << uint(bits)) + edge_sum(at, x + 1, part));
        run += texel(at, x + 1 + part.y) - texel(at, x + 1 + part.x);
        c += rounded((run << uint(bits)) + edge_sum(at, x + 2, part));
        run += texel(at, x + 2 + part.y) - texel(at, x + 2 + part.x);
        d += rounded((run << uint(bits)) + edge_sum(at, x + 3, part));
    }
    int position = row * targetStride + column;
    target[position] = settled(a);
    if (column + 1 < targetWidth) target[position + 1] = settled(b);
    if (column + 2 < targetWidth) target[position + 2] = settled(c);
    if (column + 3 < targetWidth) target[position + 3] = settled(d);
}
