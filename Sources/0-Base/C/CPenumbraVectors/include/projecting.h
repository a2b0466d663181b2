#ifndef PENUMBRA_PROJECTING_H
#define PENUMBRA_PROJECTING_H

#include "vectors.h"

// Quotients for means over quadrilaterals.

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wpsabi"

typedef int32_t penumbra_i32x4 __attribute__((ext_vector_type(4)));
typedef double penumbra_f64x4 __attribute__((ext_vector_type(4)));

/// Computes n / d in each lane, for n below 2³¹ and d of 1 … 2¹⁵. A half keeps the quotients of doubles off whole numbers, so that
/// they truncate to those of integers.
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
