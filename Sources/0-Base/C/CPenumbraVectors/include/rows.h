#ifndef PENUMBRA_ROWS_H
#define PENUMBRA_ROWS_H

// The parameters of kernels that take many, in types that every build of the kernels shares.

#include <stdint.h>

#pragma clang assume_nonnull begin

/// One row of `AffineSampling`: positions in 1/32768 of a source pixel, samples within a pixel, and the source.
typedef struct {
    const int32_t *column_u, *column_v;
    int32_t row_u, row_v;
    const int32_t *across_u, *across_v, *down_u, *down_v;
    intptr_t subsamples;
    _Bool is_point_sampled;
    const uint16_t *source;
    /// The number of values from one source row to the next.
    intptr_t stride;
    intptr_t width, height;
} penumbra_transform_row;

/// One row of positions of a round gradient. Without `column_w`, nothing is added to the radius. A hyperbolic row has a `column_w`.
typedef struct {
    const int32_t *column_u, *column_v;
    int32_t row_u, row_v;
    const int32_t *_Nullable column_w;
    _Bool is_hyperbolic;
    int32_t row_w, farthest_drift, farthest, inner, span, shift;
    uint32_t multiplier;
    int32_t length;
} penumbra_round_row;

/// A list of places, as offsets in values from a pixel.
typedef struct {
    const intptr_t *places;
    intptr_t count;
} penumbra_places;

/// One row of a mask that grows by a disc.
typedef struct {
    /// Runs inside the disc, and inside its outer edge.
    penumbra_places inner, outer;
    /// Values near the edge, and the distance of the edge from each. The first `inside_count` lie inside the edge. L is in a
    /// row `value_stride` further on.
    penumbra_places ring;
    const uint16_t *shares;
    intptr_t inside_count, value_stride;
} penumbra_spread_row;

#pragma clang assume_nonnull end

#endif
