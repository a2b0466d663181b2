#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The properties of a JPEG that TurboJPEG does not offer.
typedef struct {
    int32_t width, height;
    /// 1 for grey, 3 for colours.
    int32_t component_count;
    /// True stores red, green and blue instead of Y, Cb and Cr.
    bool is_rgb;
    /// The sampling factors of the components.
    int32_t horizontal[3], vertical[3];
    int32_t quality;
    bool is_progressive, has_optimal_codes, is_arithmetic;
    /// True puts each component into a scan of its own.
    bool has_separate_scans;
    /// True leaves out the scans that complete a progressive picture.
    bool lacks_scans;
    /// Units between restart markers; 0 for none.
    int32_t restart_interval;
} penumbra_jpeg_file;

/// Writes a JPEG of RGB pixels, or of grey pixels. The result belongs to the caller (free); null on failure.
uint8_t *penumbra_jpeg_file_make(const penumbra_jpeg_file *file, const uint8_t *pixels, size_t *count);
