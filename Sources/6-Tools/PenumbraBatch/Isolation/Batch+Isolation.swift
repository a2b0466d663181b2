import Penumbra
import PenumbraCodecs
import PenumbraScene
import PenumbraSystem

extension Batch {
    /// Asks a worker what there is to draw with, so that no driver is opened in this process.
    ///
    /// - Returns: names of devices, `cpu` among them or nothing else, and words of warning.
    static func devices(_ launch: WorkerLaunch) throws(BatchError) -> (names: [String], warnings: [String]) {
        let process: WorkerProcess
        do {
            process = try WorkerProcess(launch)
        } catch {
            throw .workers(error.words, isTemporary: error.isTemporary)
        }
        process.send(.start(WorkerStart(device: nil, threads: 1, memory: 0, template: nil)))
        let event = process.next(until: ContinuousClock().now + .seconds(60))
        switch event {
        case .answer(.ready(let names, let warnings)): return (names.map(\.withoutControls), warnings.map(\.withoutControls))
        case .answer(.refused(let fault, let words)):
            let words = words.withoutControls
            throw .renderer(fault == .badDevice ? .badDevice(words) : .backendUnavailable(words))
        case .closed:
            let (end, lastWords) = process.end(kills: false)
            throw .workers(
                "the one that looked for devices \(end.words)\(lastWords.isEmpty ? "" : " (\(lastWords))")", isTemporary: false)
        case .nothing: throw .workers("the one that looked for devices gave no answer in a minute", isTemporary: true)
        case .answer, .nonsense:
            throw .workers("the one that looked for devices \(WorkerEnd.nonsense.words)", isTemporary: false)
        }
    }

    /// Does a batch with worker processes.
    ///
    /// - Parameter devices: a worker for each; with the CPU alone one for each thread.
    static func work(_ run: BatchRun, _ launch: WorkerLaunch, devices: [String], template: SceneTemplate?, inputFolder: String)
        throws(BatchError) -> BatchSummary
    {
        let isOnlyCPU = devices.allSatisfy { $0 == "cpu" }
        let places = isOnlyCPU ? Array(repeating: "cpu", count: max(1, run.options.threads)) : devices
        let threads = isOnlyCPU ? 1 : max(1, run.options.threads / places.count)
        // One half is shared out. The other one is for jobs that need more than their share.
        let share = max(1, run.memory / (2 * places.count))
        let mostUnderWay = places.reduce(BatchRun.writers) { $0 + WorkerSlot.window(device: $1, threads: threads) + 1 }

        let writing = startWriters(run)
        var working: [WorkerThreads.Handle] = []
        for place in writing.isEmpty ? [] : places {
            let thread = WorkerThreads.start {
                var slot = WorkerSlot(
                    run, launch, template: template, inputFolder: inputFolder, device: place, threads: threads, share: share)
                slot.work()
            }
            if let thread { working.append(thread) } else { break }
        }
        let feeder = working.isEmpty ? nil : WorkerThreads.start { Feeder(run: run, mostUnderWay: mostUnderWay).work() }
        if feeder == nil {
            run.end(.noThread)
        }
        // Threads that wait look at the signal when they are woken.
        run.stop.listen { run.state.update { _ in } }
        defer { run.stop.listen(nil) }
        feeder?.join()
        for thread in working { thread.join() }
        return try finish(run, writing)
    }
}

/// Takes jobs from the manifest for the workers.
private struct Feeder {
    let run: BatchRun
    let mostUnderWay: Int

    func work() {
        let (stop, most) = (run.stop, mostUnderWay)
        while true {
            let goesOn = run.state.wait { state -> Bool? in
                if stop.isSet { state.isStopped = true }
                if state.isOver { return false }
                guard state.underWay < most else { return nil }
                state.underWay += 1
                return true
            }
            guard goesOn else { return }
            guard var job = run.pull() else { continue }
            job.claim = run.claim(of: job)
            let pulled = job
            run.state.update { $0.ready.append(pulled) }
        }
    }
}

extension BatchRun {
    /// The key of the file that stands in a job's place, as far as its length tells.
    fileprivate func claim(of job: BatchJob) -> Digest? {
        guard let record = records[OutputName(job.output)], let folder, (try? folder.size(of: job.output)) == record.byteCount
        else { return nil }
        return record.key
    }

    /// Takes note of a job that is what the journal says: done where its file is, else to be done.
    func prove(_ job: BatchJob) {
        if let key = job.claim, isProven(job.output, OutputName(job.output), key: key) {
            say(.proven(line: job.line, output: job.output))
            return state.update { state in
                state.underWay -= 1
                state.summary.proven += 1
            }
        }
        var job = job
        job.claim = nil
        let changed = job
        state.update { $0.ready.append(changed) }
    }
}

extension PipelineState {
    /// What a worker's place is to do next.
    enum IsolatedTask {
        case job(BatchJob)
        case end
    }

    /// For a worker that has nothing in hand. The job's memory has been taken: its allowance, or the worker's share.
    mutating func nextIsolatedTask(share: Int) -> IsolatedTask? {
        dropWhatWasNotBegun()
        // The first that needs more is served before others that would take what it waits for.
        if let first = large.first {
            guard let bytes = first.allowance, bytes <= freeMemory else { return nil }
            freeMemory -= bytes
            return .job(large.removeFirst())
        }
        if !ready.isEmpty, share <= freeMemory {
            freeMemory -= share
            return .job(ready.removeFirst())
        }
        return underWay == 0 && isOver ? .end : nil
    }

    /// For a worker that has its share and can take more.
    mutating func nextFurtherJob() -> BatchJob? {
        dropWhatWasNotBegun()
        return large.isEmpty && !ready.isEmpty ? ready.removeFirst() : nil
    }

    private mutating func dropWhatWasNotBegun() {
        guard isStopped, !ready.isEmpty || !large.isEmpty else { return }
        summary.isComplete = false
        underWay -= ready.count + large.count
        (ready, large) = ([], [])
    }
}
