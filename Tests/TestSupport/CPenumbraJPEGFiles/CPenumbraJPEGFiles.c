#include "CPenumbraJPEGFiles.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>

static void on_error(j_common_ptr jpeg) { longjmp(*(jmp_buf *)jpeg->client_data, 1); }

static void on_output(j_common_ptr jpeg) { (void)jpeg; }

uint8_t *penumbra_jpeg_file_make(const penumbra_jpeg_file *file, const uint8_t *pixels, size_t *count) {
    struct jpeg_compress_struct jpeg;
    struct jpeg_error_mgr errors;
    jmp_buf failed;
    unsigned char *written = NULL;
    unsigned long size = 0;
    jpeg.err = jpeg_std_error(&errors);
    errors.error_exit = on_error;
    errors.output_message = on_output;
    jpeg.client_data = &failed;
    jpeg_create_compress(&jpeg);
    if (setjmp(failed)) {
        // The buffer becomes known at the end of a file.
        if (jpeg.dest) jpeg.dest->term_destination(&jpeg);
        jpeg_destroy_compress(&jpeg);
        free(written);
        return NULL;
    }
    jpeg_mem_dest(&jpeg, &written, &size);
    jpeg.image_width = (JDIMENSION)file->width;
    jpeg.image_height = (JDIMENSION)file->height;
    jpeg.input_components = file->component_count;
    jpeg.in_color_space = file->component_count == 1 ? JCS_GRAYSCALE : JCS_RGB;
    jpeg_set_defaults(&jpeg);
    if (file->is_rgb) jpeg_set_colorspace(&jpeg, JCS_RGB);
    jpeg_set_quality(&jpeg, file->quality, TRUE);
    for (int c = 0; c < file->component_count; c++) {
        jpeg.comp_info[c].h_samp_factor = file->horizontal[c];
        jpeg.comp_info[c].v_samp_factor = file->vertical[c];
    }
    jpeg.optimize_coding = file->has_optimal_codes;
    jpeg.arith_code = file->is_arithmetic;
    jpeg.restart_interval = (unsigned int)file->restart_interval;
    jpeg_scan_info scans[3];
    if (file->is_progressive) {
        jpeg_simple_progression(&jpeg);
        if (file->lacks_scans) jpeg.num_scans /= 2;
    } else if (file->has_separate_scans) {
        for (int c = 0; c < file->component_count; c++) {
            jpeg_scan_info scan = {1, {c, 0, 0, 0}, 0, DCTSIZE2 - 1, 0, 0};
            scans[c] = scan;
        }
        jpeg.scan_info = scans;
        jpeg.num_scans = file->component_count;
    }
    jpeg_start_compress(&jpeg, TRUE);
    size_t row_bytes = (size_t)file->width * (size_t)file->component_count;
    while (jpeg.next_scanline < jpeg.image_height) {
        JSAMPROW row = (JSAMPROW)(pixels + jpeg.next_scanline * row_bytes);
        jpeg_write_scanlines(&jpeg, &row, 1);
    }
    jpeg_finish_compress(&jpeg);
    jpeg_destroy_compress(&jpeg);
    *count = size;
    return written;
}
