// Reads: straight 8-bit RGBA, a word for each pixel, and the words that png_filters.comp makes.
// Writes: the filtered rows of a strip, one word (four bytes) per invocation; bytes behind the last row are 0.
// Twin: Sources/1-Codecs/PenumbraPacking/FilterRow.swift

#include "common.glsl"
#include "png.glsl"
#include "png_neighbours.glsl"

layout(local_size_x = GROUP_SIZE) in;

layout(std430, binding = 0) writeonly restrict buffer Target { uint target[]; };
layout(std430, binding = 2) readonly restrict buffer Filters { uint filters[]; };

int filtered(int i, int y, uint number, int channels) {
    int x = byte_at(i, y, channels);
    int a = byte_at(i - channels, y, channels);
    int b = byte_at(i, y - 1, channels);
    if (number == 0u) return x;
    if (number == 1u) return x - a;
    if (number == 2u) return x - b;
    if (number == 3u) return x - (a + b) / 2;
    return x - nearest_to_gradient(a, b, byte_at(i - channels, y - 1, channels));
}

void main() {
    int word = int(gl_GlobalInvocationID.x);
    int strip = int(gl_WorkGroupID.y);
    if (word >= slotWords) return;
    int channels = int(filters[0] >> 8 & 255u);
    ivec2 rows = rows_of(strip, channels);
    if (rows.y == 0) return;
    int rowBytes = 1 + width * channels;
    uint result = 0u;
    for (int k = 0; k < 4; k++) {
        int place = 4 * word + k;
        int row = place / rowBytes;
        if (row >= rows.y) break;
        int i = place - row * rowBytes;
        uint number = filters[rows.x + row] & 255u;
        uint byte = i == 0 ? number : uint(filtered(i - 1, rows.x + row, number, channels)) & 255u;
        result |= byte << (8 * k);
    }
    target[strip * slotWords + word] = result;
}
