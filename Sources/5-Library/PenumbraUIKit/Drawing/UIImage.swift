import PenumbraCoreGraphics

/// An image with a scale and an orientation. Its size is in points.
open class UIImage: NSObject, @unchecked Sendable {
    /// The turn from the stored pixels to the displayed image, as EXIF has it.
    public enum Orientation: Int, Sendable {
        case up, down, left, right, upMirrored, downMirrored, leftMirrored, rightMirrored
    }

    public enum ResizingMode: Int, Sendable {
        case tile, stretch
    }

    public enum RenderingMode: Int, Sendable {
        case automatic, alwaysOriginal, alwaysTemplate
    }

    /// The stored pixels. Nil for an empty image.
    public let cgImage: CGImage?
    /// Pixels per point.
    public let scale: CGFloat
    public let imageOrientation: Orientation
    public let capInsets: UIEdgeInsets
    public let resizingMode: ResizingMode
    public let renderingMode: RenderingMode
    /// The reason why a renderer's image is empty. Nil for other images.
    public let failure: DrawingError?

    init(
        _ image: CGImage?, scale: CGFloat, orientation: Orientation = .up, capInsets: UIEdgeInsets = .zero,
        resizingMode: ResizingMode = .tile, renderingMode: RenderingMode = .automatic, failure: DrawingError? = nil
    ) {
        cgImage = image
        self.scale = scale > 0 ? scale : 1
        imageOrientation = orientation
        self.capInsets = capInsets
        self.resizingMode = resizingMode
        self.renderingMode = renderingMode
        self.failure = failure
        super.init()
    }

    public override convenience init() { self.init(nil as CGImage?, scale: 1) }

    convenience init(failure: DrawingError?) { self.init(nil, scale: 1, failure: failure) }

    public convenience init(cgImage: CGImage) { self.init(cgImage, scale: 1) }

    public convenience init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) {
        self.init(cgImage, scale: scale, orientation: orientation)
    }

    public convenience init?(data: Data) { self.init(data: data, scale: 1) }

    public convenience init?(data: Data, scale: CGFloat) {
        guard let image = try? CGImage(decoding: data) else { return nil }
        self.init(image, scale: scale)
    }

    /// Reads a file. A name that ends in `@2x` or `@3x` before its extension has that scale.
    public convenience init?(contentsOfFile path: String) {
        guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)), let image = try? CGImage(decoding: data) else {
            return nil
        }
        let name = (path as NSString).deletingPathExtension
        self.init(image, scale: name.hasSuffix("@3x") ? 3 : name.hasSuffix("@2x") ? 2 : 1)
    }

    /// Reads a file of the main bundle or of the working directory. A name without an extension is that of a PNG.
    public convenience init?(named name: String) {
        let folders = [Bundle.main.resourcePath, FileManager.default.currentDirectoryPath].compactMap { $0 }
        let (stem, ending) = ((name as NSString).deletingPathExtension, (name as NSString).pathExtension)
        let file = ending.isEmpty ? "png" : ending
        let paths = folders.flatMap { folder in ["", "@2x", "@3x"].map { "\(folder)/\(stem)\($0).\(file)" } }
        guard let path = paths.first(where: FileManager.default.fileExists(atPath:)) else { return nil }
        self.init(contentsOfFile: path)
    }

    /// Finds no image: symbols belong to Apple's systems.
    public convenience init?(systemName name: String) { return nil }
    public convenience init?(systemName name: String, withConfiguration configuration: Configuration?) { return nil }

    /// What a symbol is chosen by. Images here aren't symbols, so it has no effect.
    open class Configuration: NSObject, @unchecked Sendable {}

    /// The looks of a symbol.
    public final class SymbolConfiguration: Configuration, @unchecked Sendable {
        public convenience init(pointSize: CGFloat) { self.init() }
        public convenience init(pointSize: CGFloat, weight: UIFont.Weight) { self.init() }
        public convenience init(font: UIFont) { self.init() }
        public convenience init(textStyle: UIFont.TextStyle) { self.init() }
    }

    public func withConfiguration(_ configuration: Configuration) -> UIImage { self }
    public func applyingSymbolConfiguration(_ configuration: SymbolConfiguration) -> UIImage? { self }
    public var isSymbolImage: Bool { false }

    /// The size in points, as displayed.
    public var size: CGSize {
        guard let cgImage else { return .zero }
        let (width, height) = (CGFloat(cgImage.width) / scale, CGFloat(cgImage.height) / scale)
        return imageOrientation.isTurned ? CGSize(width: height, height: width) : CGSize(width: width, height: height)
    }

    public func resizableImage(withCapInsets insets: UIEdgeInsets) -> UIImage {
        resizableImage(withCapInsets: insets, resizingMode: .stretch)
    }

    /// Returns an image whose sides keep their width when it is drawn larger. The middle is always stretched.
    public func resizableImage(withCapInsets insets: UIEdgeInsets, resizingMode: ResizingMode) -> UIImage {
        UIImage(
            cgImage, scale: scale, orientation: imageOrientation, capInsets: insets, resizingMode: resizingMode,
            renderingMode: renderingMode)
    }

    public func withRenderingMode(_ mode: RenderingMode) -> UIImage {
        UIImage(
            cgImage, scale: scale, orientation: imageOrientation, capInsets: capInsets, resizingMode: resizingMode,
            renderingMode: mode)
    }

    /// Returns an image of one colour with the alpha of this image.
    public func withTintColor(_ color: UIColor) -> UIImage {
        withTintColor(color, renderingMode: .alwaysTemplate)
    }

    public func withTintColor(_ color: UIColor, renderingMode: RenderingMode) -> UIImage {
        UIImage(
            cgImage?.tinted(color.cgColor), scale: scale, orientation: imageOrientation, capInsets: capInsets,
            resizingMode: resizingMode, renderingMode: renderingMode)
    }

    public func pngData() -> Data? { try? upright?.pngData() }

    public func jpegData(compressionQuality: CGFloat) -> Data? {
        try? upright?.encoded(as: .jpeg, quality: Double(compressionQuality))
    }

    /// The part of the image that layouts align: all of it.
    open var alignmentRectInsets: UIEdgeInsets { .zero }
    /// Returns the image: insets for layouts have no effect on what is drawn.
    public func withAlignmentRectInsets(_ alignmentInsets: UIEdgeInsets) -> UIImage { self }
    /// Returns the image: texts run from left to right.
    public func imageFlippedForRightToLeftLayoutDirection() -> UIImage { self }

    /// Returns the image mirrored at its vertical axis.
    public func withHorizontallyFlippedOrientation() -> UIImage {
        let flipped: Orientation =
            switch imageOrientation {
            case .up: .upMirrored
            case .down: .downMirrored
            case .left: .leftMirrored
            case .right: .rightMirrored
            case .upMirrored: .up
            case .downMirrored: .down
            case .leftMirrored: .left
            case .rightMirrored: .right
            }
        return UIImage(
            cgImage, scale: scale, orientation: flipped, capInsets: capInsets, resizingMode: resizingMode,
            renderingMode: renderingMode)
    }

    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UIImage else { return false }
        return self === other
            || cgImage == other.cgImage && scale == other.scale && imageOrientation == other.imageOrientation
                && capInsets == other.capInsets && renderingMode == other.renderingMode
    }

    public override var hash: Int { cgImage?.hashValue ?? 0 }

    /// The pixels as displayed.
    package var upright: CGImage? { cgImage.map { $0.oriented(imageOrientation) } }
}

extension UIImage {
    public func draw(at point: CGPoint) { draw(in: CGRect(origin: point, size: size)) }

    public func draw(in rect: CGRect) { draw(in: rect, blendMode: .normal, alpha: 1) }

    public func draw(at point: CGPoint, blendMode: CGBlendMode, alpha: CGFloat) {
        draw(in: CGRect(origin: point, size: size), blendMode: blendMode, alpha: alpha)
    }

    /// Draws the image in the current context.
    public func draw(in rect: CGRect, blendMode: CGBlendMode, alpha: CGFloat) {
        guard let context = UIGraphicsGetCurrentContext(), let image = upright else { return }
        context.saveGState()
        context.setBlendMode(blendMode)
        context.setAlpha(alpha)
        // The y axis points down here, and images draw their first row at the largest y.
        context.translateBy(x: rect.minX, y: rect.maxY)
        context.scaleBy(x: 1, y: -1)
        let target = CGRect(origin: .zero, size: rect.size)
        if capInsets == .zero {
            context.draw(image, in: target)
        } else {
            let size = size
            let center = CGRect(origin: .zero, size: size).inset(by: capInsets)
            context.draw(
                image, in: target, scale: scale,
                center: CGRect(
                    x: center.minX / size.width, y: center.minY / size.height, width: center.width / size.width,
                    height: center.height / size.height))
        }
        context.restoreGState()
    }

    /// Fills a rectangle with copies of the image, which begin at the origin.
    public func drawAsPattern(in rect: CGRect) {
        guard let context = UIGraphicsGetCurrentContext() else { return }
        context.saveGState()
        UIColor(patternImage: self).setFill()
        context.fill(rect)
        context.restoreGState()
    }

    /// A pattern colour of the image. Nil for an empty image.
    var patternColor: CGColor? {
        guard let image = upright, let space = CGColorSpace(patternBaseSpace: nil) else { return nil }
        let bounds = CGRect(origin: .zero, size: size)
        var callbacks = CGPatternCallbacks(
            version: 0,
            drawPattern: { _, context in
                // A pattern's space is that of the context's points, whose y axis points down.
                context.translateBy(x: 0, y: bounds.height)
                context.scaleBy(x: 1, y: -1)
                context.draw(image, in: bounds)
            }, releaseInfo: nil)
        let pattern = CGPattern(
            info: nil, bounds: bounds, matrix: .identity, xStep: bounds.width, yStep: bounds.height,
            tiling: .constantSpacing, isColored: true, callbacks: &callbacks)
        return pattern.flatMap { CGColor(patternSpace: space, pattern: $0, components: [1]) }
    }
}

extension UIImage.Orientation {
    /// Whether width and height change places.
    var isTurned: Bool {
        switch self {
        case .left, .right, .leftMirrored, .rightMirrored: true
        case .up, .down, .upMirrored, .downMirrored: false
        }
    }
}
