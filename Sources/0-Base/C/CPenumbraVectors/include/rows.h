#ifndef PENUMBRA_ROWS_H
#define PENUMBRA_ROWS_H

// The parameters of kernels that take many, in types that every build of the kernels shares.

#include <stdint.h>

#pragma clang assume_nonnull begin

/// Part of a row of `AffineSampling`: positions in 1/32768 of a source pixel, and the source.
typedef struct {
    const int32_t *column_u, *column_v;
    int32_t row_u, row_v;
    const uint16_t *source;
    /// The number of values from one source row to the next.
    intptr_t stride;
    intptr_t width, height;
} penumbra_transform_row;

/// Numbers of a row of `ProjectiveSampling`: the corners above and below the pixels, as pairs of u and v, and the source.
typedef struct {
    const int32_t *above, *below;
    const uint16_t *source;
    intptr_t stride;
    intptr_t width, height;
} penumbra_project_row;

/// The source of means along lines, and the two ends of a row's lines: see `RaySampling`.
typedef struct {
    const uint16_t *source;
    intptr_t stride;
    intptr_t width, height;
    int32_t start, end;
} penumbra_ray_row;

/// The table of `AreaWeights`, for one stride of the source.
typedef struct {
    const int16_t *weights;
    /// For each group of four pixels, its first value's offset from the pixel of the position.
    const intptr_t *groups;
    intptr_t group_count;
    int32_t phases_across, phases_down;
    /// 32768 times the sum of a phase's weights.
    uint32_t bias;
    uint32_t multiplier;
    /// Offsets in values of places that a pixel further down the target reads.
    const intptr_t *ahead;
    intptr_t ahead_count;
} penumbra_area_table;

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
