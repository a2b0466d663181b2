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

    /// The elements of the line's path.
    var elementCount: Int { style.elementCount(width: right - left, thickness: thickness) }

    /// The line as one rectangle.
    func strip(isReversed: Bool) -> Path {
        thickness > 0 ? Path(stripFrom: left, to: right, top: top, height: thickness, isReversed: isReversed) : Path()
    }

    /// The line, to be painted apart from the glyphs.
    func part(of run: Int) -> TextLayout.Part {
        let side: Text.Line.Style.Side = role == .underline ? .below : role == .overline ? .above : .both
        let shape = style.shape(left...right, top: top, thickness: thickness, side: side)
        guard shape.isStroked else { return TextLayout.Part(run: run, role: role, path: shape.path) }
        return TextLayout.Part(run: run, role: role, path: shape.path, strokeWidth: thickness)
    }
}
