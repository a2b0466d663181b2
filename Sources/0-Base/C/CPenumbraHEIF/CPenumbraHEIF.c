#include "CPenumbraHEIF.h"

#include <dlfcn.h>
#include <libheif/heif.h>
#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FUNCTIONS(X) \
    X(heif_context_alloc) X(heif_context_encode_image) X(heif_context_free) X(heif_context_get_encoder_for_format) \
    X(heif_context_get_primary_image_handle) X(heif_context_read_from_memory_without_copy) \
    X(heif_context_set_max_decoding_threads) X(heif_context_write) X(heif_decode_image) X(heif_encoder_release) \
    X(heif_encoder_set_lossy_quality) X(heif_encoder_set_parameter) X(heif_encoding_options_alloc) \
    X(heif_encoding_options_free) X(heif_image_add_plane) X(heif_image_create) X(heif_image_get_plane) \
    X(heif_image_set_raw_color_profile) X(heif_nclx_color_profile_alloc) \
    X(heif_decoding_options_alloc) X(heif_decoding_options_free) X(heif_image_get_bits_per_pixel_range) \
    X(heif_image_get_colorspace) X(heif_image_get_height) \
    X(heif_image_get_nclx_color_profile) X(heif_image_get_plane_readonly) X(heif_image_get_width) \
    X(heif_image_has_channel) X(heif_image_handle_get_height) X(heif_image_handle_get_nclx_color_profile) \
    X(heif_image_handle_get_ispe_height) X(heif_image_handle_get_ispe_width) \
    X(heif_image_handle_get_raw_color_profile) X(heif_image_handle_get_raw_color_profile_size) \
    X(heif_image_handle_get_width) X(heif_image_handle_has_alpha_channel) X(heif_image_handle_is_premultiplied_alpha) \
    X(heif_image_handle_release) X(heif_image_release) X(heif_nclx_color_profile_free)

#define MEMBER(name) __typeof__(name) *name;
static struct { FUNCTIONS(MEMBER) } library;
static int is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void)
{
    void *handle = dlopen("libheif.so.1", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (!handle) return;
#define FIND(name) if (!(library.name = (__typeof__(name) *)dlsym(handle, #name))) return;
    FUNCTIONS(FIND)
    is_loaded = 1;
}

int penumbra_heif_is_available(void)
{
    pthread_once(&once, load);
    return is_loaded;
}

struct penumbra_heif {
    struct heif_context *context;
    struct heif_image_handle *picture;
    struct heif_image *image;
    char message[256];
};

/* Keeps the message of an error. */
static int status_of(struct heif_error error, char message[256])
{
    if (error.code == heif_error_Ok) return PENUMBRA_HEIF_READ;
    snprintf(message, 256, "%s", error.message ? error.message : "no reason");
    if (error.code == heif_error_Memory_allocation_error && error.subcode != heif_suberror_Security_limit_exceeded)
        return PENUMBRA_HEIF_NO_MEMORY;
    if (error.subcode == heif_suberror_End_of_data) return PENUMBRA_HEIF_CUT_SHORT;
    if (error.code == heif_error_Unsupported_filetype || error.code == heif_error_Unsupported_feature)
        return PENUMBRA_HEIF_UNSUPPORTED;
    return PENUMBRA_HEIF_DAMAGED;
}

static int status(penumbra_heif *heif, struct heif_error error) { return status_of(error, heif->message); }

static void read_facts(const struct heif_image_handle *picture, penumbra_heif_facts *facts)
{
    facts->width = library.heif_image_handle_get_width(picture);
    facts->height = library.heif_image_handle_get_height(picture);
    facts->stored_width = library.heif_image_handle_get_ispe_width(picture);
    facts->stored_height = library.heif_image_handle_get_ispe_height(picture);
    facts->has_alpha = library.heif_image_handle_has_alpha_channel(picture);
    facts->is_premultiplied = library.heif_image_handle_is_premultiplied_alpha(picture);
    facts->profile_count = library.heif_image_handle_get_raw_color_profile_size(picture);
    facts->transfer = heif_transfer_characteristic_unspecified;
    struct heif_color_profile_nclx *colors = NULL;
    if (library.heif_image_handle_get_nclx_color_profile(picture, &colors).code != heif_error_Ok || !colors) return;
    facts->transfer = (int)colors->transfer_characteristics;
    if (colors->color_primaries != heif_color_primaries_unspecified) {
        const float chromaticities[8] = {
            colors->color_primary_white_x, colors->color_primary_white_y, colors->color_primary_red_x,
            colors->color_primary_red_y, colors->color_primary_green_x, colors->color_primary_green_y,
            colors->color_primary_blue_x, colors->color_primary_blue_y,
        };
        memcpy(facts->chromaticities, chromaticities, sizeof chromaticities);
    }
    library.heif_nclx_color_profile_free(colors);
}

penumbra_heif *penumbra_heif_open(const void *bytes, size_t count, penumbra_heif_facts *facts, int *result)
{
    penumbra_heif *heif = calloc(1, sizeof *heif);
    if (!heif) return NULL;
    memset(facts, 0, sizeof *facts);
    heif->context = library.heif_context_alloc();
    if (!heif->context) {
        free(heif);
        return NULL;
    }
    // Pictures are decoded by as many threads as the caller has.
    library.heif_context_set_max_decoding_threads(heif->context, 0);
    *result = status(heif, library.heif_context_read_from_memory_without_copy(heif->context, bytes, count, NULL));
    if (*result == PENUMBRA_HEIF_READ)
        *result = status(heif, library.heif_context_get_primary_image_handle(heif->context, &heif->picture));
    if (*result == PENUMBRA_HEIF_READ) read_facts(heif->picture, facts);
    return heif;
}

const char *penumbra_heif_message(const penumbra_heif *heif) { return heif->message; }

int penumbra_heif_profile(penumbra_heif *heif, void *profile)
{
    return status(heif, library.heif_image_handle_get_raw_color_profile(heif->picture, profile));
}

/* libde265 leaves the parts of a damaged picture as it finds its memory, so memory must not hold what was freed before. */
static pthread_mutex_t clearing_lock = PTHREAD_MUTEX_INITIALIZER;
static int clearing_count;

static void clear_new_memory(int change)
{
    pthread_mutex_lock(&clearing_lock);
    clearing_count += change;
    // glibc writes the complement of this byte into new memory, and the byte into freed memory. 0 ends that.
    mallopt(M_PERTURB, clearing_count > 0 ? 0xFF : 0);
    pthread_mutex_unlock(&clearing_lock);
}

static penumbra_heif_plane plane_of(const struct heif_image *image, enum heif_channel channel)
{
    penumbra_heif_plane plane = {0};
    if (!library.heif_image_has_channel(image, channel)) return plane;
    plane.bytes = library.heif_image_get_plane_readonly(image, channel, &plane.stride);
    plane.width = library.heif_image_get_width(image, channel);
    plane.height = library.heif_image_get_height(image, channel);
    plane.bits = library.heif_image_get_bits_per_pixel_range(image, channel);
    return plane;
}

static void read_planes(const struct heif_image *image, penumbra_heif_planes *planes)
{
    planes->is_rgb = library.heif_image_get_colorspace(image) == heif_colorspace_RGB;
    const enum heif_channel first = planes->is_rgb ? heif_channel_R : heif_channel_Y;
    for (int i = 0; i < 3; i++) planes->colors[i] = plane_of(image, (enum heif_channel)(first + i));
    planes->alpha = plane_of(image, heif_channel_Alpha);
    // As libheif takes pictures that don't say it.
    planes->matrix = heif_matrix_coefficients_unspecified;
    planes->is_full_range = 1;
    struct heif_color_profile_nclx *colors = NULL;
    if (library.heif_image_get_nclx_color_profile(image, &colors).code != heif_error_Ok || !colors) return;
    planes->matrix = (int)colors->matrix_coefficients;
    planes->is_full_range = colors->full_range_flag;
    library.heif_nclx_color_profile_free(colors);
}

int penumbra_heif_decode(penumbra_heif *heif, int chroma, penumbra_heif_planes *planes)
{
    memset(planes, 0, sizeof *planes);
    struct heif_decoding_options *options = library.heif_decoding_options_alloc();
    if (!options) return PENUMBRA_HEIF_NO_MEMORY;
    options->strict_decoding = 1;
    clear_new_memory(1);
    int result = status(
        heif, library.heif_decode_image(
                  heif->picture, &heif->image, chroma ? heif_colorspace_YCbCr : heif_colorspace_RGB,
                  chroma ? (enum heif_chroma)chroma : heif_chroma_444, options));
    clear_new_memory(-1);
    library.heif_decoding_options_free(options);
    if (result == PENUMBRA_HEIF_READ) read_planes(heif->image, planes);
    return result;
}

void penumbra_heif_close(penumbra_heif *heif)
{
    if (heif->image) library.heif_image_release(heif->image);
    if (heif->picture) library.heif_image_handle_release(heif->picture);
    library.heif_context_free(heif->context);
    free(heif);
}

struct file {
    uint8_t *bytes;
    size_t count;
};

static struct heif_error append(struct heif_context *context, const void *bytes, size_t count, void *data)
{
    struct file *file = data;
    uint8_t *grown = realloc(file->bytes, file->count + count);
    (void)context;
    if (!grown)
        return (struct heif_error){heif_error_Memory_allocation_error, heif_suberror_Unspecified, "no memory for the file"};
    memcpy(grown + file->count, bytes, count);
    file->bytes = grown;
    file->count += count;
    return (struct heif_error){heif_error_Ok, heif_suberror_Unspecified, "Success"};
}

static struct heif_error copy_pixels(const uint8_t *pixels, const penumbra_avif_options *options, struct heif_image *image)
{
    const int channels = options->has_alpha ? 4 : 3;
    struct heif_error error =
        library.heif_image_add_plane(image, heif_channel_interleaved, options->width, options->height, 8);
    if (error.code != heif_error_Ok) return error;
    int stride = 0;
    uint8_t *rows = library.heif_image_get_plane(image, heif_channel_interleaved, &stride);
    for (int y = 0; y < options->height; y++) {
        const uint8_t *from = pixels + (size_t)y * options->width * 4;
        uint8_t *to = rows + (size_t)y * stride;
        for (int x = 0; x < options->width; x++) memcpy(to + x * channels, from + x * 4, channels);
    }
    if (options->profile_count > 0)
        return library.heif_image_set_raw_color_profile(image, "prof", options->profile, options->profile_count);
    return error;
}

int penumbra_avif_encode(
    const uint8_t *pixels, const penumbra_avif_options *options, uint8_t **file, size_t *count, char message[256])
{
    struct heif_context *context = library.heif_context_alloc();
    struct heif_encoding_options *encoding = library.heif_encoding_options_alloc();
    struct heif_color_profile_nclx *colors = library.heif_nclx_color_profile_alloc();
    struct heif_encoder *encoder = NULL;
    struct heif_image *image = NULL;
    struct file written = {NULL, 0};
    int result = context && encoding && colors ? PENUMBRA_HEIF_READ : PENUMBRA_HEIF_NO_MEMORY;
#define TRY(call) if (result == PENUMBRA_HEIF_READ) result = status_of(call, message);
    TRY(library.heif_context_get_encoder_for_format(context, heif_compression_AV1, &encoder))
    TRY(library.heif_encoder_set_lossy_quality(encoder, options->quality))
    // Full chroma keeps the edges of coloured text. One thread gives the same bytes everywhere.
    TRY(library.heif_encoder_set_parameter(encoder, "chroma", "444"))
    TRY(library.heif_encoder_set_parameter(encoder, "lossless-alpha", "true"))
    TRY(library.heif_encoder_set_parameter(encoder, "speed", "7"))
    TRY(library.heif_encoder_set_parameter(encoder, "threads", "1"))
    TRY(library.heif_image_create(
        options->width, options->height, heif_colorspace_RGB,
        options->has_alpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB, &image))
    TRY(copy_pixels(pixels, options, image))
    if (result == PENUMBRA_HEIF_READ) {
        // The codes of sRGB (ITU-T H.273).
        colors->color_primaries = heif_color_primaries_ITU_R_BT_709_5;
        colors->transfer_characteristics = heif_transfer_characteristic_IEC_61966_2_1;
        colors->matrix_coefficients = heif_matrix_coefficients_ITU_R_BT_601_6;
        colors->full_range_flag = 1;
        encoding->output_nclx_profile = colors;
        encoding->macOS_compatibility_workaround_no_nclx_profile = 0;
    }
    TRY(library.heif_context_encode_image(context, image, encoder, encoding, NULL))
    struct heif_writer writer = {1, append};
    TRY(library.heif_context_write(context, &writer, &written))
    if (image) library.heif_image_release(image);
    if (encoder) library.heif_encoder_release(encoder);
    if (colors) library.heif_nclx_color_profile_free(colors);
    if (encoding) library.heif_encoding_options_free(encoding);
    if (context) library.heif_context_free(context);
    if (result != PENUMBRA_HEIF_READ) {
        free(written.bytes);
        return result;
    }
    *file = written.bytes;
    *count = written.count;
    return result;
}
