import PenumbraBitmap
import PenumbraGeometry
import PenumbraScene

extension Style {
    /// Sets a property. A malformed value changes nothing, as in CSS.
    mutating func apply(_ declaration: Declaration, parent: Style, rootFontSize: Double) {
        let value = declaration.value
        let word = value.lowercased()
        if word == "inherit" {
            inherit(declaration.name, from: parent, rootFontSize)
        } else if word == "initial" {
            inherit(declaration.name, from: Style(), rootFontSize)
        } else if word == "unset" || word == "revert" {
            // The property keeps the value that it started with.
        } else if !applyPaint(declaration.name, value, word), !applyText(declaration.name, value, word, parent, rootFontSize) {
            applyOwn(declaration.name, value, word)
        }
    }

    /// A number, or a percentage as its share.
    static func number(_ text: String) -> Double? {
        var scanner = ValueScanner(text)
        scanner.skipSpace()
        guard var number = scanner.number() else { return nil }
        if scanner.skip("%") { number /= 100 }
        scanner.skipSpace()
        return scanner.isAtEnd ? number : nil
    }

    private func opacity(_ text: String) -> Double? { Self.number(text).map { max(0, min(1, $0)) } }

    static func color(_ text: String) -> Color? {
        if let color = try? Color(css: text) { return color }
        // A colour of SVG 1.1 may be followed by its value in a colour profile.
        guard let space = text.range(ofFirst: " icc-color") else { return nil }
        return try? Color(css: String(text[..<space]))
    }

    private func paint(_ text: String) -> PaintValue? {
        switch text.lowercased() {
        case "none": return PaintValue.none
        case "currentcolor": return .currentColor
        case "context-fill": return .contextFill
        case "context-stroke": return .contextStroke
        default: break
        }
        if let (id, rest) = reference(in: text) {
            return .server(id, fallback: rest.isEmpty ? nil : paint(rest))
        }
        return Self.color(text).map(PaintValue.color)
    }

    private mutating func applyPaint(_ name: String, _ value: String, _ word: String) -> Bool {
        switch name {
        case "color": if word != "currentcolor", let color = Self.color(value) { self.color = color }
        case "fill": if let paint = paint(value) { fill = paint }
        case "stroke": if let paint = paint(value) { stroke = paint }
        case "fill-opacity": if let opacity = opacity(value) { fillOpacity = opacity }
        case "stroke-opacity": if let opacity = opacity(value) { strokeOpacity = opacity }
        case "fill-rule": if let rule = FillRule(rawValue: word) { fillRule = rule }
        case "clip-rule": if let rule = FillRule(rawValue: word) { clipRule = rule }
        case "stroke-width": if let length = Length(value), length.value >= 0 { strokeWidth = length }
        case "stroke-linecap": if let cap = LineCap(rawValue: word) { lineCap = cap }
        case "stroke-linejoin":
            // The two joins of SVG 2 that cut or bend a miter are drawn as miters, as browsers do.
            if let join = LineJoin(rawValue: word == "miter-clip" || word == "arcs" ? "miter" : word) { lineJoin = join }
        case "stroke-miterlimit": if let limit = Self.number(value), limit >= 0 { miterLimit = max(1, limit) }
        case "stroke-dasharray":
            if word == "none" {
                dashes = []
            } else if let list = ValueScanner.lengths(value), list.allSatisfy({ $0.value >= 0 }) {
                dashes = list
            }
        case "stroke-dashoffset": if let length = Length(value) { dashOffset = length }
        case "paint-order":
            var order: [PaintPart] = []
            for word in word.split(whereSeparator: \.isWhitespace) {
                switch word {
                case "normal": break
                case "fill": order.append(.fill)
                case "stroke": order.append(.stroke)
                case "markers": order.append(.markers)
                default: return true
                }
            }
            guard Set(order).count == order.count else { return true }
            paintOrder = order + PaintOrder.standard.filter { !order.contains($0) }
        case "visibility": isVisible = word == "visible"
        case "marker": (markerStart, markerMid, markerEnd) = (marker(value), marker(value), marker(value))
        case "marker-start": markerStart = marker(value)
        case "marker-mid": markerMid = marker(value)
        case "marker-end": markerEnd = marker(value)
        case "image-rendering": imageRendering = word
        case "color-interpolation": mixesInLinearRGB = word == "linearrgb"
        case "color-interpolation-filters": filtersInLinearRGB = word != "srgb"
        default: return false
        }
        return true
    }

    private func marker(_ value: String) -> String? { reference(in: value)?.id }

    private mutating func applyOwn(_ name: String, _ value: String, _ word: String) {
        switch name {
        case "display": own.isDisplayed = word != "none"
        case "opacity": if let opacity = opacity(value) { own.opacity = opacity }
        case "clip-path": own.clipPath = word == "none" ? nil : value
        case "mask": own.mask = word == "none" ? nil : value
        case "filter": own.filter = word == "none" ? nil : value
        case "mix-blend-mode": if let mode = BlendMode(rawValue: word) { own.blendMode = mode }
        case "isolation": own.isIsolated = word == "isolate"
        case "overflow":
            switch word {
            case "hidden", "scroll", "clip": own.clipsOverflow = true
            case "visible", "auto": own.clipsOverflow = false
            default: break
            }
        case "stop-color": if let paint = paint(value) { own.stopColor = paint }
        case "stop-opacity": if let opacity = opacity(value) { own.stopOpacity = opacity }
        case "flood-color": if let paint = paint(value) { own.floodColor = paint }
        case "lighting-color": if let paint = paint(value) { own.lightingColor = paint }
        case "flood-opacity": if let opacity = opacity(value) { own.floodOpacity = opacity }
        case "transform": own.transform = value
        case "translate", "rotate", "scale": own.individualTransforms[name] = value
        case "transform-origin": own.transformOrigin = value
        case "transform-box": own.transformBox = word
        case "vector-effect": own.keepsStrokeWidth = word == "non-scaling-stroke"
        case "background-color", "background": if let color = Self.color(value) { own.background = color }
        case "mask-type": own.isLuminanceMask = word != "alpha"
        case "text-decoration", "text-decoration-line":
            if let lines = Self.lines(word, takesOnlyLines: name != "text-decoration") { own.lines = lines }
        case "unicode-bidi": if Self.bidiValues.contains(word) { own.unicodeBidi = word }
        case "alignment-baseline": if Self.baselines.contains(word) { own.alignmentBaseline = word }
        case "baseline-shift": if Self.isShift(word) { own.baselineShift = value }
        case "x", "y", "cx", "cy": if word == "auto" || Length(word) != nil { own.geometry[name] = value }
        case "width", "height", "r", "rx", "ry":
            if word == "auto" || Length(word).map({ $0.value >= 0 }) == true { own.geometry[name] = value }
        case "d": own.geometry[name] = value
        default: break
        }
    }
}

extension String {
    /// The place where a text first occurs. Nil if it doesn't.
    fileprivate func range(ofFirst wanted: String) -> String.Index? {
        indices.first { self[$0...].hasPrefix(wanted) }
    }
}
