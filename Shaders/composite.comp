// Reads: a colour surface it also writes, and, where there are any, a colour surface, a mask and the weights of a kernel.
// Writes: a region of that colour surface, one pixel an invocation.
// Twin: Sources/PenumbraCPU/Passes/Composite.swift

#include "common.glsl"

layout(local_size_x = GROUP_WIDTH, local_size_y = GROUP_HEIGHT) in;

layout(std430, binding = 0) restrict buffer Target { uvec2 target[]; };
layout(std430, binding = 1) readonly restrict buffer Source { uvec2 source[]; };
layout(std430, binding = 2) readonly restrict buffer Mask { uint mask[]; };
layout(std430, binding = 3) readonly restrict buffer Weights { uint weights[]; };

uniform int targetStride;
uniform int firstColumn;
uniform int columnCount;
uniform int firstRow;
uniform int rowCount;
uniform uint opacity;

// 0: the colour redGreen, blueAlpha. 1: the source surface.
uniform int sourceKind;
uniform uint redGreen;
uniform uint blueAlpha;
uniform int sourceDx;
uniform int sourceDy;
uniform int sourceWidth;
uniform int sourceHeight;
uniform int sourceStride;
uniform int sourceFirstRow;

// 0: one everywhere. 1: the mask surface. 2: the mask surface filtered along its columns.
uniform int maskKind;
uniform int maskDx;
uniform int maskDy;
uniform int maskWidth;
uniform int maskHeight;
uniform int maskStride;
uniform int maskFirstRow;
uniform int taps;
uniform int phaseBits;
uniform int phase;
uniform int offset;

uint mask_at(int x, int y) {
    if (maskKind == 0) return Q15_ONE;
    int column = x + maskDx;
    if (!inside(column, maskWidth)) return 0u;
    if (maskKind == 1) {
        int line = y + maskDy;
        if (!inside(line, maskHeight)) return 0u;
        return pixel_of(mask[(line - maskFirstRow) * maskStride + (column >> 1)], column);
    }
    // The kernel's phase and offset have maskDy in them.
    int j = y + phase;
    int weight = (j & ((1 << phaseBits) - 1)) * taps;
    int line = (j >> phaseBits) + offset;
    int first = max(0, -line);
    int end = min(taps, maskHeight - line);
    int position = (line + first - maskFirstRow) * maskStride + (column >> 1);
    uint sum = 0u;
    for (int t = first; t < end; t++, position += maskStride) {
        sum += weights[weight + t] * pixel_of(mask[position], column);
    }
    return (sum + Q15_HALF) >> Q15_BITS;
}

uvec4 source_at(int x, int y) {
    if (sourceKind == 0) return unpack_color(uvec2(redGreen, blueAlpha));
    x += sourceDx;
    y += sourceDy;
    if (!inside(x, sourceWidth) || !inside(y, sourceHeight)) return uvec4(0u);
    return unpack_color(source[(y - sourceFirstRow) * sourceStride + x]);
}

void main() {
    int column = int(gl_GlobalInvocationID.x);
    int row = int(gl_GlobalInvocationID.y);
    if (column >= columnCount || row >= rowCount) return;
    int x = firstColumn + column;
    int y = firstRow + row;
    uint share = product(mask_at(x, y), opacity);
    // A product with zero is zero and one with one is exact, so nothing changes where nothing is painted.
    if (share == 0u) return;
    uvec4 painted = product(source_at(x, y), share);
    if (painted == uvec4(0u)) return;
    int position = row * targetStride + x;
    uvec4 result = painted;
    if (painted.a != Q15_ONE) result += product(unpack_color(target[position]), Q15_ONE - painted.a);
    target[position] = pack_color(result);
}
