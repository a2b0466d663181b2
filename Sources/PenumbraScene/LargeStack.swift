#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A thread with room for what is nested deeply.
package enum LargeStack {
    /// Layers inside each other, as many as scenes may have, take less than a quarter of it.
    private static let bytes = 32 << 20

    /// Runs `body` on a stack of its own and waits for it; false when there is no thread to be had, and nothing was run.
    package static func run(_ body: () -> Void) -> Bool {
        withoutActuallyEscaping(body) { body in
            var attributes = pthread_attr_t()
            guard pthread_attr_init(&attributes) == 0 else { return false }
            defer { pthread_attr_destroy(&attributes) }
            guard pthread_attr_setstacksize(&attributes, bytes) == 0 else { return false }
            let box = Box(body)
            let context = Unmanaged.passRetained(box)
            var thread = pthread_t()
            let error = pthread_create(
                &thread, &attributes,
                { context in
                    guard let context else { return nil }
                    Unmanaged<Box>.fromOpaque(context).takeUnretainedValue().body()
                    return nil
                }, context.toOpaque())
            defer { context.release() }
            guard error == 0 else { return false }
            return pthread_join(thread, nil) == 0
        }
    }

    /// Runs `body`, which may throw, on a stack of its own; nil when there is no thread to be had.
    package static func run<Value, Failure: Error>(
        throwing body: () throws(Failure) -> Value
    ) throws(Failure) -> Value? {
        var result: Result<Value, Failure>?
        _ = run {
            do throws(Failure) { result = .success(try body()) } catch { result = .failure(error) }
        }
        return try result?.get()
    }

    private final class Box {
        let body: () -> Void

        init(_ body: @escaping () -> Void) {
            self.body = body
        }
    }
}
