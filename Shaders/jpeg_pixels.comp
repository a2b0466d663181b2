// Reads: the samples that jpeg_blocks.comp makes, and the words in front of the coefficients.
// Writes: part of the upright picture: straight 8-bit RGBA, a word for each pixel, one pixel per invocation.
// Twin: Sources/1-Codecs/PenumbraCodecs/JPEG/JPEGCoefficients+Pixels.swift

#include "common.glsl"
#include "jpeg.glsl"

layout(local_size_x = GROUP_WIDTH, local_size_y = GROUP_HEIGHT) in;

layout(std430, binding = 0) writeonly restrict buffer Target { uint target[]; };
layout(std430, binding = 1) readonly restrict buffer Samples { uint samples[]; };
layout(std430, binding = 2) readonly restrict buffer Header { uint header[]; };

int fact(int component, int number) {
    return int(header[FACTS + component * FACTS_OF_COMPONENT + number]);
}

int sample_at(int component, int column, int row) {
    int x = clamp(column, 0, fact(component, 4)) - fact(component, 2);
    int y = clamp(row, 0, fact(component, 5)) - fact(component, 3);
    int word = SAMPLE_WORDS * fact(component, 0) + 2 * y * fact(component, 1) + (x >> 2);
    return int(samples[word] >> (8 * (x & 3)) & 255u);
}

// A component's value at a stored pixel (jdsample.c).
int value_at(int component, int x, int y) {
    int steps = fact(component, 6);
    int column = x / (steps & 255);
    int row = y / (steps >> 8);
    int smoothing = fact(component, 7);
    bool isLeft = (x & 1) == 0;
    bool isUpper = (y & 1) == 0;
    ivec2 columns = ivec2(column, isLeft ? column - 1 : column + 1);
    ivec2 sums = ivec2(sample_at(component, column, row), 0);
    if (smoothing == 0) return sums.x;
    if ((smoothing & 1) != 0) sums.y = sample_at(component, columns.y, row);
    if ((smoothing & 2) != 0) {
        int other = isUpper ? row - 1 : row + 1;
        sums = 3 * sums;
        sums.x += sample_at(component, columns.x, other);
        if (smoothing == 2) return (sums.x + (isUpper ? 1 : 2)) >> 2;
        sums.y += sample_at(component, columns.y, other);
        return (3 * sums.x + sums.y + (isLeft ? 8 : 7)) >> 4;
    }
    return (3 * sums.x + sums.y + (isLeft ? 1 : 2)) >> 2;
}

void main() {
    int column = int(gl_GlobalInvocationID.x);
    int row = int(gl_GlobalInvocationID.y);
    if (column >= targetWidth || row >= rowCount) return;
    int x = storedX + column * storedXAcross + row * storedXDown;
    int y = storedY + column * storedYAcross + row * storedYDown;
    ivec3 color = ivec3(value_at(0, x, y));
    if (space == 1) {
        int blue = value_at(1, x, y) - 128;
        int red = value_at(2, x, y) - 128;
        color.r += (JPEG_RED_FROM_RED * red + 32768) >> 16;
        color.g += (32768 - JPEG_GREEN_FROM_BLUE * blue - JPEG_GREEN_FROM_RED * red) >> 16;
        color.b += (JPEG_BLUE_FROM_BLUE * blue + 32768) >> 16;
        color = clamp(color, ivec3(0), ivec3(255));
    } else if (space == 2) {
        color.g = value_at(1, x, y);
        color.b = value_at(2, x, y);
    }
    target[row * targetStride + column] = uint(color.r | color.g << 8 | color.b << 16) | 255u << 24;
}
