#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A PNG that libpng's row interface reads from memory. Every longjmp of libpng ends inside these functions.
typedef struct penumbra_png_reader penumbra_png_reader;

/// The facts in the chunks before the pixels.
typedef struct {
    uint32_t width, height;
    uint8_t bit_depth;
    /// True if the picture has an alpha channel or a tRNS chunk.
    bool may_be_transparent;
    /// True if there is an sRGB chunk.
    bool is_srgb;
    /// The bytes of the iCCP profile, valid until the reader is closed; null without a profile.
    const uint8_t *profile;
    uint32_t profile_size;
    /// gAMA times 100000; 0 without the chunk.
    int32_t gamma;
    /// cHRM times 100000: x and y of white, red, green, blue. All 0 without the chunk.
    int32_t chromaticities[8];
} penumbra_png_header;

/// Opens a reader of `count` bytes, which must stay in place until it is closed. Null when memory is short.
penumbra_png_reader *penumbra_png_open(const uint8_t *bytes, size_t count);

/// Reads up to the first IDAT. Sides above `max_width` and `max_height` are refused, and so is any ancillary chunk
/// that needs more than `max_chunk_bytes`. False on failure, explained by `penumbra_png_message`.
bool penumbra_png_read_header(penumbra_png_reader *reader, uint32_t max_width, uint32_t max_height,
                              size_t max_chunk_bytes, penumbra_png_header *header);

/// Reads all rows as RGBA, and the chunks after them. The result has 8 bits per component (16-bit samples rounded to
/// nearest). If `keep_16` is set for a 16-bit picture, it has 16 bits in the machine's byte order. Row y starts at `pixels +
/// y * stride`. The result is true even if the data end behind the last row, without an IEND chunk.
bool penumbra_png_read_rows(penumbra_png_reader *reader, uint8_t *pixels, size_t stride, bool keep_16);

/// Returns libpng's text about the last error.
const char *penumbra_png_message(const penumbra_png_reader *reader);

/// True if libpng tried to read behind the end of the data.
bool penumbra_png_ran_out(const penumbra_png_reader *reader);

void penumbra_png_close(penumbra_png_reader *reader);
