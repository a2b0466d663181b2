import CPenumbraColor
import PenumbraBitmap

/// A Little CMS profile that can be the source of a conversion: device colours in grey, RGB or CMYK.
package struct ColorProfile: ~Copyable {
    package enum Space {
        case gray, rgb, cmyk
    }

    let handle: cmsHPROFILE
    let space: Space

    /// The largest profile that is used, in bytes. Printing profiles take up to about 3 MB; a profile beyond the limit
    /// counts as damaged.
    static let maximumBytes = 8 << 20

    /// Opens a profile from the bytes of an ICC file; nil if the bytes are not a usable profile.
    init?(icc bytes: ByteView) {
        guard bytes.count <= Self.maximumBytes,
            let handle = cmsOpenProfileFromMem(bytes.base.baseAddress, cmsUInt32Number(bytes.count))
        else { return nil }
        let space: Space? =
            switch cmsGetColorSpace(handle) {
            case cmsSigGrayData: .gray
            case cmsSigRgbData: .rgb
            case cmsSigCmykData: .cmyk
            default: nil
            }
        let describesDevice =
            switch cmsGetDeviceClass(handle) {
            case cmsSigInputClass, cmsSigDisplayClass, cmsSigOutputClass, cmsSigColorSpaceClass: true
            default: false
            }
        guard let space, describesDevice else {
            cmsCloseProfile(handle)
            return nil
        }
        self.handle = handle
        self.space = space
    }

    /// Makes the profile of a space that pictures are drawn in.
    init?(_ space: ColorSpace) {
        let handle: cmsHPROFILE?
        switch space {
        case .srgb: handle = cmsCreate_sRGBProfile()
        case .displayP3:
            handle = ICCProfile.bytes(of: space).withUnsafeBytes {
                cmsOpenProfileFromMem($0.baseAddress, cmsUInt32Number($0.count))
            }
        }
        guard let handle else { return nil }
        self.handle = handle
        self.space = .rgb
    }

    /// Makes the profile that PNG's gAMA and cHRM chunks describe; nil if that profile is sRGB or makes no sense.
    ///
    /// - Parameters:
    ///   - gamma: encoding exponent times 100000, or 0 if missing. A value within 5 % of 1/2.2 means the sRGB curve, for
    ///     which the PNG specification has writers put 45455.
    ///   - chromaticities: x and y of white, red, green and blue times 100000, all 0 if missing. Values within 0.001 of
    ///     sRGB's mean sRGB's.
    init?(gamma: Int32, chromaticities: [Int32]) {
        let srgb: [Double] = [0.3127, 0.3290, 0.64, 0.33, 0.30, 0.60, 0.15, 0.06]
        let given = chromaticities.map { Double($0) / 100_000 }
        let hasPrimaries =
            given.count == 8 && given.contains { $0 != 0 } && zip(given, srgb).contains { abs($0 - $1) > 0.001 }
        let hasGamma = gamma > 0 && abs(Double(gamma) / 45455 - 1) > 0.05
        guard hasPrimaries || hasGamma else { return nil }

        let p = hasPrimaries ? given : srgb
        var white = cmsCIExyY(x: p[0], y: p[1], Y: 1)
        var primaries = cmsCIExyYTRIPLE(
            Red: cmsCIExyY(x: p[2], y: p[3], Y: 1), Green: cmsCIExyY(x: p[4], y: p[5], Y: 1),
            Blue: cmsCIExyY(x: p[6], y: p[7], Y: 1))
        // IEC 61966-2-1: ((v + 0.055) / 1.055)^2.4 above 0.04045, v / 12.92 below.
        let srgbCurve: [Double] = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]
        let curve = hasGamma ? cmsBuildGamma(nil, 100_000 / Double(gamma)) : cmsBuildParametricToneCurve(nil, 4, srgbCurve)
        guard let curve else { return nil }
        defer { cmsFreeToneCurve(curve) }
        var curves: [OpaquePointer?] = [curve, curve, curve]
        guard let handle = cmsCreateRGBProfile(&white, &primaries, &curves) else { return nil }
        self.handle = handle
        self.space = .rgb
    }

    deinit { cmsCloseProfile(handle) }
}
