import PenumbraGeometry
import PenumbraPlan

extension PassSchedule.Node {
    /// The most layers that are painted together. Their parameters fit in the smallest uniform block.
    private static let mostLayers = 32

    /// The node that also paints another node's layer after its own. Nil if they can't be painted together, or not with profit.
    fileprivate func joined(by next: Self, _ idle: IdleWork) -> Self? {
        guard layer == next.layer, places.count < Self.mostLayers, let areas, let others = next.areas,
            areas.count == others.count
        else { return nil }
        var result = self
        result.places += next.places
        for resource in next.reading where !reading.contains(resource) { result.reading.append(resource) }
        let united = zip(areas, others).map { $0.union($1) }
        result.areas = united
        result.pixels += next.pixels
        let invocations = united.reduce(0) { $0 + $1.width * $1.height }
        return idle.allows(layerPixels: invocations * result.places.count, of: result.pixels) ? result : nil
    }
}

extension PassSchedule {
    /// Joins the layers that are painted on one surface, as long as nothing else uses the surface in between, and nothing
    /// writes what they read. A node with several layers comes where its last layer came.
    ///
    /// - Parameter idle: how many invocations may lie outside of a layer.
    static func joiningLayers(_ nodes: [Node], _ idle: IdleWork) -> [Node] {
        var order: [Node?] = []
        // The place in `order` of the node that may take another layer, by the surface that it paints on.
        var open: [Resource: Int] = [:]
        // The surfaces painted on by nodes that read a resource.
        var paintedFrom: [Resource: Set<Resource>] = [:]
        for node in nodes {
            var joined: Node?
            if let target = node.layer?.target, let place = open[target], let earlier = order[place] {
                joined = earlier.joined(by: node, idle)
                if joined != nil { order[place] = nil }
            }
            for resource in node.reading { open[resource] = nil }
            for resource in node.writing {
                open[resource] = nil
                for target in paintedFrom.removeValue(forKey: resource) ?? [] { open[target] = nil }
            }
            if let target = node.layer?.target {
                open[target] = order.count
                for resource in node.reading { paintedFrom[resource, default: []].insert(target) }
            }
            order.append(joined ?? node)
        }
        return order.compactMap { $0 }
    }
}
