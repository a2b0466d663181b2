#include "CPenumbraCoefficients.h"

#include <setjmp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

// Rows of blocks that libjpeg asks for: one component's coefficients. It defines this type only in its own memory manager.
struct jvirt_barray_control {
    JBLOCKARRAY rows;
    JDIMENSION row_blocks, row_count;
    // The rows before this one are in use; the later ones are undefined.
    JDIMENSION used;
    // The rows before this one are known to have moderate values.
    JDIMENSION checked;
    size_t first_block;
};

enum { most_components = 3 };

struct reader {
    struct jpeg_decompress_struct jpeg;
    struct jpeg_error_mgr errors;
    struct jpeg_progress_mgr progress;
    jmp_buf failed;
    int most_scans;
    // The components' coefficients, in the order in which libjpeg asks for memory, which is the components' order.
    struct jvirt_barray_control arrays[most_components];
    int array_count;
    JCOEF *blocks;
};

static void on_error(j_common_ptr jpeg) {
    struct reader *reader = jpeg->client_data;
    longjmp(reader->failed, 1);
}

static void on_message(j_common_ptr jpeg, int level) {
    // Negative levels are warnings. The caller's own decoder decides which warnings are harmless.
    if (level < 0) on_error(jpeg);
}

static void on_output(j_common_ptr jpeg) { (void)jpeg; }

static void on_progress(j_common_ptr jpeg) {
    struct reader *reader = jpeg->client_data;
    if (reader->jpeg.input_scan_number > reader->most_scans) on_error(jpeg);
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

static void check_moderate(struct reader *reader, struct jvirt_barray_control *array, JDIMENSION end) {
    const jpeg_component_info *info = &reader->jpeg.comp_info[array - reader->arrays];
    // The blocks right of and below the picture are never used.
    if (end > info->height_in_blocks) end = info->height_in_blocks;
    if (array->checked >= end) return;
    const struct moderate values = moderate_values(info->quant_table->quantval);
    for (; array->checked < end; array->checked++) {
        for (JDIMENSION x = 0; x < info->width_in_blocks; x++) {
            if (!is_moderate(array->rows[array->checked][x], &values)) on_error((j_common_ptr)&reader->jpeg);
        }
    }
}

// The memory manager's functions for arrays of blocks. libjpeg's own gives all of its memory back when it ends, so the
// coefficients would have to be copied.

static jvirt_barray_ptr request_blocks(
    j_common_ptr jpeg, int pool, boolean is_zeroed, JDIMENSION row_blocks, JDIMENSION row_count, JDIMENSION most_rows) {
    struct reader *reader = jpeg->client_data;
    (void)most_rows;
    if (!is_zeroed || reader->array_count == most_components) on_error(jpeg);
    struct jvirt_barray_control *array = &reader->arrays[reader->array_count++];
    array->rows = jpeg->mem->alloc_large(jpeg, pool, row_count * sizeof *array->rows);
    array->row_blocks = row_blocks;
    array->row_count = row_count;
    return array;
}

static void make_blocks(j_common_ptr jpeg) {
    struct reader *reader = jpeg->client_data;
    if (reader->blocks) return;
    size_t count = 0;
    for (int i = 0; i < reader->array_count; i++) {
        struct jvirt_barray_control *array = &reader->arrays[i];
        array->first_block = count;
        count += (size_t)array->row_blocks * array->row_count;
    }
    reader->blocks = malloc(count > 0 ? count * sizeof(JBLOCK) : 1);
    if (!reader->blocks) on_error(jpeg);
    for (int i = 0; i < reader->array_count; i++) {
        struct jvirt_barray_control *array = &reader->arrays[i];
        JBLOCKROW first = (JBLOCKROW)reader->blocks + array->first_block;
        for (JDIMENSION y = 0; y < array->row_count; y++) array->rows[y] = first + (size_t)y * array->row_blocks;
    }
}

// Makes rows ready for use. They are filled while they are in the processor's cache.
static void use_rows(struct jvirt_barray_control *array, JDIMENSION end) {
    if (end <= array->used) return;
    memset(array->rows[array->used], 0, (size_t)(end - array->used) * array->row_blocks * sizeof(JBLOCK));
    array->used = end;
}

static JBLOCKARRAY access_blocks(
    j_common_ptr jpeg, jvirt_barray_ptr array, JDIMENSION first, JDIMENSION count, boolean is_written) {
    struct reader *reader = jpeg->client_data;
    if (first > array->row_count || count > array->row_count - first) on_error(jpeg);
    // In most pictures the rows before these are complete, and still in the processor's cache.
    if (!reader->jpeg.progressive_mode) check_moderate(reader, array, first);
    if (is_written && first < array->checked) array->checked = first;
    use_rows(array, first + count);
    return array->rows + first;
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

static bool describe(struct reader *reader, penumbra_jpeg_frame *frame) {
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
        component->row_blocks = (int64_t)reader->arrays[c].row_blocks;
        component->first_block = (int64_t)reader->arrays[c].first_block;
        memcpy(component->quantisation, info->quant_table->quantval, sizeof component->quantisation);
    }
    return true;
}

// Reads the file, or leaves through `reader->failed`.
static bool read_blocks(struct reader *reader, const uint8_t *bytes, size_t count, penumbra_jpeg_frame *frame) {
    struct jpeg_decompress_struct *jpeg = &reader->jpeg;
    jpeg_create_decompress(jpeg);
    jpeg->progress = &reader->progress;
    jpeg->mem->request_virt_barray = request_blocks;
    jpeg->mem->realize_virt_arrays = make_blocks;
    jpeg->mem->access_virt_barray = access_blocks;
    jpeg_mem_src(jpeg, bytes, count);
    if (jpeg_read_header(jpeg, TRUE) != JPEG_HEADER_OK) return false;
    bool is_known = jpeg->num_components == 1
                        ? jpeg->jpeg_color_space == JCS_GRAYSCALE
                        : jpeg->num_components == 3 &&
                              (jpeg->jpeg_color_space == JCS_YCbCr || jpeg->jpeg_color_space == JCS_RGB);
    if (!is_known) return false;
    jvirt_barray_ptr *arrays = jpeg_read_coefficients(jpeg);
    if (!arrays || !is_exact(jpeg) || reader->array_count != jpeg->num_components) return false;
    for (int c = 0; c < reader->array_count; c++) {
        if (arrays[c] != &reader->arrays[c]) return false;
    }
    if (!describe(reader, frame)) return false;
    for (int c = 0; c < reader->array_count; c++) {
        use_rows(&reader->arrays[c], reader->arrays[c].row_count);
        check_moderate(reader, &reader->arrays[c], reader->arrays[c].row_count);
    }
    return true;
}

int16_t *penumbra_jpeg_read(const uint8_t *bytes, size_t count, int32_t most_scans, penumbra_jpeg_frame *frame) {
    struct reader *reader = calloc(1, sizeof *reader);
    if (!reader) return NULL;
    struct jpeg_decompress_struct *jpeg = &reader->jpeg;
    reader->most_scans = most_scans;
    jpeg->err = jpeg_std_error(&reader->errors);
    reader->errors.error_exit = on_error;
    reader->errors.emit_message = on_message;
    reader->errors.output_message = on_output;
    reader->progress.progress_monitor = on_progress;
    jpeg->client_data = reader;
    int16_t *blocks = NULL;
    if (setjmp(reader->failed) == 0 && read_blocks(reader, bytes, count, frame)) {
        blocks = reader->blocks;
        reader->blocks = NULL;
    }
    jpeg_destroy_decompress(jpeg);
    free(reader->blocks);
    free(reader);
    return blocks;
}
