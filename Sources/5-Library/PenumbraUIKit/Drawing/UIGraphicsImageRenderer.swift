import PenumbraCoreGraphics

open class UIGraphicsRendererFormat {
    public init() {}

    public class func `default`() -> Self { self.init(isDefault: true) }
    public class func preferred() -> Self { self.init(isDefault: true) }

    public required init(isDefault: Bool) {}

    public internal(set) var bounds = CGRect.zero
}

/// The pixels of a renderer's images.
public final class UIGraphicsImageRendererFormat: UIGraphicsRendererFormat {
    public enum Range: Int, Sendable {
        case unspecified = -1
        case automatic, extended, standard
    }

    /// Pixels per point.
    public var scale = UIScreen.main.scale
    public var opaque = false
    /// `extended` makes images in Display P3.
    public var preferredRange = Range.automatic

    public override init() { super.init() }
    public required init(isDefault: Bool) { super.init(isDefault: isDefault) }
}

/// The context of a renderer's actions.
public final class UIGraphicsImageRendererContext {
    public let cgContext: CGContext
    public let format: UIGraphicsImageRendererFormat

    init(_ context: CGContext, _ format: UIGraphicsImageRendererFormat) {
        (cgContext, self.format) = (context, format)
    }

    /// The picture so far.
    public var currentImage: UIImage { UIImage(of: cgContext, format) }

    public func fill(_ rect: CGRect) { fill(rect, blendMode: .normal) }

    public func fill(_ rect: CGRect, blendMode: CGBlendMode) {
        cgContext.saveGState()
        cgContext.setBlendMode(blendMode)
        cgContext.fill(rect)
        cgContext.restoreGState()
    }

    public func stroke(_ rect: CGRect) { cgContext.stroke(rect.insetBy(dx: 0.5, dy: 0.5)) }

    public func stroke(_ rect: CGRect, blendMode: CGBlendMode) {
        cgContext.saveGState()
        cgContext.setBlendMode(blendMode)
        stroke(rect)
        cgContext.restoreGState()
    }

    public func clip(to rect: CGRect) { cgContext.clip(to: rect) }
}

/// Draws images with the calls of a context.
public final class UIGraphicsImageRenderer {
    public let format: UIGraphicsImageRendererFormat
    private let bounds: CGRect

    public init(bounds: CGRect, format: UIGraphicsImageRendererFormat) {
        self.bounds = bounds
        self.format = format
        format.bounds = bounds
    }

    public convenience init(bounds: CGRect) { self.init(bounds: bounds, format: .default()) }

    public convenience init(size: CGSize, format: UIGraphicsImageRendererFormat) {
        self.init(bounds: CGRect(origin: .zero, size: size), format: format)
    }

    public convenience init(size: CGSize) { self.init(size: size, format: .default()) }

    /// Draws an image. If something can't be drawn, the image is empty and `failure` of the image has the reason.
    public func image(actions: (UIGraphicsImageRendererContext) -> Void) -> UIImage {
        draw(actions).map { UIImage(of: $0, format) } ?? UIImage()
    }

    /// Draws an image.
    ///
    /// - Throws: the first reason why a call could not be drawn.
    public func drawnImage(
        actions: (UIGraphicsImageRendererContext) -> Void
    ) throws(DrawingError) -> UIImage {
        guard let context = draw(actions) else {
            throw .unsupported(call: "UIGraphicsImageRenderer", reason: "no bitmap has the size \(bounds.size)")
        }
        return UIImage(cgImage: try context.drawnImage(), scale: format.scale, orientation: .up)
    }

    public func pngData(actions: (UIGraphicsImageRendererContext) -> Void) -> Data {
        image(actions: actions).pngData() ?? Data()
    }

    public func jpegData(
        withCompressionQuality quality: CGFloat, actions: (UIGraphicsImageRendererContext) -> Void
    ) -> Data {
        image(actions: actions).jpegData(compressionQuality: quality) ?? Data()
    }

    private func draw(_ actions: (UIGraphicsImageRendererContext) -> Void) -> CGContext? {
        let space = format.preferredRange == .extended ? CGColorSpace(name: CGColorSpace.displayP3) : nil
        guard
            let context = CGContext(
                size: bounds.size, scale: format.scale > 0 ? format.scale : UIScreen.main.scale,
                isOpaque: format.opaque, space: space ?? CGColorSpaceCreateDeviceRGB())
        else { return nil }
        context.translateBy(x: -bounds.minX, y: -bounds.minY)
        UIGraphicsPushContext(context)
        actions(UIGraphicsImageRendererContext(context, format))
        UIGraphicsPopContext()
        return context
    }
}

extension UIImage {
    fileprivate convenience init(of context: CGContext, _ format: UIGraphicsImageRendererFormat) {
        if let image = context.makeImage() {
            self.init(cgImage: image, scale: format.scale, orientation: .up)
        } else {
            self.init(failure: context.failure)
        }
    }
}
