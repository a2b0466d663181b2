import Glibc
import PenumbraSystem

/// A thread with a stack of 512 KiB, like secondary threads on some systems.
public enum SmallStack {
    private final class Work {
        let body: () -> Void
        init(_ body: @escaping () -> Void) { self.body = body }
    }

    /// Runs `body` on the thread and waits. If the thread can't be created, the tests end.
    public static func run(_ body: () -> Void) {
        withoutActuallyEscaping(body) { body in
            var attributes = pthread_attr_t()
            pthread_attr_init(&attributes)
            pthread_attr_setstacksize(&attributes, 512 << 10)
            defer { pthread_attr_destroy(&attributes) }
            var thread = pthread_t()
            let work = Work(body)
            let context = Unmanaged.passRetained(work)
            let status = pthread_create(
                &thread, &attributes,
                { argument in
                    if let argument { Unmanaged<Work>.fromOpaque(argument).takeUnretainedValue().body() }
                    return UnsafeMutableRawPointer(bitPattern: ThreadClock.nanosecondsWithChildren)
                }, context.toOpaque())
            precondition(status == 0, "no thread: \(status)")
            var time: UnsafeMutableRawPointer?
            pthread_join(thread, &time)
            ThreadClock.add(Int(bitPattern: time))
            context.release()
        }
    }
}
