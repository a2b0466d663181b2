#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// One component of a picture.
typedef struct {
    /// The sampling factors of the frame header.
    int32_t horizontal, vertical;
    /// The blocks of 8×8 samples that show part of the picture.
    int32_t blocks_across, blocks_down;
    /// The blocks from one row to the next, and the first block of the component.
    int64_t row_blocks, first_block;
    /// The quantisation table, row by row.
    uint16_t quantisation[64];
} penumbra_jpeg_component;

typedef struct {
    int32_t width, height;
    /// 1 or 3.
    int32_t component_count;
    /// True if the three components are red, green and blue, false if they are Y, Cb and Cr.
    bool is_rgb;
    penumbra_jpeg_component components[3];
} penumbra_jpeg_frame;

/// Reads all coefficients of a file. Every longjmp of libjpeg ends inside this function.
///
/// Returns the blocks of each component, row by row, in memory for `free`. A block has 64 quantised coefficients, row by row.
///
/// Null if libjpeg warns or fails, if it would smooth blocks of missing scans, or if the picture has another number of
/// components or another colour space. Null, too, if the values of a block may exceed the 16 bits with which vector code
/// transforms blocks, because overflows are different on each processor.
int16_t *penumbra_jpeg_read(const uint8_t *bytes, size_t count, int32_t most_scans, penumbra_jpeg_frame *frame);
