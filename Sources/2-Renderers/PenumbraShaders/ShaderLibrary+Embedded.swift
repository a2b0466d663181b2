extension ShaderLibrary {
    /// The files of the top-level folder `Shaders`. The package manager makes the names on the right from the files, so
    /// removing a file causes a compile error here.
    static var embeddedFiles: [String: String] {
        [
            "blending.glsl": text(PackageResources.blending_glsl),
            "blur_rays.comp": text(PackageResources.blur_rays_comp),
            "blur_spans.comp": text(PackageResources.blur_spans_comp),
            "clear.comp": text(PackageResources.clear_comp),
            "common.glsl": text(PackageResources.common_glsl),
            "composite.comp": text(PackageResources.composite_comp),
            "convolve.comp": text(PackageResources.convolve_comp),
            "dither.comp": text(PackageResources.dither_comp),
            "downsample.comp": text(PackageResources.downsample_comp),
            "extract_channel.comp": text(PackageResources.extract_channel_comp),
            "fill_mesh.comp": text(PackageResources.fill_mesh_comp),
            "filter_colors.comp": text(PackageResources.filter_colors_comp),
            "filter_pixels.comp": text(PackageResources.filter_pixels_comp),
            "finish_deep.comp": text(PackageResources.finish_deep_comp),
            "finish.comp": text(PackageResources.finish_comp),
            "integer_root.glsl": text(PackageResources.integer_root_glsl),
            "jpeg.glsl": text(PackageResources.jpeg_glsl),
            "jpeg_blocks.comp": text(PackageResources.jpeg_blocks_comp),
            "jpeg_pixels.comp": text(PackageResources.jpeg_pixels_comp),
            "map_colors.comp": text(PackageResources.map_colors_comp),
            "map_mask.comp": text(PackageResources.map_mask_comp),
            "mask_edge.glsl": text(PackageResources.mask_edge_glsl),
            "mask_pixel.glsl": text(PackageResources.mask_pixel_glsl),
            "mask_source.glsl": text(PackageResources.mask_source_glsl),
            "merge_channels.comp": text(PackageResources.merge_channels_comp),
            "mix_limit.comp": text(PackageResources.mix_limit_comp),
            "mix_masks.comp": text(PackageResources.mix_masks_comp),
            "noise.comp": text(PackageResources.noise_comp),
            "peaks.comp": text(PackageResources.peaks_comp),
            "png.glsl": text(PackageResources.png_glsl),
            "png_code.glsl": text(PackageResources.png_code_glsl),
            "png_filters.comp": text(PackageResources.png_filters_comp),
            "png_neighbours.glsl": text(PackageResources.png_neighbours_glsl),
            "png_opaque.comp": text(PackageResources.png_opaque_comp),
            "png_rows.comp": text(PackageResources.png_rows_comp),
            "png_strips.comp": text(PackageResources.png_strips_comp),
            "project_image.comp": text(PackageResources.project_image_comp),
            "resample_columns.comp": text(PackageResources.resample_columns_comp),
            "resample_rows.comp": text(PackageResources.resample_rows_comp),
            "row_maxima.comp": text(PackageResources.row_maxima_comp),
            "row_sums.comp": text(PackageResources.row_sums_comp),
            "shade.comp": text(PackageResources.shade_comp),
            "spread.comp": text(PackageResources.spread_comp),
            "transform_image.comp": text(PackageResources.transform_image_comp),
        ]
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
