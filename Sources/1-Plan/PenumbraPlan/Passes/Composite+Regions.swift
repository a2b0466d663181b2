import PenumbraGeometry

extension Composite {
    package func reasonAgainst(_ plan: RenderPlan) -> String? {
        let surface = plan[target]
        guard surface.format == .color else { return "\(target) is no color surface" }
        guard
            region.isEmpty
                || (region.x >= 0 && region.y >= 0 && region.width <= surface.width - region.x
                    && region.height <= surface.height - region.y)
        else { return "region \(region) is not inside \(target)" }
        guard UInt32(opacity) <= Q15.one else { return "opacity \(opacity) is above 32768" }
        if case .surface(let id, let dx, let dy) = source {
            if let reason = plan.reasonAgainst(id, .color) ?? reasonAgainst(offsets: dx, dy) { return reason }
        }
        if let clip, let reason = plan.reasonAgainst(clip.surface, .mask) ?? reasonAgainst(offsets: clip.dx, clip.dy) {
            return reason
        }
        switch mask {
        case .none: return nil
        case .surface(let id, let dx, let dy): return plan.reasonAgainst(id, .mask) ?? reasonAgainst(offsets: dx, dy)
        case .convolvedRows(let id, let kernel, let dx, let dy):
            return plan.reasonAgainst(id, .mask) ?? reasonAgainst(offsets: dx, dy) ?? kernel.reasonAgainst
        }
    }

    package func reads(of part: PixelRect, in plan: RenderPlan) -> [SurfaceRead] {
        let painted = painted(part)
        guard !painted.isEmpty else { return [] }
        var result: [SurfaceRead] = []
        if case .surface(let id, let dx, let dy) = source {
            result.append(SurfaceRead(surface: id, rect: painted.offset(x: dx, y: dy)))
        }
        switch mask {
        case .none: break
        case .surface(let id, let dx, let dy):
            result.append(SurfaceRead(surface: id, rect: painted.offset(x: dx, y: dy)))
        case .convolvedRows(let id, let kernel, let dx, let dy):
            let rect = PixelRect(columns: painted.columns.moved(by: dx), rows: kernel.inputs(painted.rows.moved(by: dy)))
            result.append(SurfaceRead(surface: id, rect: rect))
        }
        if let clip { result.append(SurfaceRead(surface: clip.surface, rect: painted.offset(x: clip.dx, y: clip.dy))) }
        return result
    }

    package mutating func crop(to regions: PlanRegions) {
        func moved(_ id: SurfaceID, _ dx: Int, _ dy: Int) -> (x: Int, y: Int) { regions.moved(dx, dy, from: target, to: id) }
        let part = regions[target]
        region = region.intersection(part).offset(x: -part.x, y: -part.y)
        if case .surface(let id, let dx, let dy) = source {
            let d = moved(id, dx, dy)
            source = .surface(id, dx: d.x, dy: d.y)
        }
        switch mask {
        case .none: break
        case .surface(let id, let dx, let dy):
            let d = moved(id, dx, dy)
            mask = .surface(id, dx: d.x, dy: d.y)
        case .convolvedRows(let id, let kernel, let dx, let dy):
            mask = .convolvedRows(
                id, kernel: kernel.shifted(outputs: 0, inputs: regions[id].y), dx: moved(id, dx, 0).x, dy: dy + part.y)
        }
        if let old = clip {
            let d = moved(old.surface, old.dx, old.dy)
            clip = Clip(old.surface, dx: d.x, dy: d.y, isInverted: old.isInverted)
        }
    }
}
