#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Encodes RGBA rows without gaps as libpng does by default: it tries all filters and gives each row the filter with the
/// least sum. `level` is a level of zlib; the file is RGB if `opaque` is set. For comparison in benchmarks only.
///
/// Returns the size of the file, 0 on failure. The file lies in `*file`, to be freed with `free`. Pass null if the file is
/// not needed.
size_t penumbra_png_encode_with_libpng(
    const uint8_t *pixels, uint32_t width, uint32_t height, bool opaque, int level, uint8_t **file);

/// The same with the same choice of filters, compressed by libdeflate. `level` is a level of libdeflate.
size_t penumbra_png_encode_with_libdeflate(
    const uint8_t *pixels, uint32_t width, uint32_t height, bool opaque, int level, uint8_t **file);
