import Glibc
import PenumbraSystem
import Synchronization
import TestSupport
import Testing

@Suite(.timed) struct MonitorTests {
    @Test func monitorUpdatesFromManyThreadsAreNotLost() {
        let monitor = Monitor(0)
        let threads = (0..<8).map { _ in
            WorkerThreads.start { for _ in 0..<5000 { monitor.update { $0 += 1 } } }
        }
        for thread in threads { thread?.join() }
        #expect(monitor.update { $0 } == 40_000)
    }

    /// Two threads take turns, which eventually loses a wake-up if one can be lost.
    @Test func monitorWakesEveryWaitingThread() {
        let watch = HangWatch()
        defer { watch.end() }
        let monitor = Monitor((turn: 0, rounds: 0))
        let threads = (0..<3).map { own in
            WorkerThreads.start {
                for _ in 0..<3000 {
                    monitor.wait { state -> Void? in
                        guard state.turn == own else { return nil }
                        state.turn = (own + 1) % 3
                        state.rounds += 1
                        return ()
                    }
                }
            }
        }
        for thread in threads { thread?.join() }
        #expect(monitor.update { $0.rounds } == 9000)
    }

    @Test func waitingThreadsWakeAtTheirDeadline() {
        let watch = HangWatch()
        defer { watch.end() }
        let monitor = Monitor(0)
        for delay in [-1_000, 0, 20, 1_100] {
            let time = ContinuousClock.now + .milliseconds(delay)
            func end(_ state: Int) -> ContinuousClock.Instant? { time }
            let woken = monitor.wait(until: end) { _ in
                let now = ContinuousClock.now
                return now >= time ? now : nil
            }
            #expect(woken >= time)
        }
    }

    /// A monitor asks for the deadline right before its thread waits.
    private final class Waiting: Sendable {
        private let count = Atomic(0)

        func deadline(_ time: ContinuousClock.Instant?) -> ContinuousClock.Instant? {
            count.add(1, ordering: .relaxed)
            return time
        }

        func waitFor(_ threads: Int) { while count.load(ordering: .relaxed) < threads { usleep(50) } }
    }

    /// A thread that waits without a deadline, or until a late one, must hear of an earlier one.
    @Test func waitingThreadsHearOfEarlierDeadlines() {
        let watch = HangWatch()
        defer { watch.end() }
        for first in [nil, ContinuousClock.now + .seconds(3600)] as [ContinuousClock.Instant?] {
            let (monitor, waiting) = (Monitor(first), Waiting())
            let thread = WorkerThreads.start {
                monitor.wait(until: { waiting.deadline($0) }) { time -> Void? in
                    time.map { ContinuousClock.now >= $0 } == true ? () : nil
                }
            }
            waiting.waitFor(1)
            monitor.update { $0 = ContinuousClock.now + .milliseconds(5) }
            thread?.join()
        }
    }

    /// Threads that wait for different values take them in any order, also when one change serves several.
    @Test func eachThreadTakesWhatItWaitsFor() {
        let watch = HangWatch()
        defer { watch.end() }
        let values = Array(0..<40)
        let (monitor, waiting) = (Monitor((there: Set<Int>(), taken: 0)), Waiting())
        let threads = values.map { own in
            WorkerThreads.start {
                monitor.wait(until: { _ in waiting.deadline(nil) }) { state -> Void? in
                    guard state.there.remove(own) != nil else { return nil }
                    state.taken += 1
                    return ()
                }
            }
        }
        waiting.waitFor(values.count)
        for pair in stride(from: 0, to: values.count, by: 2) { monitor.update { $0.there.formUnion([39 - pair, 38 - pair]) } }
        #expect(monitor.look { $0.taken } == values.count)
        for thread in threads { thread?.join() }
    }

    /// What one thread takes, at a change or at its deadline, may be what another waits for, whichever came first.
    @Test(arguments: [0, 1, 2, 3]) func oneThreadsChangeServesAnother(order: Int) {
        struct Stop: Error {}
        let watch = HangWatch()
        defer { watch.end() }
        let (monitor, waiting) = (Monitor(0), Waiting())
        let hasDeadline = order >= 2
        let time = ContinuousClock.now + (hasDeadline ? .milliseconds(20) : .seconds(3600))
        var threads: [WorkerThreads.Handle?] = []
        for (count, isFirst) in [order % 2 == 0, order % 2 == 1].enumerated() {
            threads.append(
                WorkerThreads.start {
                    if isFirst {
                        monitor.wait(until: { _ in waiting.deadline(time) }) { value -> Void? in
                            guard value == 1 || ContinuousClock.now >= time else { return nil }
                            value = 2
                            return ()
                        }
                    } else {
                        monitor.wait(until: { _ in waiting.deadline(nil) }) { $0 == 2 ? () : nil }
                    }
                })
            waiting.waitFor(count + 1)
        }
        if !hasDeadline {
            // A change counts even if its body then fails.
            #expect(throws: Stop.self) {
                try monitor.update { value in
                    value = 1
                    throw Stop()
                }
            }
        }
        for thread in threads { thread?.join() }
    }

    @Test func workerThreadsHaveStackForDeepScenes() {
        let depth = Monitor(0)
        @Sendable func dig(_ count: Int) -> Int {
            withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { bytes in
                bytes[0] = UInt8(truncatingIfNeeded: count)
                return count == 0 ? 0 : dig(count - 1) + Int(bytes[0]) * 0 + 1
            }
        }
        let thread = WorkerThreads.start { depth.update { $0 = dig(1200) } }
        thread?.join()
        #expect(depth.update { $0 } == 1200)
    }

    @Test func largeStackIsTheCallersWhereItHasRoom() {
        func isCallers(hasLargeStacks: Bool) -> Bool? {
            let found = Monitor(Bool?.none)
            let workers = WorkerThreads.start(1, hasLargeStacks: hasLargeStacks) {
                let caller = pthread_self()
                let isCaller = LargeStack.run { pthread_equal(pthread_self(), caller) != 0 }
                found.update { $0 = isCaller }
            }
            for worker in workers { worker.join() }
            return found.update { $0 }
        }
        #expect(isCallers(hasLargeStacks: false) == false)
        #expect(isCallers(hasLargeStacks: true) == (AddressSpace.left == nil))
    }

    @Test func stopSignalCallsItsListenerWhenSet() {
        let stop = StopSignal()
        let calls = Monitor(0)
        #expect(!stop.isSet)
        stop.listen { calls.update { $0 += 1 } }
        stop.set()
        #expect(stop.isSet && calls.update { $0 } == 1)
        stop.listen(nil)
        stop.set()
        #expect(calls.update { $0 } == 1)
    }
}
