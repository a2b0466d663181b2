import CPenumbraColor
import PenumbraBitmap

/// A conversion of decoded pixels from a profile to a colour space: relative colorimetric with black point compensation.
package struct ColorTransform: ~Copyable {
    /// The memory layout of the pixels to be converted. Grey pictures have already been widened to RGBA with three equal
    /// components.
    package enum Layout {
        case rgba8, rgba16
        /// RGBA of 16 bits that is converted in place to 16 bits.
        case rgba16Wide
        case cmyk8
        /// CMYK as Adobe's programs store it in JPEG: 255 means no ink.
        case cmyk8Inverted
    }

    private let handle: cmsHTRANSFORM
    private let layout: Layout
    private let isGray: Bool

    /// Makes the conversion; nil if there is nothing to convert. That is the case if the profile is the target within one unit
    /// of 255, does not fit the layout, or is not usable by Little CMS.
    static func make(from profile: borrowing ColorProfile, to target: ColorSpace, layout: Layout) -> ColorTransform? {
        guard let transform = ColorTransform(from: profile, to: target, layout: layout) else { return nil }
        if profile.space != .cmyk && transform.changesNothing { return nil }
        return transform
    }

    /// Makes the conversion of a picture without a usable profile, which is sRGB. Nil if the target is sRGB too.
    static func make(fromSRGBTo target: ColorSpace, layout: Layout) -> ColorTransform? {
        guard target != .srgb, let profile = ColorProfile(.srgb) else { return nil }
        return make(from: profile, to: target, layout: layout)
    }

    private init?(from profile: borrowing ColorProfile, to target: ColorSpace, layout: Layout) {
        let isGray = profile.space == .gray
        let inputFormat: cmsUInt32Number
        switch (layout, profile.space) {
        case (.rgba8, .rgb): inputFormat = penumbra_color_rgba8()
        case (.rgba16, .rgb), (.rgba16Wide, .rgb): inputFormat = penumbra_color_rgba16()
        case (.rgba8, .gray): inputFormat = penumbra_color_gray8()
        case (.rgba16, .gray), (.rgba16Wide, .gray): inputFormat = penumbra_color_gray16()
        case (.cmyk8, .cmyk): inputFormat = penumbra_color_cmyk8()
        case (.cmyk8Inverted, .cmyk): inputFormat = penumbra_color_cmyk8_inverted()
        default: return nil
        }
        guard let output = ColorProfile(target) else { return nil }
        var flags = cmsFLAGS_BLACKPOINTCOMPENSATION
        let isDeep = layout == .rgba16 || layout == .rgba16Wide
        if isDeep && !isGray { flags |= cmsFLAGS_COPY_ALPHA }
        // Optimisation replaces the curves by tables of 33 points per side. For 16-bit RGB these err by up to 18 of 255 in
        // the darks. 8-bit RGB has an exact optimisation, and printing profiles are tables anyway.
        if isDeep || isGray { flags |= cmsFLAGS_NOOPTIMIZE }
        guard
            let handle = cmsCreateTransform(
                profile.handle, inputFormat, output.handle,
                layout == .rgba16Wide ? penumbra_color_rgba16() : penumbra_color_rgba8(),
                cmsUInt32Number(INTENT_RELATIVE_COLORIMETRIC), cmsUInt32Number(flags))
        else { return nil }
        self.handle = handle
        self.layout = layout
        self.isGray = isGray
    }

    deinit { cmsDeleteTransform(handle) }

    /// Reports whether `convert` would convert pixels.
    package static func converts(_ profile: ByteView, layout: Layout, in spaces: [ColorProfile.Space]) -> Bool {
        guard profile.count > 0, let profile = ColorProfile(icc: profile), spaces.contains(profile.space) else { return false }
        return make(from: profile, to: .srgb, layout: layout) != nil
    }

    /// Converts the pixels of a picture by the profile in its file. A picture without a usable profile is sRGB.
    ///
    /// - Parameters:
    ///   - profile: the bytes of an ICC profile; may be empty.
    ///   - spaces: the colour spaces that make sense for the picture's samples. A profile for another space counts as
    ///     damaged.
    /// - Returns: false if nothing was converted, because there is no usable profile or the profile changes nothing.
    static func convert(
        _ pixels: UnsafeMutablePointer<UInt8>, pixels count: Int, layout: Layout, from profile: ByteView,
        in spaces: [ColorProfile.Space], to target: ColorSpace
    ) -> Bool {
        if profile.count > 0, let profile = ColorProfile(icc: profile), spaces.contains(profile.space) {
            guard let transform = make(from: profile, to: target, layout: layout) else { return false }
            transform.convert(pixels, to: pixels, pixels: count)
            return true
        }
        // CMYK without a profile is made RGB first.
        guard layout == .rgba8, let transform = make(fromSRGBTo: target, layout: layout) else { return false }
        transform.convert(pixels, to: pixels, pixels: count)
        return true
    }

    /// Converts pixels into RGBA8. `source` may be the same memory as `target` if a pixel takes four bytes in both.
    ///
    /// Alpha is kept (and reduced to eight bits); CMYK becomes opaque.
    func convert(_ source: UnsafeRawPointer, to target: UnsafeMutablePointer<UInt8>, pixels: Int) {
        let block = 1024
        let sourceSize = layout == .rgba16 ? 8 : 4
        withUnsafeTemporaryAllocation(byteCount: block * 2, alignment: 16) { gray in
            var start = 0
            while start < pixels {
                let count = min(block, pixels - start)
                convertBlock(source + start * sourceSize, to: target + start * 4, count: count, gray: gray)
                start += count
            }
        }
    }

    /// Converts pixels of 16 bits in place. Alpha is kept.
    func convertWide(_ pixels: UnsafeMutablePointer<UInt16>, pixels count: Int) {
        guard isGray else {
            // Copies alpha, too.
            cmsDoTransform(handle, pixels, pixels, cmsUInt32Number(count))
            return
        }
        for index in 0..<count {
            let (gray, alpha) = (pixels[4 * index], pixels[4 * index + 3])
            withUnsafePointer(to: gray) { cmsDoTransform(handle, $0, pixels + 4 * index, 1) }
            // Removes the unit by which rounding may tint a grey.
            (pixels[4 * index], pixels[4 * index + 2]) = (pixels[4 * index + 1], pixels[4 * index + 1])
            pixels[4 * index + 3] = alpha
        }
    }

    private func convertBlock(
        _ source: UnsafeRawPointer, to target: UnsafeMutablePointer<UInt8>, count: Int, gray: UnsafeMutableRawBufferPointer
    ) {
        guard let grayBase = gray.baseAddress else { return }
        switch (layout, isGray) {
        case (.rgba8, false), (.rgba16, false):
            cmsDoTransform(handle, source, target, cmsUInt32Number(count))
        case (.rgba8, true):
            let samples = grayBase.assumingMemoryBound(to: UInt8.self)
            let pixels = source.assumingMemoryBound(to: UInt8.self)
            for i in 0..<count { samples[i] = pixels[4 * i] }
            cmsDoTransform(handle, samples, target, cmsUInt32Number(count))
            Self.copyGreen(target, count)
            if source != UnsafeRawPointer(target) { for i in 0..<count { target[4 * i + 3] = pixels[4 * i + 3] } }
        case (.rgba16Wide, _): break
        case (.rgba16, true):
            let samples = grayBase.assumingMemoryBound(to: UInt16.self)
            let pixels = source.assumingMemoryBound(to: UInt16.self)
            for i in 0..<count { samples[i] = pixels[4 * i] }
            cmsDoTransform(handle, samples, target, cmsUInt32Number(count))
            Self.copyGreen(target, count)
            for i in 0..<count { target[4 * i + 3] = UInt8((UInt32(pixels[4 * i + 3]) * 255 + 32767) / 65535) }
        case (.cmyk8, _), (.cmyk8Inverted, _):
            cmsDoTransform(handle, source, target, cmsUInt32Number(count))
            for i in 0..<count { target[4 * i + 3] = 255 }
        }
    }

    /// Removes the unit by which rounding may tint a grey.
    private static func copyGreen(_ pixels: UnsafeMutablePointer<UInt8>, _ count: Int) {
        for i in 0..<count {
            pixels[4 * i] = pixels[4 * i + 1]
            pixels[4 * i + 2] = pixels[4 * i + 1]
        }
    }

    /// True if the conversion leaves test colours unchanged. It tries all greys and a cube of colours. Profiles of sRGB come
    /// in many files, and this test finds them all.
    private var changesNothing: Bool {
        var colors: [UInt8] = []
        for value in UInt8.min...UInt8.max { colors += [value, value, value, 255] }
        if !isGray {
            for red in stride(from: 0, through: 255, by: 51) {
                for green in stride(from: 0, through: 255, by: 51) {
                    for blue in stride(from: 0, through: 255, by: 51) {
                        colors += [UInt8(red), UInt8(green), UInt8(blue), 255]
                    }
                }
            }
        }
        var converted = colors
        let count = colors.count / 4
        if layout == .rgba16Wide {
            var wide = colors.map { UInt16($0) * 257 }
            wide.withUnsafeMutableBufferPointer { pixels in
                if let pixels = pixels.baseAddress { convertWide(pixels, pixels: count) }
            }
            converted = wide.map { UInt8((UInt32($0) + 128) / 257) }
        } else if layout == .rgba16 {
            let wide = colors.map { UInt16($0) * 257 }
            wide.withUnsafeBytes { source in
                converted.withUnsafeMutableBufferPointer { target in
                    if let source = source.baseAddress, let target = target.baseAddress {
                        convert(source, to: target, pixels: count)
                    }
                }
            }
        } else {
            converted.withUnsafeMutableBufferPointer { pixels in
                if let pixels = pixels.baseAddress { convert(pixels, to: pixels, pixels: count) }
            }
        }
        return zip(colors, converted).allSatisfy { abs(Int($0) - Int($1)) <= 1 }
    }
}
