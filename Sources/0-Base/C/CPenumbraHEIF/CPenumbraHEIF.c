#include "CPenumbraHEIF.h"

#include <dlfcn.h>
#include <libheif/heif.h>
#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FUNCTIONS(X) \
    X(heif_context_alloc) X(heif_context_free) X(heif_context_get_primary_image_handle) \
    X(heif_context_read_from_memory_without_copy) X(heif_context_set_max_decoding_threads) X(heif_decode_image) \
    X(heif_decoding_options_alloc) X(heif_decoding_options_free) X(heif_image_get_height) X(heif_image_get_plane_readonly) \
    X(heif_image_get_width) X(heif_image_handle_get_height) X(heif_image_handle_get_nclx_color_profile) \
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
    char message[256];
};

/* Keeps the message of an error. */
static int status(penumbra_heif *heif, struct heif_error error)
{
    if (error.code == heif_error_Ok) return PENUMBRA_HEIF_READ;
    snprintf(heif->message, sizeof heif->message, "%s", error.message ? error.message : "no reason");
    if (error.code == heif_error_Memory_allocation_error && error.subcode != heif_suberror_Security_limit_exceeded)
        return PENUMBRA_HEIF_NO_MEMORY;
    if (error.subcode == heif_suberror_End_of_data) return PENUMBRA_HEIF_CUT_SHORT;
    if (error.code == heif_error_Unsupported_filetype || error.code == heif_error_Unsupported_feature)
        return PENUMBRA_HEIF_UNSUPPORTED;
    return PENUMBRA_HEIF_DAMAGED;
}

static void read_facts(const struct heif_image_handle *picture, penumbra_heif_facts *facts)
{
    facts->width = library.heif_image_handle_get_width(picture);
    facts->height = library.heif_image_handle_get_height(picture);
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

int penumbra_heif_decode(penumbra_heif *heif, uint8_t *pixels)
{
    struct heif_decoding_options *options = library.heif_decoding_options_alloc();
    if (!options) return PENUMBRA_HEIF_NO_MEMORY;
    options->convert_hdr_to_8bit = 1;
    options->strict_decoding = 1;
    struct heif_image *image = NULL;
    clear_new_memory(1);
    int result = status(
        heif, library.heif_decode_image(
                  heif->picture, &image, heif_colorspace_RGB, heif_chroma_interleaved_RGBA, options));
    clear_new_memory(-1);
    library.heif_decoding_options_free(options);
    if (result != PENUMBRA_HEIF_READ) {
        if (image) library.heif_image_release(image);
        return result;
    }
    const int width = library.heif_image_handle_get_width(heif->picture);
    const int height = library.heif_image_handle_get_height(heif->picture);
    int stride = 0;
    const uint8_t *rows = library.heif_image_get_plane_readonly(image, heif_channel_interleaved, &stride);
    if (rows && library.heif_image_get_width(image, heif_channel_interleaved) == width
        && library.heif_image_get_height(image, heif_channel_interleaved) == height) {
        for (int y = 0; y < height; y++) memcpy(pixels + (size_t)y * width * 4, rows + (size_t)y * stride, (size_t)width * 4);
    } else {
        snprintf(heif->message, sizeof heif->message, "the picture has another size than its header says");
        result = PENUMBRA_HEIF_DAMAGED;
    }
    library.heif_image_release(image);
    return result;
}

void penumbra_heif_close(penumbra_heif *heif)
{
    if (heif->picture) library.heif_image_handle_release(heif->picture);
    library.heif_context_free(heif->context);
    free(heif);
}
