import PenumbraGeometry

extension RenderPlan {
    /// Returns the same picture with passes of its own for each copy of a picture, in place of `drawInstances`.
    ///
    /// - Parameter isExpanded: whether a pass is replaced.
    package func expandingInstances(_ isExpanded: (DrawInstances) -> Bool = { _ in true }) -> RenderPlan {
        func isWanted(_ pass: Pass) -> Bool { pass.instances.map(isExpanded) ?? false }
        guard passes.contains(where: isWanted) else { return self }
        var result = self
        result.passes = []
        for pass in passes {
            if let instances = pass.instances, isWanted(pass) {
                for index in instances.list.instances.indices { result.append(instance: index, of: instances) }
            } else {
                result.passes.append(pass)
            }
        }
        return result
    }

    private mutating func append(instance index: Int, of pass: DrawInstances) {
        let (list, instance) = (pass.list, pass.list.instances[index])
        let area = instance.area
        let region = area.intersection(self[pass.target].bounds)
        guard !region.isEmpty else { return }
        func surface(_ format: Surface.Format, _ plan: inout RenderPlan) -> SurfaceID {
            plan.addSurface(Surface(format: format, width: area.width, height: area.height, label: "instance \(index)"))
        }
        var drawn = surface(.color, &self)
        switch instance.sampling {
        case .stretched(let column, let row, _):
            passes.append(
                .resample(
                    image: pass.image, target: drawn, columns: list.columns.cropped(to: column..<column + area.width),
                    rows: list.rows.cropped(to: row..<row + area.height)))
        case .turned(let map):
            var sampling = list.maps[map]
            if case .area(let weights) = sampling.filter { sampling.filter = .area(weights.complete) }
            passes.append(.transformImage(source: pass.source, target: drawn, sampling: sampling))
        }
        if let first = instance.coverage {
            let mask = surface(.mask, &self)
            passes.append(.fillMesh(target: mask, coverage: list.coverage(from: first, area)))
            let group = surface(.color, &self)
            passes.append(.clear(target: group, color: .clear))
            passes.append(
                .composite(
                    Composite(
                        target: group, region: self[group].bounds, source: .surface(drawn, dx: 0, dy: 0),
                        mask: .surface(mask, dx: 0, dy: 0))))
            drawn = group
        }
        if let tint = instance.tint {
            let tinted = surface(.color, &self)
            passes.append(
                .mapColors(MapColors(source: drawn, target: tinted, matrices: [list.tints[tint]], dx: 0, dy: 0)))
            drawn = tinted
        }
        passes.append(
            .composite(
                Composite(
                    target: pass.target, region: region, source: .surface(drawn, dx: -area.x, dy: -area.y),
                    opacity: instance.opacity, operation: pass.operation)))
    }
}

extension InstanceList {
    /// The coverage of a copy.
    fileprivate func coverage(from first: Int, _ area: PixelRect) -> Coverage {
        let starts = stripStarts[first...first + area.height]
        let before = stripStarts[first]
        return Coverage(
            strips: Array(strips[Int(before)..<Int(stripStarts[first + area.height])]), rowStarts: starts.map { $0 - before },
            width: area.width, height: area.height)
    }
}
