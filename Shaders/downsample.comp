// Reads: a mask, four rows of six columns for each word it writes.
// Writes: a mask of half the resolution, one word (two pixels) per invocation.
// Twin: Sources/2-Renderers/PenumbraCPU/Passes/Downsample.swift

#include "common.glsl"
#include "mask_source.glsl"

layout(local_size_x = GROUP_WIDTH, local_size_y = GROUP_HEIGHT) in;

layout(std430, binding = 0) writeonly restrict buffer Target { uint target[]; };

// Returns the row filtered along its columns, for the target pixel whose first tap is column x and for the next pixel.
uvec2 filtered_row(int x, int y) {
#if !CLAMPED
    if (!inside(y, sourceHeight)) return uvec2(0u);
#endif
    int row = tap_row(y);
    uint c = source_in_row(row, x + 2);
    uint d = source_in_row(row, x + 3);
    return uvec2(
        source_in_row(row, x) + 3u * (source_in_row(row, x + 1) + c) + d,
        c + 3u * (d + source_in_row(row, x + 4)) + source_in_row(row, x + 5));
}

void main() {
    int word = int(gl_GlobalInvocationID.x);
    int row = int(gl_GlobalInvocationID.y);
    if (2 * word >= targetWidth || row >= rowCount) return;
    int x = 4 * word + dx;
    int y = 2 * (firstRow + row) + dy;
    uvec2 sum = filtered_row(x, y) + 3u * (filtered_row(x, y + 1) + filtered_row(x, y + 2)) + filtered_row(x, y + 3);
    uvec2 value = (sum + 32u) >> 6;
    target[row * targetStride + word] = value.x | value.y << 16;
}
