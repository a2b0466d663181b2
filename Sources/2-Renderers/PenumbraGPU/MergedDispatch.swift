/// Memory that holds parts of several plans, one after another.
enum SharedMemory: Hashable {
    /// The buffer that a group has for a resource.
    case resource(Resource)
    /// A buffer of pictures.
    case images(ObjectIdentifier)
}

/// One dispatch for several plans of a group: the work groups with index z along the third axis work for the z-th plan.
struct MergedDispatch {
    /// Part of a buffer, bound as a storage block.
    struct Block {
        var binding: UInt32
        var memory: SharedMemory
        var bytes: Range<Int>
    }

    let program: Program
    private(set) var x: Int
    private(set) var y: Int
    private(set) var blocks: [Block]
    private(set) var members: [(dispatch: RecordedDispatch, starts: [Int])] = []
    /// The number of work groups that have work to do.
    private var usefulGroups = 0

    /// The position of a plan's part of a resource.
    typealias Place = (memory: SharedMemory, offset: Int)

    init(_ dispatch: RecordedDispatch, _ program: Program, place: (Resource) -> Place) {
        self.program = program
        (x, y) = (dispatch.x, dispatch.y)
        blocks = dispatch.parts.map { Self.block($0, place) }
        members = [(dispatch, blocks.map(\.bytes.lowerBound))]
        usefulGroups = x * y
    }

    /// Adds another plan's dispatch, if both use one program and one set of buffers and the limits allow it.
    ///
    /// If their sizes differ, the larger size is dispatched, as long as at least half of all work groups have work to do.
    /// Work groups outside of a picture end at once.
    /// - Parameter limit: the largest part of a buffer that shaders can access at once, in bytes.
    /// - Returns: true if the dispatch was added.
    mutating func take(
        _ dispatch: RecordedDispatch, _ program: Program, limit: Int, place: (Resource) -> Place
    ) -> Bool {
        guard program === self.program, members.count < program.largestGroup, dispatch.parts.count == blocks.count else {
            return false
        }
        let (width, height) = (max(x, dispatch.x), max(y, dispatch.y))
        let useful = usefulGroups + dispatch.x * dispatch.y
        guard width * height * (members.count + 1) <= 2 * useful else { return false }
        var starts: [Int] = []
        starts.reserveCapacity(blocks.count)
        for (block, bound) in zip(blocks, dispatch.parts) {
            let part = Self.block(bound, place)
            guard block.binding == part.binding, block.memory == part.memory,
                Self.union(block.bytes, part.bytes).count <= limit
            else { return false }
            starts.append(part.bytes.lowerBound)
        }
        for (index, start) in starts.enumerated() {
            blocks[index].bytes = Self.union(blocks[index].bytes, start..<start + dispatch.parts[index].byteCount)
        }
        (x, y, usefulGroups) = (width, height, useful)
        members.append((dispatch, starts))
        return true
    }

    private static func union(_ a: Range<Int>, _ b: Range<Int>) -> Range<Int> {
        min(a.lowerBound, b.lowerBound)..<max(a.upperBound, b.upperBound)
    }

    /// Writes the words of all members as the program reads them. For each member, these are the starts of its parts,
    /// counted in words from the starts of the blocks, and then its parameters.
    func write(to words: UnsafeMutablePointer<UInt32>) {
        let stride = 4 * program.stride
        for (index, member) in members.enumerated() {
            let first = words + index * stride
            first.update(repeating: 0, count: stride)
            for (block, start) in zip(blocks, member.starts) where Int(block.binding) < program.bindings {
                first[Int(block.binding)] = UInt32(truncatingIfNeeded: (start - block.bytes.lowerBound) / 4)
            }
            for (i, word) in member.dispatch.words.enumerated() { first[program.bindings + i] = word }
        }
    }

    /// The number of bytes that `write(to:)` writes.
    var byteCount: Int { members.count * program.stride * 16 }

    private static func block(_ part: BoundPart, _ place: (Resource) -> Place) -> Block {
        let (memory, offset) = place(part.resource)
        let start = offset + part.offset
        return Block(binding: part.binding, memory: memory, bytes: start..<start + part.byteCount)
    }
}

extension MergedDispatch {
    /// Merges dispatches of different plans, which must not depend on each other, into as few dispatches as possible.
    ///
    /// - Parameters:
    ///   - program: returns the program of a kind of parameters.
    ///   - place: returns the position of a plan's part of a resource.
    static func merged(
        _ dispatches: [(job: Int, dispatch: RecordedDispatch)], limit: Int,
        program: (any ProgramParameters.Type) throws(GPUError) -> Program, place: (Int, Resource) -> Place
    ) throws(GPUError) -> [MergedDispatch] {
        var result: [MergedDispatch] = []
        for (job, dispatch) in dispatches {
            let wanted = try program(dispatch.parameters)
            var isTaken = false
            for index in result.indices where !isTaken {
                isTaken = result[index].take(dispatch, wanted, limit: limit) { place(job, $0) }
            }
            if !isTaken { result.append(MergedDispatch(dispatch, wanted) { place(job, $0) }) }
        }
        return result
    }
}
