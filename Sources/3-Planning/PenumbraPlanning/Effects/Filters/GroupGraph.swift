import PenumbraGeometry
import PenumbraPlan
import PenumbraScene

/// A filter of several steps on a finished group. The group is drawn upright, in pixels of the device or of its plane.
struct GroupGraph: GroupEffect {
    let steps: [PlacedStep]
    /// The pixels of the filter's region.
    let region: PixelRect
    let geometry: LayerGeometry
    /// The sublayers that steps read.
    let sublayers: [Int: Layer]
    let name: String

    init(_ graph: FilterGraph, _ layer: Layer, _ geometry: LayerGeometry) {
        self.geometry = geometry
        let region = geometry.filterPixels(graph.region)
        self.region = region
        steps = graph.steps.map { PlacedStep($0, in: region, geometry) }
        var inputs: [Int: Layer] = [:]
        for index in graph.sublayers where layer.sublayers.indices.contains(index) { inputs[index] = layer.sublayers[index] }
        sublayers = inputs
        name = layer.name ?? "a layer"
    }

    var paintsAlone: Bool { true }

    func extent(of extent: PixelRect) -> PixelRect { extents(of: extent).last ?? .empty }

    func content(of content: Rect) -> Rect {
        let pixels = content.isEmpty ? .empty : PixelRect(covering: content).intersection(region)
        let result = extents(of: pixels).last ?? .empty
        return result.isEmpty ? .zero : result.rect
    }

    func source(of output: PixelRect) -> PixelRect { needed(for: output, extents(of: region)).source }

    /// The pixels that each step may paint.
    private func extents(of source: PixelRect) -> [PixelRect] {
        var result: [PixelRect] = []
        let source = source.intersection(region)
        for step in steps {
            let inputs = step.inputs.map { input in
                if case .step(let index) = input { result.indices.contains(index) ? result[index] : .empty } else { source }
            }
            result.append(step.extent(of: inputs).intersection(step.region))
        }
        return result
    }

    /// The pixels that each step and the source need for the output.
    private func needed(
        for output: PixelRect, _ extents: [PixelRect]
    ) -> (steps: [PixelRect], source: PixelRect) {
        var needed = [PixelRect](repeating: .empty, count: steps.count)
        var source = PixelRect.empty
        guard let last = extents.last else { return (needed, source) }
        needed[steps.count - 1] = output.intersection(last)
        for (index, step) in steps.enumerated().reversed() where !needed[index].isEmpty {
            for (place, input) in step.inputs.enumerated() {
                let part = step.reads(of: needed[index], input: place, extents: extents)
                switch input {
                case .source, .sourceAlpha: source = source.union(part.intersection(region))
                case .step(let other):
                    guard other < index else { continue }
                    needed[other] = needed[other].union(part.intersection(extents[other]))
                }
            }
        }
        return (needed, source)
    }

    func apply(_ planner: inout ScenePlanner, to group: FilteredGroup, name: String) throws(PlanningError) -> SurfaceID? {
        guard !group.after.isEmpty else { return nil }
        let extents = extents(of: group.extents.before)
        let needed = needed(for: group.after, extents).steps
        var run = GraphRun(self, group, extents, needed, name)
        for index in steps.indices where !needed[index].isEmpty { try run.perform(index, &planner) }
        guard let last = run.results.last ?? nil else { return nil }
        let result = try run.picture(last, isLinear: false, &planner)
        if result.bounds == group.after { return result.surface }
        let target = try planner.addTarget(group.after, "filtered \(name)")
        planner.copy(result.surface, result.bounds, to: target)
        return target.surface
    }
}

/// The intermediate pictures of a filter while it is planned.
struct GraphRun {
    let graph: GroupGraph
    let extents: [PixelRect]
    let needed: [PixelRect]
    let name: String
    let group: FilteredGroup
    /// The pictures of the steps so far. Nil for an empty picture.
    var results: [FilterPicture?]
    private var source: FilterPicture?
    private var alpha: FilterPicture?
    private var converted: [Conversion: FilterPicture] = [:]

    private struct Conversion: Hashable {
        var surface: SurfaceID
        var isLinear: Bool
    }

    init(_ graph: GroupGraph, _ group: FilteredGroup, _ extents: [PixelRect], _ needed: [PixelRect], _ name: String) {
        (self.graph, self.group, self.extents, self.needed, self.name) = (graph, group, extents, needed, name)
        results = [FilterPicture?](repeating: nil, count: graph.steps.count)
        source = FilterPicture(surface: group.surface, bounds: group.before, isLinear: false)
    }

    /// The area that an input may have painted.
    func extent(_ input: FilterGraph.Input) -> PixelRect {
        if case .step(let index) = input { extents[index] } else { group.extents.before.intersection(graph.region) }
    }

    /// An input's picture. Nil if it is empty.
    ///
    /// - Parameter isLinear: the wanted space of its colours. Nil takes the picture as it is.
    mutating func input(
        _ input: FilterGraph.Input, isLinear: Bool?, _ planner: inout ScenePlanner
    ) throws(PlanningError) -> FilterPicture? {
        var found: FilterPicture?
        switch input {
        case .step(let index): found = results[index]
        case .source, .sourceAlpha:
            // The source outside of the filter's region doesn't count.
            if var own = source, !graph.region.contains(own.bounds) {
                let inside = own.bounds.intersection(graph.region)
                if inside.isEmpty {
                    source = nil
                } else {
                    let target = try planner.addTarget(inside, "source of \(name)")
                    planner.copy(own.surface, own.bounds, to: target)
                    (own.surface, own.bounds) = (target.surface, inside)
                    source = own
                }
            }
            found = source
            if input == .sourceAlpha, let source {
                if alpha == nil {
                    let none = FilterPixels.Row([0, 0, 0, 0, 0])
                    alpha = try changed(
                        source, [.matrix([none, none, none, FilterPixels.Row([0, 0, 0, 1, 0])])], isLinear: false, &planner)
                }
                // Black is the same in all spaces.
                alpha?.isLinear = isLinear ?? false
                return alpha
            }
        }
        guard let found else { return nil }
        guard let isLinear else { return found }
        return try picture(found, isLinear: isLinear, &planner)
    }

    /// A picture in the wanted space.
    mutating func picture(
        _ picture: FilterPicture, isLinear: Bool, _ planner: inout ScenePlanner
    ) throws(PlanningError) -> FilterPicture {
        guard picture.isLinear != isLinear else { return picture }
        let key = Conversion(surface: picture.surface, isLinear: isLinear)
        if let known = converted[key] { return known }
        let table = isLinear ? ChannelTable.linear : .encoded
        let result = try changed(picture, [.tables([table, table, table, nil])], isLinear: isLinear, &planner)
        converted[key] = result
        return result
    }

    /// A picture with changed straight colours.
    func changed(
        _ picture: FilterPicture, _ changes: [FilterPixels.ColorChange], isLinear: Bool, _ planner: inout ScenePlanner
    ) throws(PlanningError) -> FilterPicture {
        try computed(.straight(changes), [picture], in: picture.bounds, isLinear: isLinear, &planner)
    }

    /// The result of an operation on pictures.
    func computed(
        _ operation: FilterPixels.Operation, _ inputs: [FilterPicture], in bounds: PixelRect, isLinear: Bool,
        _ planner: inout ScenePlanner
    ) throws(PlanningError) -> FilterPicture {
        let target = try planner.addSurface(.color, bounds, "filtered \(name)")
        planner.plan.passes.append(
            .filterPixels(
                FilterPixels(
                    target: target,
                    inputs: inputs.map {
                        FilterPixels.Input($0.surface, dx: bounds.x - $0.bounds.x, dy: bounds.y - $0.bounds.y)
                    }, operation: operation)))
        return FilterPicture(surface: target, bounds: bounds, isLinear: isLinear)
    }
}

/// A colour surface, the pixels that it holds, and the space of its colours.
struct FilterPicture {
    var surface: SurfaceID
    var bounds: PixelRect
    var isLinear: Bool
}

extension LayerGeometry {
    /// The pixels of a rectangle of a filter. Sides lie on whole pixels: the start is rounded down, the size is rounded up.
    func filterPixels(_ rect: Rect) -> PixelRect {
        let area = rect.transformed(by: toDevice)
        func held(_ value: Double) -> Int { Int(max(-1_073_741_824, min(1_073_741_824, value.isNaN ? 0 : value))) }
        let (x, y) = (held((area.minX + 1e-4).rounded(.down)), held((area.minY + 1e-4).rounded(.down)))
        let (width, height) = (held((area.width - 1e-4).rounded(.up)), held((area.height - 1e-4).rounded(.up)))
        return rect.width > 0 && rect.height > 0
            ? PixelRect(x: x, y: y, width: max(1, width), height: max(1, height)) : .empty
    }
}
