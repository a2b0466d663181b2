import PenumbraGeometry
import PenumbraPlan

/// Memory that holds parts of several plans, one after another.
enum SharedMemory: Hashable {
    /// The buffer that a group has for a resource.
    case resource(Resource)
    /// The buffer of a group's surfaces and tables.
    case group
    /// A buffer of pictures.
    case images(ObjectIdentifier)
}

/// Dispatches that do not depend on each other, as one dispatch: the work groups with index z along the third axis do the z-th
/// job. A job is a dispatch of a plan's pass, or several layers that are painted on one surface, one after another.
struct MergedDispatch {
    /// Part of a buffer, bound as a storage block.
    struct Block {
        var binding: UInt32
        var memory: SharedMemory
        var bytes: Range<Int>
    }

    /// A job to merge.
    struct Job {
        var plan: Int
        /// One dispatch, or the layers.
        var dispatches: [RecordedDispatch]
        /// For each of them, the number that its pass's temporary 0 has in the group.
        var firstTemporaries: [Int]

        init(plan: Int, _ dispatch: RecordedDispatch, firstTemporary: Int = 0) {
            (self.plan, dispatches, firstTemporaries) = (plan, [dispatch], [firstTemporary])
        }

        /// The same job by the dispatch that needs least time.
        fileprivate var quickest: Job {
            guard dispatches.count == 1, let alone = dispatches[0].alone else { return self }
            return Job(plan: plan, alone, firstTemporary: firstTemporaries[0])
        }
    }

    /// A dispatch, with the starts of its parts.
    private typealias Layer = (dispatch: RecordedDispatch, starts: [Int])

    let program: Program
    private(set) var x: Int
    private(set) var y: Int
    private(set) var blocks: [Block]
    private var jobs: [(layers: [Layer], origin: PixelRect?)] = []
    /// The most layers of a job.
    private var layers: Int
    /// The number of work groups that have work to do.
    private var usefulGroups = 0

    /// The position of a plan's part of a resource.
    typealias Place = (memory: SharedMemory, offset: Int)
    /// Returns the position of a plan's resource, which a pass with the given first temporary names.
    typealias Places = (_ plan: Int, _ firstTemporary: Int, Resource) -> Place

    init?(_ job: Job, _ program: Program, idle: IdleWork, places: Places) {
        guard let first = job.dispatches.first else { return nil }
        self.program = program
        (x, y, layers) = (0, 0, 0)
        blocks = first.parts.map { Self.block($0) { places(job.plan, job.firstTemporaries[0], $0) } }
        guard take(job, program, limit: .max, idle: idle, places: places) else { return nil }
    }

    /// The number of jobs.
    var z: Int { jobs.count }
    /// Whether there are several sets of parameters.
    var isShared: Bool { jobs.count > 1 || layers > 1 }

    /// Adds another job, if both use one program and one set of buffers and the limits allow it.
    ///
    /// If their sizes differ, the larger size is dispatched, as long as few enough work groups have no work to do.
    ///
    /// - Parameters:
    ///   - limit: the largest part of a buffer that shaders can access at once, in bytes.
    ///   - idle: how many work groups may have no work.
    /// - Returns: true if the job was added.
    mutating func take(_ job: Job, _ program: Program, limit: Int, idle: IdleWork, places: Places) -> Bool {
        let most = max(layers, job.dispatches.count)
        guard program === self.program, (jobs.count + 1) * most <= program.shader.most else { return false }
        let (size, origin) = Self.size(of: job)
        let (width, height) = (max(x, size.x), max(y, size.y))
        let useful = usefulGroups + size.x * size.y
        guard idle.allows(groups: width * height * (jobs.count + 1), of: useful) else { return false }
        var union = blocks
        var added: [Layer] = []
        added.reserveCapacity(job.dispatches.count)
        for (dispatch, firstTemporary) in zip(job.dispatches, job.firstTemporaries) {
            guard dispatch.parts.count == blocks.count else { return false }
            var starts: [Int] = []
            starts.reserveCapacity(blocks.count)
            for (index, bound) in dispatch.parts.enumerated() {
                let part = Self.block(bound) { places(job.plan, firstTemporary, $0) }
                let bytes = Self.union(union[index].bytes, part.bytes)
                guard union[index].binding == part.binding, union[index].memory == part.memory,
                    bytes.count <= limit || limit == .max
                else { return false }
                union[index].bytes = bytes
                starts.append(part.bytes.lowerBound)
            }
            added.append((dispatch, starts))
        }
        (blocks, x, y, usefulGroups, layers) = (union, width, height, useful, most)
        jobs.append((added, origin))
        return true
    }

    /// The work groups of a job, and the area that they cover if it is more than that of its only layer.
    private static func size(of job: Job) -> (groups: (x: Int, y: Int), origin: PixelRect?) {
        guard job.dispatches.count > 1 else { return (job.dispatches.first.map { ($0.x, $0.y) } ?? (0, 0), nil) }
        let area = job.dispatches.lazy.compactMap { $0.uses?.area }.reduce(PixelRect.empty) { $0.union($1) }
        let (width, height) = (ShaderConstants.groupWidth, ShaderConstants.groupHeight)
        return (((area.width + width - 1) / width, (area.height + height - 1) / height), area)
    }

    private static func union(_ a: Range<Int>, _ b: Range<Int>) -> Range<Int> {
        min(a.lowerBound, b.lowerBound)..<max(a.upperBound, b.upperBound)
    }

    /// Writes the words of all jobs as the program reads them. For each dispatch, these are the starts of its parts, counted in
    /// words from the starts of the blocks, and then its parameters. Layers that a job lacks have zeros.
    func write(to words: UnsafeMutablePointer<UInt32>) {
        words.update(repeating: 0, count: byteCount / 4)
        let header = 4 * program.shader.header
        if header > 0 { words[0] = UInt32(truncatingIfNeeded: layers) }
        let stride = 4 * program.stride
        for (index, job) in jobs.enumerated() {
            for (number, layer) in job.layers.enumerated() {
                let first = words + header + (index * layers + number) * stride
                for (block, start) in zip(blocks, layer.starts) where Int(block.binding) < program.bindings {
                    first[Int(block.binding)] = UInt32(truncatingIfNeeded: (start - block.bytes.lowerBound) / 4)
                }
                let parameters = first + program.bindings
                for (i, word) in layer.dispatch.words.enumerated() { parameters[i] = word }
                // The first two parameters of a layer are the origin of the invocations.
                if let origin = job.origin {
                    parameters[0] = UInt32(truncatingIfNeeded: origin.x)
                    parameters[1] = UInt32(truncatingIfNeeded: origin.y)
                }
            }
        }
    }

    /// The number of bytes that `write(to:)` writes.
    var byteCount: Int { (program.shader.header + jobs.count * layers * program.stride) * 16 }

    private static func block(_ part: BoundPart, _ place: (Resource) -> Place) -> Block {
        let (memory, offset) = place(part.resource)
        let start = offset + part.offset
        return Block(binding: part.binding, memory: memory, bytes: start..<start + part.byteCount)
    }
}

extension MergedDispatch {
    /// Merges jobs, which must not depend on each other, into as few dispatches as possible.
    ///
    /// - Parameter program: returns the program of a kind of parameters.
    static func merged(
        _ jobs: [Job], limit: Int, idle: IdleWork, program: (any ProgramParameters.Type) throws(GPUError) -> Program,
        places: Places
    ) throws(GPUError) -> [MergedDispatch] {
        var result: [MergedDispatch] = []
        for job in jobs {
            let job = job.quickest
            guard let first = job.dispatches.first else { continue }
            let wanted = try program(first.parameters)
            var isTaken = false
            // A dispatch that refused many jobs will refuse more.
            for index in result.indices.suffix(Self.mostOpen) where !isTaken {
                isTaken = result[index].take(job, wanted, limit: limit, idle: idle, places: places)
            }
            if isTaken { continue }
            guard let made = MergedDispatch(job, wanted, idle: idle, places: places) else {
                throw .driver("layers of one surface lie in several buffers")
            }
            result.append(made)
        }
        return result
    }

    /// The number of dispatches that jobs are compared with.
    private static let mostOpen = 64
}
