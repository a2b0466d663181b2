import Penumbra
import PenumbraBatch
import TestSupport
import Testing

/// Tests which errors of frames are errors of their job.
@Suite(.timed) struct JobErrorTests {
    /// A batch gives a job more memory, or names its time limit, only for the job's own errors.
    @Test func frameErrorsCountAsErrorsOfTheirJob() throws {
        let late = JobError(.render(frame: 3, .late), scene: "a.json", seconds: 2)
        #expect(late.kind == "timeout" && "\(late)".contains("2 s"))
        let large = JobError(.render(frame: 3, .needsMemory(bytes: 5, allowed: 4)), scene: "a.json", seconds: nil)
        guard case .needsMemory(5, 4) = large else {
            Issue.record("\(large)")
            return
        }
        let other = JobError(.render(frame: 3, .outOfMemory(bytes: 5)), scene: "a.json", seconds: nil)
        #expect(other.kind == "memory" && "\(other)".contains("frame 3"))
        #expect("\(JobError(.still, scene: "a.json", seconds: nil))".hasPrefix("a.json: "))
    }
}
