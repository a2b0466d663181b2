// Reads: the mask that row_maxima.comp makes, and a disc.
// Writes: the mask grown by the disc, one word (two pixels) per invocation.
// Twin: Sources/2-Renderers/PenumbraCPU/Passes/Spread.swift

#include "common.glsl"
#include "mask_pixel.glsl"

layout(local_size_x = GROUP_WIDTH, local_size_y = GROUP_HEIGHT) in;

layout(std430, binding = 0) writeonly restrict buffer Target { uint target[]; };
// Rows of the disc: its dy; first << 16 | last of the run inside it; first and last inside its outer edge. Then the ring of
// the disc: dx, dy, share.
layout(std430, binding = 2) readonly restrict buffer Disc { ivec4 disc[]; };

// Returns the largest L from x + first to x + last.
uint run_of(int x, int y, int first, int last) {
    int k = findMSB(last - first + 1) >> 1;
    int length = 1 << (2 * k);
    int row = (y + reachY) * rowsEach + 1 + k;
    uint most = source_pixel(x + last + 1 - length + reachX, row);
    for (int start = first; start < last + 1 - length; start += length) {
        most = max(most, source_pixel(x + start + reachX, row));
    }
    return most;
}

uint result_at(int x, int y) {
    uint result = 0u;
    uint most = 0u;
    for (int i = 0; i < discRows; i++) {
        ivec4 row = disc[i];
        int first = row.y >> 16;
        int last = (row.y << 16) >> 16;
        if (first <= last) result = max(result, run_of(x, y + row.x, first, last));
        most = max(most, run_of(x, y + row.x, row.z, row.w));
    }
    // Values near the edge are at most L there.
    if (most <= result) return result;
    for (int i = discRows; i < discRows + ringCount; i++) {
        ivec4 place = disc[i];
        int row = (y + place.y + reachY) * rowsEach;
        uint value = source_pixel(x + place.x + reachX, row);
        uint level = source_pixel(x + place.x + reachX, row + 1);
        uint change = product(level, uint(abs(place.z)));
        int reached = int(value) + (place.z < 0 ? -int(change) : int(change));
        result = max(result, uint(clamp(reached, 0, int(level))));
    }
    return result;
}

void main() {
    int word = int(gl_GlobalInvocationID.x);
    int row = int(gl_GlobalInvocationID.y);
    if (2 * word >= targetWidth || row >= rowCount) return;
    uvec2 result = uvec2(result_at(2 * word, firstRow + row), result_at(2 * word + 1, firstRow + row));
    if (isInverted != 0) result = Q15_ONE - result;
    target[row * targetStride + word] = result.x | result.y << 16;
}
