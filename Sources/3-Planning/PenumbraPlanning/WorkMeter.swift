import PenumbraGeometry
import PenumbraPlan
import PenumbraSystem
import PenumbraTessellation

/// Counts the work and the memory of one picture while it is planned. The work is in nanoseconds of one core.
///
/// Both are estimated from the scene, never measured, so a scene is refused either on every machine or on none.
final class WorkMeter {
    let most: Int
    private(set) var spent = 0
    /// The reason why a stroke could not be made. Nil if all strokes succeeded.
    private(set) var strokeFailure: PlanningError?
    /// The most bytes that planning may take.
    let mostBytes: Int
    /// The bytes of the layers being painted, copies and outlines included, and those of the plan so far.
    private var bytesOfLayers = 0
    private var bytesOfPlan = 0
    /// The reason why layers or outlines are left out. It ends planning at the next check.
    private(set) var layerFailure: PlanningError?

    init(most: Int, bytes: Int) {
        self.most = most
        mostBytes = bytes
    }

    /// Adds work to the count.
    ///
    /// - Parameter place: the place in the scene that causes the work.
    /// - Throws: `PlanningError.tooMuchWork` if the count exceeds the limit.
    func spend(_ work: Int, _ place: String) throws(PlanningError) {
        let (sum, isTooMuch) = spent.addingReportingOverflow(max(0, work))
        spent = isTooMuch ? .max : sum
        try check(0, place)
    }

    /// Throws if further work would exceed the limit. The work is not added.
    func check(_ work: Int, _ place: String) throws(PlanningError) {
        if let layerFailure { throw layerFailure }
        guard work > most - spent else { return }
        throw .tooMuchWork(layer: place, work: spent.addingReportingOverflow(work).partialValue, allowed: most)
    }

    /// Adds work that nothing can throw from. False if the count exceeds the limit, which the next check reports.
    func count(_ work: Int, _ place: String) -> Bool {
        do throws(PlanningError) { try spend(work, place) } catch { layerFailure = layerFailure ?? error }
        return layerFailure == nil
    }

    /// The work per element of an outline to move it to its place, and to find the area of its curves.
    static let workOfElement = 25
    static let workOfExtremes = 150

    /// Counts an outline that a layer holds until it has been painted. False if there is no memory for the outline.
    func hold(_ outline: Path, _ place: String) -> Bool {
        hold(outline: outline.elements.capacity * MemoryLayout<Path.Element>.stride, place)
    }

    /// Counts the bytes of an outline that a layer holds until it has been painted. False if there is no memory for it.
    func hold(outline bytes: Int, _ place: String) -> Bool { hold(bytes: bytes, place) }

    /// Counts layers that are prepared until they have been painted. False if there is no memory for them.
    func hold(layers count: Int, _ place: String) -> Bool { hold(bytes: count * Self.bytesOfLayer, place) }

    private func hold(bytes: Int, _ place: String) -> Bool {
        bytesOfLayers += bytes
        if held > mostBytes, layerFailure == nil {
            layerFailure = .planTooLarge(layer: place, bytes: held, allowed: mostBytes)
        }
        return layerFailure == nil
    }

    /// Counts the bytes that the plan has now.
    func hold(plan bytes: Int, _ place: String) throws(PlanningError) {
        bytesOfPlan = bytes
        guard held <= mostBytes else { throw .planTooLarge(layer: place, bytes: held, allowed: mostBytes) }
    }

    private var held: Int { bytesOfLayers + bytesOfPlan }

    /// Counts all layers and outlines as freed.
    func freeLayers() { bytesOfLayers = 0 }

    /// Adds the work of drawing a plan. If it exceeds the limit, the error names the surface with the most work.
    func spend(on plan: RenderPlan) throws(PlanningError) {
        var surfaces = [Int](repeating: 0, count: plan.surfaces.count)
        var all = plan.workOfSurfaces
        for pass in plan.passes {
            let step = pass.step
            let work = Pass.work(of: step, in: plan)
            surfaces[step.target.index] += work
            all += work
        }
        let most = surfaces.enumerated().max { ($0.element, $1.offset) < ($1.element, $0.offset) }
        try spend(all, most.map { plan.surfaces[$0.offset].label } ?? "")
    }

    /// Runs a tessellation with a bounded number of edges and crossings. See
    /// `Boundary.init(resolving:fillRule:tolerance:effort:)`.
    func tessellate<Result>(
        _ place: String, _ body: (inout Int) throws(TessellationError) -> Result
    ) throws(PlanningError) -> Result {
        let memory = memoryForOutlines
        let (byWork, byMemory) = ((most - spent) / Self.workOfEdge, memory / Self.bytesOfEdge)
        let allowed = min(byWork, byMemory)
        var left = allowed
        let result: Result
        do {
            result = try body(&left)
        } catch {
            switch error {
            case .tooManyCrossings(_, let bound), .tooManySegments(_, let bound):
                guard bound < Boundary.maximumSegments else { break }
                if byMemory < byWork { throw .planTooLarge(layer: place, bytes: held + memory + 1, allowed: mostBytes) }
                try spend(most - spent + 1, place)
            default: break
            }
            throw .path(layer: place, reason: error)
        }
        try spend((allowed - left) * Self.workOfEdge, place)
        return result
    }

    /// Computes the pixels whose middles lie inside a path of device pixels.
    func wholePixels(in path: Path, _ rule: FillRule, _ place: String) throws(PlanningError) -> Path {
        do throws(PlanningError) {
            let boundary = try tessellate(place) { effort throws(TessellationError) in
                try Boundary(resolving: path, fillRule: rule, effort: &effort)
            }
            let memory = memoryForOutlines
            let (byWork, byMemory) = (max(0, most - spent) / Self.workOfEdge, memory / Self.bytesOfCrossing)
            let allowed = min(byWork, byMemory)
            var left = allowed
            let pixels = boundary.wholePixels(effort: &left)
            if pixels == nil, byMemory < byWork {
                throw .planTooLarge(layer: place, bytes: held + memory + 1, allowed: mostBytes)
            }
            try spend(pixels == nil ? most - spent + 1 : (allowed - left) * Self.workOfEdge, place)
            return pixels ?? Path()
        } catch {
            if layerFailure == nil { layerFailure = error }
            throw error
        }
    }

    /// Computes the outline of a stroke.
    func stroke(
        _ path: Path, _ style: StrokeStyle, tolerance: Double, _ place: String
    ) throws(PlanningError) -> Path {
        do throws(PlanningError) {
            return try outline(path, style, tolerance, place)
        } catch {
            strokeFailure = error
            throw error
        }
    }

    private func outline(
        _ path: Path, _ style: StrokeStyle, _ tolerance: Double, _ place: String
    ) throws(PlanningError) -> Path {
        let memory = memoryForOutlines
        let (byWork, byMemory) = (max(0, most - spent) / Self.workOfStroke, memory / Self.bytesOfStroke)
        let allowed = min(byWork, byMemory)
        var left = allowed
        let outline: Path
        do {
            outline = try path.stroked(style, tolerance: tolerance, effort: &left)
        } catch {
            if left < 0, byMemory < byWork {
                throw .planTooLarge(layer: place, bytes: held + memory + 1, allowed: mostBytes)
            }
            try spend(left < 0 ? most - spent + 1 : (allowed - left) * Self.workOfStroke, place)
            throw .stroke(layer: place, reason: error)
        }
        try spend((allowed - left) * Self.workOfStroke, place)
        return outline
    }

    /// The most bytes that the outlines of one path may take.
    private var memoryForOutlines: Int { min(max(0, mostBytes - held), AddressSpace.roomForArrays ?? .max) }

    private static let workOfEdge = 600
    /// The work per piece of a stroked path, and per point of its outline.
    private static let workOfStroke = 3000
    /// The bytes per edge: contours, segments, vertices, edges and the notes of sweeps. 222 were measured with a text of 5,000
    /// ideographs. Most paths are swept twice, and few as often as ten times.
    private static let bytesOfEdge = 220
    private static let bytesOfStroke = 200
    /// The bytes for each edge of a row of whole pixels, while a path of them grows.
    private static let bytesOfCrossing = 800
    /// The bytes of a prepared layer. An SVG document of clipped shapes peaks at 252 MiB with a limit of 200 MiB, of
    /// which the program takes up to 60.
    private static let bytesOfLayer = 4_300
}
