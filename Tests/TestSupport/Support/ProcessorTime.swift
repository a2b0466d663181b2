import Glibc
import PenumbraSystem
import Testing

/// Measures the processor time of each test: of its own thread, of the threads that it starts and joins, and of the processes
/// that it waits for with `waitForProcess`.
///
/// Threads that serve all tests don't count, such as those of a GL driver. An asynchronous test may also get a share of the
/// time of tests that ran on its thread while it waited, or no time at all.
///
/// Each case appends a line to the file that PENUMBRA_TEST_TIMES names: nanoseconds, a tab, the test's identifier.
public struct ProcessorTime: SuiteTrait, TestTrait, TestScoping {
    public var isRecursive: Bool { true }

    public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? { testCase == nil ? nil : self }

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let start = Measured()
        defer { if let time = start.timeUntilNow() { Self.file?.append("\(time)\t\(test.id)\n") } }
        try await function()
    }

    /// The state of a thread when a test starts on it.
    private struct Measured {
        /// By thread, the times of the tests that ended on it.
        private static let ended = Mutex<[pthread_t: Int]>([:])

        private let thread = pthread_self()
        private let time = ThreadClock.nanosecondsWithChildren
        private let others = Self.ended.withLock { $0[pthread_self(), default: 0] }

        /// The time of this thread, without that of other tests that ran on it while this one waited. Nil on another thread.
        func timeUntilNow() -> Int? {
            guard pthread_equal(thread, pthread_self()) != 0 else { return nil }
            let all = ThreadClock.nanosecondsWithChildren - time
            return Self.ended.withLock { ended in
                let own = all - (ended[thread, default: 0] - others)
                ended[thread, default: 0] += own
                return max(0, own)
            }
        }
    }

    private static let file = getenv("PENUMBRA_TEST_TIMES").flatMap { LineFile(String(cString: $0)) }

    /// A file that whole lines are appended to.
    private struct LineFile {
        private let descriptor: Int32

        init?(_ path: String) {
            descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
            if descriptor < 0 { return nil }
        }

        func append(_ line: String) { _ = line.withCString { write(descriptor, $0, strlen($0)) } }
    }
}

extension Trait where Self == ProcessorTime {
    /// Measures the processor time of a suite's tests.
    public static var timed: Self { ProcessorTime() }
}
