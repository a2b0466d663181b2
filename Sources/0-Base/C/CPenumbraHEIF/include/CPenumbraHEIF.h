/* Reads the main picture of an AVIF or HEIC, and writes AVIF, with libheif, which is loaded when it is first needed. */
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef struct penumbra_heif penumbra_heif;

typedef struct {
    /* The size as displayed, after the crops and turns that the file asks for. */
    int width, height;
    /* The size before that. */
    int stored_width, stored_height;
    int has_alpha, is_premultiplied;
    /* The code of the transfer characteristics (ITU-T H.273). 2 means unknown. */
    int transfer;
    /* x and y of white, red, green and blue. All 0 if unknown. */
    float chromaticities[8];
    /* The bytes of an ICC profile. 0 without one. */
    size_t profile_count;
} penumbra_heif_facts;

enum {
    PENUMBRA_HEIF_READ = 0,
    PENUMBRA_HEIF_DAMAGED,
    PENUMBRA_HEIF_CUT_SHORT,
    PENUMBRA_HEIF_UNSUPPORTED,
    PENUMBRA_HEIF_NO_MEMORY,
};

/* Whether libheif could be loaded. */
int penumbra_heif_is_available(void);

/* Opens a file in memory, which must stay until it is closed. NULL if memory is short. */
penumbra_heif *penumbra_heif_open(const void *bytes, size_t count, penumbra_heif_facts *facts, int *status);

/* What libheif reported. Empty without an error. */
const char *penumbra_heif_message(const penumbra_heif *heif);

/* Copies the profile. Returns a status. */
int penumbra_heif_profile(penumbra_heif *heif, void *profile);

/* Samples of 8 bits, or of 9 to 16 bits in the host's order of bytes. */
typedef struct {
    /* NULL if there is no such plane. */
    const uint8_t *bytes;
    /* The bytes from row to row. */
    int stride;
    int width, height;
    int bits;
} penumbra_heif_plane;

typedef struct {
    /* Y, Cb and Cr; or Y; or red, green and blue. */
    penumbra_heif_plane colors[3];
    penumbra_heif_plane alpha;
    int is_rgb;
    /* The code of the matrix coefficients (ITU-T H.273). 2 means unknown. */
    int matrix;
    int is_full_range;
} penumbra_heif_planes;

/*
 * Decodes the picture as displayed, straight or premultiplied. The planes are valid until the file is closed. Returns a status.
 *
 * chroma: 1 or 2 is the file's own chroma_format_idc (ITU-T H.265), and makes Y, Cb and Cr. 0 makes red, green and blue of any picture.
 *
 * libheif 1.15 makes red, green and blue of every picture first, with repeated chroma, and Y, Cb and Cr of full range from those. This
 * gives back the samples, but for colours outside of RGB and for the rounding of other ranges and matrices.
 */
int penumbra_heif_decode(penumbra_heif *heif, int chroma, penumbra_heif_planes *planes);

void penumbra_heif_close(penumbra_heif *heif);

typedef struct {
    int width, height;
    int has_alpha;
    /* 1 to 100. */
    int quality;
    /* An ICC profile. Without one the picture is sRGB. */
    const void *profile;
    size_t profile_count;
} penumbra_avif_options;

/*
 * Encodes straight RGBA pixels as AVIF with full chroma and exact alpha. Returns a status, and the file, which the caller frees. After an
 * error, the message is set.
 */
int penumbra_avif_encode(
    const uint8_t *pixels, const penumbra_avif_options *options, uint8_t **file, size_t *count, char message[256]);
