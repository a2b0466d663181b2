import PenumbraBitmap
import PenumbraGeometry
import PenumbraPlan
import PenumbraScene

/// What a layer shows besides its background, placed on the device.
enum LayerContents {
    case none
    case gradient(Gradient)
    /// A path in device pixels, as it is filled.
    case shape(Shape, filled: Path, stroke: StrokedShape)
    /// Glyphs in device pixels; nil where they were not laid out.
    case text(Text, glyphs: Path?)
    /// Nil where the picture was not loaded.
    case image(Picture?)

    /// - Parameter place: of the layer.
    init(_ layer: Layer, _ geometry: LayerGeometry, _ planner: ScenePlanner, place: String) {
        switch layer.kind {
        case .layer: self = .none
        case .gradient(let gradient): self = .gradient(gradient)
        case .shape(let shape):
            self = .shape(
                shape, filled: shape.path.applying(geometry.toDevice),
                stroke: StrokedShape(shape, geometry, planner.work, place: place))
        case .text(let text):
            let glyphs = planner.texts[TextPlacement(text, width: geometry.bounds.width)]
            self = .text(text, glyphs: glyphs?.applying(geometry.toDevice))
        case .image(let contents):
            self = .image(planner.images[contents.source].map { Picture(contents, $0, geometry) })
        }
    }

    /// What a layer's backdrop shows through where that is not its rounded bounds.
    var outline: (path: Path, fillRule: FillRule)? {
        switch self {
        case .shape(let shape, let filled, _): (filled, shape.fillRule)
        case .text(_, let glyphs): (glyphs ?? Path(), .nonzero)
        case .none, .gradient, .image: nil
        }
    }

    /// The bounds in device pixels, together with `other`.
    ///
    /// - Parameter isExact: as exactly as outlines are known; else a bound that is quickly found and never too small.
    func bounds(_ geometry: LayerGeometry, isExact: Bool, union other: Rect) -> Rect {
        func bounds(of path: Path) -> Rect { isExact ? path.bounds : path.controlPointBounds }
        switch self {
        case .none: return other
        case .gradient: return other.union(geometry.bounds.transformed(by: geometry.toDevice))
        case .shape(let shape, let filled, let stroke):
            let result = shape.fillColor == nil ? other : other.union(bounds(of: filled))
            guard shape.strokeColor != nil else { return result }
            guard isExact else {
                if shape.stroke.lineWidth <= 0 { return result }
                let reached = shape.path.controlPointBounds.inset(by: -shape.stroke.reach)
                return result.union(reached.transformed(by: geometry.toDevice))
            }
            // The planner refuses a path that cannot be stroked.
            guard let stroked = try? stroke.outline() else { return result }
            return result.union(stroked.bounds)
        case .text(_, let glyphs): return glyphs.map { other.union(bounds(of: $0)) } ?? other
        case .image(let picture):
            return picture.map { other.union($0.destination.transformed(by: geometry.toDevice)) } ?? other
        }
    }
}

/// The outline of a shape's stroke in device pixels, made when it is asked for first.
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
            try work.stroke(shape.path, shape.stroke, tolerance: tolerance, place).applying(geometry.toDevice)
        }
        made = result
        return try result.get()
    }

    /// How far, in pixels, a stroke's outline may be from the true one: as far as flattened curves may.
    static let tolerance = 0.002
}

extension StrokeStyle {
    /// How far from its path a stroke may paint, in the path's own coordinates.
    fileprivate var reach: Double {
        let join = lineJoin == .miter ? max(1, miterLimit) : 1
        return lineWidth / 2 * max(join, lineCap == .square ? 2.0.squareRoot() : 1)
    }
}
