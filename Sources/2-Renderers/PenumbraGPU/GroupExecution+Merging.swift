import PenumbraPlan

/// Ordering and merging the dispatches of all passes.
extension GroupExecution {
    func mergeDispatches() throws(GPUError) {
        decoding = PictureDecoding(fresh)
        decodes = try steps(decoding.passes) { picture, _, resource in decoding.place(picture, resource) }
        let recorded = jobs[0].plan.passes.indices.map { index in jobs.map { $0.passes[index] } }
        let gathered = recorded.enumerated().map { index, passes in
            Self.gathered(
                passes, firstTemporary: addTemporaries(of: passes, jobs[0].plan[jobs[0].plan.passes[index].target].label))
        }
        let nodes = Self.nodes(gathered)
        let schedule = scheduled(nodes)
        lastUses = schedule.lastUses
        levels = try schedule.levels.map { (level) throws(GPUError) in
            var uses = RecordedDispatch.Uses(reading: [], writing: [])
            for node in level { uses.add(RecordedDispatch.Uses(reading: node.reading, writing: node.writing)) }
            return try step(level.flatMap { Self.jobs($0, of: gathered) }, uses) { place($0, $1, $2, finishing: nil) }
        }
        let count = jobs.lazy.map { $0.slices.count }.max() ?? 0
        slices = try (0..<count).map { (index) throws(GPUError) in
            let passes = jobs.map { $0.slices[index].pass }
            let finishing = finishedParts(index)
            return try steps(passes, firstTemporary: addTemporaries(of: passes, "the file")) {
                place($0, $1, $2, finishing: finishing)
            }
        }
    }

    /// Adds the temporaries of a pass in all plans, and returns the number of the first.
    private func addTemporaries(of passes: [RecordedPass], _ label: String) -> Int {
        let first = temporaries.count
        for number in 0..<(passes.lazy.map { $0.temporaries.count }.max() ?? 0) {
            let sizes = passes.map { $0.temporaries.indices.contains(number) ? $0.temporaries[number] : 0 }
            temporaries.append((Parts(sizes), label))
        }
        return first
    }

    /// Orders the passes. Surfaces get places in one buffer, if a shader can access all of it and it takes little more memory
    /// than buffers of their own.
    private func scheduled(_ nodes: [PassSchedule.Node]) -> PassSchedule {
        func bytes(_ resource: Resource) -> Int {
            switch resource {
            case .surface(let id): surfaces[id.index].byteCount
            case .temporary(let number): temporaries[number].parts.byteCount
            default: 0
            }
        }
        let schedule = PassSchedule(nodes, joining: state.idle, bytes: bytes)
        let memory = GroupMemory(
            schedule, surfaces: surfaces.map(\.byteCount), temporaries: temporaries.map(\.parts.byteCount),
            tableBytes: tables.byteCount, kept: Set(jobs.map { .surface($0.plan.canvas) }), keepsAll: keepsSurfaces)
        let allowed = schedule.least + PassSchedule.extraBytes(over: schedule.least) + tables.byteCount
        if memory.byteCount <= state.limits.storageBlockBytes, memory.byteCount <= allowed || keepsSurfaces {
            self.memory = memory
            return schedule
        }
        return schedule.joinsLayers ? PassSchedule(nodes, joining: nil, bytes: bytes) : schedule
    }

    /// The place of a plan's resource.
    ///
    /// - Parameter finishing: the positions for the finished bytes, if the pass makes them.
    private func place(_ job: Int, _ firstTemporary: Int, _ resource: Resource, finishing: Parts?) -> MergedDispatch.Place {
        switch resource {
        case .surface(let id):
            let offset = surfaces[id.index].offsets[job]
            if let start = memory?.surfaces[id.index] { return (.group, start + offset) }
            return (.resource(resource), offset)
        case .temporary(let own):
            let number = firstTemporary + own
            let offset = temporaries[number].parts.offsets[job]
            if let start = memory?.position(of: .temporary(number)) { return (.group, start + offset) }
            return (.resource(.temporary(number)), offset)
        case .tables: return (memory == nil ? .resource(.tables) : .group, 0)
        case .table(let index):
            return (memory == nil ? .resource(.tables) : .group, tables.position(of: index, plan: job))
        case .finished: return (.resource(resource), finishing?.offsets[job] ?? 0)
        case .codes, .states, .status, .coefficients, .samples, .decoded: return (.resource(resource), 0)
        case .image(let id):
            guard let place = images[ImageKey(job: job, image: id)] else { return (.resource(resource), 0) }
            return (.images(ObjectIdentifier(place.slab)), place.offset)
        }
    }
}
