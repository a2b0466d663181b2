// Reads: the mask that peaks.comp makes.
// Writes: a mask of values and of the maxima of runs of 1, 4, 16 … pixels, one word (two pixels) per invocation.
// Twin: Sources/2-Renderers/PenumbraCPU/Passes/RowMaxima.swift

#include "common.glsl"
#include "mask_pixel.glsl"

layout(local_size_x = GROUP_WIDTH, local_size_y = GROUP_HEIGHT) in;

layout(std430, binding = 0) writeonly restrict buffer Target { uint target[]; };

void main() {
    int word = int(gl_GlobalInvocationID.x);
    int row = int(gl_GlobalInvocationID.y);
    if (2 * word >= targetWidth || row >= rowCount) return;
    int y = (firstRow + row) / rowsEach;
    int kind = (firstRow + row) - y * rowsEach;
    int x = 2 * word;
    uvec2 result;
    if (kind == 0) {
        result = uvec2(source_pixel(x, 2 * y), source_pixel(x + 1, 2 * y));
    } else {
        int length = 1 << (2 * (kind - 1));
        uint first = source_pixel(x, 2 * y + 1);
        uint shared_part = 0u;
        for (int i = 1; i < length; i++) shared_part = max(shared_part, source_pixel(x + i, 2 * y + 1));
        result = max(uvec2(first, source_pixel(x + length, 2 * y + 1)), uvec2(shared_part));
    }
    target[row * targetStride + word] = result.x | result.y << 16;
}
