#include "CPenumbraTIFF.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tiffio.h>

#define FUNCTIONS(X) \
    X(TIFFClientOpenExt) X(TIFFClose) X(TIFFComputeStrip) X(TIFFComputeTile) X(TIFFGetField) X(TIFFGetFieldDefaulted) \
    X(TIFFIsTiled) X(TIFFOpenOptionsAlloc) X(TIFFOpenOptionsFree) X(TIFFOpenOptionsSetErrorHandlerExtR) \
    X(TIFFOpenOptionsSetMaxSingleMemAlloc) X(TIFFOpenOptionsSetWarningHandlerExtR) X(TIFFReadEncodedStrip) \
    X(TIFFReadEncodedTile) X(TIFFReadRGBAImageOriented) X(TIFFRGBAImageOK) X(TIFFStripSize64) X(TIFFTileSize64)

#define MEMBER(name) __typeof__(name) *name;
static struct { FUNCTIONS(MEMBER) } library;
static int is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void)
{
    void *handle = dlopen("libtiff.so.6", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (!handle) return;
#define FIND(name) if (!(library.name = (__typeof__(name) *)dlsym(handle, #name))) return;
    FUNCTIONS(FIND)
    is_loaded = 1;
}

int penumbra_tiff_is_available(void)
{
    pthread_once(&once, load);
    return is_loaded;
}

struct penumbra_tiff {
    TIFF *file;
    const uint8_t *bytes;
    uint64_t count, at;
    penumbra_tiff_facts facts;
    uint16_t planar;
    char message[256];
};

static int keep_message(TIFF *file, void *data, const char *module, const char *format, va_list values)
{
    penumbra_tiff *tiff = data;
    (void)file, (void)module;
    if (!tiff->message[0]) vsnprintf(tiff->message, sizeof tiff->message, format, values);
    return 1;
}

static int ignore_message(TIFF *file, void *data, const char *module, const char *format, va_list values)
{
    (void)file, (void)data, (void)module, (void)format, (void)values;
    return 1;
}

static tmsize_t read_bytes(thandle_t handle, void *target, tmsize_t wanted)
{
    penumbra_tiff *tiff = handle;
    if (wanted < 0 || tiff->at >= tiff->count) return 0;
    uint64_t count = tiff->count - tiff->at;
    if (count > (uint64_t)wanted) count = (uint64_t)wanted;
    memcpy(target, tiff->bytes + tiff->at, count);
    tiff->at += count;
    return (tmsize_t)count;
}

static tmsize_t write_nothing(thandle_t handle, void *source, tmsize_t count)
{
    (void)handle, (void)source, (void)count;
    return 0;
}

static toff_t seek(thandle_t handle, toff_t offset, int origin)
{
    penumbra_tiff *tiff = handle;
    tiff->at = offset + (origin == SEEK_CUR ? tiff->at : origin == SEEK_END ? tiff->count : 0);
    return tiff->at;
}

static int close_nothing(thandle_t handle)
{
    (void)handle;
    return 0;
}

static toff_t size(thandle_t handle) { return ((penumbra_tiff *)handle)->count; }

static int fail(penumbra_tiff *tiff, const char *message)
{
    if (!tiff->message[0]) snprintf(tiff->message, sizeof tiff->message, "%s", message);
    return 0;
}

static void read_facts(penumbra_tiff *tiff)
{
    penumbra_tiff_facts *facts = &tiff->facts;
    uint16_t count = 0, *kinds = NULL;
    uint32_t kind = 0;
    void *version = NULL, *profile = NULL;
    library.TIFFGetField(tiff->file, TIFFTAG_IMAGEWIDTH, &facts->width);
    library.TIFFGetField(tiff->file, TIFFTAG_IMAGELENGTH, &facts->height);
    library.TIFFGetFieldDefaulted(tiff->file, TIFFTAG_ORIENTATION, &facts->orientation);
    library.TIFFGetFieldDefaulted(tiff->file, TIFFTAG_BITSPERSAMPLE, &facts->bits);
    library.TIFFGetFieldDefaulted(tiff->file, TIFFTAG_SAMPLESPERPIXEL, &facts->samples);
    library.TIFFGetFieldDefaulted(tiff->file, TIFFTAG_SAMPLEFORMAT, &facts->sample_format);
    library.TIFFGetFieldDefaulted(tiff->file, TIFFTAG_PLANARCONFIG, &tiff->planar);
    if (!library.TIFFGetField(tiff->file, TIFFTAG_PHOTOMETRIC, &facts->photometric)) facts->photometric = UINT16_MAX;
    facts->extra = -1;
    if (library.TIFFGetField(tiff->file, TIFFTAG_EXTRASAMPLES, &count, &kinds) && count > 0) facts->extra = kinds[0];
    if (library.TIFFGetField(tiff->file, TIFFTAG_SUBFILETYPE, &kind)) facts->is_preview = kind & FILETYPE_REDUCEDIMAGE;
    facts->is_raw = library.TIFFGetField(tiff->file, TIFFTAG_DNGVERSION, &version) || facts->photometric == PHOTOMETRIC_CFA;
    facts->block_bytes =
        library.TIFFIsTiled(tiff->file) ? library.TIFFTileSize64(tiff->file) : library.TIFFStripSize64(tiff->file);
    if (library.TIFFGetField(tiff->file, TIFFTAG_ICCPROFILE, &facts->profile_count, &profile)) facts->profile = profile;
}

penumbra_tiff *penumbra_tiff_open(const void *bytes, size_t count, uint64_t most_bytes, penumbra_tiff_facts *facts)
{
    penumbra_tiff *tiff = calloc(1, sizeof *tiff);
    TIFFOpenOptions *options = library.TIFFOpenOptionsAlloc();
    if (!tiff || !options) {
        free(tiff);
        if (options) library.TIFFOpenOptionsFree(options);
        return NULL;
    }
    tiff->bytes = bytes;
    tiff->count = count;
    library.TIFFOpenOptionsSetMaxSingleMemAlloc(options, most_bytes > INT64_MAX ? INT64_MAX : (tmsize_t)most_bytes);
    library.TIFFOpenOptionsSetErrorHandlerExtR(options, keep_message, tiff);
    library.TIFFOpenOptionsSetWarningHandlerExtR(options, ignore_message, tiff);
    // M: libtiff reads through the functions.
    tiff->file = library.TIFFClientOpenExt(
        "picture", "rM", tiff, read_bytes, write_nothing, seek, close_nothing, size, NULL, NULL, options);
    library.TIFFOpenOptionsFree(options);
    if (tiff->file) read_facts(tiff); else fail(tiff, "no first picture");
    *facts = tiff->facts;
    return tiff;
}

const char *penumbra_tiff_message(const penumbra_tiff *tiff) { return tiff->message; }

int penumbra_tiff_read_samples(penumbra_tiff *tiff, uint8_t *samples)
{
    const penumbra_tiff_facts *facts = &tiff->facts;
    const int is_tiled = library.TIFFIsTiled(tiff->file);
    const uint64_t sample = facts->bits / 8, pixel = sample * facts->samples;
    const int planes = tiff->planar == PLANARCONFIG_SEPARATE ? facts->samples : 1;
    const uint64_t part = planes > 1 ? sample : pixel;
    uint32_t columns = facts->width, rows = facts->height;
    if (is_tiled) {
        if (!library.TIFFGetField(tiff->file, TIFFTAG_TILEWIDTH, &columns)
            || !library.TIFFGetField(tiff->file, TIFFTAG_TILELENGTH, &rows))
            return fail(tiff, "tiles without a size");
    } else {
        uint32_t strip = 0;
        library.TIFFGetFieldDefaulted(tiff->file, TIFFTAG_ROWSPERSTRIP, &strip);
        if (strip > 0 && strip < rows) rows = strip;
    }
    if (columns == 0 || rows == 0) return fail(tiff, "empty tiles");
    const uint64_t line = columns * part;
    if (facts->block_bytes / line < rows) return fail(tiff, "strips or tiles of another size than their samples");
    // Decoders may leave the parts of damaged strips as they were.
    uint8_t *block = calloc(1, facts->block_bytes);
    if (!block) return fail(tiff, "Out of memory");

    int is_read = 1;
    for (int plane = 0; is_read && plane < planes; plane++) {
        for (uint64_t y = 0; is_read && y < facts->height; y += rows) {
            const uint64_t height = facts->height - y < rows ? facts->height - y : rows;
            for (uint64_t x = 0; is_read && x < facts->width; x += columns) {
                const uint64_t width = facts->width - x < columns ? facts->width - x : columns;
                const tmsize_t got = is_tiled
                    ? library.TIFFReadEncodedTile(
                          tiff->file, library.TIFFComputeTile(tiff->file, (uint32_t)x, (uint32_t)y, 0, (uint16_t)plane), block,
                          (tmsize_t)facts->block_bytes)
                    : library.TIFFReadEncodedStrip(
                          tiff->file, library.TIFFComputeStrip(tiff->file, (uint32_t)y, (uint16_t)plane), block,
                          (tmsize_t)facts->block_bytes);
                if (got < 0 || (uint64_t)got < height * line) {
                    is_read = fail(tiff, "the data end before the picture does");
                    break;
                }
                for (uint64_t row = 0; row < height; row++) {
                    uint8_t *to = samples + ((y + row) * facts->width + x) * pixel + plane * sample * (planes > 1);
                    const uint8_t *from = block + row * line;
                    if (planes == 1) {
                        memcpy(to, from, width * pixel);
                    } else {
                        for (uint64_t i = 0; i < width; i++) memcpy(to + i * pixel, from + i * sample, sample);
                    }
                }
            }
        }
    }
    free(block);
    return is_read;
}

int penumbra_tiff_read_rgba(penumbra_tiff *tiff, uint32_t *pixels)
{
    char reason[1024] = "";
    if (!library.TIFFRGBAImageOK(tiff->file, reason)) return fail(tiff, reason);
    // The orientation of the file leaves its rows where they are.
    if (library.TIFFReadRGBAImageOriented(
            tiff->file, tiff->facts.width, tiff->facts.height, pixels, tiff->facts.orientation, 1))
        return 1;
    return fail(tiff, "no reason");
}

void penumbra_tiff_close(penumbra_tiff *tiff)
{
    if (tiff->file) library.TIFFClose(tiff->file);
    free(tiff);
}
