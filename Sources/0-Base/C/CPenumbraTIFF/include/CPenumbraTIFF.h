/* Reads the first picture of a TIFF with libtiff, which is loaded when it is first needed. */
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef struct penumbra_tiff penumbra_tiff;

typedef struct {
    uint32_t width, height;
    /* Values of the tags of the same names. */
    uint16_t orientation, bits, samples, photometric, sample_format;
    /* The meaning of the first extra sample: 0 unknown, 1 associated alpha, 2 unassociated alpha. -1 without extra samples. */
    int extra;
    /* Whether the picture is a preview of another one in the file, or a raw photo. */
    int is_preview, is_raw;
    /* The bytes of a decoded strip or tile. */
    uint64_t block_bytes;
    /* An ICC profile. NULL without one. Valid until the file is closed. */
    const void *profile;
    uint32_t profile_count;
} penumbra_tiff_facts;

/* Whether libtiff could be loaded. */
int penumbra_tiff_is_available(void);

/* Opens a file in memory, which must stay until it is closed. NULL if memory is short. After other errors the message is set. */
penumbra_tiff *penumbra_tiff_open(const void *bytes, size_t count, uint64_t most_bytes, penumbra_tiff_facts *facts);

/* What libtiff reported first. Empty without an error. */
const char *penumbra_tiff_message(const penumbra_tiff *tiff);

/* Reads whole samples of 8 or 16 bits in the order of the file's rows, those of a pixel side by side. 0 after an error. */
int penumbra_tiff_read_samples(penumbra_tiff *tiff, uint8_t *samples);

/* Reads any picture as RGBA, multiplied by alpha. 0 after an error. */
int penumbra_tiff_read_rgba(penumbra_tiff *tiff, uint32_t *pixels);

void penumbra_tiff_close(penumbra_tiff *tiff);
