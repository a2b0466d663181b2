import PenumbraGeometry
import PenumbraPlan

/// A resource that a dispatch reads or writes, as its plan names it.
enum Resource: Hashable {
    case surface(SurfaceID)
    /// Memory of a single pass, numbered from 0 in each pass.
    case temporary(Int)
    case image(ImageID)
    /// All tables of the plan.
    case tables
    /// One of the tables.
    case table(Int)
    /// The codes of source pictures, the states of their readers, their coefficients, samples, and pixels, and a word for each
    /// that tells whether the device could make them.
    case codes
    case states
    case status
    case coefficients
    case samples
    case decoded
    /// Rows of the picture in bytes, on their way to the host.
    case finished
}

/// Part of a resource, bound as a storage block of a dispatch.
struct BoundPart {
    var binding: UInt32
    var resource: Resource
    /// The start of the part, in bytes, from the start of the plan's share of the resource.
    var offset: Int
    var byteCount: Int
}

/// A dispatch recorded for a pass of one plan.
final class RecordedDispatch {
    let parameters: any ProgramParameters.Type
    /// The parameters' words.
    let words: [UInt32]
    /// The work groups along x and y.
    let x: Int
    let y: Int
    /// The bound parts, in the order of their bindings.
    let parts: [BoundPart]
    /// The resources that this dispatch and later dispatches use, up to the next announcement. Nil if an earlier
    /// announcement covers it.
    let uses: Uses?
    /// The dispatch that does the same in less time, unless this one is joined with other layers.
    let alone: RecordedDispatch?

    init(
        _ parameters: any ProgramParameters.Type, words: [UInt32], x: Int, y: Int, parts: [BoundPart], uses: Uses?,
        alone: RecordedDispatch? = nil
    ) {
        (self.parameters, self.words, self.x, self.y) = (parameters, words, x, y)
        (self.parts, self.uses, self.alone) = (parts, uses, alone)
    }

    struct Uses {
        var reading: [Resource]
        var writing: [Resource]
        /// The only part of the written surface that the dispatches access. Nil if they may access everything.
        var area: PixelRect?

        /// Adds the resources of another plan, which are mostly the same.
        mutating func add(_ other: Uses) {
            for resource in other.reading where !reading.contains(resource) { reading.append(resource) }
            for resource in other.writing where !writing.contains(resource) { writing.append(resource) }
        }
    }
}

/// The dispatches of one pass of one plan, in order.
struct RecordedPass {
    /// The step in which the first dispatch runs, beside the dispatches of other passes.
    var first = 0
    var dispatches: [RecordedDispatch] = []
    /// The sizes of its temporaries in bytes.
    var temporaries: [Int] = []
}

/// Records the dispatches of one plan. Nothing is sent to a device, so any thread may record.
final class DispatchRecorder {
    let limits: GPULimits
    private var recorded = RecordedPass()
    private var bound: [BoundPart] = []
    private var announced: RecordedDispatch.Uses?

    init(limits: GPULimits) {
        self.limits = limits
    }

    /// Reserves memory that serves one pass.
    func temporary(byteCount: Int) -> Resource {
        recorded.temporaries.append(byteCount)
        return .temporary(recorded.temporaries.count - 1)
    }

    /// Binds part of a resource as a storage block of the following dispatches, until another part is bound there.
    func bind(_ binding: UInt32, _ resource: Resource, offset: Int, byteCount: Int) {
        let part = BoundPart(binding: binding, resource: resource, offset: offset, byteCount: byteCount)
        let index = bound.firstIndex { $0.binding >= binding } ?? bound.count
        if index < bound.count, bound[index].binding == binding { bound[index] = part } else { bound.insert(part, at: index) }
    }

    func bind(_ binding: UInt32, _ resource: Resource, _ layout: SurfaceLayout, rows: Range<Int>) {
        bind(binding, resource, offset: rows.lowerBound * layout.rowBytes, byteCount: layout.bytes(rows))
    }

    /// Declares the resources that the next dispatches use, and ends all earlier bindings.
    ///
    /// Dispatches announced together must not depend on each other.
    ///
    /// - Parameter area: the only part of the written surface, whose pixels are whole words, that they access.
    func announce(reading: [Resource], writing: [Resource], area: PixelRect? = nil) {
        announced = RecordedDispatch.Uses(reading: reading, writing: writing, area: area)
        bound = []
    }

    /// Runs a pixel program over `width` × `height` invocations.
    func dispatch<P: ProgramParameters>(_ parameters: P, width: Int, height: Int) {
        let (gw, gh) = (ShaderConstants.groupWidth, ShaderConstants.groupHeight)
        dispatchGroups(parameters, x: (width + gw - 1) / gw, y: (height + gh - 1) / gh)
    }

    func dispatchGroups<P: ProgramParameters>(_ parameters: P, x: Int, y: Int) {
        recorded.dispatches.append(
            RecordedDispatch(P.self, words: parameters.words, x: x, y: y, parts: bound, uses: announced))
        announced = nil
    }

    /// Runs a clear over `width` × `height` invocations, as a layer or alone. Alone, it needs only the first bound part.
    func dispatch(_ layer: CompositeParameters<PlainPainting>, alone: ClearParameters, width: Int, height: Int) {
        let (gw, gh) = (ShaderConstants.groupWidth, ShaderConstants.groupHeight)
        let (x, y) = ((width + gw - 1) / gw, (height + gh - 1) / gh)
        let single = RecordedDispatch(
            ClearParameters.self, words: alone.words, x: x, y: y, parts: Array(bound.prefix(1)), uses: nil)
        recorded.dispatches.append(
            RecordedDispatch(
                CompositeParameters<PlainPainting>.self, words: layer.words, x: x, y: y, parts: bound, uses: announced,
                alone: single))
        announced = nil
    }

    /// Returns the dispatches recorded since the last call.
    func finishPass() -> RecordedPass {
        defer { recorded = RecordedPass() }
        return recorded
    }
}
