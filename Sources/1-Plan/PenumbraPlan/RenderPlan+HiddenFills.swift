import PenumbraGeometry

extension RenderPlan {
    /// Returns the same picture without paint that is later covered. Plain fills lose the parts that later opaque fills and
    /// pictures cover in full. A background behind a photo, or a canvas colour behind a background, then costs nothing.
    public func removingHiddenFills() -> RenderPlan {
        // The areas of each surface that are certain to be covered, going from the last pass to the first.
        var covers: [SurfaceID: [PixelRect]] = [:]
        let steps = passes.map(\.step)
        let opaque = opaquePictures(steps)
        var kept: [Pass] = []
        kept.reserveCapacity(passes.count)
        for (index, step) in steps.enumerated().reversed() {
            let pass = passes[index]
            guard case .composite(let composite) = pass, case .none = composite.mask, composite.clip == nil,
                composite.operation == .over
            else {
                // A pass that reads a surface must find the surface painted as it was at that point.
                for source in step.sources { covers[source] = nil }
                kept.append(pass)
                continue
            }
            for source in step.sources { covers[source] = nil }
            if case .color = composite.source, let covers = covers[composite.target] {
                var pieces = [composite.region]
                for cover in covers { pieces = pieces.flatMap { $0.subtracting(cover) } }
                if pieces.count <= Self.mostPieces {
                    for piece in pieces {
                        var part = composite
                        part.region = piece
                        kept.append(.composite(part))
                    }
                } else {
                    kept.append(pass)
                }
            } else {
                kept.append(pass)
            }
            if composite.covers(opaque), covers[composite.target, default: []].count < Self.mostCovers {
                covers[composite.target, default: []].append(composite.region)
            }
        }
        var result = self
        result.passes = kept.reversed()
        return result
    }

    /// The largest number of pieces that a fill is cut into. A fill that needs more is kept whole.
    private static let mostPieces = 8
    /// The largest number of covers that is tracked per surface.
    private static let mostCovers = 16

    /// Surfaces that are opaque everywhere because a picture without alpha is drawn onto them.
    private func opaquePictures(_ steps: [any PassStep]) -> Set<SurfaceID> {
        var result: Set<SurfaceID> = []
        for step in steps {
            if showsOpaquePicture(step) { result.insert(step.target) } else { result.remove(step.target) }
        }
        return result
    }

    /// True if a pass draws a picture without alpha onto all of its target.
    func showsOpaquePicture(_ step: any PassStep) -> Bool {
        let shown = step.images
        return !step.changesTarget && !shown.isEmpty && shown.allSatisfy { images[$0.index].isOpaque }
    }
}

extension Composite {
    /// True if nothing below the region shows. The surface of a picture is assumed to hold all of the region.
    fileprivate func covers(_ opaque: Set<SurfaceID>) -> Bool {
        guard UInt32(opacity) == Q15.one, case .none = mask, clip == nil, operation == .over else { return false }
        switch source {
        case .color(let color): return color.isOpaque
        case .surface(let id, _, _): return opaque.contains(id)
        }
    }
}
