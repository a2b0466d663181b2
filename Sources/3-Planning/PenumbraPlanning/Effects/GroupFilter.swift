import PenumbraGeometry
import PenumbraPlan
import PenumbraScene

/// An effect on a finished group.
protocol GroupEffect {
    /// Whether the effect may paint where the group is empty.
    var paintsAlone: Bool { get }
    /// The device pixels that the effect may paint, given the extent of the group, which is not empty.
    func extent(of extent: PixelRect) -> PixelRect
    /// The painted area, as exact as it is known, for a canvas that fits its content.
    func content(of content: Rect) -> Rect
    /// The device pixels that the effect reads for `output`, which is not empty.
    func source(of output: PixelRect) -> PixelRect
    /// Applies the effect to the group's surface. Nil if the result is empty.
    func apply(_ planner: inout ScenePlanner, to group: FilteredGroup, name: String) throws(PlanningError) -> SurfaceID?
}

/// A group at one step of its filter.
struct FilteredGroup {
    /// The group's surface, which holds the device pixels `before`.
    var surface: SurfaceID
    var before: PixelRect
    /// The device pixels that are wanted after the step.
    var after: PixelRect
    /// Everything that may be painted before and after the step. These areas anchor blurs.
    var extents: (before: PixelRect, after: PixelRect)
}

/// The effects on a finished group, step by step.
struct GroupFilter {
    private var steps: [any GroupEffect] = []

    var isEmpty: Bool { steps.isEmpty }

    /// The matrix of a filter that consists of one colour matrix. Nil for other filters.
    var matrix: MapColors.Matrix? { steps.count == 1 ? (steps[0] as? GroupColors)?.matrix : nil }

    /// Whether the filter may paint where the group is empty.
    var paintsAlone: Bool { steps.contains(where: \.paintsAlone) }

    /// Adds a step. Nil, a step without effect, is left out.
    mutating func add(_ step: (any GroupEffect)?) {
        if let step { steps.append(step) }
    }

    /// Adds the step of a function of a layer's filter.
    mutating func add(_ function: FilterFunction, of layer: Layer, _ geometry: LayerGeometry) {
        switch function {
        case .blur(let sigma): add(GroupBlur(sigma, geometry))
        case .dropShadow(let offset, let radius, let color):
            add(GroupShadow(Shadow(color: color, offset: offset, radius: radius), geometry))
        case .graph(let graph): add(GroupGraph(graph, layer, geometry))
        case .color(let function, let amount):
            let next = GroupColors(function, amount)
            if let last = steps.last as? GroupColors { steps[steps.count - 1] = last.followed(by: next) } else { add(next) }
        }
    }

    /// The device pixels that may be painted: before the first step, after it, and so on to the last step.
    func extents(from extent: PixelRect) -> [PixelRect] {
        steps.reduce(into: [extent]) { extents, step in
            let before = extents[extents.count - 1]
            extents.append(before.isEmpty && !step.paintsAlone ? .empty : step.extent(of: before))
        }
    }

    /// The device pixels that `output` needs: before the first step, after it, and so on to the last step.
    func needed(for output: PixelRect, _ extents: [PixelRect]) -> [PixelRect] {
        var result = [output]
        for (step, extent) in zip(steps, extents).reversed() {
            // An empty area must stay empty, although a step would enlarge it.
            let source = result[0].isEmpty ? .empty : step.source(of: result[0])
            result.insert(source.intersection(extent), at: 0)
        }
        return result
    }

    func content(of content: Rect) -> Rect {
        steps.reduce(content) { $0.isEmpty && !$1.paintsAlone ? $0 : $1.content(of: $0) }
    }

    /// Applies all steps to a group's surface. Nil if the result is empty.
    ///
    /// - Parameters:
    ///   - surface: the surface that holds the first of the areas `needed`. Nil if this area is empty.
    ///   - extents: the result of `extents(from:)`.
    func apply(
        _ planner: inout ScenePlanner, to surface: SurfaceID?, needed: [PixelRect], extents: [PixelRect], name: String
    ) throws(PlanningError) -> SurfaceID? {
        var result = surface
        for (index, step) in steps.enumerated() {
            var (before, after) = (needed[index], needed[index + 1])
            if result == nil || before.isEmpty {
                guard step.paintsAlone, !after.isEmpty else {
                    result = nil
                    continue
                }
                before = PixelRect(x: after.x, y: after.y, width: 1, height: 1)
                result = try planner.addTarget(before, "nothing in \(name)").surface
            }
            guard let current = result else { return nil }
            let group = FilteredGroup(
                surface: current, before: before, after: after, extents: (extents[index], extents[index + 1]))
            result = try step.apply(&planner, to: group, name: name)
        }
        return result
    }
}
