import PenumbraGeometry

extension Pass {
    /// The pass as if it painted everywhere, and the area that it paints.
    func withoutRegion(on whole: PixelRect) -> (Pass, PixelRect) {
        if let instances { return (self, instances.painted(whole)) }
        guard case .composite(var composite) = self else { return (self, whole) }
        let region = composite.region
        composite.region = .empty
        return (.composite(composite), region)
    }

    /// The pass as if its sources lay at the canvas's origin, and the place of their origin on the canvas. The place is nil for
    /// paint that is the same everywhere. Nil for passes that depend on the place of the pixels.
    func withoutPlace() -> (pass: Pass, place: (x: Int, y: Int)?)? {
        guard case .composite(var composite) = self else {
            if case .clear = self { return (self, nil) }
            return nil
        }
        var place: (x: Int, y: Int)?
        func moved(_ dx: Int, _ dy: Int) -> (dx: Int, dy: Int) {
            let origin = place ?? (-dx, -dy)
            place = origin
            return (dx + origin.x, dy + origin.y)
        }
        if case .surface(let id, let dx, let dy) = composite.source {
            let offset = moved(dx, dy)
            composite.source = .surface(id, dx: offset.dx, dy: offset.dy)
        }
        switch composite.mask {
        case .none: break
        case .surface(let id, let dx, let dy):
            let offset = moved(dx, dy)
            composite.mask = .surface(id, dx: offset.dx, dy: offset.dy)
        case .convolvedRows(let id, let kernel, let dx, let dy):
            let offset = moved(dx, dy)
            composite.mask = .convolvedRows(id, kernel: kernel, dx: offset.dx, dy: offset.dy)
        }
        if let clip = composite.clip {
            let offset = moved(clip.dx, clip.dy)
            composite.clip = Composite.Clip(clip.surface, dx: offset.dx, dy: offset.dy, isInverted: clip.isInverted)
        }
        return (.composite(composite), place)
    }

    /// The surfaces that a composite reads pixel by pixel, and the places of their origins on the canvas.
    var placedSurfaces: [(surface: SurfaceID, x: Int, y: Int)] {
        guard case .composite(let composite) = self else { return [] }
        var result: [(surface: SurfaceID, x: Int, y: Int)] = []
        var filtered: SurfaceID?
        if case .surface(let id, let dx, let dy) = composite.source { result.append((id, -dx, -dy)) }
        switch composite.mask {
        case .none: break
        case .surface(let id, let dx, let dy): result.append((id, -dx, -dy))
        // Filtered pixels depend on the pixels around them.
        case .convolvedRows(let id, _, _, _): filtered = id
        }
        if let clip = composite.clip { result.append((clip.surface, -clip.dx, -clip.dy)) }
        return result.filter { $0.surface != filtered }
    }
}
