import Foundation

/// Changes of layers that belong together: the duration and the timing function of their implicit animations.
///
/// Transactions nest. Changes outside any transaction belong to an implicit transaction, which `flush()` or the next frame of a
/// `CARenderer` commits.
open class CATransaction: NSObject {
    /// Begins a transaction inside the current transaction.
    open class func begin() {
        let state = ThreadState.current
        state.transactions.append(TransactionState(inheriting: state.transactions.last))
    }

    /// Ends the innermost transaction. Without a transaction, nothing happens.
    open class func commit() {
        guard let transaction = ThreadState.current.transactions.popLast() else { return }
        transaction.commit()
    }

    /// Commits the implicit transaction.
    open class func flush() {
        let state = ThreadState.current
        guard state.transactions.count == 1, state.transactions[0].isImplicit else { return }
        state.transactions.removeLast().commit()
    }

    /// Does nothing: a tree of layers belongs to one thread.
    open class func lock() {}

    /// Does nothing: a tree of layers belongs to one thread.
    open class func unlock() {}

    /// The duration of implicit animations, in seconds.
    open class func animationDuration() -> CFTimeInterval { current?.duration ?? TransactionState.standardDuration }

    open class func setAnimationDuration(_ dur: CFTimeInterval) { changed.duration = dur }

    open class func animationTimingFunction() -> CAMediaTimingFunction? { current?.timingFunction }

    open class func setAnimationTimingFunction(_ function: CAMediaTimingFunction?) { changed.timingFunction = function }

    /// Whether changes of properties start no actions.
    open class func disableActions() -> Bool { current?.disablesActions ?? false }

    open class func setDisableActions(_ flag: Bool) { changed.disablesActions = flag }

    open class func completionBlock() -> (() -> Void)? { current?.completion?.block }

    /// Sets a block that runs after all animations that the transaction starts afterwards have ended.
    open class func setCompletionBlock(_ block: (() -> Void)?) {
        let transaction = changed
        transaction.completion?.close()
        transaction.completion = block.map(Completion.init)
    }

    open class func value(forKey key: String) -> Any? {
        switch key {
        case kCATransactionAnimationDuration: animationDuration()
        case kCATransactionDisableActions: disableActions()
        case kCATransactionAnimationTimingFunction: animationTimingFunction()
        case kCATransactionCompletionBlock: completionBlock()
        default: current?.values[key]
        }
    }

    open class func setValue(_ anObject: Any?, forKey key: String) {
        switch key {
        case kCATransactionAnimationDuration: setAnimationDuration(numberValue(anObject) ?? TransactionState.standardDuration)
        case kCATransactionDisableActions: setDisableActions((numberValue(anObject) ?? 0) != 0)
        case kCATransactionAnimationTimingFunction: setAnimationTimingFunction(anObject as? CAMediaTimingFunction)
        case kCATransactionCompletionBlock: setCompletionBlock(anObject as? () -> Void)
        default: changed.values[key] = anObject
        }
    }

    private static var current: TransactionState? { ThreadState.current.transactions.last }

    /// The current transaction, or a new implicit transaction.
    static var changed: TransactionState {
        let state = ThreadState.current
        if let last = state.transactions.last { return last }
        let implicit = TransactionState(inheriting: nil, isImplicit: true)
        state.transactions.append(implicit)
        return implicit
    }
}

public let kCATransactionAnimationDuration = "animationDuration"
public let kCATransactionDisableActions = "disableActions"
public let kCATransactionAnimationTimingFunction = "animationTimingFunction"
public let kCATransactionCompletionBlock = "completionBlock"

/// One transaction.
final class TransactionState {
    static let standardDuration: CFTimeInterval = 0.25

    let isImplicit: Bool
    var duration: CFTimeInterval
    var timingFunction: CAMediaTimingFunction?
    var disablesActions: Bool
    var values: [String: Any]
    var completion: Completion?

    init(inheriting outer: TransactionState?, isImplicit: Bool = false) {
        self.isImplicit = isImplicit
        duration = outer?.duration ?? Self.standardDuration
        timingFunction = outer?.timingFunction
        disablesActions = outer?.disablesActions ?? false
        values = outer?.values ?? [:]
    }

    func commit() { completion?.close() }
}

/// A completion block, and the number of animations that it waits for.
final class Completion {
    let block: () -> Void
    private var waiting = 1

    init(_ block: @escaping () -> Void) { self.block = block }

    func add() { waiting += 1 }

    /// Counts an animation that ended.
    func end() {
        waiting -= 1
        if waiting == 0 { block() }
    }

    /// Ends the part of the transaction that may still start animations.
    func close() { end() }
}
