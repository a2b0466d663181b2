/// The reason why a plan cannot be drawn. The plan contradicts itself at a pass, or, if the pass is nil, in its lists of
/// surfaces and pictures.
public struct PlanError: Error, Hashable, Sendable {
    public var pass: Int?
    public var reason: String

    public init(pass: Int? = nil, reason: String) {
        self.pass = pass
        self.reason = reason
    }
}

extension PlanError: CustomStringConvertible {
    public var description: String {
        pass.map { "pass \($0) of the plan is invalid: \(reason)" } ?? "the plan is invalid: \(reason)"
    }
}

extension RenderPlan {
    /// Finds errors that would make a renderer read or write outside its data: bad indices, formats and table lengths, or
    /// contents that are never written.
    ///
    /// Planners make valid plans. Every renderer still checks each plan once before drawing, because its kernels, shaders and
    /// drivers check nothing.
    ///
    /// - Parameter given: surfaces that are written from outside.
    public func check(given: [SurfaceID] = [], result: SurfaceID? = nil) throws(PlanError) {
        for surface in surfaces where surface.width < 1 || surface.height < 1 {
            throw PlanError(reason: "surface \"\(surface.label)\" is \(surface.width)×\(surface.height)")
        }
        guard surfaces.indices.contains(canvas.index), self[canvas].format == .color, self[canvas].width == width,
            self[canvas].height == height
        else { throw PlanError(reason: "the canvas is no colour surface of the picture's size") }
        if let reason = reasonAgainstKept() { throw PlanError(reason: reason) }
        var written = Set(given)
        var read: Set<SurfaceID> = []
        for (index, pass) in passes.enumerated() {
            let step = pass.step
            if let reason = reasonAgainst(step, written: written, read: read) { throw PlanError(pass: index, reason: reason) }
            written.insert(step.target)
            read.formUnion(step.sources)
        }
        guard written.contains(result ?? canvas) else { throw PlanError(reason: "no pass writes the canvas") }
    }

    private func reasonAgainst(_ step: some PassStep, written: Set<SurfaceID>, read: Set<SurfaceID>) -> String? {
        let target = step.target
        guard surfaces.indices.contains(target.index) else { return "there is no surface \(target)" }
        for source in step.sources {
            if source == target { return "it reads its own target \(target)" }
            if !surfaces.indices.contains(source.index) { return "there is no surface \(source)" }
            if !written.contains(source) { return "it reads \(source), which no pass before has written" }
        }
        for image in step.images where !images.indices.contains(image.index) { return "there is no picture \(image)" }
        if step.changesTarget && !written.contains(target) { return "it paints on \(target), which no pass has written" }
        // Renderers may make a surface when it is first read.
        if read.contains(target) { return "it writes \(target), which a pass before has read" }
        return step.reasonAgainst(self)
    }

    func reasonAgainst(_ id: SurfaceID, _ format: Surface.Format) -> String? {
        self[id].format == format ? nil : "\(id) is no \(format) surface"
    }
}

extension PassStep {
    /// Limits offsets, which are added to places, doubled and multiplied by four channels.
    func reasonAgainst(offsets: Int...) -> String? {
        let limit = 1 << 60
        return offsets.first { !(-limit...limit).contains($0) }.map { "an offset of \($0)" }
    }
}
