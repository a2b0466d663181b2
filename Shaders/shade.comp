// Reads: the places of columns and rows along a gradient, and its intervals.
// Writes: a colour surface, or with MASK 1 a mask, two pixels an invocation.
// Twin: Sources/PenumbraCPU/Passes/Shade.swift

#include "common.glsl"
#include "integer_root.glsl"

layout(local_size_x = GROUP_WIDTH, local_size_y = GROUP_HEIGHT) in;

#if MASK
layout(std430, binding = 0) writeonly restrict buffer Target { uint target[]; };
#else
layout(std430, binding = 0) writeonly restrict buffer Target { uvec4 target[]; };
#endif
// Of every column, then of every row: what it adds to u and v, or, in x, to t.
layout(std430, binding = 1) readonly restrict buffer Places { ivec2 places[]; };
// Two for each interval: start, shift, multiplier, 1 where colours are to be multiplied by their alpha; then the words
// of its first and of its last colour.
layout(std430, binding = 2) readonly restrict buffer Intervals { uvec4 intervals[]; };

uniform int targetWidth;
uniform int targetStride;
uniform int firstRow;
uniform int rowCount;
uniform int intervalCount;
// The largest power of two below the number of intervals, or 0 for one interval.
uniform int firstStep;
// 0: linear. 1: round, with the numbers that follow.
uniform int isRound;
uniform int inner;
uniform int span;
uniform int shift;
uniform uint multiplier;

uint shifted(int distance, int shift) {
    return shift >= 0 ? uint(distance) >> shift : uint(distance) << -shift;
}

int position_of(ivec2 place) {
    if (isRound == 0) return clamp(place.x, 0, GRADIENT_LENGTH);
    uvec2 distances = uvec2(min(abs(place), ivec2(GRADIENT_FARTHEST)));
    int radius = int(root_of_squares(distances.x, distances.y));
    int d = radius - inner;
    if (d < 0) return 0;
    if (d >= span) return GRADIENT_LENGTH;
    return min(int((shifted(d, shift) * multiplier + 4096u) >> 13), GRADIENT_LENGTH);
}

// The last interval that starts at t or before.
int interval_of(int t) {
    int found = 0;
    for (int step = firstStep; step != 0; step >>= 1) {
        int next = found + step;
        if (next < intervalCount && int(intervals[2 * next].x) <= t) found = next;
    }
    return 2 * found;
}

uvec4 color_at(ivec2 place) {
    int t = position_of(place);
    int index = interval_of(t);
    uvec4 interval = intervals[index];
    uvec4 ends = intervals[index + 1];
    uint f = min(Q15_ONE, (shifted(t - int(interval.x), int(interval.y)) * interval.z + 32768u) >> 16);
    uvec4 color = (unpack_color(ends.xy) * (Q15_ONE - f) + unpack_color(ends.zw) * f + Q15_HALF) >> Q15_BITS;
#if !MASK
    if (interval.w != 0u) color.rgb = product(color, color.a).rgb;
#endif
    return color;
}

void main() {
    int column = int(gl_GlobalInvocationID.x);
    int row = int(gl_GlobalInvocationID.y);
    if (2 * column >= targetWidth || row >= rowCount) return;
    ivec2 line = places[targetWidth + firstRow + row];
    // Beyond an odd width a row's place is read for a pixel that is none.
    uvec4 left = color_at(places[2 * column] + line);
    uvec4 right = color_at(places[2 * column + 1] + line);
#if MASK
    target[row * targetStride + column] = left.a | right.a << 16;
#else
    target[row * targetStride + column] = uvec4(pack_color(left), pack_color(right));
#endif
}
