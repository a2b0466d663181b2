import PenumbraGeometry

/// How a viewBox is fitted into a viewport: the attribute `preserveAspectRatio`.
package struct AspectRatio: Hashable, Sendable {
    package enum Fit: Hashable, Sendable {
        case stretch, meet, slice
    }

    /// The share of the free space before the content, 0…1.
    var x = 0.5
    var y = 0.5
    var fit = Fit.meet

    package init() {}

    /// Reads the attribute. A malformed value is the default.
    package init(_ text: String?) {
        self.init()
        var words = (text ?? "").split(whereSeparator: \.isWhitespace)
        if words.first == "defer" { words.removeFirst() }
        guard let align = words.first else { return }
        if align == "none" {
            fit = .stretch
            return
        }
        let shares = ["Min": 0.0, "Mid": 0.5, "Max": 1.0]
        guard align.count == 8, align.hasPrefix("x"), align.dropFirst(4).first == "Y",
            let x = shares[String(align.dropFirst().prefix(3))], let y = shares[String(align.dropFirst(5))]
        else { return }
        (self.x, self.y) = (x, y)
        if words.count > 1, words[1] == "slice" { fit = .slice }
    }

    /// The transform from a viewBox to a viewport with the origin at its top left. Nil for empty rectangles.
    package func transform(from box: Rect, to size: Size) -> AffineTransform? {
        guard box.width > 0, box.height > 0, size.width > 0, size.height > 0 else { return nil }
        var (sx, sy) = (size.width / box.width, size.height / box.height)
        switch fit {
        case .stretch: break
        case .meet: (sx, sy) = (min(sx, sy), min(sx, sy))
        case .slice: (sx, sy) = (max(sx, sy), max(sx, sy))
        }
        let map = AffineTransform(
            a: sx, b: 0, c: 0, d: sy, tx: (size.width - box.width * sx) * (fit == .stretch ? 0 : x) - box.minX * sx,
            ty: (size.height - box.height * sy) * (fit == .stretch ? 0 : y) - box.minY * sy)
        return map.isFinite ? map : nil
    }
}

extension Rect {
    /// Reads a `viewBox`. Nil if it's malformed or has a negative side.
    init?(viewBox text: String?) {
        guard let text, let numbers = ValueScanner.numbers(text), numbers.count == 4, numbers[2] >= 0, numbers[3] >= 0,
            numbers.allSatisfy({ abs($0) <= SVGLimits.coordinate })
        else { return nil }
        self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }
}
