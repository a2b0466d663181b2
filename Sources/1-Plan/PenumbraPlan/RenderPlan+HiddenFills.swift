import PenumbraGeometry

extension RenderPlan {
    /// The same picture without painting what is painted over: plain fills lose the parts that later opaque fills and pictures
    /// cover in full. A background behind a photo, or a canvas colour behind that, then costs nothing.
    public func removingHiddenFills() -> RenderPlan {
        // From the last pass to the first, what is certain to be covered on each surface.
        var covers: [SurfaceID: [PixelRect]] = [:]
        let opaque = opaquePictures
        var kept: [Pass] = []
        kept.reserveCapacity(passes.count)
        for pass in passes.reversed() {
            guard case .composite(let composite) = pass, case .none = composite.mask, composite.clip == nil,
                composite.operation == .over
            else {
                // What reads a surface must find it painted as far as it was then.
                for source in pass.sources { covers[source] = nil }
                kept.append(pass)
                continue
            }
            for source in pass.sources { covers[source] = nil }
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

    /// A fill is kept whole rather than cut into more pieces than this.
    private static let mostPieces = 8
    /// More covers than this on one surface are not looked at.
    private static let mostCovers = 16

    /// Surfaces that are opaque everywhere: those that a picture without alpha is brought to.
    private var opaquePictures: Set<SurfaceID> {
        var result: Set<SurfaceID> = []
        for pass in passes {
            if showsOpaquePicture(pass) { result.insert(pass.target) } else { result.remove(pass.target) }
        }
        return result
    }

    /// Whether a pass brings a picture without alpha to its target.
    func showsOpaquePicture(_ pass: Pass) -> Bool {
        let shown = pass.step.images
        return !shown.isEmpty && shown.allSatisfy { images[$0.index].isOpaque }
    }
}

extension Composite {
    /// Whether nothing of what lies below the region shows. A picture's surface is taken to hold all of the region.
    fileprivate func covers(_ opaque: Set<SurfaceID>) -> Bool {
        guard UInt32(opacity) == Q15.one, case .none = mask, clip == nil, operation == .over else { return false }
        switch source {
        case .color(let color): return color.isOpaque
        case .surface(let id, _, _): return opaque.contains(id)
        }
    }
}
