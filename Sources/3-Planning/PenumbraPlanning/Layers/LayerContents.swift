import PenumbraBitmap
import PenumbraGeometry
import PenumbraPlan
import PenumbraScene

/// The contents of a layer, without its background, in device pixels.
enum LayerContents {
    case none
    case gradient(Gradient)
    /// A path in device pixels, in the form in which it is filled.
    case shape(Shape, filled: Path, stroke: StrokedShape)
    /// The outlines and glyphs of a text in device pixels. Nil if the text was not laid out.
    case text(TextOutline?)
    /// A picture. Nil if it was not loaded. Its geometry would make every copy of other contents as large.
    indirect case image(Picture?)

    /// Prepares the contents of a layer.
    ///
    /// - Parameter place: the place of the layer in the scene.
    init(_ layer: Layer, _ geometry: LayerGeometry, _ planner: ScenePlanner, place: String) {
        switch layer.kind {
        case .layer: self = .none
        case .gradient(let gradient): self = .gradient(gradient)
        case .shape(let shape):
            let work = shape.path.elements.count * WorkMeter.workOfElement
            guard planner.work.hold(shape.path, place), planner.work.count(work, place) else {
                self = .none
                return
            }
            var filled = geometry.onDevice(shape.path)
            // The meter remembers a failure, with which the planner ends.
            if !shape.isAntialiased { filled = (try? planner.work.wholePixels(in: filled, shape.fillRule, place)) ?? Path() }
            // Curves that an eye sees from an angle become many lines.
            guard geometry.projection == nil && shape.isAntialiased || planner.work.hold(filled, place) else {
                self = .none
                return
            }
            self = .shape(shape, filled: filled, stroke: StrokedShape(shape, geometry, planner.work, place: place))
        case .text(let text):
            let area = layer.contentInsets.inside(geometry.bounds)
            let toDevice = AffineTransform.translation(area.minX, area.minY).concatenating(geometry.toDevice)
            let set = planner.texts[TextPlacement(text, in: area.size)]
            guard Self.hold(set, planner, place) else {
                self = .none
                return
            }
            let tolerance = StrokedShape.tolerance / max(geometry.toDevice.largestScale, 1e-9)
            // The meter remembers a failure, with which the planner ends.
            let outlined = try? set?.strokesOutlined { path, style throws(PlanningError) in
                let outline = try planner.work.stroke(path, style, tolerance: tolerance, place)
                if !planner.work.hold(outline, place) { try planner.work.check(0, place) }
                return outline
            }
            let outline = outlined?.applying(toDevice)
            let seen = geometry.projection.flatMap { outline?.projected($0) }
            guard Self.hold(seen, planner, place) else {
                self = .none
                return
            }
            self = .text(seen ?? outline)
        case .image(let contents):
            self = .image(
                planner.images[contents.source].map {
                    Picture(contents, $0, in: layer.contentInsets.inside(geometry.bounds), geometry)
                })
        }
    }

    /// Counts the outlines of a text. False if there is no memory for them.
    private static func hold(_ text: TextOutline?, _ planner: ScenePlanner, _ place: String) -> Bool {
        text?.parts.allSatisfy { planner.work.hold(outline: $0.bytes, place) } ?? true
    }

    /// The outline that shows the layer's backdrop. Nil if the rounded bounds show it.
    var outline: (path: Path, fillRule: FillRule)? {
        switch self {
        case .shape(let shape, let filled, _): (filled, shape.fillRule)
        case .text(let outline): (outline?.path ?? Path(), .nonzero)
        case .none, .gradient, .image: nil
        }
    }

    /// The bounds in device pixels, together with `other`.
    ///
    /// - Parameter isExact: whether the bounds are as exact as the outlines are known. Otherwise the result is a quick bound
    ///   that is never too small.
    /// - Parameter isTight: whether to leave out clear margins of a picture.
    func bounds(_ geometry: LayerGeometry, isExact: Bool, isTight: Bool = false, union other: Rect) -> Rect {
        switch self {
        case .none: return other
        case .gradient: return other.union(geometry.onDevice(geometry.bounds))
        case .shape(let shape, let filled, let stroke):
            let result = shape.fillColor == nil ? other : filled.bounds(union: other, isExact: isExact)
            guard shape.strokeColor != nil else { return result }
            guard isExact else {
                if shape.stroke.lineWidth <= 0 { return result }
                let reached = shape.path.controlPointBounds.inset(by: -shape.stroke.reach)
                return result.union(geometry.onDevice(reached))
            }
            // The planner refuses a path that cannot be stroked.
            guard let stroked = try? stroke.outline() else { return result }
            return stroked.bounds(union: result, isExact: true)
        case .text(let outline): return outline?.bounds(union: other, isExact: isExact) ?? other
        case .image(let picture):
            return picture.map { other.union(geometry.onDevice(isTight ? $0.visiblePlace : $0.destination)) } ?? other
        }
    }

    /// The work of finding the exact area.
    var workOfBounds: Int {
        switch self {
        case .none, .gradient, .image, .text(nil): 0
        case .shape(_, let filled, _): filled.elements.count * WorkMeter.workOfExtremes
        case .text(let outline?): outline.workOfBounds
        }
    }
}

/// The outline of a shape's stroke in device pixels, computed on first use.
final class StrokedShape {
    private let shape: Shape
    private let geometry: LayerGeometry
    private let work: WorkMeter
    private let place: String
    private var made: Result<Path, PlanningError>?

    init(_ shape: Shape, _ geometry: LayerGeometry, _ work: WorkMeter, place: String) {
        (self.shape, self.geometry, self.work, self.place) = (shape, geometry, work, place)
    }

    func outline() throws(PlanningError) -> Path {
        if let made { return try made.get() }
        let tolerance = Self.tolerance / max(geometry.toDevice.largestScale, 1e-9)
        let result = Result { () throws(PlanningError) in
            var outline = geometry.onDevice(try work.stroke(shape.path, shape.stroke, tolerance: tolerance, place))
            if !shape.isAntialiased { outline = try work.wholePixels(in: outline, .nonzero, place) }
            // The outline is held until the layer has been painted.
            if !work.hold(outline, place) { try work.check(0, place) }
            return outline
        }
        made = result
        return try result.get()
    }

    /// The largest error of a stroke's outline in pixels. It equals the error of flattened curves.
    static let tolerance = 0.002
}

extension StrokeStyle {
    /// The largest distance from its path that a stroke paints, in the path's own coordinates.
    var reach: Double {
        let join = lineJoin == .miter ? max(1, miterLimit) : 1
        return lineWidth / 2 * max(join, lineCap == .square ? 2.0.squareRoot() : 1)
    }
}
