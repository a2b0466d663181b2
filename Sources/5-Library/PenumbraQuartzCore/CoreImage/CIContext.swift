import Foundation
import PenumbraCoreGraphics

/// What a context of Core Image may be told. None of these options changes what it draws.
public struct CIContextOption: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let useSoftwareRenderer = CIContextOption(rawValue: "kCIContextUseSoftwareRenderer")
    public static let priorityRequestLow = CIContextOption(rawValue: "kCIContextPriorityRequestLow")
    public static let cacheIntermediates = CIContextOption(rawValue: "kCIContextCacheIntermediates")
    public static let highQualityDownsample = CIContextOption(rawValue: "kCIContextHighQualityDownsample")
    public static let allowLowPower = CIContextOption(rawValue: "kCIContextAllowLowPower")
    public static let name = CIContextOption(rawValue: "kCIContextName")
}

/// Draws images of Core Image.
open class CIContext: NSObject, @unchecked Sendable {
    public override init() { super.init() }

    public convenience init(options: [CIContextOption: Any]?) { self.init() }

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
        root.addSublayer(try image.layer(for: area))
        return try root.makeImage()
    }
}
