#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Encodes RGBA rows without gaps as libpng does by default (all filters, each row the one of the least sum) at a level of zlib,
/// as RGB when `opaque`. For comparison in benchmarks only.
///
/// Returns the size of the file, 0 on failure. The file lies in `*file`, to be freed with `free`; null when nothing is wanted of it.
size_t penumbra_png_encode_for_comparison(
    const uint8_t *pixels, uint32_t width, uint32_t height, bool opaque, int level, uint8_t **file);
