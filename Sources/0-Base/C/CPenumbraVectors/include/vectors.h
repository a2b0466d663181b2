#ifndef PENUMBRA_VECTORS_H
#define PENUMBRA_VECTORS_H

// The vector operations that Swift cannot express. Each is one or two machine instructions where available, and plain C
// elsewhere. All give the same integers on every machine.

#include <stdint.h>

// Arm's fused multiply-adds would round once where other processors round twice.
#pragma STDC FP_CONTRACT OFF

// Everything here is inlined where it is used, so no vector crosses a call whose convention could depend on the machine.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wpsabi"

#if defined(__SSE2__)
#include <immintrin.h>
#endif

typedef uint16_t penumbra_u16x16 __attribute__((ext_vector_type(16)));
typedef int16_t penumbra_i16x16 __attribute__((ext_vector_type(16)));
typedef int32_t penumbra_i32x8 __attribute__((ext_vector_type(8)));
typedef uint32_t penumbra_u32x16 __attribute__((ext_vector_type(16)));
typedef uint32_t penumbra_u32x8 __attribute__((ext_vector_type(8)));
typedef uint32_t penumbra_u32x4 __attribute__((ext_vector_type(4)));
typedef uint16_t penumbra_u16x4 __attribute__((ext_vector_type(4)));
typedef uint16_t penumbra_u16x8 __attribute__((ext_vector_type(8)));
typedef uint8_t penumbra_u8x16 __attribute__((ext_vector_type(16)));
typedef uint8_t penumbra_u8x32 __attribute__((ext_vector_type(32)));

#define PENUMBRA_INLINE static inline __attribute__((always_inline))

/// Computes (a·b + 16384) >> 15 in each lane, for lanes of 0…32768.
PENUMBRA_INLINE penumbra_u16x16 penumbra_q15_product(penumbra_u16x16 a, penumbra_u16x16 b) {
#if defined(__AVX2__)
    // The signed rounding product takes 32768 for −32768. It therefore differs in sign only, which the magnitude removes.
    return (penumbra_u16x16)_mm256_abs_epi16(_mm256_mulhrs_epi16((__m256i)a, (__m256i)b));
#else
    penumbra_u32x16 wide = __builtin_convertvector(a, penumbra_u32x16) * __builtin_convertvector(b, penumbra_u32x16);
    penumbra_u16x16 high = __builtin_convertvector(wide >> 16, penumbra_u16x16);
    penumbra_u16x16 low = a * b;
    return high + high + (((low >> 14) + 1) >> 1);
#endif
}

/// Computes (v·w + 8192) >> 14 in each lane modulo 2^16, for values of 0…32768.
PENUMBRA_INLINE penumbra_u16x16 penumbra_shares(penumbra_u16x16 v, penumbra_i16x16 w) {
#if defined(__AVX2__)
    // A value less 32768 has a sign and fits in sixteen bits. The part left out is 2·w exactly.
    __m256i biased = _mm256_xor_si256((__m256i)v, _mm256_set1_epi16((short)0x8000));
    __m256i one = _mm256_set1_epi16(1), half = _mm256_set1_epi16(8192);
    __m256i low = _mm256_madd_epi16(_mm256_unpacklo_epi16(biased, one), _mm256_unpacklo_epi16((__m256i)w, half));
    __m256i high = _mm256_madd_epi16(_mm256_unpackhi_epi16(biased, one), _mm256_unpackhi_epi16((__m256i)w, half));
    // A share less 2·w may not fit in sixteen bits with a sign: the lower halves of words are packed.
    __m256i words = _mm256_set1_epi32(0xFFFF);
    __m256i packed = _mm256_packus_epi32(
        _mm256_and_si256(_mm256_srai_epi32(low, 14), words), _mm256_and_si256(_mm256_srai_epi32(high, 14), words));
    return (penumbra_u16x16)_mm256_add_epi16(packed, _mm256_add_epi16((__m256i)w, (__m256i)w));
#else
    typedef int32_t i32x16 __attribute__((ext_vector_type(16)));
    i32x16 wide = __builtin_convertvector(v, i32x16) * __builtin_convertvector(w, i32x16);
    return __builtin_convertvector((wide + 8192) >> 14, penumbra_u16x16);
#endif
}

/// Looks up table[min(max(v - first, 0) >> shift, last)] for each lane v. No other entry is read.
PENUMBRA_INLINE penumbra_i16x16 penumbra_entries(
    penumbra_u16x16 v, int first, int shift, const int16_t *table, int last) {
#if defined(__AVX2__)
    if (last > 0) {
        // Two neighbouring entries are read at a time, and the right one is moved to the upper half of its word.
        __m256i offset = _mm256_set1_epi32(first), zero = _mm256_setzero_si256();
        __m256i end = _mm256_set1_epi32(last), before = _mm256_set1_epi32(last - 1);
        __m128i count = _mm_cvtsi32_si128(shift);
        __m256i entries[2];
        for (int half = 0; half < 2; half++) {
            __m128i part = half ? _mm256_extracti128_si256((__m256i)v, 1) : _mm256_castsi256_si128((__m256i)v);
            __m256i place = _mm256_max_epi32(_mm256_sub_epi32(_mm256_cvtepu16_epi32(part), offset), zero);
            place = _mm256_min_epi32(_mm256_sra_epi32(place, count), end);
            __m256i even = _mm256_min_epi32(place, before);
            __m256i pair = _mm256_i32gather_epi32((const int *)table, even, 2);
            __m256i move = _mm256_slli_epi32(_mm256_sub_epi32(_mm256_add_epi32(even, _mm256_set1_epi32(1)), place), 4);
            entries[half] = _mm256_srai_epi32(_mm256_sllv_epi32(pair, move), 16);
        }
        __m256i packed = _mm256_packs_epi32(entries[0], entries[1]);
        return (penumbra_i16x16)_mm256_permute4x64_epi64(packed, 0xD8);
    }
#endif
    penumbra_i16x16 result;
    for (int lane = 0; lane < 16; lane++) {
        int place = (int)v[lane] - first;
        place = (place > 0 ? place : 0) >> shift;
        result[lane] = table[place < last ? place : last];
    }
    return result;
}

/// Computes a[2i]·b[2i] + a[2i + 1]·b[2i + 1] in 32 bits.
PENUMBRA_INLINE penumbra_i32x8 penumbra_pair_products(penumbra_i16x16 a, penumbra_i16x16 b) {
#if defined(__AVX2__)
    return (penumbra_i32x8)_mm256_madd_epi16((__m256i)a, (__m256i)b);
#elif defined(__SSE2__)
    __m128i halves[4];
    __builtin_memcpy(halves, &a, 32);
    __builtin_memcpy(halves + 2, &b, 32);
    __m128i sums[2] = {_mm_madd_epi16(halves[0], halves[2]), _mm_madd_epi16(halves[1], halves[3])};
    penumbra_i32x8 result;
    __builtin_memcpy(&result, sums, 32);
    return result;
#else
    return __builtin_convertvector(a.even, penumbra_i32x8) * __builtin_convertvector(b.even, penumbra_i32x8)
        + __builtin_convertvector(a.odd, penumbra_i32x8) * __builtin_convertvector(b.odd, penumbra_i32x8);
#endif
}

/// Interleaves e[0], o[0], e[1], o[1] … as 16-bit values.
PENUMBRA_INLINE penumbra_u16x16 penumbra_interleave(penumbra_i32x8 even, penumbra_i32x8 odd) {
    return (penumbra_u16x16)((even & 0xffff) | (odd << 16));
}

/// Repeats the eight values twice.
PENUMBRA_INLINE penumbra_u16x16 penumbra_repeat_half(penumbra_u16x8 v) {
    return __builtin_shufflevector(v, v, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7);
}

/// Keeps the low 16 bits of each lane.
PENUMBRA_INLINE penumbra_u16x8 penumbra_narrow8(penumbra_i32x8 v) {
    return __builtin_convertvector(v, penumbra_u16x8);
}

/// Keeps the low 16 bits of each lane.
PENUMBRA_INLINE penumbra_u16x16 penumbra_narrow(penumbra_u32x16 v) {
    return __builtin_convertvector(v, penumbra_u16x16);
}

PENUMBRA_INLINE penumbra_u32x16 penumbra_widen(penumbra_u16x16 v) {
    return __builtin_convertvector(v, penumbra_u32x16);
}

PENUMBRA_INLINE penumbra_u16x4 penumbra_narrow4(penumbra_u32x4 v) {
    return __builtin_convertvector(v, penumbra_u16x4);
}

PENUMBRA_INLINE penumbra_u32x4 penumbra_widen4(penumbra_u16x4 v) {
    return __builtin_convertvector(v, penumbra_u32x4);
}

/// Adds to each lane all lanes before it.
PENUMBRA_INLINE penumbra_i32x8 penumbra_running_sums(penumbra_i32x8 v) {
#if defined(__AVX2__)
    __m256i sums = _mm256_add_epi32((__m256i)v, _mm256_slli_si256((__m256i)v, 4));
    sums = _mm256_add_epi32(sums, _mm256_slli_si256(sums, 8));
    // The upper half lacks the sum of the lower half.
    __m256i half = _mm256_permutevar8x32_epi32(sums, _mm256_set1_epi32(3));
    return (penumbra_i32x8)_mm256_add_epi32(sums, _mm256_blend_epi32(_mm256_setzero_si256(), half, 0xF0));
#else
    for (int lane = 1; lane < 8; lane++) v[lane] += v[lane - 1];
    return v;
#endif
}

/// Keeps the low 8 bits of each lane of two vectors, whose lanes are below 256.
PENUMBRA_INLINE penumbra_u8x32 penumbra_bytes_of_both(penumbra_u16x16 a, penumbra_u16x16 b) {
#if defined(__AVX2__)
    __m256i halves = _mm256_packus_epi16((__m256i)a, (__m256i)b);
    return (penumbra_u8x32)_mm256_permute4x64_epi64(halves, 0xD8);
#else
    penumbra_u8x16 low = __builtin_convertvector(a, penumbra_u8x16), high = __builtin_convertvector(b, penumbra_u8x16);
    return __builtin_shufflevector(
        low, high, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29,
        30, 31);
#endif
}

/// Keeps the low 8 bits of each lane.
PENUMBRA_INLINE penumbra_u8x16 penumbra_bytes(penumbra_u16x16 v) {
    return __builtin_convertvector(v, penumbra_u8x16);
}

/// Widens each byte to a 16-bit value.
PENUMBRA_INLINE penumbra_u16x16 penumbra_widen_bytes(penumbra_u8x16 v) {
    return __builtin_convertvector(v, penumbra_u16x16);
}

/// Computes v − 32768 as signed values, for lanes of 0…32768. A filter whose weights sum to 32768 commutes with this shift.
PENUMBRA_INLINE penumbra_i16x16 penumbra_biased(penumbra_u16x16 v) {
    return (penumbra_i16x16)(v ^ 0x8000);
}

/// The start of a sum of biased values: 2³⁰, which the bias took away, and half a unit.
#define PENUMBRA_START_OF_SUM 0x40004000

/// Makes two weights for pairs of neighbouring lanes.
PENUMBRA_INLINE penumbra_i16x16 penumbra_weight_pair(uint16_t first, uint16_t second) {
    return (penumbra_i16x16)(penumbra_i32x8)((int32_t)first | (int32_t)second << 16);
}

/// Zips a[0], b[0], a[1], b[1] … within each 128-bit half: the first four of each half, or the last four.
PENUMBRA_INLINE penumbra_i16x16 penumbra_zip_low(penumbra_i16x16 a, penumbra_i16x16 b) {
    return __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 8, 24, 9, 25, 10, 26, 11, 27);
}

PENUMBRA_INLINE penumbra_i16x16 penumbra_zip_high(penumbra_i16x16 a, penumbra_i16x16 b) {
    return __builtin_shufflevector(a, b, 4, 20, 5, 21, 6, 22, 7, 23, 12, 28, 13, 29, 14, 30, 15, 31);
}

/// Undoes the order of the zips. Makes 16-bit values from the sums of the low and of the high parts, each 0…32768.
PENUMBRA_INLINE penumbra_u16x16 penumbra_unzip(penumbra_i32x8 low, penumbra_i32x8 high) {
#if defined(__AVX2__)
    return (penumbra_u16x16)_mm256_packus_epi32((__m256i)low, (__m256i)high);
#else
    penumbra_u16x16 a = (penumbra_u16x16)low, b = (penumbra_u16x16)high;
    return __builtin_shufflevector(a, b, 0, 2, 4, 6, 16, 18, 20, 22, 8, 10, 12, 14, 24, 26, 28, 30);
#endif
}

/// Computes four outputs of four taps each: outputs 0 and 1 from the four values of `first`, 2 and 3 from those of `second`.
/// `weights` holds the four weights of each output in turn, none above 32767.
PENUMBRA_INLINE penumbra_u16x4 penumbra_four_taps(uint64_t first, uint64_t second, penumbra_u16x16 weights) {
    typedef uint64_t u64x4 __attribute__((ext_vector_type(4)));
    u64x4 values = {first, first, second, second};
    penumbra_i32x8 pairs = penumbra_pair_products(penumbra_biased((penumbra_u16x16)values), (penumbra_i16x16)weights);
    penumbra_i32x8 both = pairs + __builtin_shufflevector(pairs, pairs, 1, 0, 3, 2, 5, 4, 7, 6);
    penumbra_i32x8 sums = (both + PENUMBRA_START_OF_SUM) >> 15;
    penumbra_u16x16 narrow = (penumbra_u16x16)sums;
    return __builtin_shufflevector(narrow, narrow, 0, 4, 8, 12);
}

/// Computes eight outputs of four taps each: outputs 0…3 from the values of `first`, 4…7 from those of `second`.
PENUMBRA_INLINE penumbra_u16x8 penumbra_eight_taps(
    uint64_t first, penumbra_u16x16 first_weights, uint64_t second, penumbra_u16x16 second_weights) {
#if defined(__AVX2__)
    __m256i bias = _mm256_set1_epi16((short)0x8000);
    __m256i a = _mm256_madd_epi16(_mm256_xor_si256(_mm256_set1_epi64x((long long)first), bias), (__m256i)first_weights);
    __m256i b = _mm256_madd_epi16(_mm256_xor_si256(_mm256_set1_epi64x((long long)second), bias), (__m256i)second_weights);
    // Sums of pairs: outputs 0, 1, 4, 5 are in the low half, 2, 3, 6, 7 in the high half.
    __m256i sums = _mm256_srli_epi32(_mm256_add_epi32(_mm256_hadd_epi32(a, b), _mm256_set1_epi32(PENUMBRA_START_OF_SUM)), 15);
    sums = _mm256_permute4x64_epi64(sums, 0xD8);
    return (penumbra_u16x8)_mm_packus_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
#else
    penumbra_u16x4 low = penumbra_four_taps(first, first, first_weights);
    penumbra_u16x4 high = penumbra_four_taps(second, second, second_weights);
    return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
#endif
}

/// Makes pairs of biased values of one channel from four pixels: pixels 0 and 1 in the first half, 2 and 3 in the second.
PENUMBRA_INLINE penumbra_i16x16 penumbra_paired_pixels(penumbra_u16x16 v) {
    return penumbra_biased(__builtin_shufflevector(v, v, 0, 4, 1, 5, 2, 6, 3, 7, 8, 12, 9, 13, 10, 14, 11, 15));
}

/// Repeats the weights of four pixels for the pairs of `penumbra_paired_pixels`.
PENUMBRA_INLINE penumbra_i16x16 penumbra_paired_weights(const int16_t *weights) {
    int32_t pairs[2];
    __builtin_memcpy(pairs, weights, 8);
    return (penumbra_i16x16)(penumbra_i32x8){pairs[0], pairs[0], pairs[0], pairs[0], pairs[1], pairs[1], pairs[1], pairs[1]};
}

/// Computes ((v·multiplier) >> 32 + 8192) >> 14 in each lane, for results of 16 bits.
PENUMBRA_INLINE penumbra_u16x8 penumbra_share(penumbra_u32x8 v, uint32_t multiplier) {
    typedef uint64_t u64x8 __attribute__((ext_vector_type(8)));
#if defined(__AVX2__)
    __m256i factor = _mm256_set1_epi32((int)multiplier);
    __m256i even = _mm256_srli_epi64(_mm256_mul_epu32((__m256i)v, factor), 32);
    __m256i odd = _mm256_mul_epu32(_mm256_srli_epi64((__m256i)v, 32), factor);
    penumbra_u32x8 high = (penumbra_u32x8)_mm256_blend_epi32(even, odd, 0xAA);
#else
    penumbra_u32x8 high = __builtin_convertvector((__builtin_convertvector(v, u64x8) * multiplier) >> 32, penumbra_u32x8);
#endif
    return __builtin_convertvector((high + 8192) >> 14, penumbra_u16x8);
}

/// Starts to read a place into the cache. The place need not exist.
PENUMBRA_INLINE void penumbra_prefetch(const uint16_t *place) { __builtin_prefetch(place); }

/// True if all values are zero.
PENUMBRA_INLINE _Bool penumbra_is_zero(penumbra_u16x16 v) {
#if defined(__AVX2__)
    return _mm256_testz_si256((__m256i)v, (__m256i)v);
#else
    return __builtin_reduce_or(v) == 0;
#endif
}

/// True if all sixteen values are `value`.
PENUMBRA_INLINE _Bool penumbra_all_equal(penumbra_u16x16 v, uint16_t value) {
    return penumbra_is_zero(v ^ value);
}

/// True if the alphas of four pixels are all 32768.
PENUMBRA_INLINE _Bool penumbra_all_opaque(penumbra_u16x16 v) {
#if defined(__AVX2__)
    int equal = _mm256_movemask_epi8(_mm256_cmpeq_epi16((__m256i)v, _mm256_set1_epi16((short)0x8000)));
    return (equal & 0xC0C0C0C0) == (int)0xC0C0C0C0;
#else
    return (v[3] & v[7] & v[11] & v[15]) == 0x8000;
#endif
}

/// Repeats each of four mask values for the four channels of its pixel.
PENUMBRA_INLINE penumbra_u16x16 penumbra_spread(penumbra_u16x4 v) {
    return __builtin_shufflevector(v, v, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3);
}

/// Repeats the alpha of each of four pixels for its four channels.
PENUMBRA_INLINE penumbra_u16x16 penumbra_spread_alpha(penumbra_u16x16 v) {
    return __builtin_shufflevector(v, v, 3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15);
}

PENUMBRA_INLINE penumbra_u16x16 penumbra_maximum(penumbra_u16x16 a, penumbra_u16x16 b) { return __builtin_elementwise_max(a, b); }
PENUMBRA_INLINE penumbra_u16x16 penumbra_minimum(penumbra_u16x16 a, penumbra_u16x16 b) { return __builtin_elementwise_min(a, b); }

/// Computes a − b, or 0 if b is larger.
PENUMBRA_INLINE penumbra_u16x16 penumbra_difference(penumbra_u16x16 a, penumbra_u16x16 b) {
    return a - __builtin_elementwise_min(a, b);
}

typedef int32_t penumbra_i32x4 __attribute__((ext_vector_type(4)));
typedef double penumbra_f64x4 __attribute__((ext_vector_type(4)));

/// Computes n / d in each lane, for n below 2³¹ and d of 1 … 2¹⁵. A half keeps the quotients of doubles off whole numbers, so
/// that they truncate to those of integers.
PENUMBRA_INLINE penumbra_i32x4 penumbra_edge_quotients(penumbra_i32x4 n, penumbra_i32x4 d) {
    penumbra_f64x4 a = __builtin_convertvector(n, penumbra_f64x4) + 0.5;
    return __builtin_convertvector(a / __builtin_convertvector(d, penumbra_f64x4), penumbra_i32x4);
}

/// Computes min((s + t / 2) / t, 32768) in each lane, for sums s of Q15 values whose weights have the sum t above 0.
PENUMBRA_INLINE penumbra_u16x4 penumbra_means(penumbra_u32x4 s, uint32_t t) {
    penumbra_u32x4 n = s + (t >> 1);
    penumbra_f64x4 a = {(double)n.x, (double)n.y, (double)n.z, (double)n.w};
    penumbra_i32x4 q = __builtin_convertvector((a + 0.5) * (1.0 / t), penumbra_i32x4);
    q = q > 32768 ? 32768 : q;
    return __builtin_convertvector(q, penumbra_u16x4);
}

#pragma clang diagnostic pop

#endif
