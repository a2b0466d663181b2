import Penumbra
import PenumbraSystem

/// Checks the outputs of a batch without writing anything.
struct BatchCheck {
    let run: BatchRun
    let steps: JobSteps
    let outputs: BatchOutputs

    func work() {
        run.listening {
            let threads = WorkerThreads.start(max(1, run.options.threads)) { check() }
            if threads.isEmpty { run.end(.noThread) }
            for thread in threads { thread.join() }
        }
    }

    private func check() {
        let shaper = TextShaper()
        var times = StageTimes()
        let stop = run.stop
        while run.state.wait({ state -> Bool? in
            if stop.isSet { state.isStopped = true }
            if state.isOver { return false }
            if state.isPulling { return nil }
            state.isPulling = true
            return true
        }) {
            let pulled = run.pull()
            run.state.update { $0.isPulling = false }
            guard let job = pulled else { continue }
            do throws(JobError) {
                let (read, _) = try steps.read(job, shaper, within: run.memory.bytes, &times)
                let standing = times.measure(.prove) {
                    outputs.standing(of: job, key: read.key, frames: read.frames)
                }
                for text in read.notices { run.notice("\(read.scene): \(text)", job) }
                run.say(.checked(line: job.line, output: job.output, standing))
            } catch {
                run.failed(job, error, nil)
            }
        }
        let spent = times
        run.state.update { $0.summary.stages.add(spent) }
    }
}
