import Foundation

/// The state that Core Animation keeps for each thread: its time and its transactions.
final class ThreadState {
    /// Seconds. Renderers set it; no clock is ever read.
    var time: CFTimeInterval = 0
    /// The renderer that set the time.
    var renderer: ObjectIdentifier?
    var transactions: [TransactionState] = []

    private static let key = "com.penumbra.quartzcore"

    static var current: ThreadState {
        let dictionary = Thread.current.threadDictionary
        if let state = dictionary[key] as? ThreadState { return state }
        let state = ThreadState()
        dictionary[key] = state
        return state
    }

    /// Runs code at a time.
    func at<Result, Failure: Error>(
        _ time: CFTimeInterval, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let before = self.time
        self.time = time
        defer { self.time = before }
        return try body()
    }
}

/// The time of the frame that the thread drew last, in seconds. Zero in a new renderer: there is no clock.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func CACurrentMediaTime() -> CFTimeInterval { ThreadState.current.time }
