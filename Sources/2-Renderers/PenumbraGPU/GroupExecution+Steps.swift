import PenumbraGeometry
import PenumbraPlan

extension GroupExecution {
    /// Dispatches that run at the same time.
    struct Step {
        var uses = RecordedDispatch.Uses(reading: [], writing: [])
        var dispatches: [(merged: MergedDispatch, wordsOffset: Int)] = []
    }

    /// The dispatches of one step of a pass, not yet merged.
    struct Gathered {
        var uses: RecordedDispatch.Uses
        /// The areas of the uses, for each plan. Nil if the dispatches may access everything.
        var areas: [PixelRect]?
        var jobs: [MergedDispatch.Job]
        /// The plans whose dispatches continue an announcement.
        var continues: Bool

        /// Set if each plan has at most one dispatch, of one program that paints layers.
        var layer: PassSchedule.Layer? {
            guard areas != nil, uses.writing.count == 1, Set(jobs.map(\.plan)).count == jobs.count,
                let first = jobs.first?.dispatches.first, first.parameters.isLayered,
                jobs.allSatisfy({ $0.dispatches.first?.parameters == first.parameters })
            else { return nil }
            return PassSchedule.Layer(target: uses.writing[0], program: ObjectIdentifier(first.parameters))
        }
    }

    /// Gathers the first dispatches of all plans or pictures, then the second ones, and so on.
    ///
    /// - Parameter firstTemporary: the number that the pass's temporary 0 has in the group.
    static func gathered(_ recorded: [RecordedPass], firstTemporary: Int = 0) -> [Gathered] {
        // Each pass numbers its temporaries from 0 on.
        func own(_ resource: Resource) -> Resource {
            if case .temporary(let number) = resource { .temporary(firstTemporary + number) } else { resource }
        }
        var result: [Gathered] = []
        var announced: [Int: RecordedDispatch.Uses] = [:]
        for number in 0..<(recorded.lazy.map { $0.first + $0.dispatches.count }.max() ?? 0) {
            var uses = RecordedDispatch.Uses(reading: [], writing: [])
            var areas: [PixelRect]? = recorded.map { _ in .empty }
            var jobs: [MergedDispatch.Job] = []
            var begins = false
            for (plan, pass) in recorded.enumerated() where pass.dispatches.indices.contains(number - pass.first) {
                let dispatch = pass.dispatches[number - pass.first]
                jobs.append(MergedDispatch.Job(plan: plan, dispatch, firstTemporary: firstTemporary))
                if let used = dispatch.uses {
                    announced[plan] = used
                    begins = true
                }
            }
            // Dispatches that continue an announcement beside others that begin one count with it.
            if begins {
                for job in jobs {
                    guard let used = announced[job.plan] else { continue }
                    uses.add(used)
                    if let area = used.area { areas?[job.plan] = area } else { areas = nil }
                }
            }
            uses.reading = uses.reading.map(own)
            uses.writing = uses.writing.map(own)
            result.append(Gathered(uses: uses, areas: areas, jobs: jobs, continues: !begins))
        }
        return result
    }

    /// The nodes of all passes. Steps that continue an announcement belong to the step before.
    static func nodes(_ passes: [[Gathered]]) -> [PassSchedule.Node] {
        var result: [PassSchedule.Node] = []
        for (pass, steps) in passes.enumerated() {
            for (number, step) in steps.enumerated() {
                if number > 0, step.continues, let last = result.popLast() {
                    var longer = last
                    longer.places[0].steps = last.places[0].steps.lowerBound..<number + 1
                    longer.layer = nil
                    result.append(longer)
                    continue
                }
                let areas = step.areas
                result.append(
                    PassSchedule.Node(
                        places: [(pass, number..<number + 1)], reading: step.uses.reading, writing: step.uses.writing,
                        areas: areas,
                        layer: step.layer, pixels: areas?.reduce(0) { $0 + $1.width * $1.height } ?? 0))
            }
        }
        return result
    }

    /// The jobs of a node: its dispatches, or for each plan the layers in order.
    static func jobs(_ node: PassSchedule.Node, of passes: [[Gathered]]) -> [MergedDispatch.Job] {
        let all = node.places.flatMap { place in place.steps.flatMap { passes[place.pass][$0].jobs } }
        guard node.places.count > 1 else { return all }
        var result: [MergedDispatch.Job] = []
        var positions: [Int: Int] = [:]
        for job in all {
            if let position = positions[job.plan] {
                result[position].dispatches += job.dispatches
                result[position].firstTemporaries += job.firstTemporaries
            } else {
                positions[job.plan] = result.count
                result.append(job)
            }
        }
        return result
    }

    /// Merges jobs that run at the same time, and places their words.
    func step(
        _ jobs: [MergedDispatch.Job], _ uses: RecordedDispatch.Uses, places: MergedDispatch.Places
    ) throws(GPUError) -> Step {
        var step = Step(uses: uses)
        let merged = try MergedDispatch.merged(
            jobs, limit: state.limits.storageBlockBytes, idle: state.idle,
            program: { (type) throws(GPUError) in try state.program(type) }, places: places)
        for dispatch in merged {
            step.dispatches.append((dispatch, wordsByteCount))
            let alignment = state.limits.uniformAlignment
            wordsByteCount += (dispatch.byteCount + alignment - 1) / alignment * alignment
        }
        return step
    }

    /// Merges the steps of passes that run one after another.
    func steps(_ recorded: [RecordedPass], firstTemporary: Int = 0, places: MergedDispatch.Places) throws(GPUError) -> [Step] {
        try Self.gathered(recorded, firstTemporary: firstTemporary).map { (step) throws(GPUError) in
            try self.step(step.jobs, step.uses, places: places)
        }
    }
}
