// Reads: the places of columns and rows along a gradient, and its intervals.
// Writes: a colour surface, or with MASK 1 a mask, two pixels per invocation.
// Twin: Sources/2-Renderers/PenumbraCPU/Passes/Shade.swift

#include "common.glsl"
#include "integer_root.glsl"

layout(local_size_x = GROUP_WIDTH, local_size_y = GROUP_HEIGHT) in;

#if MASK
layout(std430, binding = 0) writeonly restrict buffer Target { uint target[]; };
#else
layout(std430, binding = 0) writeonly restrict buffer Target { uvec4 target[]; };
#endif
// The shares of all columns, then of all rows, in u and v, or, in x, in t. For kinds 2 and 4 the same for w follows.
layout(std430, binding = 1) readonly restrict buffer Places { ivec2 places[]; };
// Two elements for each interval. The first holds start, shift, multiplier, and 1 if colours are to be multiplied by their
// alpha. The second holds the words of the first and of the last colour.
layout(std430, binding = 2) readonly restrict buffer Intervals { uvec4 intervals[]; };

uint shifted(int distance, int shift) {
    return shift >= 0 ? uint(distance) >> shift : uint(distance) << -shift;
}

// Returns the position once around the centre, clockwise.
int turn_of(ivec2 place) {
    const int coefficients[TURN_COEFFICIENT_COUNT] = TURN_COEFFICIENTS;
    uvec2 distances = uvec2(abs(place));
    uint most = max(distances.x, distances.y);
    int k = max(0, findMSB(most) - 15);
    uint n = most >> k;
    if (n == 0u) return 0;
    int q = int((((min(distances.x, distances.y) >> k) << 15) + n / 2u) / n);
    int z = (q * q + 16384) >> 15;
    int p = coefficients[TURN_COEFFICIENT_COUNT - 1];
    for (int i = TURN_COEFFICIENT_COUNT - 2; i >= 0; i--) p = coefficients[i] + ((p * z + 16384) >> 15);
    int t = (q * p + 16384) >> 15;
    if (distances.x < distances.y) t = 65536 - t;
    if (place.x < 0) t = 131072 - t;
    return place.y < 0 ? 262144 - t : t;
}

// - drift: w.
int position_of(ivec2 place, int drift) {
    if (kind == 0) return clamp(place.x, 0, GRADIENT_LENGTH);
    if (kind == 3) return turn_of(place);
    uvec2 distances = uvec2(min(abs(place), ivec2(GRADIENT_FARTHEST)));
    if (kind != 1 && max(distances.x, distances.y) == uint(GRADIENT_FARTHEST)) return GRADIENT_LENGTH;
    int radius =
        int(kind == 4 ? root_of_difference(distances.x, distances.y) : root_of_squares(distances.x, distances.y)) + drift;
    int d = radius - inner;
    if (d < 0) return 0;
    if (d >= span) return GRADIENT_LENGTH;
    return min(int((shifted(d, shift) * multiplier + 4096u) >> 13), GRADIENT_LENGTH);
}

// Returns the last interval that starts at t or before.
int interval_of(int t) {
    int found = 0;
    for (int step = firstStep; step != 0; step >>= 1) {
        int next = found + step;
        if (next < intervalCount && int(intervals[2 * next].x) <= t) found = next;
    }
    return 2 * found;
}

uvec4 color_at(int x, int y) {
    int drift = 0;
    if (kind == 2 || kind == 4) {
        int first = targetWidth + targetHeight;
        drift = clamp(places[first + x].x + places[first + targetWidth + y].x, -GRADIENT_FARTHEST_DRIFT, GRADIENT_FARTHEST_DRIFT);
    }
    int t = position_of(places[x] + places[targetWidth + y], drift);
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
    // Beyond an odd width, a row's place is read for a pixel that does not exist.
    uvec4 left = color_at(2 * column, firstRow + row);
    uvec4 right = color_at(2 * column + 1, firstRow + row);
#if MASK
    target[row * targetStride + column] = left.a | right.a << 16;
#else
    target[row * targetStride + column] = uvec4(pack_color(left), pack_color(right));
#endif
}
