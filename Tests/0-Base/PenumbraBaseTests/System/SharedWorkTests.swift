import Glibc
import PenumbraSystem
import Synchronization
import TestSupport
import Testing

@Suite(.timed) struct SharedWorkTests {
    /// Callers on several threads, whose works last from nothing to some microseconds. Every piece is done once, and nobody is
    /// still at work when a call returns.
    @Test func everyPieceIsDoneOnceBeforeTheCallReturns() {
        let watch = HangWatch()
        defer { watch.end() }
        let wrong = Atomic(0)
        let callers = (0..<4).map { caller in
            WorkerThreads.start {
                for round in 0..<500 {
                    let count = (round * 7 + caller) % 40
                    let next = Atomic(0)
                    let done = Atomic(0)
                    let active = Atomic(0)
                    SharedWork.perform(threads: 1 + round % 5) {
                        active.add(1, ordering: .relaxed)
                        while next.wrappingAdd(1, ordering: .relaxed).oldValue < count { done.add(1, ordering: .relaxed) }
                        active.subtract(1, ordering: .relaxed)
                    }
                    if done.load(ordering: .relaxed) != count || active.load(ordering: .relaxed) != 0 {
                        wrong.add(1, ordering: .relaxed)
                    }
                }
            }
        }
        for caller in callers { caller?.join() }
        #expect(wrong.load(ordering: .relaxed) == 0)
    }

    /// Calls from within a work must not wait for threads that wait themselves.
    @Test func worksMayCallForHelp() {
        let watch = HangWatch()
        defer { watch.end() }
        let done = Atomic(0)
        SharedWork.perform(threads: 4) {
            SharedWork.perform(threads: 4) { done.add(1, ordering: .relaxed) }
        }
        #expect(done.load(ordering: .relaxed) >= 1)
    }

    /// Helpers that were idle come again: each round goes on only once all its threads are there.
    @Test func idleHelpersComeAgain() {
        let watch = HangWatch()
        defer { watch.end() }
        for _ in 0..<50 {
            let present = Atomic(0)
            SharedWork.perform(threads: 3) {
                present.add(1, ordering: .relaxed)
                while present.load(ordering: .relaxed) < 3 { usleep(20) }
            }
            // Most helpers are idle by now.
            usleep(200)
        }
    }
}
