#ifndef PENUMBRA_PACKING_H
#define PENUMBRA_PACKING_H

// The operations on bytes that the writers of PNG and video need and that Swift cannot express. Each is one or two machine instructions
// where available, and plain C elsewhere. All give the same integers on every machine.

#include <stdint.h>

// Everything here is inlined where it is used, so no vector crosses a call whose convention could depend on the machine.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wpsabi"

#if defined(__SSE2__)
#include <immintrin.h>
#endif

typedef uint8_t penumbra_bytes __attribute__((ext_vector_type(32)));
typedef uint64_t penumbra_byte_sums __attribute__((ext_vector_type(4)));
typedef uint32_t penumbra_pixels __attribute__((ext_vector_type(8)));
typedef uint8_t penumbra_levels __attribute__((ext_vector_type(8)));

#define PENUMBRA_PACKING_INLINE static inline __attribute__((always_inline))

/// Computes (a + b) / 2 in each lane, rounded down.
PENUMBRA_PACKING_INLINE penumbra_bytes penumbra_byte_means(penumbra_bytes a, penumbra_bytes b) {
#if defined(__AVX2__)
    // The machine's mean is rounded up; the lowest bits show where that matters.
    __m256i odd = _mm256_and_si256(_mm256_xor_si256((__m256i)a, (__m256i)b), _mm256_set1_epi8(1));
    return (penumbra_bytes)_mm256_sub_epi8(_mm256_avg_epu8((__m256i)a, (__m256i)b), odd);
#else
    return (a & b) + (((a ^ b) >> 1) & 0x7F);
#endif
}

/// Sums the absolute values of each group of eight lanes, taken as signed; −128 counts as 128.
PENUMBRA_PACKING_INLINE penumbra_byte_sums penumbra_magnitude_sums(penumbra_bytes v) {
    penumbra_bytes magnitudes = __builtin_elementwise_min(v, -v);
#if defined(__AVX2__)
    return (penumbra_byte_sums)_mm256_sad_epu8((__m256i)magnitudes, _mm256_setzero_si256());
#elif defined(__SSE2__)
    __m128i halves[2];
    __builtin_memcpy(halves, &magnitudes, 32);
    halves[0] = _mm_sad_epu8(halves[0], _mm_setzero_si128());
    halves[1] = _mm_sad_epu8(halves[1], _mm_setzero_si128());
    penumbra_byte_sums sums;
    __builtin_memcpy(&sums, halves, 32);
    return sums;
#else
    penumbra_byte_sums sums = 0;
    for (int i = 0; i < 32; i++) sums[i / 8] += magnitudes[i];
    return sums;
#endif
}

/// Paeth's predictor in each lane: the value of a (left), b (above) and c (left above) nearest to a + b − c, the first among
/// equals.
///
/// With p = b − c and q = a − c, the distances are |p|, |q| and |p + q|. If p and q have equal signs, the last distance is
/// no smaller than the others, and c is never chosen. If the signs differ, it is the difference of |p| and |q|.
PENUMBRA_PACKING_INLINE penumbra_bytes penumbra_nearest_to_gradient(penumbra_bytes a, penumbra_bytes b, penumbra_bytes c) {
    penumbra_bytes high_b = __builtin_elementwise_max(b, c), high_a = __builtin_elementwise_max(a, c);
    penumbra_bytes from_a = high_b - __builtin_elementwise_min(b, c);
    penumbra_bytes from_b = high_a - __builtin_elementwise_min(a, c);
    penumbra_bytes between = __builtin_elementwise_max(from_a, from_b) - __builtin_elementwise_min(from_a, from_b);
    penumbra_bytes equal_signs = ~((penumbra_bytes)(high_b == b) ^ (penumbra_bytes)(high_a == a));
    penumbra_bytes from_c = between | equal_signs;
    penumbra_bytes least = __builtin_elementwise_min(from_b, from_c);
    penumbra_bytes takes_b = (penumbra_bytes)(least == from_b);
    penumbra_bytes takes_a = (penumbra_bytes)(__builtin_elementwise_min(from_a, least) == from_a);
    penumbra_bytes b_or_c = (b & takes_b) | (c & ~takes_b);
    return (a & takes_a) | (b_or_c & ~takes_a);
}

/// Compares groups of eight lanes. Bit i of the result is set if group i is equal in both.
PENUMBRA_PACKING_INLINE uint32_t penumbra_equal_words(penumbra_bytes a, penumbra_bytes b) {
#if defined(__AVX2__)
    return (uint32_t)_mm256_movemask_pd((__m256d)_mm256_cmpeq_epi64((__m256i)a, (__m256i)b));
#else
    uint64_t words[2][4];
    __builtin_memcpy(words[0], &a, 32);
    __builtin_memcpy(words[1], &b, 32);
    uint32_t equal = 0;
    for (int i = 0; i < 4; i++) equal |= (uint32_t)(words[0][i] == words[1][i]) << i;
    return equal;
#endif
}

/// Compares lanes. Bit i of the result is set if lane i is equal in both.
PENUMBRA_PACKING_INLINE uint32_t penumbra_equal_bytes(penumbra_bytes a, penumbra_bytes b) {
#if defined(__AVX2__)
    return (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8((__m256i)a, (__m256i)b));
#elif defined(__SSE2__)
    __m128i first[2], second[2];
    __builtin_memcpy(first, &a, 32);
    __builtin_memcpy(second, &b, 32);
    uint32_t low = (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(first[0], second[0]));
    return low | (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(first[1], second[1])) << 16;
#else
    uint32_t equal = 0;
    for (int i = 0; i < 32; i++) equal |= (uint32_t)(a[i] == b[i]) << i;
    return equal;
#endif
}

/// Adds 1 to each lane of `count` whose pixel differs from all four neighbours.
PENUMBRA_PACKING_INLINE penumbra_pixels penumbra_count_novel(
    penumbra_pixels count, penumbra_pixels x, penumbra_pixels a, penumbra_pixels b, penumbra_pixels c, penumbra_pixels d) {
    penumbra_pixels met = (penumbra_pixels)(x == a) | (penumbra_pixels)(x == b) | (penumbra_pixels)(x == c) | (penumbra_pixels)(x == d);
    return count + 1 + met;
}

/// Computes `a & b`; Swift's own operator splits vectors of this length.
PENUMBRA_PACKING_INLINE penumbra_bytes penumbra_common_bits(penumbra_bytes a, penumbra_bytes b) { return a & b; }

/// Sets all bits of the first `count` lanes and none of the others.
PENUMBRA_PACKING_INLINE penumbra_bytes penumbra_first_lanes(uint8_t count) {
    const penumbra_bytes numbers = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
                                    16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31};
    return (penumbra_bytes)(numbers < count);
}

/// Packs the first three bytes of each four, in order. The last eight bytes of the result are unspecified.
PENUMBRA_PACKING_INLINE penumbra_bytes penumbra_without_alpha(penumbra_bytes v) {
#if defined(__AVX2__)
    const __m256i within = _mm256_setr_epi8(
        0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1, 0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1);
    const __m256i across = _mm256_setr_epi32(0, 1, 2, 4, 5, 6, 3, 7);
    return (penumbra_bytes)_mm256_permutevar8x32_epi32(_mm256_shuffle_epi8((__m256i)v, within), across);
#else
    // Two pixels are six bytes of a 64-bit word.
    uint64_t pairs[4], joined[4];
    __builtin_memcpy(pairs, &v, 32);
    for (int i = 0; i < 4; i++) pairs[i] = (pairs[i] & 0xFFFFFF) | ((pairs[i] >> 8) & 0xFFFFFF000000);
    joined[0] = pairs[0] | pairs[1] << 48;
    joined[1] = pairs[1] >> 16 | pairs[2] << 32;
    joined[2] = pairs[2] >> 32 | pairs[3] << 16;
    joined[3] = 0;
    __builtin_memcpy(&v, joined, 32);
    return v;
#endif
}

/// Computes (red · R + green · G + blue · B + bias) / divisor, rounded down, of eight pixels.
///
/// Weights may be negative modulo 2³². The sum must be 0…2³² − 1, the quotient 0…255, the divisor at least 2¹⁸, and
/// `inverse` 2³⁴ / divisor, rounded down.
///
/// The first quotient drops ten bits of the sum, which is less than a 256th of the divisor, and the inverse is too small by
/// less than a 2¹⁴th part. So the quotient is right or one too small, and the remainder shows which.
PENUMBRA_PACKING_INLINE penumbra_levels penumbra_weighted_levels(
    penumbra_pixels pixels, uint32_t red, uint32_t green, uint32_t blue, uint32_t bias, uint32_t divisor, uint32_t inverse) {
    penumbra_pixels sum = (pixels & 255) * red + ((pixels >> 8) & 255) * green + ((pixels >> 16) & 255) * blue + bias;
    penumbra_pixels quotient = ((sum >> 10) * inverse) >> 24;
    penumbra_pixels remainder = sum - quotient * divisor;
    quotient -= (penumbra_pixels)(remainder >= divisor);
    return __builtin_convertvector(quotient, penumbra_levels);
}

#pragma clang diagnostic pop

#endif
