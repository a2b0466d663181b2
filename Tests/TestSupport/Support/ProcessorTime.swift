import Glibc
import PenumbraSystem
import Testing

/// Measures the processor time of each test: of its own thread, of the threads that it starts and joins, and of the processes
/// that it waits for with `waitForProcess`.
///
/// Threads that serve all tests don't count, such as those of a GL driver. The time of an asynchronous test is only right if no
/// other test ran on its thread while it waited.
///
/// Each case appends a line to the file that PENUMBRA_TEST_TIMES names: nanoseconds, a tab, the test's identifier.
public struct ProcessorTime: SuiteTrait, TestTrait, TestScoping {
    public var isRecursive: Bool { true }

    public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? { testCase == nil ? nil : self }

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let (thread, start) = Self.now
        defer {
            let (end, time) = Self.now
            // A test that waits asynchronously may end on another thread, whose time says nothing.
            if pthread_equal(thread, end) != 0 { Self.file?.append("\(time - start)\t\(test.id)\n") }
        }
        try await function()
    }

    private static var now: (thread: pthread_t, nanoseconds: Int) {
        (pthread_self(), ThreadClock.nanosecondsWithChildren)
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
