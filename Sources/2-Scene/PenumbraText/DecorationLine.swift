import CPenumbraHarfBuzz
import PenumbraGeometry
import PenumbraScene

/// A line under, over or through a stretch of text, in its place.
struct DecorationLine {
    private let style: Text.Line.Style
    private let role: TextLayout.Part.Role
    private let left: Double
    private let right: Double
    private let top: Double
    private let thickness: Double

    /// - Parameters:
    ///   - line: the requested line.
    ///   - extent: the left and the right end.
    ///   - face: the font that supplies the place and the thickness that the line leaves open.
    ///   - scale: points per unit of the font.
    ///   - zoom: the factor of the line's own lengths.
    init(
        _ line: Text.Line, _ role: TextLayout.Part.Role, _ extent: ClosedRange<Double>, baseline: Double, _ face: FontFace,
        scale: Double, zoom: Double
    ) {
        (style, self.role) = (line.style, role)
        (left, right) = (extent.lowerBound, extent.upperBound)
        let isThrough = role == .strikethrough
        let size = isThrough ? HB_OT_METRICS_TAG_STRIKEOUT_SIZE : HB_OT_METRICS_TAG_UNDERLINE_SIZE
        thickness = line.thickness.map { $0 * zoom } ?? face.thickness(size) * scale
        switch (role, line.offset) {
        case (.underline, let offset?): top = baseline + offset * zoom
        case (_, let offset?): top = baseline - offset * zoom - thickness
        case (.underline, nil): top = baseline - face.metric(HB_OT_METRICS_TAG_UNDERLINE_OFFSET) * scale
        case (.strikethrough, nil): top = baseline - face.metric(HB_OT_METRICS_TAG_STRIKEOUT_OFFSET) * scale
        // The line over a text begins at the upper edge of its font, as in browsers.
        case (_, nil): top = baseline - face.ascender * scale
        }
    }

    private var width: Double { right - left }

    /// The number of dots, dashes or waves. Dots and dashes begin and end with the line.
    private var count: Double {
        let parts =
            switch style {
            case .none, .solid, .double: 1.0
            case .dotted: (width + thickness) / (2 * thickness)
            case .dashed: (width + thickness) / (3 * thickness)
            case .wavy: width / (4 * thickness)
            }
        return max(1, min(1e9, parts.rounded()))
    }

    /// The elements of the line's path.
    var elementCount: Int { thickness > 0 ? 5 * (style == .double ? 2 : Int(count)) : 0 }

    /// The line as one rectangle.
    func strip(isReversed: Bool) -> Path {
        thickness > 0 ? Path(stripFrom: left, to: right, top: top, height: thickness, isReversed: isReversed) : Path()
    }

    /// The line, to be painted apart from the glyphs.
    func part(of run: Int) -> TextLayout.Part {
        var path = Path()
        guard thickness > 0 else { return TextLayout.Part(run: run, role: role, path: path) }
        switch style {
        case .none: break
        case .solid: path = strip(isReversed: false)
        case .double:
            // The second line lies farther from the letters. Both lines lie around the place of a line through them.
            let shifts =
                role == .underline ? [0, 2 * thickness] : role == .overline ? [0, -2 * thickness] : [-thickness, thickness]
            for shift in shifts {
                path.append(Path(stripFrom: left, to: right, top: top + shift, height: thickness, isReversed: false))
            }
        case .dotted:
            let step = count > 1 ? (width - thickness) / (count - 1) : 0
            for index in 0..<Int(count) {
                path.append(
                    Path(ellipseIn: Rect(x: left + Double(index) * step, y: top, width: thickness, height: thickness)))
            }
        case .dashed:
            let unit = width / (3 * count - 1)
            for index in 0..<Int(count) {
                let start = left + Double(index) * 3 * unit
                path.append(Path(stripFrom: start, to: start + 2 * unit, top: top, height: thickness, isReversed: false))
            }
        case .wavy:
            let wave = width / count
            let middle = top + thickness / 2
            path.move(to: Point(left, middle))
            for index in 0..<Int(count) {
                let start = left + Double(index) * wave
                path.addCubic(
                    to: Point(start + wave, middle), control1: Point(start + wave / 2, middle + 3 * thickness),
                    control2: Point(start + wave / 2, middle - 3 * thickness))
            }
            return TextLayout.Part(run: run, role: role, path: path, strokeWidth: thickness)
        }
        return TextLayout.Part(run: run, role: role, path: path)
    }
}
