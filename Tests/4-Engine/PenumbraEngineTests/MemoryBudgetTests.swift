import PenumbraEngine
import PenumbraSystem
import TestSupport
import Testing

@Suite(.timed) struct MemoryBudgetTests {
    @Test func memoryBudgetGrantsOnlyFreeMemory() {
        let budget = MemoryBudget(bytes: 100)
        #expect(budget.take(60) && !budget.take(41) && budget.take(40) && budget.free == 0)
        budget.giveBack(60)
        #expect(budget.take(60) && !budget.take(1))
    }

    /// A picture that exceeds the budget is drawn if it was promised the memory.
    @Test func memoryAllowanceIsGrantedBeyondTheBudget() {
        let budget = MemoryBudget(bytes: 100)
        #expect(!budget.take(150) && budget.take(150, allowance: 150) && budget.free == -50)
        #expect(!budget.take(1))
        budget.giveBack(150)
        #expect(budget.free == 100)
    }

    @Test func memoryBudgetCountsMemoryAlreadyHeld() {
        let budget = MemoryBudget(bytes: 10)
        budget.hold(25)
        #expect(budget.free == -15 && !budget.take(1))
        budget.end(0, givingBack: 25)
        #expect(budget.free == 10 && budget.take(10))
    }

    /// Many threads that take and release memory never exceed the budget, and they leave it as it was.
    @Test func memoryBudgetIsNeverExceededByThreads() {
        let budget = MemoryBudget(bytes: 1000)
        let held = Mutex(0)
        let threads = (0..<4).map { number in
            WorkerThreads.start {
                var random = SeededGenerator(seed: UInt64(number))
                for _ in 0..<2000 {
                    budget.begin()
                    let bytes = random.integer(0...600)
                    if budget.take(bytes) {
                        held.withLock { held in
                            held += bytes
                            #expect(held <= 1000)
                        }
                        held.withLock { $0 -= bytes }
                        budget.end(givingBack: bytes)
                    } else {
                        budget.end()
                    }
                }
            }
        }
        for thread in threads { thread?.join() }
        #expect(budget.free == 1000 && budget.picturesUnderWay == 0)
    }
}
