import PenumbraEngine
import PenumbraScene
import PenumbraSystem
import PenumbraText
import TestSupport
import Testing

/// The ends of the jobs of a test.
final class Results: Sendable {
    enum Result: Equatable {
        case drawn(width: Int)
        case skipped
        case failed(neededBytes: Int?)
    }

    let results = Mutex<[Int: Result]>([:])
    let prepared = Mutex<[Int]>([])

    func add(_ number: Int, _ result: Result) { results.withLock { $0[number] = result } }
}

/// A picture of some size. Preparing it fails with too little memory.
struct TestJob: DrawingJob {
    struct Failure: DrawingFailure {
        var neededBytes: Int?
    }

    var number = 0
    var width = 20
    /// The bytes without which preparing fails.
    var leastBytes = 0
    var isNothing = false
    var results = Results()
    var allowance: Int?

    var limits: RenderLimits { .default }
    var deadline: ContinuousClock.Instant? { nil }
    var extraBytes: Int { 0 }
    var isAnimation: Bool { false }

    mutating func prepare(
        with engine: Engine, _ shaper: TextShaper, within bytes: Int, _ times: inout StageTimes
    ) throws(Failure) -> PreparedScene? {
        let number = number
        results.prepared.withLock { $0.append(number) }
        if isNothing { return nil }
        guard leastBytes <= bytes else { throw Failure(neededBytes: 0) }
        let json = #"{"canvas":{"width":\#(width),"height":10},"layers":[{"backgroundColor":"red"}]}"#
        guard let scene = try? Scene(json: Array(json.utf8)) else { throw Failure() }
        return PreparedScene(scene, bytes: max(leastBytes, MemoryEstimate.bytesOfAnyPicture))
    }

    func encoding(on devices: [Device]) -> FileEncoding? { nil }

    func finish(_ picture: DevicePicture, by device: String, _ share: DrawingShare, _ times: inout StageTimes) {
        if case .bitmap(let bitmap) = picture { results.add(number, .drawn(width: bitmap.width)) }
        share.end()
    }

    func animate(_ prepared: PreparedScene, _ share: DrawingShare, _ times: inout StageTimes) {}

    func skip(_ share: DrawingShare) {
        results.add(number, .skipped)
        share.end()
    }

    func fail(_ failure: Failure, _ share: DrawingShare) {
        results.add(number, .failed(neededBytes: failure.neededBytes))
        share.end()
    }

    func failure(_ error: RenderError) -> Failure {
        if case .needsMemory(let bytes, _) = error { return Failure(neededBytes: bytes) }
        return Failure()
    }
}

@Suite(.timed) struct DrawingQueueTests {
    private func draw(_ jobs: [TestJob], memory: Int, threads: Int) -> Engine {
        let engine = Engine(memory: memory, cacheMemory: 1 << 20)
        let queue = DrawingQueue<TestJob>(engine, DrawingQueueOptions(threads: threads, devices: [], notice: { _ in }))
        for job in jobs { queue.add(job) }
        #expect(queue.start())
        queue.close()
        _ = queue.join()
        return engine
    }

    /// Jobs that need more than a thread's part of the memory are drawn too, jobs beyond all memory are refused, and in the end
    /// all memory is free.
    @Test(arguments: [1, 3]) func jobsGetTheMemoryThatTheyNeed(threads: Int) throws {
        let watch = HangWatch()
        defer { watch.end() }
        let results = Results()
        let jobs = (0..<24).map { number in
            TestJob(
                number: number, width: 10 + number, leastBytes: [0, 3 << 20, 30 << 20, 33 << 20][number % 4],
                isNothing: number % 6 == 4, results: results)
        }
        let engine = draw(jobs, memory: 32 << 20, threads: threads)
        #expect(engine.memory.free == 32 << 20 && engine.memory.picturesUnderWay == 0)
        for job in jobs {
            let result = results.results.withLock { $0[job.number] }
            if job.isNothing {
                #expect(result == .skipped)
            } else if job.leastBytes > 32 << 20 {
                #expect(result == .failed(neededBytes: 0), "job \(job.number)")
            } else {
                #expect(result == .drawn(width: job.width), "job \(job.number)")
            }
        }
    }

    /// A job that waits for more memory is served before jobs that were not begun.
    @Test func jobThatWaitsForMoreMemoryGoesFirst() throws {
        let results = Results()
        let jobs = (0..<4).map { TestJob(number: $0, leastBytes: $0 == 0 ? 20 << 20 : 0, results: results) }
        _ = draw(jobs, memory: 32 << 20, threads: 1)
        #expect(results.prepared.withLock { $0 } == [0, 0, 1, 2, 3])
    }

    /// A job with an allowance may take more than the budget.
    @Test func allowanceExceedsTheBudget() throws {
        let results = Results()
        let engine = draw([TestJob(leastBytes: 50 << 20, results: results, allowance: 60 << 20)], memory: 8 << 20, threads: 1)
        #expect(results.results.withLock { $0[0] } == .drawn(width: 20) && engine.memory.free == 8 << 20)
    }

    @Test func stoppedQueueDropsWaitingJobs() throws {
        let memory = MemoryBudget(bytes: 10)
        var state = QueueState<TestJob>(memory: memory)
        state.isAtEnd = true
        memory.begin()
        state.wait(TestJob(), for: 11)
        #expect(state.nextTask(pulling: 4, mostToDraw: 0) == nil)
        state.isStopped = true
        guard case .end? = state.nextTask(pulling: 4, mostToDraw: 0) else {
            Issue.record("it goes on")
            return
        }
        #expect(state.dropped == 1 && memory.picturesUnderWay == 0)
    }

    /// A device waits for a few pictures, as long as a thread may bring one soon.
    @Test func deviceWaitsForAFewPictures() throws {
        let engine = Engine(threads: 1)
        var (job, times) = (TestJob(), StageTimes())
        var prepared = try #require(try job.prepare(with: engine, TextShaper(), within: .max, &times))
        let planned = try engine.plan(&prepared, limits: .default, within: .max, times: &times)
        let picture = QueueState<TestJob>.Planned(job: job, picture: planned, share: DrawingShare(bytes: 0) { _ in })
        let (atOnce, patience) = (QueueState<TestJob>.picturesAtOnce, Duration.milliseconds(100))
        var state = QueueState<TestJob>(memory: MemoryBudget(bytes: 10), patience: patience)
        state.devices = 1
        #expect(state.takePictures(32).isEmpty && state.drawsAt == nil)
        // All threads wait, for example for memory.
        state.addToDraw([picture])
        #expect(state.takePictures(32).count == 1 && state.drawsAt == nil)

        let start = ContinuousClock.now
        state.busyThreads = 1
        state.addToDraw([picture])
        #expect(state.takePictures(32, now: start).isEmpty)
        state.addToDraw(Array(repeating: picture, count: atOnce - 1))
        #expect(state.takePictures(32, now: start).count == atOnce)
        // The only busy thread waits for the source, which may take long.
        state.isPulling = true
        state.addToDraw([picture])
        #expect(state.takePictures(32, now: start).isEmpty)
        let early = try #require(state.waitsUntil)
        #expect(early < (try #require(state.drawsAt)))
        #expect(state.takePictures(32, now: early).count == 1)

        state.isPulling = false
        state.addToDraw([picture])
        let time = try #require(state.drawsAt)
        #expect(time >= start + patience && state.takePictures(32, now: start).isEmpty)
        #expect(state.takePictures(32, now: time).count == 1)

        // Two devices share the pictures, and the second doesn't wait again.
        state.devices = 2
        state.addToDraw(Array(repeating: picture, count: atOnce))
        #expect(state.takePictures(32, now: start).isEmpty)
        state.addToDraw(Array(repeating: picture, count: atOnce))
        #expect(state.takePictures(32, now: start).count == atOnce)
        #expect(state.takePictures(32, now: start).count == atOnce / 2)
    }
}
