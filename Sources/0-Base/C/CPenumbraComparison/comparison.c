#include "comparison.h"

#include <libdeflate.h>
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

size_t penumbra_png_encode_with_libpng(
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

/// Paeth's predictor: which of left, above and left above is nearest to left + above − left above.
static inline uint8_t nearest(int a, int b, int c) {
    int from_a = abs(b - c), from_b = abs(a - c), from_c = abs(a + b - 2 * c);
    return (uint8_t)(from_a <= from_b && from_a <= from_c ? a : from_b <= from_c ? b : c);
}

/// Writes a row's filter and its differences. `row` and `above` have `step` zeros before their first byte.
/// Returns the sum of the differences, taken as signed.
static size_t filter(int kind, const uint8_t *row, const uint8_t *above, size_t count, size_t step, uint8_t *target) {
    *target++ = (uint8_t)kind;
    const uint8_t *left = row - step, *corner = above - step;
    switch (kind) {
    case 0: memcpy(target, row, count); break;
    case 1:
        for (size_t i = 0; i < count; i++) target[i] = row[i] - left[i];
        break;
    case 2:
        for (size_t i = 0; i < count; i++) target[i] = row[i] - above[i];
        break;
    case 3:
        for (size_t i = 0; i < count; i++) target[i] = (uint8_t)(row[i] - (left[i] + above[i]) / 2);
        break;
    default:
        for (size_t i = 0; i < count; i++) target[i] = row[i] - nearest(left[i], above[i], corner[i]);
    }
    uint32_t sum = 0;
    for (size_t i = 0; i < count; i++) sum += (uint32_t)abs((int8_t)target[i]);
    return sum;
}

/// Filters all rows. `work` is zero and holds three rows with their filter and a pixel.
static void filter_rows(const uint8_t *pixels, uint32_t width, uint32_t height, size_t step, uint8_t *work, uint8_t *target) {
    size_t count = width * step, row_bytes = count + step + 1;
    uint8_t *row = work + step, *above = row + row_bytes, *tried = above + row_bytes;
    for (uint32_t y = 0; y < height; y++) {
        for (uint32_t x = 0; x < width; x++) memcpy(row + x * step, pixels + ((size_t)y * width + x) * 4, step);
        size_t least = SIZE_MAX;
        for (int kind = 0; kind < 5; kind++) {
            size_t sum = filter(kind, row, above, count, step, tried);
            if (sum >= least) continue;
            least = sum;
            memcpy(target, tried, count + 1);
        }
        target += count + 1;
        uint8_t *last = above;
        above = row;
        row = last;
    }
}

static uint8_t *put32(uint8_t *at, uint32_t value) {
    for (int i = 0; i < 4; i++) *at++ = (uint8_t)(value >> (24 - 8 * i));
    return at;
}

/// Completes a chunk whose contents lie eight bytes behind `at`. Returns its end.
static uint8_t *put_chunk(uint8_t *at, const char *type, size_t count) {
    put32(at, (uint32_t)count);
    memcpy(at + 4, type, 4);
    return put32(at + 8 + count, libdeflate_crc32(0, at + 4, 4 + count));
}

size_t penumbra_png_encode_with_libdeflate(
    const uint8_t *pixels, uint32_t width, uint32_t height, bool opaque, int level, uint8_t **file) {
    size_t step = opaque ? 3 : 4, row_bytes = width * step + 1, all = row_bytes * height;
    struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(level);
    size_t most = compressor ? libdeflate_zlib_compress_bound(compressor, all) : 0;
    uint8_t *work = calloc(3, row_bytes + step), *filtered = malloc(all), *out = malloc(most + 57);
    size_t count = 0;
    if (compressor && work && filtered && out) {
        filter_rows(pixels, width, height, step, work, filtered);
        memcpy(out, "\x89PNG\r\n\x1a\n", 8);
        uint8_t *header = put32(put32(out + 16, width), height);
        memcpy(header, (const uint8_t[]){8, opaque ? 2 : 6, 0, 0, 0}, 5);
        uint8_t *at = put_chunk(out + 8, "IHDR", 13);
        size_t compressed = libdeflate_zlib_compress(compressor, filtered, all, at + 8, most);
        if (compressed) count = (size_t)(put_chunk(put_chunk(at, "IDAT", compressed), "IEND", 0) - out);
    }
    free(work);
    free(filtered);
    if (compressor) libdeflate_free_compressor(compressor);
    if (count && file) {
        *file = out;
    } else {
        free(out);
    }
    return count;
}
