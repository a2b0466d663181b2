import Foundation
import PenumbraScene

// swift-format-ignore: AlwaysUseLowerCamelCase
public enum CGColorSpaceModel: Int32, Sendable {
    case unknown = -1
    case monochrome, rgb, cmyk, lab, deviceN, indexed, pattern, XYZ
}

public enum CGColorRenderingIntent: Int32, Sendable {
    case defaultIntent, absoluteColorimetric, relativeColorimetric, perceptual, saturation
}

/// The meaning of a colour's components.
///
/// The device spaces are sRGB, its greys, and CMYK without a profile. Spaces that Penumbra doesn't know can't be made.
public final class CGColorSpace: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// Grey by the transfer function of sRGB, or in linear light.
        case gray(isLinear: Bool)
        case rgb(isP3: Bool, isLinear: Bool)
        /// A space of colours alone: contexts and pictures don't have it.
        case otherRGB(OtherRGB)
        case cmyk
        indirect case indexed(base: Kind, colors: [UInt8])
        indirect case pattern(base: Kind?)
    }

    let kind: Kind
    let isExtended: Bool
    public let name: CFString?

    /// Whether the components are amounts of light.
    package var isLinear: Bool {
        switch kind {
        case .gray(let isLinear), .rgb(_, let isLinear): isLinear
        case .otherRGB, .cmyk, .indexed, .pattern: false
        }
    }

    private init(_ kind: Kind, isExtended: Bool = false, name: CFString?) {
        (self.kind, self.isExtended, self.name) = (kind, isExtended, name)
    }

    public static let sRGB: CFString = "kCGColorSpaceSRGB"
    public static let linearSRGB: CFString = "kCGColorSpaceLinearSRGB"
    public static let extendedSRGB: CFString = "kCGColorSpaceExtendedSRGB"
    public static let extendedLinearSRGB: CFString = "kCGColorSpaceExtendedLinearSRGB"
    public static let displayP3: CFString = "kCGColorSpaceDisplayP3"
    public static let linearDisplayP3: CFString = "kCGColorSpaceLinearDisplayP3"
    public static let extendedDisplayP3: CFString = "kCGColorSpaceExtendedDisplayP3"
    public static let extendedLinearDisplayP3: CFString = "kCGColorSpaceExtendedLinearDisplayP3"
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public static let genericGrayGamma2_2: CFString = "kCGColorSpaceGenericGrayGamma2_2"
    public static let extendedGray: CFString = "kCGColorSpaceExtendedGray"
    public static let linearGray: CFString = "kCGColorSpaceLinearGray"
    public static let extendedLinearGray: CFString = "kCGColorSpaceExtendedLinearGray"
    public static let genericRGBLinear: CFString = "kCGColorSpaceGenericRGBLinear"
    public static let genericCMYK: CFString = "kCGColorSpaceGenericCMYK"
    public static let adobeRGB1998: CFString = "kCGColorSpaceAdobeRGB1998"
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public static let itur_709: CFString = "kCGColorSpaceITUR_709"
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public static let itur_2020: CFString = "kCGColorSpaceITUR_2020"
    public static let rommrgb: CFString = "kCGColorSpaceROMMRGB"
    public static let dcip3: CFString = "kCGColorSpaceDCIP3"
    public static let acescgLinear: CFString = "kCGColorSpaceACESCGLinear"

    private static let kinds: [(name: CFString, kind: Kind, isExtended: Bool)] = [
        (sRGB, .rgb(isP3: false, isLinear: false), false),
        (linearSRGB, .rgb(isP3: false, isLinear: true), false),
        (extendedSRGB, .rgb(isP3: false, isLinear: false), true),
        (extendedLinearSRGB, .rgb(isP3: false, isLinear: true), true),
        (displayP3, .rgb(isP3: true, isLinear: false), false),
        (linearDisplayP3, .rgb(isP3: true, isLinear: true), false),
        (extendedDisplayP3, .rgb(isP3: true, isLinear: false), true),
        (extendedLinearDisplayP3, .rgb(isP3: true, isLinear: true), true),
        (genericGrayGamma2_2, .gray(isLinear: false), false),
        (extendedGray, .gray(isLinear: false), true),
        (linearGray, .gray(isLinear: true), false),
        (extendedLinearGray, .gray(isLinear: true), true),
        (genericRGBLinear, .rgb(isP3: false, isLinear: true), false),
        (genericCMYK, .cmyk, false),
        (adobeRGB1998, .otherRGB(.adobe1998), false),
        (itur_709, .otherRGB(.rec709), false),
        (itur_2020, .otherRGB(.rec2020), false),
        (rommrgb, .otherRGB(.romm), false),
        (dcip3, .otherRGB(.dciP3), false),
        (acescgLinear, .otherRGB(.acescg), true),
    ]

    /// Makes a space by its name, such as `CGColorSpace.displayP3`. Nil for spaces that Penumbra doesn't know.
    public convenience init?(name: CFString) {
        guard let found = Self.kinds.first(where: { $0.name == name }) else { return nil }
        self.init(found.kind, isExtended: found.isExtended, name: name)
    }

    /// Makes the space of patterns.
    ///
    /// - Parameter base: the space of the colours in which patterns without colours are drawn. Nil for patterns with colours.
    public convenience init?(patternBaseSpace base: CGColorSpace?) {
        if case .pattern? = base?.kind { return nil }
        self.init(.pattern(base: base?.kind), name: nil)
    }

    /// Makes a space of numbered colours.
    ///
    /// - Parameters:
    ///   - last: the largest number, at most 255.
    ///   - table: the components of all colours, one byte each.
    public convenience init?(
        indexedBaseSpace base: CGColorSpace, last: Int, colorTable table: UnsafePointer<UInt8>
    ) {
        guard (0...255).contains(last), [.rgb, .monochrome, .cmyk].contains(base.model) else { return nil }
        let bytes = (0..<(last + 1) * base.numberOfComponents).map { table[$0] }
        self.init(.indexed(base: base.kind, colors: bytes), name: nil)
    }

    /// The components of a space of numbered colours. Nil for other spaces.
    public var colorTable: [UInt8]? { if case .indexed(_, let colors) = kind { colors } else { nil } }

    /// Whether components above 1 are brighter than white. No space has a transfer function for that.
    public func isHDR() -> Bool { false }

    /// Whether contexts and pictures may have the space.
    var isDrawn: Bool {
        switch kind {
        case .otherRGB, .indexed: false
        default: true
        }
    }

    static let deviceRGB = CGColorSpace(.rgb(isP3: false, isLinear: false), name: sRGB)
    static let deviceGray = CGColorSpace(.gray(isLinear: false), name: genericGrayGamma2_2)
    static let deviceCMYK = CGColorSpace(.cmyk, name: genericCMYK)

    public var model: CGColorSpaceModel {
        switch kind {
        case .gray: .monochrome
        case .rgb, .otherRGB: .rgb
        case .cmyk: .cmyk
        case .indexed: .indexed
        case .pattern: .pattern
        }
    }

    /// The number of components of a colour, alpha not counted.
    public var numberOfComponents: Int { Self.components(of: kind) }

    static func components(of kind: Kind) -> Int {
        switch kind {
        case .gray, .indexed: 1
        case .rgb, .otherRGB: 3
        case .cmyk: 4
        // A pattern space has no pattern space as its base.
        case .pattern(let base): base.map { components(of: $0) } ?? 0
        }
    }

    public var baseColorSpace: CGColorSpace? {
        let base: Kind
        switch kind {
        case .pattern(let own?): base = own
        case .indexed(let own, _): base = own
        default: return nil
        }
        return CGColorSpace(base, name: Self.kinds.first { $0.kind == base && !$0.isExtended }?.name)
    }

    public var isWideGamutRGB: Bool {
        switch kind {
        case .rgb(let isP3, _): isP3 || isExtended
        case .otherRGB(let space): space != .rec709
        default: false
        }
    }

    public var supportsOutput: Bool { model == .rgb || model == .monochrome }

    public static func == (a: CGColorSpace, b: CGColorSpace) -> Bool { a.kind == b.kind && a.isExtended == b.isExtended }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        hasher.combine(isExtended)
    }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { .deviceRGB }
// swift-format-ignore: AlwaysUseLowerCamelCase
public func CGColorSpaceCreateDeviceGray() -> CGColorSpace { .deviceGray }
// swift-format-ignore: AlwaysUseLowerCamelCase
public func CGColorSpaceCreateDeviceCMYK() -> CGColorSpace { .deviceCMYK }
