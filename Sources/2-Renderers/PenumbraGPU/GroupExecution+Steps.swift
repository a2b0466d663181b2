import PenumbraGeometry
import PenumbraPlan

extension GroupExecution {
    /// The dispatches of one step of a pass.
    struct Step {
        var uses: RecordedDispatch.Uses
        /// The areas of the uses, for each plan. Nil if the dispatches may access everything.
        var areas: [PixelRect]?
        var dispatches: [(merged: MergedDispatch, wordsOffset: Int)]
    }

    /// The steps of all passes. Steps without uses of their own belong to the step before.
    var nodes: [PassSchedule.Node] {
        var result: [PassSchedule.Node] = []
        for (pass, steps) in passes.enumerated() {
            for (number, step) in steps.enumerated() {
                if number > 0, step.uses.reading.isEmpty, step.uses.writing.isEmpty {
                    result[result.count - 1].steps = result[result.count - 1].steps.lowerBound..<number + 1
                    continue
                }
                result.append(
                    PassSchedule.Node(
                        pass: pass, steps: number..<number + 1, reading: step.uses.reading, writing: step.uses.writing,
                        areas: step.areas))
            }
        }
        return result
    }

    /// Merges the dispatches of a pass over all plans.
    ///
    /// - Parameter finishing: the positions for the finished bytes, if the pass makes them.
    func steps(
        of recorded: [RecordedPass], _ label: String, finishing: Parts?
    ) throws(GPUError) -> [Step] {
        let first = temporaries.count
        for number in 0..<(recorded.lazy.map { $0.temporaries.count }.max() ?? 0) {
            let sizes = recorded.map { $0.temporaries.indices.contains(number) ? $0.temporaries[number] : 0 }
            temporaries.append((Parts(sizes), label))
        }
        // Each pass numbers its temporaries from 0 on.
        func own(_ resource: Resource) -> Resource {
            if case .temporary(let number) = resource { .temporary(first + number) } else { resource }
        }
        let made = try steps(recorded) { job, resource in
            let shared = SharedMemory.resource(own(resource))
            switch resource {
            case .surface(let id): return (shared, surfaces[id.index].offsets[job])
            case .temporary(let number): return (shared, temporaries[first + number].parts.offsets[job])
            case .tables: return (shared, tables.offsets[job])
            case .finished: return (shared, finishing?.offsets[job] ?? 0)
            case .codes, .states, .status, .coefficients, .samples, .decoded: return (shared, 0)
            case .image(let id):
                guard let place = images[ImageKey(job: job, image: id)] else { return (shared, 0) }
                return (.images(ObjectIdentifier(place.slab)), place.offset)
            }
        }
        return made.map { step in
            var step = step
            step.uses.reading = step.uses.reading.map(own)
            step.uses.writing = step.uses.writing.map(own)
            return step
        }
    }

    /// Merges the first dispatches of all plans or pictures, then the second ones, and so on.
    ///
    /// - Parameter place: returns the position of a plan's part of a resource.
    func steps(
        _ recorded: [RecordedPass], place: (Int, Resource) -> MergedDispatch.Place
    ) throws(GPUError) -> [Step] {
        var result: [Step] = []
        var announced: [Int: RecordedDispatch.Uses] = [:]
        for number in 0..<(recorded.lazy.map { $0.first + $0.dispatches.count }.max() ?? 0) {
            var uses = RecordedDispatch.Uses(reading: [], writing: [])
            var areas: [PixelRect]? = recorded.map { _ in PixelRect(x: 0, y: 0, width: 0, height: 0) }
            var together: [(job: Int, dispatch: RecordedDispatch)] = []
            for (job, pass) in recorded.enumerated() where pass.dispatches.indices.contains(number - pass.first) {
                let dispatch = pass.dispatches[number - pass.first]
                together.append((job, dispatch))
                if let used = dispatch.uses { announced[job] = used }
            }
            // Dispatches that continue an announcement beside others that begin one count with it.
            if together.contains(where: { $0.dispatch.uses != nil }) {
                for (job, _) in together {
                    guard let used = announced[job] else { continue }
                    uses.add(used)
                    if let area = used.area { areas?[job] = area } else { areas = nil }
                }
            }
            let merged = try MergedDispatch.merged(
                together, limit: state.limits.storageBlockBytes,
                program: { (type) throws(GPUError) in try state.program(type) }, place: place)
            var step = Step(uses: uses, areas: areas, dispatches: [])
            for dispatch in merged {
                step.dispatches.append((dispatch, wordsByteCount))
                let alignment = state.limits.uniformAlignment
                wordsByteCount += (dispatch.byteCount + alignment - 1) / alignment * alignment
            }
            result.append(step)
        }
        return result
    }
}
