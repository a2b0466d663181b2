import Foundation
import PenumbraCoreGraphics

/// What a context of Core Image may be told. Only the working space changes what it draws.
public struct CIContextOption: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The space in which pixels are mixed. `NSNull` mixes the values as they are stored, as a space of sRGB does.
    public static let workingColorSpace = CIContextOption(rawValue: "kCIContextWorkingColorSpace")
    public static let useSoftwareRenderer = CIContextOption(rawValue: "kCIContextUseSoftwareRenderer")
    public static let priorityRequestLow = CIContextOption(rawValue: "kCIContextPriorityRequestLow")
    public static let cacheIntermediates = CIContextOption(rawValue: "kCIContextCacheIntermediates")
    public static let highQualityDownsample = CIContextOption(rawValue: "kCIContextHighQualityDownsample")
    public static let allowLowPower = CIContextOption(rawValue: "kCIContextAllowLowPower")
    public static let name = CIContextOption(rawValue: "kCIContextName")
}

/// The order of the bytes of a pixel, with colours that are multiplied by alpha.
public struct CIFormat: Hashable, Sendable {
    let info: CGBitmapInfo

    // swift-format-ignore: AlwaysUseLowerCamelCase
    public static let RGBA8 = CIFormat(info: CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedLast.rawValue))
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public static let ARGB8 = CIFormat(info: CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedFirst.rawValue))
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public static let BGRA8 = CIFormat(
        info: [.byteOrder32Little, CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedFirst.rawValue)])
}

/// Draws images of Core Image.
open class CIContext: NSObject, @unchecked Sendable {
    /// Whether blurs and averages mix light instead of values of sRGB.
    let mixesLight: Bool

    public override init() {
        mixesLight = true
        super.init()
    }

    public init(options: [CIContextOption: Any]?) {
        switch options?[.workingColorSpace] {
        case is NSNull: mixesLight = false
        case let space as CGColorSpace: mixesLight = space.isLinear
        default: mixesLight = true
        }
        super.init()
    }

    /// Draws an area of an image, one pixel for each unit. Nil where `drawnImage(_:from:)` throws.
    open func createCGImage(_ image: CIImage, from fromRect: CGRect) -> CGImage? {
        try? drawnImage(image, from: fromRect)
    }

    /// Draws an area of an image, one pixel for each unit.
    ///
    /// - Throws: `LayerError` for filters that aren't available, and for areas that are empty or have no end. `RenderError` for
    ///   areas that are too large.
    open func drawnImage(_ image: CIImage, from rect: CGRect) throws -> CGImage {
        guard !rect.isInfinite, !rect.isEmpty else { throw LayerError.area(rect) }
        let area = rect.integral
        let root = CALayer()
        root.bounds = CGRect(x: area.minX, y: -area.maxY, width: area.width, height: area.height)
        var steps = 0
        root.addSublayer(try image.layer(for: area, in: self, &steps))
        return try root.makeImage()
    }

    /// Writes an area of an image to memory, from its upper row. Fractions of bounds are rounded down.
    ///
    /// The memory stays as it is where `drawnImage(_:from:)` throws, and where a row has fewer bytes than its pixels.
    open func render(
        _ image: CIImage, toBitmap data: UnsafeMutableRawPointer, rowBytes: Int, bounds: CGRect, format: CIFormat,
        colorSpace: CGColorSpace?
    ) {
        // As many whole pixels as the caller has memory for.
        let corner = CGPoint(x: bounds.minX.rounded(.down), y: bounds.minY.rounded(.down))
        let size = CGSize(width: bounds.width.rounded(.down), height: bounds.height.rounded(.down))
        guard let picture = createCGImage(image, from: CGRect(origin: corner, size: size)) else { return }
        let context = CGContext(
            data: data, width: picture.width, height: picture.height, bitsPerComponent: 8, bytesPerRow: rowBytes,
            space: colorSpace ?? CGColorSpaceCreateDeviceRGB(), bitmapInfo: format.info.rawValue)
        context?.setBlendMode(.copy)
        context?.draw(picture, in: CGRect(x: 0, y: 0, width: picture.width, height: picture.height))
    }
}
