import PenumbraGeometry
import PenumbraPlan
import PenumbraScene

/// What is done to a group when it is finished, step by step.
struct GroupFilter {
    enum Step {
        case blur(GaussianBlur)
        /// A shadow of the group's alpha, behind it.
        case dropShadow(ShadowPlacement, PremultipliedColor)

        /// The device pixels that may be painted where those of `extent` were.
        func extent(of extent: PixelRect) -> PixelRect {
            guard !extent.isEmpty else { return .empty }
            switch self {
            case .blur(let blur): return extent.outset(x: blur.reach + 1, y: blur.reach + 1)
            case .dropShadow(let placement, _):
                let reach = placement.blur.reach + 2
                return extent.union(extent.offset(x: placement.dx, y: placement.dy).outset(x: reach, y: reach))
            }
        }

        /// The device pixels that those of `output` are made from.
        func source(of output: PixelRect) -> PixelRect {
            // What is outset around nothing would be something.
            guard !output.isEmpty else { return .empty }
            switch self {
            case .blur(let blur): return output.outset(x: blur.reach, y: blur.reach)
            case .dropShadow(let placement, _):
                let reach = placement.blur.reach + 2
                return output.union(output.offset(x: -placement.dx, y: -placement.dy).outset(x: reach, y: reach))
            }
        }
    }

    var steps: [Step] = []

    /// A layer's blur, then the functions of its filter from left to right. What does nothing is left out.
    init(_ layer: Layer, _ geometry: LayerGeometry) {
        addBlur(layer.blur, geometry)
        for function in layer.filter {
            switch function {
            case .blur(let sigma): addBlur(sigma, geometry)
            case .dropShadow(let offset, let radius, let color):
                let shadow = Shadow(color: color, offset: offset, radius: radius)
                guard shadow.isVisible(in: geometry) else { continue }
                steps.append(.dropShadow(ShadowPlacement(shadow, geometry), PremultipliedColor(color)))
            }
        }
    }

    /// Nothing is done.
    init() {}

    private mutating func addBlur(_ sigma: Sigma, _ geometry: LayerGeometry) {
        let pixels = min(geometry.pixels(sigma), GaussianBlur.largestSigma)
        if pixels > 0 { steps.append(.blur(GaussianBlur(sigma: pixels))) }
    }

    /// The device pixels that may be painted before the first step, after it, and so on to the last.
    func extents(from extent: PixelRect) -> [PixelRect] {
        steps.reduce(into: [extent]) { $0.append($1.extent(of: $0[$0.count - 1])) }
    }

    /// The device pixels that `output` needs before the first step, after it, and so on to the last.
    func needed(for output: PixelRect, _ extents: [PixelRect]) -> [PixelRect] {
        var result = [output]
        for (step, extent) in zip(steps, extents).reversed() {
            result.insert(step.source(of: result[0]).intersection(extent), at: 0)
        }
        return result
    }
}

extension ScenePlanner {
    /// What a group's surface becomes; nil where nothing of it is there.
    ///
    /// - Parameters:
    ///   - surface: holds the first of the device pixels `needed`.
    ///   - extents: as `GroupFilter.extents(from:)` says.
    mutating func filtered(
        _ surface: SurfaceID, by filter: GroupFilter, needed: [PixelRect], extents: [PixelRect], name: String
    ) throws(PlanningError) -> SurfaceID? {
        var result = surface
        for (index, step) in filter.steps.enumerated() {
            let (before, after) = (needed[index], needed[index + 1])
            switch step {
            case .blur(let blur):
                guard
                    let blurred = try blurred(
                        result, before, blur, output: after, filled: extents[index + 1], edge: .zero, isOpaque: false,
                        name: name)
                else { return nil }
                result = blurred
            case .dropShadow(let placement, let color):
                let target = PaintTarget(surface: try addSurface(.color, after, "shadowed \(name)"), bounds: after)
                plan.passes.append(.clear(target: target.surface, color: .clear))
                let alpha = LayerAlpha(.surface(result, bounds: before), extent: extents[index])
                let blurred = try alpha.blurred(
                    &self, LayerAlpha.BlurKey(sigma: placement.blur.sigma, shift: placement.shift, isHard: false),
                    output: after.offset(x: -placement.dx, y: -placement.dy), name: "shadow of \(name)")
                if let blurred {
                    let region = blurred.bounds.offset(x: placement.dx, y: placement.dy).intersection(after)
                    emit(
                        Composite(
                            target: target.surface, region: target.local(region), source: .color(color),
                            mask: blurred.operand(onto: target, dx: placement.dx, dy: placement.dy)))
                }
                compositeSurface(result, bounds: before, onto: target)
                result = target.surface
            }
        }
        return result
    }
}
