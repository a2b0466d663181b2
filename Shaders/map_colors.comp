// Reads: a colour surface, and a table of matrices: three rows of four, the shift, the opacity.
// Writes: a colour surface, one pixel per invocation.
// Twin: Sources/2-Renderers/PenumbraCPU/Passes/MapColors.swift

#include "common.glsl"

layout(local_size_x = GROUP_WIDTH, local_size_y = GROUP_HEIGHT) in;

layout(std430, binding = 0) writeonly restrict buffer Target { uvec2 target[]; };
layout(std430, binding = 1) readonly restrict buffer Source { uvec2 source[]; };
layout(std430, binding = 2) readonly restrict buffer Matrices { int matrices[]; };

int row_of(int first, ivec4 c, int shift) {
    int sum = c.r * matrices[first] + c.g * matrices[first + 1] + c.b * matrices[first + 2] + c.a * matrices[first + 3];
    return clamp((sum + ((1 << shift) >> 1)) >> shift, 0, c.a);
}

void main() {
    int column = int(gl_GlobalInvocationID.x);
    int row = int(gl_GlobalInvocationID.y);
    if (column >= targetWidth || row >= rowCount) return;
    int x = column + dx;
    int y = firstRow + row + dy;
    int position = row * targetStride + column;
    if (!inside(x, sourceWidth) || !inside(y, sourceHeight)) {
        target[position] = uvec2(0u);
        return;
    }
    uvec4 color = unpack_color(source[(y - sourceFirstRow) * sourceStride + x]);
    color.rgb = min(color.rgb, uvec3(color.a));
    for (int i = 0; i < matrixCount; i++) {
        int m = NUMBERS_PER_MATRIX * i;
        ivec4 c = ivec4(color);
        int shift = matrices[m + 12];
        ivec3 mapped = ivec3(row_of(m, c, shift), row_of(m + 4, c, shift), row_of(m + 8, c, shift));
        color = product(uvec4(uvec3(mapped), color.a), uint(matrices[m + 13]));
    }
    target[position] = pack_color(color);
}
