import PenumbraGeometry
import PenumbraPlan
import PenumbraScene

/// Applies CSS's colour functions to a finished group, one after another, each pixel by itself.
struct GroupColors: GroupEffect {
    private var matrices: [MapColors.Matrix]

    init(_ function: FilterFunction.ColorFunction, _ amount: Double) {
        matrices = [MapColors.Matrix(function, amount)]
    }

    /// Multiplies straight colours by the components of `color`, without its alpha.
    init(multiplying color: Color) {
        matrices = [
            MapColors.Matrix(
                red: SIMD4(color.red, 0, 0, 0), green: SIMD4(0, color.green, 0, 0), blue: SIMD4(0, 0, color.blue, 0))
        ]
    }

    /// The matrix, if it is the only one.
    var matrix: MapColors.Matrix? { matrices.count == 1 ? matrices[0] : nil }

    func followed(by next: GroupColors) -> GroupColors {
        var result = self
        result.matrices += next.matrices
        return result
    }

    var paintsAlone: Bool { false }

    func extent(of extent: PixelRect) -> PixelRect { extent }

    func content(of content: Rect) -> Rect { content }

    func source(of output: PixelRect) -> PixelRect { output }

    func apply(_ planner: inout ScenePlanner, to group: FilteredGroup, name: String) throws(PlanningError) -> SurfaceID? {
        guard !group.after.isEmpty else { return nil }
        let target = try planner.addSurface(.color, group.after, "filtered \(name)")
        planner.plan.passes.append(
            .mapColors(
                MapColors(
                    source: group.surface, target: target, matrices: matrices, dx: group.after.x - group.before.x,
                    dy: group.after.y - group.before.y)))
        return target
    }
}

extension MapColors.Matrix {
    /// The matrices of W3C, *Filter Effects Level 1*, sections 9 and 12. Each matrix lies on the line through the function's
    /// matrices for the amounts 0 and 1. Only `hue-rotate` differs: its amount is an angle.
    fileprivate init(_ function: FilterFunction.ColorFunction, _ amount: Double) {
        // Larger amounts make no visible difference.
        let amount = min(amount, 10_000)
        let weights = SIMD4(0.213, 0.715, 0.072, 0)
        let (red, green, blue) = (SIMD4(1.0, 0, 0, 0), SIMD4(0.0, 1, 0, 0), SIMD4(0.0, 0, 1, 0))
        let one = SIMD4(0.0, 0, 0, 1)
        func mixed(_ r: SIMD4<Double>, _ g: SIMD4<Double>, _ b: SIMD4<Double>, _ share: Double) -> Self {
            Self(
                red: red + (r - red) * share, green: green + (g - green) * share, blue: blue + (b - blue) * share)
        }
        switch function {
        case .brightness: self.init(red: amount * red, green: amount * green, blue: amount * blue)
        case .contrast: self = mixed(one / 2, one / 2, one / 2, 1 - amount)
        case .invert: self = mixed(one - red, one - green, one - blue, amount)
        case .opacity: self.init(red: red, green: green, blue: blue, opacity: amount)
        case .saturate: self = mixed(weights, weights, weights, 1 - amount)
        case .grayscale:
            let weights = SIMD4(0.2126, 0.7152, 0.0722, 0)
            self = mixed(weights, weights, weights, amount)
        case .sepia:
            self = mixed(SIMD4(0.393, 0.769, 0.189, 0), SIMD4(0.349, 0.686, 0.168, 0), SIMD4(0.272, 0.534, 0.131, 0), amount)
        case .hueRotate:
            let turn = AffineTransform.rotation(degrees: amount)
            func row(_ own: SIMD4<Double>, _ side: SIMD4<Double>) -> SIMD4<Double> {
                weights + (own - weights) * turn.a + side * turn.b
            }
            self.init(
                red: row(red, SIMD4(-0.213, -0.715, 0.928, 0)), green: row(green, SIMD4(0.143, 0.140, -0.283, 0)),
                blue: row(blue, SIMD4(-0.787, 0.715, 0.072, 0)))
        }
    }
}
