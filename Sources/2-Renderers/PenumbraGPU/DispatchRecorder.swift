import PenumbraPlan

/// What a dispatch reads or writes, as its plan names it.
enum Resource: Hashable {
    case surface(SurfaceID)
    /// What only one pass knows, counted from 0 in each pass.
    case temporary(Int)
    case image(ImageID)
    /// All tables of the plan.
    case tables
    /// Rows of the picture in bytes, on their way to the host.
    case finished
}

/// Part of a resource as a storage block of a dispatch.
struct BoundPart {
    var binding: UInt32
    var resource: Resource
    /// Where it begins in the plan's own part of the resource, in bytes.
    var offset: Int
    var byteCount: Int
}

/// A dispatch that a pass of one plan asks for.
struct RecordedDispatch {
    var parameters: any ProgramParameters.Type
    /// The parameters' words.
    var words: [UInt32]
    /// Work groups.
    var x: Int
    var y: Int
    var parts: [BoundPart]
    /// What it and those after it use, up to the next announcement; nil where an earlier one says it.
    var uses: Uses?

    struct Uses {
        var reading: [Resource]
        var writing: [Resource]
    }
}

/// The dispatches of one pass of one plan, in order.
struct RecordedPass {
    var dispatches: [RecordedDispatch] = []
    /// The sizes of its temporaries in bytes.
    var temporaries: [Int] = []
}

/// Takes down the dispatches of one plan. Nothing is sent to a device, so this may be done on any thread.
final class DispatchRecorder {
    let limits: GPULimits
    private var recorded = RecordedPass()
    private var bound: [BoundPart] = []
    private var announced: RecordedDispatch.Uses?

    init(limits: GPULimits) {
        self.limits = limits
    }

    /// Memory that serves one pass.
    func temporary(byteCount: Int) -> Resource {
        recorded.temporaries.append(byteCount)
        return .temporary(recorded.temporaries.count - 1)
    }

    /// Binds part of a resource as a storage block of the dispatches that follow, until another is bound there.
    func bind(_ binding: UInt32, _ resource: Resource, offset: Int, byteCount: Int) {
        bound.removeAll { $0.binding == binding }
        bound.append(BoundPart(binding: binding, resource: resource, offset: offset, byteCount: byteCount))
    }

    func bind(_ binding: UInt32, _ resource: Resource, _ layout: SurfaceLayout, rows: Range<Int>) {
        bind(binding, resource, offset: rows.lowerBound * layout.rowBytes, byteCount: layout.bytes(rows))
    }

    /// Says what the next dispatches use, which ends what was bound before.
    ///
    /// Dispatches announced together must not depend on each other.
    func announce(reading: [Resource], writing: [Resource]) {
        announced = RecordedDispatch.Uses(reading: reading, writing: writing)
        bound = []
    }

    /// Runs a pixel program over `width` × `height` invocations.
    func dispatch<P: ProgramParameters>(_ parameters: P, width: Int, height: Int) {
        let (gw, gh) = (ShaderConstants.groupWidth, ShaderConstants.groupHeight)
        dispatchGroups(parameters, x: (width + gw - 1) / gw, y: (height + gh - 1) / gh)
    }

    func dispatchGroups<P: ProgramParameters>(_ parameters: P, x: Int, y: Int) {
        recorded.dispatches.append(
            RecordedDispatch(parameters: P.self, words: parameters.words, x: x, y: y, parts: bound, uses: announced))
        announced = nil
    }

    /// What was recorded since the last call.
    func finishPass() -> RecordedPass {
        defer { recorded = RecordedPass() }
        return recorded
    }
}
