import PenumbraGeometry

/// The part of each surface that is needed to draw part of the picture.
///
/// Every pass reports which source pixels each of its target pixels reads. Walking from the last pass to the first turns the
/// needed part of each target into the needed parts of its sources.
package struct PlanRegions {
    private let cropper: PlanCropper
    private var plan: RenderPlan { cropper.plan }
    /// The needed part of each surface, a rectangle inside the surface. It is empty for a surface that is not needed.
    private(set) var parts: [PixelRect]
    /// Surfaces that are read by passes that are kept. The reads may lie entirely outside the surface.
    private var isRead: [Bool]

    init(_ cropper: PlanCropper, wanted: PixelRect) {
        self.cropper = cropper
        let plan = cropper.plan
        parts = Array(repeating: .empty, count: plan.surfaces.count)
        isRead = Array(repeating: false, count: plan.surfaces.count)
        isRead[plan.canvas.index] = true
        parts[plan.canvas.index] = wanted.intersection(plan[plan.canvas].bounds)
        // Two surfaces whose parts must match may grow the surface that was visited first. Parts only ever grow, so the loop
        // ends.
        var before: [PixelRect]
        repeat {
            before = parts
            for index in cropper.steps.indices.reversed() where isWanted(cropper.targets[index]) { visit(cropper.steps[index]) }
        } while parts != before
        // A kept surface exists even if all reads lie outside it.
        for id in plan.kept.keys where isRead[id.index] { parts[id.index] = plan[id].bounds }
    }

    package subscript(id: SurfaceID) -> PixelRect { parts[id.index] }

    private func isWanted(_ target: Int) -> Bool { isRead[target] || !parts[target].isEmpty }

    /// The indices of the passes that are needed.
    var needed: [Int] {
        cropper.steps.indices.filter { isWanted(cropper.targets[$0]) && needs(cropper.steps[$0]) }
    }

    private func needs(_ step: some PassStep) -> Bool {
        !parts[step.target.index].isEmpty && !step.painted(parts[step.target.index]).isEmpty
    }

    private mutating func visit(_ step: some PassStep) {
        let target = step.target
        if parts[target.index].isEmpty {
            guard isRead[target.index] else { return }
            // A pass reads only pixels outside this surface.
            parts[target.index] = PixelRect(x: 0, y: 0, width: 1, height: 1)
        }
        step.tie(&self)
        align(target, to: step.grain)
        guard needs(step) else { return }
        for read in step.reads(of: parts[target.index], in: plan) {
            isRead[read.surface.index] = true
            let bounds = plan[read.surface].bounds
            if cropper.holdsRuns[read.surface.index], !step.knowsRuns {
                parts[read.surface.index] = bounds
            } else {
                grow(read.surface, by: read.rect.held(to: bounds, read.edge))
            }
        }
    }

    /// Grows the needed part of a surface by `rect`, clipped to the surface.
    package mutating func grow(_ id: SurfaceID, by rect: PixelRect) {
        // Kept surfaces stay whole. They cost nothing, and a cut could shorten the runs that they may hold.
        if plan.kept[id] != nil, !rect.isEmpty {
            parts[id.index] = plan[id].bounds
            return
        }
        parts[id.index] = parts[id.index].union(rect.intersection(plan[id].bounds))
    }

    /// Converts an offset between two surfaces to the offset between their parts.
    func moved(_ dx: Int, _ dy: Int, from target: SurfaceID, to source: SurfaceID) -> (x: Int, y: Int) {
        (dx + self[target].x - self[source].x, dy + self[target].y - self[source].y)
    }

    /// Moves a part's sides outwards to the places where a pass can be cut.
    private mutating func align(_ id: SurfaceID, to grain: (columns: Int, rows: Int)) {
        guard grain != (1, 1) else { return }
        let (columns, rows) = grain
        let part = parts[id.index]
        let (x, y) = (part.x / columns * columns, part.y / rows * rows)
        let (maxX, maxY) = ((part.maxX + columns - 1) / columns * columns, (part.maxY + rows - 1) / rows * rows)
        grow(id, by: PixelRect(minX: x, minY: y, maxX: maxX, maxY: maxY))
    }
}

extension PixelRect {
    /// Returns the rectangle clipped to `other`. With clamped edges at least the nearest row and column remain.
    package func held(to other: PixelRect, _ edge: Edge) -> PixelRect {
        guard edge == .clamp, !isEmpty, !other.isEmpty else { return intersection(other) }
        func held(_ low: Int, _ high: Int, _ first: Int, _ end: Int) -> (Int, Int) {
            (max(first, min(end - 1, low)), max(first + 1, min(end, high)))
        }
        let (left, right) = held(x, maxX, other.x, other.maxX)
        let (top, bottom) = held(y, maxY, other.y, other.maxY)
        return PixelRect(minX: left, minY: top, maxX: right, maxY: bottom)
    }
}

extension Range<Int> {
    func moved(by offset: Int) -> Range<Int> { lowerBound + offset..<upperBound + offset }
}
