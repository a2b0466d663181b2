import PenumbraGeometry
import PenumbraScene
import PenumbraText

/// Lines under, over and through texts, where Chromium paints them: CSS Text Decoration 4.
extension PagePainter {
    /// A line of text, with what its decorations refer to.
    struct DecoratedLine {
        var node: Int
        var line: InlineParagraph.Line
        /// The line's top left corner in the page.
        var origin: Point
        /// Whether texts and lines lie on whole pixels, which boxes with transforms don't.
        var isSnapped = true
        /// Whether the baseline of the line is the middle of its letters.
        var isVertical = false
    }

    /// The lines of a text, below it and above it, in the page.
    func decorations(
        _ fragment: InlineParagraph.TextFragment, _ style: HTMLStyle, _ line: DecoratedLine
    ) -> (below: [Layer], above: [Layer]) {
        var (below, above): ([Layer], [Layer]) = ([], [])
        var band = 0
        for decoration in style.text.decorations {
            let isThrough = decoration.line == "line-through"
            defer { if !isThrough { band += 1 } }
            guard let color = color(decoration.color, style), fragment.width > 0 else { continue }
            let box = decorating(decoration, line, fragment)
            let baseline = line.origin.y + box.baseline
            let thickness = decoration.thickness(of: text, line.node)
            let offset =
                switch decoration.line {
                case "underline" where decoration.isUnder:
                    box.descent + (decoration.offset.resolved(decoration.fontSize) ?? 0).rounded()
                case "underline": decoration.underlineTop(thickness)
                case "overline": -box.ascent - thickness.rounded(.down)
                default: -box.ascent / 3 - thickness / 2
                }
            var gaps: [ClosedRange<Double>] = []
            if style.text.skipsInk, !isThrough, !decoration.isUnder, box.baseline == fragment.baseline {
                gaps = text.ink(fragment, line.node, band: band)
            }
            let placed = PlacedDecoration(
                style: decoration.style, color: color, left: line.origin.x + fragment.x, width: fragment.width,
                top: snapped(baseline + offset, line), thickness: thickness,
                second: { second in
                    switch decoration.line {
                    case "underline": self.snapped(baseline + offset + second, line)
                    case "overline": self.snapped(baseline + offset - second, line)
                    default: self.snapped(baseline + offset + second.rounded(.down), line)
                    }
                },
                waves: decoration.line == "underline" ? 1 : isThrough ? 0 : -1,
                gaps: gaps.map { ($0.lowerBound + line.origin.x)...($0.upperBound + line.origin.x) })
            if isThrough { above += placed.layers } else { below += placed.layers }
        }
        return (below, above)
    }

    /// The nearest whole pixel.
    func snapped(_ value: Double, _ line: DecoratedLine) -> Double {
        line.isSnapped ? BoxGeometry.snapped(value, scale: files.options.resolution) : value
    }

    /// The baseline and the heights of the box whose line is drawn: an inline element on the line, or the line itself.
    private func decorating(
        _ decoration: TextValues.Decoration, _ line: DecoratedLine, _ fragment: InlineParagraph.TextFragment
    ) -> (baseline: Double, ascent: Double, descent: Double) {
        if line.isVertical { return (fragment.baseline, fragment.ascent, fragment.descent) }
        for box in line.line.boxes where boxes.inlineElements[safe: box.box]?.element == decoration.element {
            return (box.baseline, box.baseline - box.top, box.top + box.height - box.baseline)
        }
        let heights = text.rootHeights(line.node)
        return (line.line.baseline, heights.ascent, heights.descent)
    }

    /// Whether a box is painted with a transform, so that its pixels aren't those of the picture.
    func isTransformed(_ node: Int) -> Bool {
        guard let paint = box(node)?.style.box.paint else { return false }
        return ["transform", "rotate", "scale", "translate", "perspective"].contains { name in
            paint[name].map { !$0.isEqualIgnoringCase(to: "none") } ?? false
        }
    }

    func color(_ text: String, _ style: HTMLStyle) -> Color? {
        let plain = text == "currentcolor" ? style.text.color : text
        // Most colours are computed, and depend on no style.
        if plain.utf8.first == UInt8(ascii: "#"),
            plain.utf8.dropFirst().allSatisfy({ "0123456789abcdefABCDEF".utf8.contains($0) })
        {
            return try? Color(css: plain)
        }
        return (try? context.units(style.text).normalized(plain)).flatMap { try? Color(css: $0) }
    }
}

extension TextValues.Decoration {
    /// The thickness of the line. Browsers take a tenth of the font size where none is given, and a point at least.
    func thickness(of text: PageText, _ node: Int) -> Double {
        switch thickness {
        case .amount, .calculation: max(1, (thickness.resolved(fontSize) ?? 1).rounded())
        default: max(1, fontSize / 10)
        }
    }

    /// The distance of the line's upper edge below the baseline.
    func underlineTop(_ thickness: Double) -> Double {
        if let distance = offset.resolved(fontSize) {
            return (offset.isRelative ? max(1, (thickness / 2).rounded(.up)) : 0) + distance.rounded()
        }
        return max(1, (thickness / 2).rounded(.up))
    }

    /// The heights below the baseline that the line covers, where it leaves out glyphs. Nil for lines through the text.
    func inkBand(ascent: Double) -> ClosedRange<Double>? {
        let size: Double =
            switch thickness {
            case .amount, .calculation: max(1, (thickness.resolved(fontSize) ?? 1).rounded())
            default: max(1, fontSize / 10)
            }
        switch line {
        case "underline":
            let top = underlineTop(size)
            return top...(top + size * (style == .double ? 2 : 1) + (style == .double ? 1 : 0))
        case "overline": return (-ascent - size)...(-ascent)
        default: return nil
        }
    }
}

/// A line of decoration in its place.
struct PlacedDecoration {
    var style: Text.Line.Style
    var color: Color
    var left: Double
    var width: Double
    var top: Double
    var thickness: Double
    /// The top of a second line at a distance.
    var second: (Double) -> Double
    /// The side on which waves lie: 1 below, 0 around the line, −1 above.
    var waves: Double
    /// The ink that the line crosses.
    var gaps: [ClosedRange<Double>]

    /// The farthest that a line ends before the ink it leaves out.
    private static let mostDistance = 13.0

    /// The height of a line in whole pixels.
    private var height: Double {
        let rule: FloatingPointRoundingRule = style == .dotted || style == .dashed ? .toNearestOrAwayFromZero : .down
        return max(1, thickness.rounded(rule))
    }

    var layers: [Layer] {
        switch style {
        case .none: return []
        case .solid: return strips(top)
        case .double: return strips(top) + strips(second(thickness + 1))
        case .dotted, .dashed: return masked(dashes, from: top - 1, height: height + 2)
        case .wavy:
            let most = Wave(thickness).control + thickness
            return masked(wave, from: top - 3 * most, height: 6 * most)
        }
    }

    /// The parts of the line beside the ink.
    private var parts: [(left: Double, right: Double)] {
        let distance = min(Self.mostDistance, thickness)
        var result: [(Double, Double)] = []
        var start = left
        for gap in gaps {
            if gap.lowerBound - distance > start { result.append((start, min(left + width, gap.lowerBound - distance))) }
            start = max(start, gap.upperBound + distance)
        }
        if start < left + width { result.append((start, left + width)) }
        return result
    }

    private func strips(_ top: Double) -> [Layer] {
        parts.map { part in
            Layer(
                frame: Rect(x: part.left, y: top, width: part.right - part.left, height: height),
                backgroundColor: .color(color))
        }
    }

    /// A layer that only shows beside the ink.
    private func masked(_ layer: Layer, from top: Double, height: Double) -> [Layer] {
        guard !gaps.isEmpty || style == .wavy else { return [layer] }
        var path = Path()
        for part in parts {
            path.append(
                Path(Rect(x: part.left - left, y: top - self.top, width: part.right - part.left, height: height)))
        }
        guard !path.isEmpty else { return [] }
        var layer = layer
        layer.mask = Layer(kind: .shape(Shape(path: path)), frame: Rect(x: 0, y: 0, width: width, height: self.height))
        return [layer]
    }

    private func stroke(_ path: Path, _ width: Double, _ cap: LineCap, _ dashes: [Double]) -> Layer {
        Layer(
            kind: .shape(
                Shape(
                    path: path, fillColor: nil, strokeColor: .color(color),
                    stroke: StrokeStyle(lineWidth: width, lineCap: cap, lineDashPattern: dashes))),
            frame: Rect(x: left, y: top, width: self.width, height: height))
    }

    private var dashes: Layer {
        let side = BorderSide(width: height, style: style == .dotted ? .dotted : .dashed, color: color)
        // Chromium doesn't fit small dots to the length of a text.
        let isPlain = style == .dotted && !side.hasRoundDots
        let pattern = isPlain ? [height, height] : BorderDashes.pattern(side, length: width, isClosed: false)
        let inset = side.hasRoundDots ? height / 2 : 0
        var path = Path()
        path.move(to: Point(inset, height / 2))
        path.addLine(to: Point(max(inset, width - inset), height / 2))
        return stroke(path, height, side.hasRoundDots ? .round : .butt, pattern)
    }

    /// The measures of Chromium's waves.
    private struct Wave {
        var length: Double
        var control: Double

        init(_ thickness: Double) {
            let thickness = max(1, thickness)
            length = 1 + 2 * (2 * thickness + 0.5).rounded()
            control = 0.5 + (3 * thickness + 0.5).rounded()
        }
    }

    private var wave: Layer {
        let wave = Wave(thickness)
        let middle = (top + waves * (thickness + 1)).rounded() + 0.5 - top
        var path = Path()
        path.move(to: Point(0, middle))
        for index in 0..<Int(min(10_000, (width / wave.length).rounded(.up))) {
            let start = Double(index) * wave.length
            path.addCubic(
                to: Point(start + wave.length, middle), control1: Point(start + wave.length / 2, middle + wave.control),
                control2: Point(start + wave.length / 2, middle - wave.control))
        }
        return stroke(path, thickness, .butt, [])
    }
}
