import PenumbraCSS
import PenumbraGeometry
import PenumbraScene

/// An `<image>` of CSS.
enum PaintImage {
    case gradient(Gradient)
    /// A picture with the device pixels per point of `image-set()`.
    case picture(ImageAsset, resolution: Double)

    var natural: NaturalSize {
        switch self {
        case .gradient: NaturalSize()
        case .picture(let asset, let resolution):
            NaturalSize(
                width: asset.width.map { $0 / resolution }, height: asset.height.map { $0 / resolution }, ratio: asset.ratio)
        }
    }

    /// The layer that shows the image stretched to a rectangle.
    func layer(_ frame: Rect, _ interpolation: ImageInterpolation) -> Layer {
        switch self {
        case .gradient(let gradient): return Layer(kind: .gradient(gradient.settled(in: frame.size)), frame: frame)
        case .picture(let asset, _):
            // Vector pictures keep their proportion: `preserveAspectRatio`.
            let isFree = asset.keepsRatio || asset.width == nil && asset.height == nil && asset.ratio != nil
            let size = isFree ? natural.fitted(to: frame.size, covering: false) : frame.size
            let frame = Rect(
                x: frame.minX + (frame.width - size.width) / 2, y: frame.minY + (frame.height - size.height) / 2,
                width: size.width, height: size.height)
            return Layer(kind: .image(ImageContents(source: asset.source, interpolation: interpolation)), frame: frame)
        }
    }

    /// Whether the image is the same at all places of a horizontal line, and of a vertical line.
    var isConstant: (x: Bool, y: Bool) {
        guard case .gradient(let gradient) = self, case .css(let css) = gradient.geometry,
            case .linear(let direction) = css.shape
        else { return (false, false) }
        switch direction {
        case .angle(let degrees):
            let turn = degrees.truncatingRemainder(dividingBy: 180)
            return (turn == 0, abs(turn) == 90)
        case .towards(let x, let y): return (x == 0, y == 0)
        }
    }
}

extension BoxPainter {
    /// Reads an image. Nil for a picture that isn't there.
    func image(_ text: String) throws(NotationError) -> PaintImage? {
        let lower = text.prefix(40).asciiLowercasedText
        if lower.contains("gradient("), !lower.hasPrefix("url("), !lower.contains("image-set(") {
            return .gradient(try gradient(text))
        }
        guard let (name, arguments) = PaintText.function(text) else {
            throw unexpected(text, "a gradient or url()")
        }
        switch name {
        case "url", "src":
            let address = try self.address(text)
            guard let asset = images(address) else { return nil }
            return .picture(asset, resolution: 1)
        case "image-set", "-webkit-image-set": return try imageSet(arguments)
        default: throw NotationError("\(name)() isn't supported, expected a gradient, url() or image-set()")
        }
    }

    /// The address in `url()`, without quotation marks and escapes.
    private func address(_ text: String) throws(NotationError) -> String {
        let tokens = CSSTokenizer.tokens(text)
        if let token = tokens.first, token.kind == .url { return token.text }
        if let token = tokens.first(where: { $0.kind == .string }) { return token.text }
        throw unexpected(text, "url() with an address")
    }

    /// The image of the lowest resolution that the device needs, or else of the highest.
    private func imageSet(_ arguments: String) throws(NotationError) -> PaintImage? {
        var best: (text: String, resolution: Double)?
        for option in PaintText.list(arguments).prefix(PaintLimits.items) {
            let words = CSSText.words(option)
            guard let first = words.first else { continue }
            var (resolution, isKnown) = (1.0, true)
            for word in words.dropFirst() {
                if let (name, type) = PaintText.function(word), name == "type" {
                    let types = ["png", "jpeg", "webp", "avif", "gif", "svg+xml", "heic", "tiff"].map { "image/\($0)" }
                    isKnown = types.contains(PaintText.unquoted(type.asciiLowercased))
                } else {
                    let amount = try amount(word)
                    guard amount.kind == .resolution, amount.value > 0 else { throw unexpected(word, "a resolution") }
                    resolution = amount.value
                }
            }
            guard isKnown else { continue }
            let isBetter =
                best.map { best in
                    best.resolution < values.resolution
                        ? resolution > best.resolution : resolution >= values.resolution && resolution < best.resolution
                } ?? true
            if isBetter { best = (first, resolution) }
        }
        guard let best else { return nil }
        let quoted = best.text.hasPrefix("\"") || best.text.hasPrefix("'")
        guard !best.text.asciiLowercased.hasPrefix("image-set"), !best.text.asciiLowercased.hasPrefix("-webkit-image-set")
        else { throw NotationError("image-set() can't contain itself") }
        let chosen = try image(quoted ? "url(\(best.text))" : best.text)
        if case .picture(let asset, _)? = chosen { return .picture(asset, resolution: best.resolution) }
        return chosen
    }

    /// How `image-rendering` scales pictures.
    var interpolation: ImageInterpolation {
        ["pixelated", "crisp-edges", "-webkit-optimize-contrast"].contains(values.word("image-rendering")) ? .nearest : .area
    }
}

extension Substring {
    fileprivate var asciiLowercasedText: String { String(self).asciiLowercased }
}
