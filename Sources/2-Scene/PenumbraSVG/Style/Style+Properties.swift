import PenumbraBitmap
import PenumbraGeometry
import PenumbraScene

extension Style {
    /// Sets a property. A malformed value changes nothing, as in CSS.
    mutating func apply(_ declaration: Declaration, parent: Style, rootFontSize: Double) {
        let value = declaration.value
        let word = value.lowercased()
        if word == "inherit" {
            inherit(declaration.name, from: parent)
        } else if word == "initial" {
            inherit(declaration.name, from: Style())
        } else if word == "unset" || word == "revert" {
            // The property keeps the value that it started with.
        } else if !applyPaint(declaration.name, value, word), !applyText(declaration.name, value, word, parent, rootFontSize) {
            applyOwn(declaration.name, value, word)
        }
    }

    private func number(_ text: String) -> Double? {
        var scanner = ValueScanner(text)
        scanner.skipSpace()
        guard var number = scanner.number() else { return nil }
        if scanner.skip("%") { number /= 100 }
        scanner.skipSpace()
        return scanner.isAtEnd ? number : nil
    }

    private func opacity(_ text: String) -> Double? { number(text).map { max(0, min(1, $0)) } }

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
        case "stroke-miterlimit": if let limit = number(value), limit >= 0 { miterLimit = max(1, limit) }
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
        case "transform-origin": own.transformOrigin = value
        case "transform-box": own.transformBox = word
        case "vector-effect": own.keepsStrokeWidth = word == "non-scaling-stroke"
        case "background-color", "background": if let color = Self.color(value) { own.background = color }
        case "mask-type": own.isLuminanceMask = word != "alpha"
        case "text-decoration", "text-decoration-line":
            own.lines = TextLine.Kind.allCases.filter { word.contains($0.rawValue) }
        case "dominant-baseline", "alignment-baseline": own.dominantBaseline = word
        case "baseline-shift": own.baselineShift = value
        case "x", "y", "width", "height", "r", "rx", "ry", "cx", "cy", "d": own.geometry[name] = value
        default: break
        }
    }

    /// Takes the value of a property from another style.
    private mutating func inherit(_ name: String, from other: Style) {
        switch name {
        case "color": color = other.color
        case "fill": fill = other.fill
        case "stroke": stroke = other.stroke
        case "fill-opacity": fillOpacity = other.fillOpacity
        case "stroke-opacity": strokeOpacity = other.strokeOpacity
        case "fill-rule": fillRule = other.fillRule
        case "clip-rule": clipRule = other.clipRule
        case "stroke-width": strokeWidth = other.strokeWidth
        case "stroke-linecap": lineCap = other.lineCap
        case "stroke-linejoin": lineJoin = other.lineJoin
        case "stroke-miterlimit": miterLimit = other.miterLimit
        case "stroke-dasharray": dashes = other.dashes
        case "stroke-dashoffset": dashOffset = other.dashOffset
        case "paint-order": paintOrder = other.paintOrder
        case "visibility": isVisible = other.isVisible
        case "marker": (markerStart, markerMid, markerEnd) = (other.markerStart, other.markerMid, other.markerEnd)
        case "marker-start": markerStart = other.markerStart
        case "marker-mid": markerMid = other.markerMid
        case "marker-end": markerEnd = other.markerEnd
        case "color-interpolation-filters": filtersInLinearRGB = other.filtersInLinearRGB
        case "font-size": font.size = other.font.size
        case "font-family": font.families = other.font.families
        case "font-weight": font.weight = other.font.weight
        case "font-style": font.isItalic = other.font.isItalic
        case "text-anchor": font.anchor = other.font.anchor
        case "letter-spacing": font.letterSpacing = other.font.letterSpacing
        case "display": own.isDisplayed = other.own.isDisplayed
        case "opacity": own.opacity = other.own.opacity
        case "clip-path": own.clipPath = other.own.clipPath
        case "mask": own.mask = other.own.mask
        case "filter": own.filter = other.own.filter
        case "mix-blend-mode": own.blendMode = other.own.blendMode
        case "overflow": own.clipsOverflow = other.own.clipsOverflow
        case "stop-color": own.stopColor = other.own.stopColor
        case "stop-opacity": own.stopOpacity = other.own.stopOpacity
        case "flood-color": own.floodColor = other.own.floodColor
        case "lighting-color": own.lightingColor = other.own.lightingColor
        case "flood-opacity": own.floodOpacity = other.own.floodOpacity
        case "mask-type": own.isLuminanceMask = other.own.isLuminanceMask
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
