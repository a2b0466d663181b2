#include "comparison.h"

#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    uint8_t *bytes;
    size_t count, capacity;
} output;

static void on_write(png_structp png, png_bytep bytes, size_t count) {
    output *out = png_get_io_ptr(png);
    if (count > out->capacity - out->count) {
        size_t capacity = 2 * (out->capacity + count);
        uint8_t *larger = realloc(out->bytes, capacity);
        if (!larger) png_error(png, "out of memory");
        out->bytes = larger;
        out->capacity = capacity;
    }
    memcpy(out->bytes + out->count, bytes, count);
    out->count += count;
}

static void on_flush(png_structp png) { (void)png; }

static void on_error(png_structp png, png_const_charp message) {
    (void)message;
    png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp message) {
    (void)png;
    (void)message;
}

static bool encode(
    png_structp png, png_infop info, output *out, const uint8_t *pixels, uint32_t width, uint32_t height, bool opaque, int level) {
    if (setjmp(png_jmpbuf(png))) return false;
    png_set_write_fn(png, out, on_write, on_flush);
    png_set_compression_level(png, level);
    png_set_IHDR(png, info, width, height, 8, opaque ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_RGB_ALPHA, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    if (opaque) png_set_filler(png, 0, PNG_FILLER_AFTER);
    for (uint32_t y = 0; y < height; y++) png_write_row(png, pixels + (size_t)y * width * 4);
    png_write_end(png, NULL);
    return true;
}

size_t penumbra_png_encode_for_comparison(
    const uint8_t *pixels, uint32_t width, uint32_t height, bool opaque, int level, uint8_t **file) {
    output out = {malloc(1 << 16), 0, 1 << 16};
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, on_error, on_warning);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    bool done = out.bytes && info && encode(png, info, &out, pixels, width, height, opaque, level);
    if (png) png_destroy_write_struct(&png, &info);
    if (done && file) {
        *file = out.bytes;
    } else {
        free(out.bytes);
    }
    return done ? out.count : 0;
}
