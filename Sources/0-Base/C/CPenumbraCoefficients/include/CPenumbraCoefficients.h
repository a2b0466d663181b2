#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A JPEG whose coefficients libjpeg has read. Every longjmp of libjpeg ends inside these functions.
typedef struct penumbra_jpeg_reader penumbra_jpeg_reader;

/// One component of a picture.
typedef struct {
    /// The sampling factors of the frame header.
    int32_t horizontal, vertical;
    /// The blocks of 8×8 samples that show part of the picture.
    int32_t blocks_across, blocks_down;
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

/// Reads all coefficients of a file.
///
/// Null if libjpeg warns or fails, if it would smooth blocks of missing scans, or if the picture has another number of
/// components or another colour space.
penumbra_jpeg_reader *penumbra_jpeg_open(const uint8_t *bytes, size_t count, int32_t most_scans, penumbra_jpeg_frame *frame);

/// Copies a component's blocks, row by row. Each has 64 quantised coefficients, row by row.
///
/// False if the values of a block may exceed the 16 bits with which vector code transforms blocks. Overflows are different
/// on each processor.
bool penumbra_jpeg_copy(penumbra_jpeg_reader *reader, int32_t component, int16_t *blocks);

void penumbra_jpeg_close(penumbra_jpeg_reader *reader);
