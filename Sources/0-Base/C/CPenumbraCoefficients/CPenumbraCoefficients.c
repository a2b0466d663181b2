#include "CPenumbraCoefficients.h"

#include <setjmp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

struct penumbra_jpeg_reader {
    struct jpeg_decompress_struct jpeg;
    struct jpeg_error_mgr errors;
    struct jpeg_progress_mgr progress;
    jmp_buf failed;
    jvirt_barray_ptr *coefficients;
    int most_scans;
};

static void on_error(j_common_ptr jpeg) {
    penumbra_jpeg_reader *reader = jpeg->client_data;
    longjmp(reader->failed, 1);
}

static void on_message(j_common_ptr jpeg, int level) {
    // Negative levels are warnings. The caller's own decoder decides which warnings are harmless.
    if (level < 0) on_error(jpeg);
}

static void on_output(j_common_ptr jpeg) { (void)jpeg; }

static void on_progress(j_common_ptr jpeg) {
    penumbra_jpeg_reader *reader = jpeg->client_data;
    if (reader->jpeg.input_scan_number > reader->most_scans) on_error(jpeg);
}

// libjpeg smooths the blocks of a progressive picture as long as the first coefficients are not exact.
static bool is_exact(const struct jpeg_decompress_struct *jpeg) {
    if (!jpeg->progressive_mode) return true;
    if (!jpeg->coef_bits) return false;
    for (int c = 0; c < jpeg->num_components; c++) {
        for (int i = 0; i < DCTSIZE2; i++) {
            if (jpeg->coef_bits[c][i] != 0) return false;
        }
    }
    return true;
}

static bool describe(penumbra_jpeg_reader *reader, penumbra_jpeg_frame *frame) {
    struct jpeg_decompress_struct *jpeg = &reader->jpeg;
    memset(frame, 0, sizeof *frame);
    frame->width = (int32_t)jpeg->image_width;
    frame->height = (int32_t)jpeg->image_height;
    frame->component_count = jpeg->num_components;
    frame->is_rgb = jpeg->jpeg_color_space == JCS_RGB;
    for (int c = 0; c < jpeg->num_components; c++) {
        const jpeg_component_info *info = &jpeg->comp_info[c];
        penumbra_jpeg_component *component = &frame->components[c];
        if (!info->quant_table) return false;
        component->horizontal = info->h_samp_factor;
        component->vertical = info->v_samp_factor;
        component->blocks_across = (int32_t)info->width_in_blocks;
        component->blocks_down = (int32_t)info->height_in_blocks;
        memcpy(component->quantisation, info->quant_table->quantval, sizeof component->quantisation);
    }
    return true;
}

penumbra_jpeg_reader *penumbra_jpeg_open(const uint8_t *bytes, size_t count, int32_t most_scans, penumbra_jpeg_frame *frame) {
    penumbra_jpeg_reader *reader = calloc(1, sizeof *reader);
    if (!reader) return NULL;
    struct jpeg_decompress_struct *jpeg = &reader->jpeg;
    reader->most_scans = most_scans;
    jpeg->err = jpeg_std_error(&reader->errors);
    reader->errors.error_exit = on_error;
    reader->errors.emit_message = on_message;
    reader->errors.output_message = on_output;
    reader->progress.progress_monitor = on_progress;
    jpeg->client_data = reader;
    if (setjmp(reader->failed)) {
        penumbra_jpeg_close(reader);
        return NULL;
    }
    jpeg_create_decompress(jpeg);
    jpeg->progress = &reader->progress;
    jpeg_mem_src(jpeg, bytes, count);
    bool is_read = false;
    if (jpeg_read_header(jpeg, TRUE) == JPEG_HEADER_OK) {
        bool is_known = jpeg->num_components == 1
                            ? jpeg->jpeg_color_space == JCS_GRAYSCALE
                            : jpeg->num_components == 3 &&
                                  (jpeg->jpeg_color_space == JCS_YCbCr || jpeg->jpeg_color_space == JCS_RGB);
        if (is_known) {
            reader->coefficients = jpeg_read_coefficients(jpeg);
            is_read = reader->coefficients && is_exact(jpeg) && describe(reader, frame);
        }
    }
    if (is_read) return reader;
    penumbra_jpeg_close(reader);
    return NULL;
}

// With at most this sum of absolute values in each column of a block, no sum of two values exceeds 16 bits: a value of the
// first of the two transforms is at most 4·√2·cos(π/16) times the sum, which is 16367.
enum { most_in_column = 2950 };

typedef int16_t eight __attribute__((vector_size(16)));
typedef uint16_t eight_unsigned __attribute__((vector_size(16)));

// A quantisation table, and the largest coefficients whose values are moderate.
struct moderate {
    eight factors[DCTSIZE], largest[DCTSIZE];
};

static struct moderate moderate_values(const uint16_t *quantisation) {
    struct moderate result;
    for (int row = 0; row < DCTSIZE; row++) {
        for (int column = 0; column < DCTSIZE; column++) {
            int factor = quantisation[DCTSIZE * row + column];
            // A larger factor has 0 for its largest coefficient, so its products are 0.
            result.factors[row][column] = (int16_t)(factor > most_in_column ? 1 : factor);
            result.largest[row][column] = (int16_t)(factor > 0 ? most_in_column / factor : INT16_MAX);
        }
    }
    return result;
}

static bool is_moderate(const int16_t *block, const struct moderate *values) {
    eight above = {0};
    eight_unsigned sums = {0};
    for (int row = 0; row < DCTSIZE; row++) {
        eight coefficients;
        memcpy(&coefficients, block + DCTSIZE * row, sizeof coefficients);
        above |= (coefficients > values->largest[row]) | (coefficients < -values->largest[row]);
        eight_unsigned sign = (eight_unsigned)(coefficients >> 15);
        // The sum of eight products, of which none is above the most, has 15 bits.
        sums += (((eight_unsigned)coefficients ^ sign) - sign) * (eight_unsigned)values->factors[row];
    }
    above |= (eight)sums > (int16_t)most_in_column;
    int64_t halves[2];
    memcpy(halves, &above, sizeof halves);
    return (halves[0] | halves[1]) == 0;
}

bool penumbra_jpeg_copy(penumbra_jpeg_reader *reader, int32_t component, int16_t *blocks) {
    struct jpeg_decompress_struct *jpeg = &reader->jpeg;
    const jpeg_component_info *info = &jpeg->comp_info[component];
    const struct moderate values = moderate_values(info->quant_table->quantval);
    if (setjmp(reader->failed)) return false;
    size_t row_values = (size_t)info->width_in_blocks * DCTSIZE2;
    for (JDIMENSION y = 0; y < info->height_in_blocks; y++) {
        JBLOCKARRAY row =
            jpeg->mem->access_virt_barray((j_common_ptr)jpeg, reader->coefficients[component], y, 1, FALSE);
        for (JDIMENSION x = 0; x < info->width_in_blocks; x++) {
            if (!is_moderate(row[0][x], &values)) return false;
        }
        memcpy(blocks + y * row_values, row[0], row_values * sizeof *blocks);
    }
    return true;
}

void penumbra_jpeg_close(penumbra_jpeg_reader *reader) {
    if (!reader) return;
    jpeg_destroy_decompress(&reader->jpeg);
    free(reader);
}
