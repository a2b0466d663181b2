#ifndef PENUMBRA_SHADING_H
#define PENUMBRA_SHADING_H

// Gradients, eight pixels at a time. All give the same integers on every machine.

#include "vectors.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wpsabi"

typedef double penumbra_f64x8 __attribute__((ext_vector_type(8)));

/// Computes the whole parts of √(u² + v²) for |u| and |v| up to 2²⁵. The sum of squares is exact in a double. If it is below
/// the next whole number's square, it is far enough below for the rounded root to be below that number too.
PENUMBRA_INLINE penumbra_i32x8 penumbra_radii(penumbra_i32x8 u, penumbra_i32x8 v) {
    penumbra_f64x8 x = __builtin_convertvector(u, penumbra_f64x8), y = __builtin_convertvector(v, penumbra_f64x8);
    return __builtin_convertvector(__builtin_elementwise_sqrt(x * x + y * y), penumbra_i32x8);
}

/// Computes the whole parts of √(u² − v²), or 0 where that is no number, with the bounds of `penumbra_radii`.
PENUMBRA_INLINE penumbra_i32x8 penumbra_hyperbolic_radii(penumbra_i32x8 u, penumbra_i32x8 v) {
    penumbra_f64x8 x = __builtin_convertvector(u, penumbra_f64x8), y = __builtin_convertvector(v, penumbra_f64x8);
    penumbra_f64x8 square = __builtin_elementwise_max(x * x - y * y, (penumbra_f64x8)0.0);
    return __builtin_convertvector(__builtin_elementwise_sqrt(square), penumbra_i32x8);
}

/// Computes the whole parts of n / w, n below 2³², w above 0 and below 2¹⁶. A double's quotient is near enough to be exact
/// when truncated.
PENUMBRA_INLINE penumbra_u32x8 penumbra_quotients(penumbra_u32x8 n, uint32_t w) {
    penumbra_f64x8 numerators = __builtin_convertvector(n, penumbra_f64x8);
    return __builtin_convertvector(__builtin_convertvector(numerators / (double)w, penumbra_i32x8), penumbra_u32x8);
}

/// An interval of a gradient: its start, the shift, the multiplier, and its first and last colours. A colour is red | green
/// << 16, blue | alpha << 16. The layout is that of the plan's intervals in Swift.
typedef struct {
    int32_t start, shift;
    uint32_t multiplier, unused;
    uint32_t first[2], last[2];
} penumbra_interval;

typedef struct {
    penumbra_u32x8 red, green, blue, alpha;
} penumbra_shades;

PENUMBRA_INLINE penumbra_u32x8 penumbra_choose(penumbra_i32x8 mask, penumbra_u32x8 yes, penumbra_u32x8 no) {
    return ((penumbra_u32x8)mask & yes) | (~(penumbra_u32x8)mask & no);
}

/// The last interval that starts at t or before it. The first interval starts at 0.
PENUMBRA_INLINE intptr_t penumbra_interval_at(int32_t t, const penumbra_interval *intervals, intptr_t count) {
    intptr_t found = 0;
    while (count > 1) {
        intptr_t half = count / 2;
        found += intervals[found + half].start <= t ? half : 0;
        count -= half;
    }
    return found;
}

/// The most intervals that are looked at in turn.
enum { penumbra_intervals_in_turn = 16 };

/// Computes a · (1 − f) + b · f with f in 32768ths, rounded to nearest: (a · (32768 − f) + b · f + 16384) >> 15.
PENUMBRA_INLINE penumbra_u32x8 penumbra_between(penumbra_u32x8 a, penumbra_u32x8 b, penumbra_i32x8 f) {
    return a + (penumbra_u32x8)(((penumbra_i32x8)(b - a) * f + 16384) >> 15);
}

/// Computes the colours at the places f of an interval.
PENUMBRA_INLINE penumbra_shades penumbra_mix_shades(
    penumbra_u32x8 f, penumbra_u32x8 a0, penumbra_u32x8 a1, penumbra_u32x8 b0, penumbra_u32x8 b1, _Bool premultiplied, _Bool alpha_only) {
    penumbra_i32x8 place = (penumbra_i32x8)__builtin_elementwise_min(f, (penumbra_u32x8)32768);
    penumbra_shades s;
    s.alpha = penumbra_between(a1 >> 16, b1 >> 16, place);
    if (alpha_only) {
        s.red = s.green = s.blue = 0;
        return s;
    }
    s.red = penumbra_between(a0 & 0xFFFF, b0 & 0xFFFF, place);
    s.green = penumbra_between(a0 >> 16, b0 >> 16, place);
    s.blue = penumbra_between(a1 & 0xFFFF, b1 & 0xFFFF, place);
    if (!premultiplied) {
        s.red = (s.red * s.alpha + 16384) >> 15;
        s.green = (s.green * s.alpha + 16384) >> 15;
        s.blue = (s.blue * s.alpha + 16384) >> 15;
    }
    return s;
}

/// Computes the colours at eight positions in one interval.
PENUMBRA_INLINE penumbra_shades penumbra_shade_inside(
    penumbra_i32x8 t, const penumbra_interval *n, _Bool premultiplied, _Bool alpha_only) {
    penumbra_u32x8 d = (penumbra_u32x8)t - (uint32_t)n->start;
    d = n->shift > 0 ? d >> (uint32_t)n->shift : d << (uint32_t)-n->shift;
    return penumbra_mix_shades(
        (d * n->multiplier + 32768) >> 16, n->first[0], n->first[1], n->last[0], n->last[1], premultiplied, alpha_only);
}

/// Computes the colours at eight positions.
PENUMBRA_INLINE penumbra_shades penumbra_shade(
    penumbra_i32x8 t, const penumbra_interval *intervals, intptr_t count, _Bool premultiplied, _Bool alpha_only) {
    // Neighbours lie in few intervals, so those before the first and behind the last aren't looked at.
    intptr_t from = 0, to = count;
    if (count > penumbra_intervals_in_turn) {
        from = penumbra_interval_at(__builtin_reduce_min(t), intervals, count);
        to = from + 1 + penumbra_interval_at(__builtin_reduce_max(t), intervals + from, count - from);
    }
    const _Bool in_turn = to - from <= penumbra_intervals_in_turn;
    // Most neighbours lie in one interval.
    intptr_t next = from + 1;
    while (in_turn && next < to && __builtin_reduce_and((penumbra_i32x8)(t >= intervals[next].start))) next++;
    if (next == to || (in_turn && !__builtin_reduce_or((penumbra_i32x8)(t >= intervals[next].start))))
        return penumbra_shade_inside(t, intervals + next - 1, premultiplied, alpha_only);
    penumbra_interval n = intervals[from];
    penumbra_u32x8 start = (uint32_t)n.start, multiplier = n.multiplier;
    penumbra_u32x8 right = (uint32_t)(n.shift > 0 ? n.shift : 0);
    penumbra_u32x8 left = (uint32_t)(n.shift < 0 ? -n.shift : 0);
    penumbra_u32x8 a0 = n.first[0], a1 = n.first[1];
    penumbra_u32x8 b0 = n.last[0], b1 = n.last[1];
    if (in_turn) {
        for (intptr_t i = from + 1; i < to; i++) {
            n = intervals[i];
            penumbra_i32x8 mask = t >= n.start;
            if (!__builtin_reduce_or(mask)) break;
            start = penumbra_choose(mask, (uint32_t)n.start, start);
            multiplier = penumbra_choose(mask, n.multiplier, multiplier);
            right = penumbra_choose(mask, (uint32_t)(n.shift > 0 ? n.shift : 0), right);
            left = penumbra_choose(mask, (uint32_t)(n.shift < 0 ? -n.shift : 0), left);
            a0 = penumbra_choose(mask, n.first[0], a0);
            a1 = penumbra_choose(mask, n.first[1], a1);
            b0 = penumbra_choose(mask, n.last[0], b0);
            b1 = penumbra_choose(mask, n.last[1], b1);
        }
    } else {
        for (int i = 0; i < 8; i++) {
            n = intervals[from + penumbra_interval_at(t[i], intervals + from, to - from)];
            start[i] = (uint32_t)n.start;
            multiplier[i] = n.multiplier;
            right[i] = (uint32_t)(n.shift > 0 ? n.shift : 0);
            left[i] = (uint32_t)(n.shift < 0 ? -n.shift : 0);
            a0[i] = n.first[0];
            a1[i] = n.first[1];
            b0[i] = n.last[0];
            b1[i] = n.last[1];
        }
    }
    penumbra_u32x8 d = (((penumbra_u32x8)t - start) << left) >> right;
    return penumbra_mix_shades((d * multiplier + 32768) >> 16, a0, a1, b0, b1, premultiplied, alpha_only);
}

/// Stores eight pixels of four values each, from four times eight values of 0…32768.
PENUMBRA_INLINE void penumbra_store_pixels(penumbra_shades s, uint16_t *target) {
    penumbra_u32x8 low = s.red | s.green << 16, high = s.blue | s.alpha << 16;
    penumbra_u32x8 first = __builtin_shufflevector(low, high, 0, 8, 1, 9, 2, 10, 3, 11);
    penumbra_u32x8 second = __builtin_shufflevector(low, high, 4, 12, 5, 13, 6, 14, 7, 15);
    __builtin_memcpy(target, &first, 32);
    __builtin_memcpy(target + 16, &second, 32);
}

/// Stores the colours at eight positions.
PENUMBRA_INLINE void penumbra_shade_pixels(
    penumbra_i32x8 t, const penumbra_interval *intervals, intptr_t count, _Bool premultiplied, uint16_t *target) {
    penumbra_store_pixels(penumbra_shade(t, intervals, count, premultiplied, 0), target);
}

/// Computes the alphas of the colours at eight positions.
PENUMBRA_INLINE penumbra_u16x8 penumbra_shade_alphas(penumbra_i32x8 t, const penumbra_interval *intervals, intptr_t count) {
    return __builtin_convertvector(penumbra_shade(t, intervals, count, 1, 1).alpha, penumbra_u16x8);
}

/// Stores eight pixels from their channels.
PENUMBRA_INLINE void penumbra_merge_pixels(
    penumbra_u16x8 red, penumbra_u16x8 green, penumbra_u16x8 blue, penumbra_u16x8 alpha, uint16_t *target) {
    penumbra_shades s;
    s.red = __builtin_convertvector(red, penumbra_u32x8);
    s.green = __builtin_convertvector(green, penumbra_u32x8);
    s.blue = __builtin_convertvector(blue, penumbra_u32x8);
    s.alpha = __builtin_convertvector(alpha, penumbra_u32x8);
    penumbra_store_pixels(s, target);
}

/// Limits each lane to 0…most.
PENUMBRA_INLINE penumbra_i32x8 penumbra_clamped(penumbra_i32x8 v, int32_t most) {
    return __builtin_elementwise_max(__builtin_elementwise_min(v, (penumbra_i32x8)most), (penumbra_i32x8)0);
}

/// Computes the positions of eight places once around a centre: `GradientShading.Geometry.conic`. The plan provides the
/// coefficients.
PENUMBRA_INLINE penumbra_i32x8 penumbra_turns(penumbra_i32x8 u, penumbra_i32x8 v, const int32_t *coefficients, intptr_t count) {
    penumbra_u32x8 a = (penumbra_u32x8)__builtin_elementwise_abs(u), b = (penumbra_u32x8)__builtin_elementwise_abs(v);
    penumbra_u32x8 most = __builtin_elementwise_max(a, b), least = __builtin_elementwise_min(a, b), k = 0;
    for (uint32_t step = 8; step != 0; step >>= 1) k += (penumbra_u32x8)((most >> (k + step - 1)) >= 65536) & step;
    penumbra_u32x8 n = most >> k;
    penumbra_i32x8 none = n == 0;
    penumbra_f64x8 numerator = __builtin_convertvector((penumbra_i32x8)((least >> k) * 32768 + n / 2), penumbra_f64x8);
    penumbra_f64x8 divisor = __builtin_convertvector((penumbra_i32x8)__builtin_elementwise_max(n, (penumbra_u32x8)1), penumbra_f64x8);
    penumbra_i32x8 q = __builtin_convertvector(numerator / divisor, penumbra_i32x8);
    penumbra_i32x8 z = (q * q + 16384) >> 15, p = coefficients[count - 1];
    for (intptr_t i = count - 2; i >= 0; i--) p = coefficients[i] + ((p * z + 16384) >> 15);
    penumbra_i32x8 t = (q * p + 16384) >> 15;
    penumbra_i32x8 steep = (penumbra_i32x8)(a < b), back = u < 0, over = v < 0;
    t = (steep & (65536 - t)) | (~steep & t);
    t = (back & (131072 - t)) | (~back & t);
    t = (over & (262144 - t)) | (~over & t);
    return ~none & t;
}

/// True if u² + v² is below a square in all eight places; the second function tests that it is nowhere below. No root is
/// then needed.
PENUMBRA_INLINE _Bool penumbra_all_nearer(penumbra_i32x8 u, penumbra_i32x8 v, double square) {
    penumbra_f64x8 x = __builtin_convertvector(u, penumbra_f64x8), y = __builtin_convertvector(v, penumbra_f64x8);
    return __builtin_reduce_max(x * x + y * y) < square;
}

PENUMBRA_INLINE _Bool penumbra_all_beyond(penumbra_i32x8 u, penumbra_i32x8 v, double square) {
    penumbra_f64x8 x = __builtin_convertvector(u, penumbra_f64x8), y = __builtin_convertvector(v, penumbra_f64x8);
    return __builtin_reduce_min(x * x + y * y) >= square;
}

/// True if all eight positions are `t`.
PENUMBRA_INLINE _Bool penumbra_all_at(penumbra_i32x8 v, int32_t t) { return __builtin_reduce_or(v ^ t) == 0; }

/// Extracts one channel of eight pixels.
PENUMBRA_INLINE penumbra_u16x8 penumbra_channel(const uint16_t *pixels, int channel) {
    typedef uint64_t u64x8 __attribute__((ext_vector_type(8)));
    u64x8 v;
    __builtin_memcpy(&v, pixels, 64);
    return __builtin_convertvector(v >> (uint64_t)(16 * channel), penumbra_u16x8);
}

PENUMBRA_INLINE penumbra_u32x8 penumbra_widen8(penumbra_u16x8 v) { return __builtin_convertvector(v, penumbra_u32x8); }

PENUMBRA_INLINE penumbra_u16x8 penumbra_narrow_u8(penumbra_u32x8 v) { return __builtin_convertvector(v, penumbra_u16x8); }

#pragma clang diagnostic pop

#endif
