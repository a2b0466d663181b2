import Dispatch
import Synchronization

/// What a function gives, made on another thread while the caller does something else, or when it is asked for.
final class BackgroundResult<Value: Sendable, Failure: Error>: Sendable {
    private let body: @Sendable () throws(Failure) -> Value
    private let isBegun: Bool
    private let done = DispatchSemaphore(value: 0)
    private let result = Mutex<Result<Value, Failure>?>(nil)

    /// - Parameter startsNow: begins on another thread; otherwise `value()` does all.
    init(startsNow: Bool, _ body: @escaping @Sendable () throws(Failure) -> Value) {
        self.body = body
        isBegun = startsNow
        guard startsNow else { return }
        DispatchQueue.global(qos: .userInitiated).async { [self] in
            let made = Self.outcome(body)
            result.withLock { $0 = made }
            done.signal()
        }
    }

    /// Waits for the result. To be called once.
    func value() throws(Failure) -> Value {
        guard isBegun else { return try body() }
        done.wait()
        guard let made = result.withLock({ $0 }) else { return try body() }
        return try made.get()
    }

    private static func outcome(_ body: () throws(Failure) -> Value) -> Result<Value, Failure> {
        do throws(Failure) {
            return .success(try body())
        } catch {
            return .failure(error)
        }
    }
}
