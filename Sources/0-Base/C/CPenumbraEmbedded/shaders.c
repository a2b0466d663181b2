// `#embed` is of C23; the compilers of Swift 6.2 and later have it.
#pragma clang diagnostic ignored "-Wc23-extensions"

#include "CPenumbraEmbedded.h"

static const penumbra_text files[] = {
    {"blending.glsl", (const char[]){
#embed "../../../../Shaders/blending.glsl"
    , 0}},
    {"blur_rays.comp", (const char[]){
#embed "../../../../Shaders/blur_rays.comp"
    , 0}},
    {"blur_spans.comp", (const char[]){
#embed "../../../../Shaders/blur_spans.comp"
    , 0}},
    {"clear.comp", (const char[]){
#embed "../../../../Shaders/clear.comp"
    , 0}},
    {"common.glsl", (const char[]){
#embed "../../../../Shaders/common.glsl"
    , 0}},
    {"composite.comp", (const char[]){
#embed "../../../../Shaders/composite.comp"
    , 0}},
    {"convolve.comp", (const char[]){
#embed "../../../../Shaders/convolve.comp"
    , 0}},
    {"dither.comp", (const char[]){
#embed "../../../../Shaders/dither.comp"
    , 0}},
    {"downsample.comp", (const char[]){
#embed "../../../../Shaders/downsample.comp"
    , 0}},
    {"draw_instances.comp", (const char[]){
#embed "../../../../Shaders/draw_instances.comp"
    , 0}},
    {"extract_channel.comp", (const char[]){
#embed "../../../../Shaders/extract_channel.comp"
    , 0}},
    {"fill_mesh.comp", (const char[]){
#embed "../../../../Shaders/fill_mesh.comp"
    , 0}},
    {"filter_colors.comp", (const char[]){
#embed "../../../../Shaders/filter_colors.comp"
    , 0}},
    {"filter_pixels.comp", (const char[]){
#embed "../../../../Shaders/filter_pixels.comp"
    , 0}},
    {"finish.comp", (const char[]){
#embed "../../../../Shaders/finish.comp"
    , 0}},
    {"finish.glsl", (const char[]){
#embed "../../../../Shaders/finish.glsl"
    , 0}},
    {"finish_deep.comp", (const char[]){
#embed "../../../../Shaders/finish_deep.comp"
    , 0}},
    {"finish_video.comp", (const char[]){
#embed "../../../../Shaders/finish_video.comp"
    , 0}},
    {"integer_root.glsl", (const char[]){
#embed "../../../../Shaders/integer_root.glsl"
    , 0}},
    {"jpeg.glsl", (const char[]){
#embed "../../../../Shaders/jpeg.glsl"
    , 0}},
    {"jpeg_blocks.comp", (const char[]){
#embed "../../../../Shaders/jpeg_blocks.comp"
    , 0}},
    {"jpeg_codes.glsl", (const char[]){
#embed "../../../../Shaders/jpeg_codes.glsl"
    , 0}},
    {"jpeg_coefficients.comp", (const char[]){
#embed "../../../../Shaders/jpeg_coefficients.comp"
    , 0}},
    {"jpeg_file.glsl", (const char[]){
#embed "../../../../Shaders/jpeg_file.glsl"
    , 0}},
    {"jpeg_file_blocks.comp", (const char[]){
#embed "../../../../Shaders/jpeg_file_blocks.comp"
    , 0}},
    {"jpeg_file_code.glsl", (const char[]){
#embed "../../../../Shaders/jpeg_file_code.glsl"
    , 0}},
    {"jpeg_file_codes.comp", (const char[]){
#embed "../../../../Shaders/jpeg_file_codes.comp"
    , 0}},
    {"jpeg_file_sizes.comp", (const char[]){
#embed "../../../../Shaders/jpeg_file_sizes.comp"
    , 0}},
    {"jpeg_pixels.comp", (const char[]){
#embed "../../../../Shaders/jpeg_pixels.comp"
    , 0}},
    {"jpeg_sync.comp", (const char[]){
#embed "../../../../Shaders/jpeg_sync.comp"
    , 0}},
    {"map_colors.comp", (const char[]){
#embed "../../../../Shaders/map_colors.comp"
    , 0}},
    {"map_mask.comp", (const char[]){
#embed "../../../../Shaders/map_mask.comp"
    , 0}},
    {"mask_edge.glsl", (const char[]){
#embed "../../../../Shaders/mask_edge.glsl"
    , 0}},
    {"mask_pixel.glsl", (const char[]){
#embed "../../../../Shaders/mask_pixel.glsl"
    , 0}},
    {"mask_source.glsl", (const char[]){
#embed "../../../../Shaders/mask_source.glsl"
    , 0}},
    {"merge_channels.comp", (const char[]){
#embed "../../../../Shaders/merge_channels.comp"
    , 0}},
    {"mix_limit.comp", (const char[]){
#embed "../../../../Shaders/mix_limit.comp"
    , 0}},
    {"mix_masks.comp", (const char[]){
#embed "../../../../Shaders/mix_masks.comp"
    , 0}},
    {"noise.comp", (const char[]){
#embed "../../../../Shaders/noise.comp"
    , 0}},
    {"peaks.comp", (const char[]){
#embed "../../../../Shaders/peaks.comp"
    , 0}},
    {"png.glsl", (const char[]){
#embed "../../../../Shaders/png.glsl"
    , 0}},
    {"png_code.glsl", (const char[]){
#embed "../../../../Shaders/png_code.glsl"
    , 0}},
    {"png_filters.comp", (const char[]){
#embed "../../../../Shaders/png_filters.comp"
    , 0}},
    {"png_kept.glsl", (const char[]){
#embed "../../../../Shaders/png_kept.glsl"
    , 0}},
    {"png_neighbours.glsl", (const char[]){
#embed "../../../../Shaders/png_neighbours.glsl"
    , 0}},
    {"png_opaque.comp", (const char[]){
#embed "../../../../Shaders/png_opaque.comp"
    , 0}},
    {"png_rows.comp", (const char[]){
#embed "../../../../Shaders/png_rows.comp"
    , 0}},
    {"png_strips.comp", (const char[]){
#embed "../../../../Shaders/png_strips.comp"
    , 0}},
    {"project_image.comp", (const char[]){
#embed "../../../../Shaders/project_image.comp"
    , 0}},
    {"resample_columns.comp", (const char[]){
#embed "../../../../Shaders/resample_columns.comp"
    , 0}},
    {"resample_rows.comp", (const char[]){
#embed "../../../../Shaders/resample_rows.comp"
    , 0}},
    {"row_maxima.comp", (const char[]){
#embed "../../../../Shaders/row_maxima.comp"
    , 0}},
    {"row_sums.comp", (const char[]){
#embed "../../../../Shaders/row_sums.comp"
    , 0}},
    {"shade.comp", (const char[]){
#embed "../../../../Shaders/shade.comp"
    , 0}},
    {"spread.comp", (const char[]){
#embed "../../../../Shaders/spread.comp"
    , 0}},
    {"transform_image.comp", (const char[]){
#embed "../../../../Shaders/transform_image.comp"
    , 0}},
};

penumbra_text penumbra_embedded_shader(int index) {
    const int count = sizeof files / sizeof *files;
    return index >= 0 && index < count ? files[index] : (penumbra_text){0, 0};
}
