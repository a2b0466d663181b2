// Blend modes; Composite.Operation defines the formulas.
// Twin: Sources/0-Base/C/CPenumbraVectors/include/blending.h

#include "integer_root.glsl"

uint soft_light(uint S, uint D, uint s, uint d) {
    if (d == 0u) return 0u;
    uint b = (D * Q15_ONE + d / 2u) / d;
    uint term = s * D;
    if (2u * S <= s) {
        uint change = d * product(s - 2u * S, product(b, Q15_ONE - b));
        return term - min(term, change);
    }
    uint g = b <= 8192u
        ? (3u * b * Q15_ONE - 12u * b * b + ((b * b + 1024u) >> 11) * b + Q15_HALF) >> Q15_BITS
        : root_of(b * Q15_ONE) - b;
    return min(term + d * product(2u * S - s, g), s * d);
}

// Computes T of a mode that treats each channel separately.
uint separable(int mode, uint S, uint D, uint s, uint d) {
    switch (mode) {
    case OPERATION_multiply: return S * D;
    case OPERATION_screen: return S * d + D * s - S * D;
    case OPERATION_darken: return min(S * d, D * s);
    case OPERATION_lighten: return max(S * d, D * s);
    case OPERATION_difference: return max(S * d, D * s) - min(S * d, D * s);
    case OPERATION_exclusion: return S * d + D * s - 2u * S * D;
    case OPERATION_hard_light: return 2u * S <= s ? 2u * S * D : s * d - 2u * (d - D) * (s - S);
    case OPERATION_overlay: return 2u * D <= d ? 2u * S * D : s * d - 2u * (d - D) * (s - S);
    case OPERATION_color_dodge: {
        if (D == 0u) return 0u;
        uint rest = s - S;
        if (D * s >= d * rest) return s * d;
        return s * min(d, (D * s + rest / 2u) / rest);
    }
    case OPERATION_color_burn: {
        uint rest = d - D;
        if (rest == 0u) return s * d;
        if (rest * s >= d * S) return 0u;
        return s * (d - min(d, (rest * s + S / 2u) / S));
    }
    default: return soft_light(S, D, s, d);
    }
}

uint luminosity(uvec3 c) {
    uvec3 parts = LUMINOSITY_WEIGHTS * c;
    return (parts.r + parts.g + parts.b + Q15_HALF) >> Q15_BITS;
}

uint least(uvec3 c) { return min(min(c.r, c.g), c.b); }
uint most(uvec3 c) { return max(max(c.r, c.g), c.b); }

uvec3 set_saturation(uvec3 c, uint t) {
    uint low = least(c);
    uint range = most(c) - low;
    if (range == 0u) return uvec3(0u);
    return ((c - low) * t + range / 2u) / range;
}

uvec3 set_luminosity(uvec3 c, uint l, uint a) {
    ivec3 k = ivec3(c) - int(luminosity(c));
    int low = min(min(k.r, k.g), k.b);
    int high = max(max(k.r, k.g), k.b);
    if (int(l) + low < 0 || int(l) + high > int(a)) {
        bool below = int(l) + low < 0;
        uint room = below ? l : a - l;
        uint reach = uint(below ? -low : high);
        k = sign(k) * ivec3((uvec3(abs(k)) * room + reach / 2u) / reach);
    }
    return uvec3(clamp(k + int(l), ivec3(0), ivec3(int(a)))) << Q15_BITS;
}

uvec3 parts_of(uvec3 c, uint share) { return (c * share + Q15_HALF) >> Q15_BITS; }

// Blends the premultiplied colours S, which is painted, and D, which is there already.
uvec4 blended(int mode, uvec4 S, uvec4 D) {
    uint s = S.a;
    uint d = D.a;
    S.rgb = min(S.rgb, uvec3(s));
    D.rgb = min(D.rgb, uvec3(d));
    if (mode == OPERATION_plus_lighter) return min(S + D, uvec4(Q15_ONE));
    if (mode == OPERATION_plus_darker) {
        uint alpha = min(s + d, Q15_ONE);
        uint lost = s + d - alpha;
        return uvec4(max(S.rgb + D.rgb, uvec3(lost)) - lost, alpha);
    }
    uint a = product(s, d);
    uvec3 term;
    switch (mode) {
    case OPERATION_hue:
        term = set_luminosity(
            set_saturation(S.rgb, product(most(D.rgb) - least(D.rgb), s)), product(luminosity(D.rgb), s), a);
        break;
    case OPERATION_saturation:
        term = set_luminosity(
            set_saturation(D.rgb, product(most(S.rgb) - least(S.rgb), d)), product(luminosity(D.rgb), s), a);
        break;
    case OPERATION_color:
        term = set_luminosity(parts_of(S.rgb, d), product(luminosity(D.rgb), s), a);
        break;
    case OPERATION_luminosity:
        term = set_luminosity(parts_of(D.rgb, s), product(luminosity(S.rgb), d), a);
        break;
    default:
        term = uvec3(
            separable(mode, S.r, D.r, s, d), separable(mode, S.g, D.g, s, d), separable(mode, S.b, D.b, s, d));
    }
    return (S * (Q15_ONE - d) + D * (Q15_ONE - s) + uvec4(term, s * d) + Q15_HALF) >> Q15_BITS;
}
