import PenumbraGeometry
import PenumbraPlan

/// Runs the plans of a group on the device: each pass runs for all plans at once, in the order of a `PassSchedule`, and beside
/// it the passes of its level.
///
/// The surfaces and tables of the group lie in one buffer (`GroupMemory`), in which each surface holds those of the plans one
/// after another. If that is more than a shader can access at once, each surface has a buffer, which is taken in the first
/// level that uses it and given back after the last. Tables, parameters and pictures of all plans are uploaded in one staging
/// buffer. The steps of a group are its initialiser, `merge`, `stage`, `write`, `begin` and `run`. Other groups may come in
/// between. Only the context's thread may use a group, except that any thread may `merge` and `write`.
final class GroupExecution {
    let jobs: [PlanRecording]
    let state: GPUState
    let surfaces: [Parts]
    private(set) var tables = GroupTables([], alignment: 1)
    private var buffers: [Resource: GPUBuffer] = [:]
    var images: [ImageKey: ImageCache.Place] = [:]
    private var slabs: [ObjectIdentifier: ImageCache.Slab] = [:]
    /// The pictures that are not on the device yet, with their places.
    var fresh: [(region: ImageRegion, place: ImageCache.Place)] = []
    /// The buffer that `write` fills, and the copies to be made from it.
    private var staging: GPUState.Staging?
    private var copies: [GPUState.Copy] = []
    /// The positions of the fresh pictures in the staging buffer.
    private var stagedPictures: [Int] = []
    /// The steps of each level.
    var levels: [Step] = []
    /// The surfaces and temporaries that no later level uses, for each level.
    var lastUses: [[Resource]] = []
    /// The places of surfaces and tables in a buffer that they share. Nil if each has its own.
    var memory: GroupMemory?
    /// Whether all surfaces are read after the last pass.
    let keepsSurfaces: Bool
    /// The temporaries of all passes, with the labels of the passes' targets.
    var temporaries: [(parts: Parts, label: String)] = []
    var slices: [[Step]] = []
    /// The pictures that are decoded on the device, until their dispatches are queued.
    var decoding = PictureDecoding()
    var decodes: [Step] = []
    /// The buffer of parameters. Tables follow, unless surfaces and tables share a buffer.
    private var inputs: GPUBuffer?
    /// The buffer that surfaces and tables share.
    private var shared: GPUBuffer?
    var wordsByteCount = 0

    struct ImageKey: Hashable {
        var job: Int
        var image: ImageID
    }

    /// Finds places for the plans' pictures. `merge` and `stage` follow before anything is written or queued.
    ///
    /// - Parameters:
    ///   - jobs: aligned plans (`PlanAlignment`), at least one. If there are several, each comes back in one slice.
    ///   - keepsSurfaces: whether all surfaces are read after the last pass.
    init(_ state: GPUState, _ jobs: [PlanRecording], keepsSurfaces: Bool = false) throws(GPUError) {
        self.state = state
        self.jobs = jobs
        self.keepsSurfaces = keepsSurfaces
        let count = jobs.first?.plan.surfaces.count ?? 0
        surfaces = (0..<count).map { index in Parts(jobs.map { $0.layout(SurfaceID(index: index)).byteCount }) }
        try endingAtError { () throws(GPUError) in try placeImages() }
    }

    /// Merges the plans' dispatches, on any thread.
    func merge() throws(GPUError) {
        if let failure = state.faults.merging { try failure() }
        tables = GroupTables(jobs.map(\.tables), alignment: state.limits.storageAlignment)
        try mergeDispatches()
    }

    /// Takes the memory that `write` fills, and buffers for it.
    func stage() throws(GPUError) {
        try endingAtError { () throws(GPUError) in
            try state.checkNotLost()
            try takeBuffers()
        }
    }

    /// Merges the dispatches and takes memory, on the context's thread.
    func prepare() throws(GPUError) {
        try endingAtError { () throws(GPUError) in try merge() }
        try stage()
    }

    private func endingAtError(_ body: () throws(GPUError) -> Void) throws(GPUError) {
        do throws(GPUError) {
            try body()
        } catch {
            end()
            throw error
        }
    }

    /// Returns the offset of one plan's surface in its buffer, in bytes.
    func offset(of id: SurfaceID, job: Int) -> Int { (memory?.surfaces[id.index] ?? 0) + surfaces[id.index].offsets[job] }

    func buffer(of id: SurfaceID) -> GPUBuffer? {
        memory?.surfaces[id.index] == nil ? buffers[.surface(id)] : shared
    }

    /// Queues every pass.
    func run() throws(GPUError) {
        let canvases = Set(jobs.map { Resource.surface($0.plan.canvas) })
        for (level, lastUses) in zip(levels, lastUses) {
            try queue(level)
            for resource in lastUses {
                switch resource {
                case .temporary: giveBack(resource)
                case .surface: if !keepsSurfaces && !canvases.contains(resource) { giveBack(resource) }
                default: break
                }
            }
        }
        // A canvas that no dispatch touched is undefined, but it is still read.
        for job in jobs { _ = try buffer(.surface(job.plan.canvas)) }
    }

    /// Returns the positions of each picture's rows of a slice in a buffer of bytes.
    func finishedParts(_ slice: Int) -> Parts { Parts(jobs.map { $0.slices[slice].byteCount }) }

    /// Queues the dispatches that make a slice's bytes. The caller gives the returned buffer back to the pool.
    func finish(_ slice: Int) throws(GPUError) -> GPUBuffer {
        let buffer = try state.pool.take(finishedParts(slice).byteCount, .work, purpose: "the finished picture")
        buffers[.finished] = buffer
        defer { buffers[.finished] = nil }
        defer { for number in temporaries.indices { giveBack(.temporary(number)) } }
        do throws(GPUError) {
            for step in slices[slice] { try queue(step) }
        } catch {
            state.pool.giveBack(buffer)
            throw error
        }
        return buffer
    }

    /// Gives the buffers back, once every slice is queued or the group is abandoned.
    func end() {
        for buffer in buffers.values { state.pool.giveBack(buffer) }
        buffers = [:]
        for buffer in [inputs, shared].compactMap({ $0 }) { state.pool.giveBack(buffer) }
        (inputs, shared) = (nil, nil)
        if let staging { state.abandon(staging) }
        (staging, copies) = (nil, [])
        releaseSlabs()
        images = [:]
        fresh = []
        decoding = PictureDecoding()
    }

    /// The words that tell whether the device could make the pictures that it makes from codes: the plan that shows the
    /// picture, and the word's buffer and offset.
    var statuses: [(job: Int, buffer: GPUBuffer, offset: Int)] {
        var result: [(job: Int, buffer: GPUBuffer, offset: Int)] = []
        for (index, job) in jobs.enumerated() {
            for (image, region) in job.images.enumerated() where region.readsCodes {
                guard let place = images[ImageKey(job: index, image: ImageID(index: image))] else { continue }
                result.append((index, place.slab.buffer, place.offset + region.layout.byteCount))
            }
        }
        return result
    }

    /// Lets other groups take the memory of pictures that no bitmap needs. Called when all that reads them is queued.
    func releaseSlabs() {
        for slab in slabs.values { state.images.release(slab) }
        slabs = [:]
    }

    // MARK: Inputs

    /// Finds or makes a place for each picture that is read.
    private func placeImages() throws(GPUError) {
        func place(_ region: ImageRegion) -> ImageCache.Place? {
            state.images.place(region) ?? fresh.first { $0.region.isSame(region) }?.place
        }
        for image in 0..<(jobs.lazy.map { $0.images.count }.max() ?? 0) {
            let id = ImageID(index: image)
            var wanted: [ImageRegion] = []
            for job in jobs where job.readImages.contains(id) {
                let region = job.images[image]
                let isKnown = place(region) != nil || wanted.contains { $0.isSame(region) }
                if !isKnown { wanted.append(region) }
            }
            if !wanted.isEmpty {
                let places = try state.images.makePlaces(wanted)
                fresh += zip(wanted, places).map { (region: $0, place: $1) }
            }
            for (index, job) in jobs.enumerated() where job.readImages.contains(id) {
                guard let place = place(job.images[image]) else { continue }
                images[ImageKey(job: index, image: id)] = place
                if slabs.updateValue(place.slab, forKey: ObjectIdentifier(place.slab)) == nil {
                    state.images.retain(place.slab)
                }
            }
        }
        state.counts.reusedImages += images.count - fresh.count
    }

    private func takeBuffers() throws(GPUError) {
        // A whole uniform block is bound for the last words too. It may extend into the tables.
        let tablesOffset = (wordsByteCount + 255) / 256 * 256
        var byteCount = tablesOffset + tables.byteCount
        for (region, _) in fresh {
            stagedPictures.append(byteCount)
            byteCount += (region.uploadedBytes + 255) / 256 * 256
        }
        let ownTables = memory == nil ? tables.byteCount : 0
        let inputs = try state.pool.take(
            tablesOffset + max(ownTables, state.limits.uniformBytes), .work, purpose: "the plan's tables")
        self.inputs = inputs
        self.tablesOffset = tablesOffset
        copies = [GPUState.Copy(from: 0, to: inputs, at: 0, byteCount: tablesOffset + ownTables)]
        if let memory {
            let shared = try state.pool.take(memory.byteCount, .work, purpose: "the surfaces")
            self.shared = shared
            copies.append(GPUState.Copy(from: tablesOffset, to: shared, at: 0, byteCount: tables.byteCount))
        }
        try stageCoefficients()
        for ((region, place), offset) in zip(fresh, stagedPictures) where region.coefficients == nil {
            copies.append(
                GPUState.Copy(from: offset, to: place.slab.buffer, at: place.offset, byteCount: region.uploadedBytes))
        }
        staging = try state.beginUpload(byteCount: byteCount)
    }

    /// Takes the buffers of codes and coefficients.
    private func stageCoefficients() throws(GPUError) {
        guard !decoding.isEmpty else { return }
        let coded = try state.pool.take(decoding.coded.byteCount, .work, purpose: "the coefficients of pictures")
        buffers[.coefficients] = coded
        if decoding.codes.byteCount > 0 {
            buffers[.codes] = try state.pool.take(decoding.codes.byteCount, .work, purpose: "the codes of pictures")
        }
        var number = 0
        for ((region, _), offset) in zip(fresh, stagedPictures) {
            guard let part = region.coefficients else { continue }
            copies.append(
                GPUState.Copy(from: offset, to: coded, at: decoding.coded.offsets[number], byteCount: part.headBytes))
            if part.readsCodes, let codes = buffers[.codes] {
                copies.append(
                    GPUState.Copy(
                        from: offset + part.headBytes, to: codes, at: decoding.codes.offsets[number],
                        byteCount: part.codeBytes))
            }
            number += 1
        }
    }

    private var tablesOffset = 0

    /// Writes parameters, tables and pictures for the device, on any thread. The context must not end meanwhile.
    func write() {
        guard let bytes = staging?.memory else { return }
        for step in levels + slices.joined() + decodes {
            for (merged, offset) in step.dispatches {
                merged.write(to: (bytes + offset).assumingMemoryBound(to: UInt32.self))
            }
        }
        tables.write(to: bytes + tablesOffset)
        for ((region, _), offset) in zip(fresh, stagedPictures) { region.write(to: bytes + offset, threads: state.threads) }
    }

    /// Queues the copies of what was written, and the dispatches that make pixels from coefficients.
    func begin() throws(GPUError) {
        guard let staging else { return }
        self.staging = nil
        try state.endUpload(staging, copies)
        copies = []
        try decode()
        // Later groups may read the pictures from now on.
        var added: Set<ObjectIdentifier> = []
        for (_, place) in fresh where added.insert(ObjectIdentifier(place.slab)).inserted { state.images.add(place.slab) }
        fresh = []
    }

    private func decode() throws(GPUError) {
        guard !decoding.isEmpty else { return }
        if decoding.states.byteCount > 0 {
            buffers[.states] = try state.pool.take(decoding.states.byteCount, .work, purpose: "the states of readers")
        }
        buffers[.samples] = try state.pool.take(decoding.samples.byteCount, .work, purpose: "the samples of pictures")
        for step in decodes { try queue(step) }
        for resource in [Resource.samples, .coefficients, .codes, .states] { giveBack(resource) }
        state.counts.decodedImages += decoding.passes.count
        decoding = PictureDecoding()
    }

    // MARK: Queueing

    private func queue(_ step: Step) throws(GPUError) {
        try announce(step.uses)
        for (merged, wordsOffset) in step.dispatches {
            for block in merged.blocks {
                let isTables = block.memory == .resource(.tables)
                state.bind(
                    block.binding, try buffer(block.memory),
                    offset: block.bytes.lowerBound + (isTables ? tablesOffset : 0), byteCount: block.bytes.count)
            }
            if let inputs { state.bindParameters(inputs, offset: wordsOffset) }
            try state.dispatch(merged.program, x: merged.x, y: merged.y, z: merged.z, isShared: merged.isShared)
        }
    }

    private func announce(_ uses: RecordedDispatch.Uses) throws(GPUError) {
        func names(_ resources: [Resource]) throws(GPUError) -> [UInt32] {
            var result: Set<UInt32> = []
            for resource in resources {
                switch resource {
                case .image(let id):
                    for job in jobs.indices {
                        if let place = images[ImageKey(job: job, image: id)] { result.insert(place.slab.buffer.name) }
                    }
                case .decoded, .status: result.formUnion(decoding.slabs.map(\.buffer.name))
                case .surface, .temporary, .tables, .table, .codes, .states, .coefficients, .samples, .finished:
                    result.insert(try buffer(resource).name)
                }
            }
            return Array(result)
        }
        state.announce(reading: try names(uses.reading), writing: try names(uses.writing))
    }

    private func buffer(_ memory: SharedMemory) throws(GPUError) -> GPUBuffer {
        switch memory {
        case .resource(let resource): return try buffer(resource)
        case .group:
            guard let shared else { throw .driver("surfaces are not on the device") }
            return shared
        case .images(let slab):
            guard let slab = slabs[slab] else { throw .driver("a picture is not on the device") }
            return slab.buffer
        }
    }

    /// Returns the buffer of a resource. The buffer of a surface is taken when it is first needed.
    private func buffer(_ resource: Resource) throws(GPUError) -> GPUBuffer {
        if let buffer = buffers[resource] { return buffer }
        if memory?.position(of: resource) != nil || memory != nil && resource == .tables { return try buffer(.group) }
        switch resource {
        case .surface(let id):
            let made = try state.pool.take(surfaces[id.index].byteCount, .work, purpose: jobs[0].plan[id].label)
            buffers[resource] = made
            return made
        case .tables, .table:
            guard let inputs else { throw .driver("tables are not on the device") }
            return inputs
        case .temporary(let number) where temporaries.indices.contains(number):
            let made = try state.pool.take(
                temporaries[number].parts.byteCount, .work, purpose: temporaries[number].label)
            buffers[resource] = made
            return made
        case .temporary, .image, .codes, .states, .status, .coefficients, .samples, .decoded, .finished:
            throw .driver("\(resource) is not on the device")
        }
    }

    private func giveBack(_ resource: Resource) {
        guard let buffer = buffers.removeValue(forKey: resource) else { return }
        state.pool.giveBack(buffer)
    }
}
