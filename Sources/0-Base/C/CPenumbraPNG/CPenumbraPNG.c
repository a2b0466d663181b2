#include "CPenumbraPNG.h"

#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

struct penumbra_png_reader {
    png_structp png;
    png_infop info;
    const uint8_t *bytes;
    size_t count, at;
    bool ran_out, has_all_rows;
    char message[160];
};

static void on_error(png_structp png, png_const_charp message) {
    penumbra_png_reader *reader = png_get_error_ptr(png);
    strncpy(reader->message, message, sizeof reader->message - 1);
    png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp message) {
    (void)png;
    (void)message;
}

static void on_read(png_structp png, png_bytep into, size_t wanted) {
    penumbra_png_reader *reader = png_get_io_ptr(png);
    if (wanted > reader->count - reader->at) {
        reader->ran_out = true;
        png_error(png, "the data ends early");
    }
    memcpy(into, reader->bytes + reader->at, wanted);
    reader->at += wanted;
}

penumbra_png_reader *penumbra_png_open(const uint8_t *bytes, size_t count) {
    penumbra_png_reader *reader = calloc(1, sizeof *reader);
    if (!reader) return NULL;
    reader->bytes = bytes;
    reader->count = count;
    reader->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, reader, on_error, on_warning);
    if (reader->png) reader->info = png_create_info_struct(reader->png);
    if (!reader->info) {
        penumbra_png_close(reader);
        return NULL;
    }
    return reader;
}

void penumbra_png_close(penumbra_png_reader *reader) {
    if (!reader) return;
    png_destroy_read_struct(&reader->png, &reader->info, NULL);
    free(reader);
}

const char *penumbra_png_message(const penumbra_png_reader *reader) { return reader->message; }

bool penumbra_png_ran_out(const penumbra_png_reader *reader) { return reader->ran_out; }

/* Chunks that change no pixel: skipped without being inflated or stored. */
static const png_byte skipped_chunks[] = "bKGD\0eXIf\0hIST\0iTXt\0oFFs\0pCAL\0pHYs\0sBIT\0sCAL\0sPLT\0tEXt\0tIME\0zTXt";

bool penumbra_png_read_header(penumbra_png_reader *reader, uint32_t max_width, uint32_t max_height,
                              size_t max_chunk_bytes, penumbra_png_header *header) {
    png_structp png = reader->png;
    png_infop info = reader->info;
    memset(header, 0, sizeof *header);
    if (setjmp(png_jmpbuf(png))) return false;

    png_set_read_fn(png, reader, on_read);
    /* Encoders of the past understated the window that their data need; every viewer shows their pictures. */
    png_set_option(png, PNG_MAXIMUM_INFLATE_WINDOW, PNG_OPTION_ON);
    png_set_user_limits(png, max_width, max_height);
    png_set_chunk_malloc_max(png, max_chunk_bytes);
    png_set_chunk_cache_max(png, 16);
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, skipped_chunks, (int)(sizeof skipped_chunks / 5));
    png_read_info(png, info);

    header->width = png_get_image_width(png, info);
    header->height = png_get_image_height(png, info);
    header->bit_depth = png_get_bit_depth(png, info);
    header->may_be_transparent =
        (png_get_color_type(png, info) & PNG_COLOR_MASK_ALPHA) != 0 || png_get_valid(png, info, PNG_INFO_tRNS) != 0;
    header->is_srgb = png_get_valid(png, info, PNG_INFO_sRGB) != 0;

    png_charp name = NULL;
    int method = 0;
    png_bytep profile = NULL;
    png_uint_32 size = 0;
    if (png_get_iCCP(png, info, &name, &method, &profile, &size) == PNG_INFO_iCCP) {
        header->profile = profile;
        header->profile_size = size;
    }
    png_fixed_point gamma = 0;
    if (png_get_valid(png, info, PNG_INFO_gAMA) && png_get_gAMA_fixed(png, info, &gamma) == PNG_INFO_gAMA) header->gamma = gamma;
    png_fixed_point c[8] = {0};
    if (png_get_valid(png, info, PNG_INFO_cHRM) &&
        png_get_cHRM_fixed(png, info, c, c + 1, c + 2, c + 3, c + 4, c + 5, c + 6, c + 7) == PNG_INFO_cHRM)
        for (int i = 0; i < 8; i++) header->chromaticities[i] = c[i];
    return true;
}

bool penumbra_png_read_rows(penumbra_png_reader *reader, uint8_t *pixels, size_t stride, bool keep_16) {
    png_structp png = reader->png;
    png_infop info = reader->info;
    /* A file that ends behind its last pixel lacks nothing that is shown. */
    if (setjmp(png_jmpbuf(png))) return reader->has_all_rows && reader->ran_out;

    const bool wide = keep_16 && png_get_bit_depth(png, info) == 16;
    png_set_expand(png);
    png_set_gray_to_rgb(png);
    png_set_add_alpha(png, 0xffff, PNG_FILLER_AFTER);
    if (wide) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
        png_set_swap(png);
#endif
    } else {
        png_set_scale_16(png);
    }
    const int passes = png_set_interlace_handling(png);
    png_read_update_info(png, info);

    const png_uint_32 height = png_get_image_height(png, info);
    const size_t needed = (size_t)png_get_image_width(png, info) * (wide ? 8 : 4);
    if (png_get_rowbytes(png, info) != needed || stride < needed) png_error(png, "a row has an unexpected length");
    for (int pass = 0; pass < passes; pass++)
        for (png_uint_32 y = 0; y < height; y++) png_read_row(png, pixels + (size_t)y * stride, NULL);
    reader->has_all_rows = true;
    png_read_end(png, NULL);
    return true;
}
