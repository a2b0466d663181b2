#ifndef PENUMBRA_BLENDING_H
#define PENUMBRA_BLENDING_H

// Blend modes, eight pixels at a time; `Composite.Operation` defines the formulas. All give the same integers on every
// machine.

#include "shading.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wpsabi"

/// The modes in the order of `BlendMode`.
typedef enum {
    penumbra_blend_normal,
    penumbra_blend_multiply,
    penumbra_blend_screen,
    penumbra_blend_overlay,
    penumbra_blend_darken,
    penumbra_blend_lighten,
    penumbra_blend_color_dodge,
    penumbra_blend_color_burn,
    penumbra_blend_hard_light,
    penumbra_blend_soft_light,
    penumbra_blend_difference,
    penumbra_blend_exclusion,
    penumbra_blend_hue,
    penumbra_blend_saturation,
    penumbra_blend_color,
    penumbra_blend_luminosity,
    penumbra_blend_plus_lighter,
    penumbra_blend_plus_darker,
} penumbra_blend_mode;

#define PENUMBRA_PART(a, b) (((a) * (b) + 16384) >> 15)

PENUMBRA_INLINE penumbra_u32x8 penumbra_least(penumbra_u32x8 a, penumbra_u32x8 b) { return __builtin_elementwise_min(a, b); }
PENUMBRA_INLINE penumbra_u32x8 penumbra_most(penumbra_u32x8 a, penumbra_u32x8 b) { return __builtin_elementwise_max(a, b); }

/// Computes the whole parts of n / w, both below 2³¹; n where w is 0. A double's quotient is near enough to be exact when
/// truncated.
PENUMBRA_INLINE penumbra_u32x8 penumbra_divide(penumbra_u32x8 n, penumbra_u32x8 w) {
    penumbra_f64x8 a = __builtin_convertvector((penumbra_i32x8)n, penumbra_f64x8);
    penumbra_f64x8 b = __builtin_convertvector((penumbra_i32x8)penumbra_most(w, 1), penumbra_f64x8);
    return (penumbra_u32x8)__builtin_convertvector(a / b, penumbra_i32x8);
}

PENUMBRA_INLINE penumbra_u32x8 penumbra_soft_light(
    penumbra_u32x8 S, penumbra_u32x8 D, penumbra_u32x8 s, penumbra_u32x8 d) {
    penumbra_u32x8 b = penumbra_divide(D * 32768 + d / 2, d);
    b = penumbra_choose(d == 0, (penumbra_u32x8)0, b);
    penumbra_i32x8 darkens = 2 * S <= s;
    penumbra_u32x8 low = (b * (32768 - b) + 16384) >> 15;
    penumbra_u32x8 n = penumbra_least(b, 8192);
    penumbra_u32x8 middle = (3 * n * 32768 - 12 * n * n + ((n * n + 1024) >> 11) * n + 16384) >> 15;
    penumbra_f64x8 square = __builtin_convertvector((penumbra_i32x8)(b * 32768), penumbra_f64x8);
    penumbra_u32x8 high = (penumbra_u32x8)__builtin_convertvector(__builtin_elementwise_sqrt(square), penumbra_i32x8) - b;
    penumbra_u32x8 g = penumbra_choose(darkens, low, penumbra_choose(b <= 8192, middle, high));
    penumbra_u32x8 w = PENUMBRA_PART(penumbra_choose(darkens, s - 2 * S, 2 * S - s), g);
    penumbra_u32x8 term = s * D, change = d * w;
    return penumbra_choose(darkens, term - penumbra_least(term, change), penumbra_least(term + change, s * d));
}

/// Computes T of a mode that treats each channel separately.
PENUMBRA_INLINE penumbra_u32x8 penumbra_separable(
    penumbra_blend_mode mode, penumbra_u32x8 S, penumbra_u32x8 D, penumbra_u32x8 s, penumbra_u32x8 d) {
    switch (mode) {
    case penumbra_blend_multiply: return S * D;
    case penumbra_blend_screen: return S * d + D * s - S * D;
    case penumbra_blend_darken: return penumbra_least(S * d, D * s);
    case penumbra_blend_lighten: return penumbra_most(S * d, D * s);
    case penumbra_blend_difference: return penumbra_most(S * d, D * s) - penumbra_least(S * d, D * s);
    case penumbra_blend_exclusion: return S * d + D * s - 2 * S * D;
    case penumbra_blend_hard_light:
        return penumbra_choose(2 * S <= s, 2 * S * D, s * d - 2 * (d - D) * (s - S));
    case penumbra_blend_overlay:
        return penumbra_choose(2 * D <= d, 2 * S * D, s * d - 2 * (d - D) * (s - S));
    case penumbra_blend_color_dodge: {
        penumbra_u32x8 rest = s - S;
        penumbra_u32x8 q = penumbra_least(d, penumbra_divide(D * s + rest / 2, rest));
        return penumbra_choose(D == 0, (penumbra_u32x8)0, penumbra_choose(D * s >= d * rest, s * d, s * q));
    }
    case penumbra_blend_color_burn: {
        penumbra_u32x8 rest = d - D;
        penumbra_u32x8 q = penumbra_least(d, penumbra_divide(rest * s + S / 2, S));
        return penumbra_choose(D == d, s * d, penumbra_choose(rest * s >= d * S, (penumbra_u32x8)0, s * (d - q)));
    }
    case penumbra_blend_soft_light: return penumbra_soft_light(S, D, s, d);
    default: return 0;
    }
}

PENUMBRA_INLINE penumbra_u32x8 penumbra_luminosity(penumbra_shades c) {
    return (9830 * c.red + 19333 * c.green + 3605 * c.blue + 16384) >> 15;
}

PENUMBRA_INLINE penumbra_u32x8 penumbra_low(penumbra_shades c) { return penumbra_least(penumbra_least(c.red, c.green), c.blue); }
PENUMBRA_INLINE penumbra_u32x8 penumbra_high(penumbra_shades c) { return penumbra_most(penumbra_most(c.red, c.green), c.blue); }

PENUMBRA_INLINE penumbra_shades penumbra_set_saturation(penumbra_shades c, penumbra_u32x8 t) {
    penumbra_u32x8 low = penumbra_low(c), range = penumbra_high(c) - low;
    penumbra_shades r;
    r.alpha = 0;
    // Without a range, the numerators are zero.
    r.red = penumbra_divide((c.red - low) * t + range / 2, range);
    r.green = penumbra_divide((c.green - low) * t + range / 2, range);
    r.blue = penumbra_divide((c.blue - low) * t + range / 2, range);
    return r;
}

PENUMBRA_INLINE penumbra_shades penumbra_parts(penumbra_shades c, penumbra_u32x8 share) {
    penumbra_shades r;
    r.alpha = 0;
    r.red = PENUMBRA_PART(c.red, share);
    r.green = PENUMBRA_PART(c.green, share);
    r.blue = PENUMBRA_PART(c.blue, share);
    return r;
}

/// One channel of setLum: `room` over `reach` is what is left of k.
PENUMBRA_INLINE penumbra_u32x8 penumbra_lit(
    penumbra_i32x8 k, penumbra_i32x8 l, penumbra_i32x8 clipped, penumbra_u32x8 room, penumbra_u32x8 reach, penumbra_i32x8 a) {
    penumbra_i32x8 negative = k < 0;
    penumbra_u32x8 magnitude = (penumbra_u32x8)__builtin_elementwise_abs(k);
    penumbra_i32x8 held = (penumbra_i32x8)penumbra_divide(magnitude * room + reach / 2, reach);
    held = (negative & -held) | (~negative & held);
    penumbra_i32x8 sum = l + ((clipped & held) | (~clipped & k));
    return (penumbra_u32x8)__builtin_elementwise_max(__builtin_elementwise_min(sum, a), (penumbra_i32x8)0);
}

PENUMBRA_INLINE penumbra_shades penumbra_set_luminosity(penumbra_shades c, penumbra_u32x8 l, penumbra_u32x8 a) {
    penumbra_i32x8 own = (penumbra_i32x8)penumbra_luminosity(c), level = (penumbra_i32x8)l, top = (penumbra_i32x8)a;
    penumbra_i32x8 low = (penumbra_i32x8)penumbra_low(c) - own, high = (penumbra_i32x8)penumbra_high(c) - own;
    penumbra_i32x8 below = level + low < 0, above = level + high > top;
    penumbra_u32x8 room = penumbra_choose(below, l, a - l);
    penumbra_u32x8 reach = penumbra_choose(below, (penumbra_u32x8)-low, (penumbra_u32x8)high);
    penumbra_i32x8 clipped = below | above;
    // If nothing is clipped, the quotient is not used.
    reach = penumbra_choose(clipped, reach, (penumbra_u32x8)1);
    room = penumbra_choose(clipped, room, (penumbra_u32x8)0);
    penumbra_shades r;
    r.alpha = 0;
    r.red = penumbra_lit((penumbra_i32x8)c.red - own, level, clipped, room, reach, top) << 15;
    r.green = penumbra_lit((penumbra_i32x8)c.green - own, level, clipped, room, reach, top) << 15;
    r.blue = penumbra_lit((penumbra_i32x8)c.blue - own, level, clipped, room, reach, top) << 15;
    return r;
}

/// Computes T of red, green and blue.
PENUMBRA_INLINE penumbra_shades penumbra_blend_terms(penumbra_blend_mode mode, penumbra_shades S, penumbra_shades D) {
    penumbra_u32x8 s = S.alpha, d = D.alpha, a = PENUMBRA_PART(s, d);
    penumbra_shades t;
    switch (mode) {
    case penumbra_blend_hue:
        t = penumbra_set_saturation(S, PENUMBRA_PART(penumbra_high(D) - penumbra_low(D), s));
        return penumbra_set_luminosity(t, PENUMBRA_PART(penumbra_luminosity(D), s), a);
    case penumbra_blend_saturation:
        t = penumbra_set_saturation(D, PENUMBRA_PART(penumbra_high(S) - penumbra_low(S), d));
        return penumbra_set_luminosity(t, PENUMBRA_PART(penumbra_luminosity(D), s), a);
    case penumbra_blend_color:
        return penumbra_set_luminosity(penumbra_parts(S, d), PENUMBRA_PART(penumbra_luminosity(D), s), a);
    case penumbra_blend_luminosity:
        return penumbra_set_luminosity(penumbra_parts(D, s), PENUMBRA_PART(penumbra_luminosity(S), d), a);
    default:
        t.red = penumbra_separable(mode, S.red, D.red, s, d);
        t.green = penumbra_separable(mode, S.green, D.green, s, d);
        t.blue = penumbra_separable(mode, S.blue, D.blue, s, d);
        t.alpha = 0;
        return t;
    }
}

PENUMBRA_INLINE penumbra_shades penumbra_load_pixels(const uint16_t *pixels) {
    penumbra_shades c;
    c.alpha = penumbra_widen8(penumbra_channel(pixels, 3));
    c.red = penumbra_least(penumbra_widen8(penumbra_channel(pixels, 0)), c.alpha);
    c.green = penumbra_least(penumbra_widen8(penumbra_channel(pixels, 1)), c.alpha);
    c.blue = penumbra_least(penumbra_widen8(penumbra_channel(pixels, 2)), c.alpha);
    return c;
}

/// Blends eight pixels of `source` times `share` (Q15) into `destination`.
PENUMBRA_INLINE void penumbra_blend_pixels(
    penumbra_blend_mode mode, const uint16_t *source, penumbra_u32x8 share, uint16_t *destination) {
    penumbra_shades S, D = penumbra_load_pixels(destination);
    S.alpha = PENUMBRA_PART(penumbra_widen8(penumbra_channel(source, 3)), share);
    S.red = penumbra_least(PENUMBRA_PART(penumbra_widen8(penumbra_channel(source, 0)), share), S.alpha);
    S.green = penumbra_least(PENUMBRA_PART(penumbra_widen8(penumbra_channel(source, 1)), share), S.alpha);
    S.blue = penumbra_least(PENUMBRA_PART(penumbra_widen8(penumbra_channel(source, 2)), share), S.alpha);
    penumbra_shades r;
    if (mode == penumbra_blend_plus_lighter) {
        r.red = penumbra_least(S.red + D.red, 32768);
        r.green = penumbra_least(S.green + D.green, 32768);
        r.blue = penumbra_least(S.blue + D.blue, 32768);
        r.alpha = penumbra_least(S.alpha + D.alpha, 32768);
    } else if (mode == penumbra_blend_plus_darker) {
        r.alpha = penumbra_least(S.alpha + D.alpha, 32768);
        // The colours lose exactly as much as alpha loses when it stops at one.
        penumbra_u32x8 lost = S.alpha + D.alpha - r.alpha;
        r.red = penumbra_most(S.red + D.red, lost) - lost;
        r.green = penumbra_most(S.green + D.green, lost) - lost;
        r.blue = penumbra_most(S.blue + D.blue, lost) - lost;
    } else {
        penumbra_shades t = penumbra_blend_terms(mode, S, D);
        penumbra_u32x8 s = 32768 - S.alpha, d = 32768 - D.alpha;
        r.red = (S.red * d + D.red * s + t.red + 16384) >> 15;
        r.green = (S.green * d + D.green * s + t.green + 16384) >> 15;
        r.blue = (S.blue * d + D.blue * s + t.blue + 16384) >> 15;
        r.alpha = (S.alpha * d + D.alpha * s + S.alpha * D.alpha + 16384) >> 15;
    }
    penumbra_store_pixels(r, destination);
}

#pragma clang diagnostic pop

#endif
