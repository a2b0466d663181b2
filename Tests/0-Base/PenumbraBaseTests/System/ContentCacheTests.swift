import PenumbraSystem
import TestSupport
import Testing

@Suite(.timed) struct ContentCacheTests {
    @Test func cacheKeepsValuesOnlyAfterASecondRequest() {
        let cache = ContentCache<Int, String>(budget: 100)
        cache.keep("a", bytes: 10, for: 1)
        #expect(cache[1] == nil)
        cache.keep("a", bytes: 10, for: 1)
        #expect(cache[1] == "a")
        let eager = ContentCache<Int, String>(budget: 100, keepsAtOnce: true)
        eager.keep("a", bytes: 10, for: 1)
        #expect(eager[1] == "a" && eager[2] == nil)
    }

    @Test func leastRecentlyUsedValueIsEvictedFirst() {
        let cache = ContentCache<Int, Int>(budget: 30, keepsAtOnce: true)
        for number in 1...3 { cache.keep(number, bytes: 10, for: number) }
        #expect(cache[1] == 1)
        cache.keep(4, bytes: 10, for: 4)
        #expect([1, 2, 3, 4].map { cache[$0] } == [1, nil, 3, 4])
        cache.keep(5, bytes: 30, for: 5)
        #expect([1, 2, 3, 4, 5].map { cache[$0] } == [nil, nil, nil, nil, 5])
        cache.keep(6, bytes: 31, for: 6)
        #expect(cache[6] == nil && cache[5] == 5)
    }

    @Test func cacheWithZeroBudgetKeepsNothing() {
        let cache = ContentCache<Int, Int>(budget: 0, keepsAtOnce: true)
        cache.keep(1, bytes: 1, for: 1)
        #expect(cache[1] == nil)
    }

    @Test func cacheNeverExceedsItsBudget() {
        for seed in 0..<50 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            let budget = random.integer(0...200)
            let cache = ContentCache<Int, Int>(budget: budget, keepsAtOnce: random.chance(0.5))
            var sizes: [Int: Int] = [:]
            for _ in 0..<400 {
                let key = random.integer(0...30)
                if random.chance(0.5) {
                    let size = sizes[key] ?? random.integer(1...60)
                    sizes[key] = size
                    cache.keep(key * 7, bytes: size, for: key)
                } else if let value = cache[key] {
                    #expect(value == key * 7, "seed \(seed)")
                }
            }
            let held = (0...30).filter { cache[$0] != nil }.reduce(0) { $0 + (sizes[$1] ?? 0) }
            #expect(held <= budget, "seed \(seed)")
        }
    }

    /// The same cache as a list in the order of use, which is searched from its start.
    private struct ListedCache {
        var entries: [(key: Int, value: Int, bytes: Int)] = []
        var budget: Int

        mutating func use(_ key: Int) -> Int? {
            guard let index = entries.firstIndex(where: { $0.key == key }) else { return nil }
            entries.append(entries.remove(at: index))
            return entries.last?.value
        }

        mutating func keep(_ value: Int, bytes: Int, for key: Int) {
            guard bytes <= budget else { return }
            entries.removeAll { $0.key == key }
            entries.append((key, value, bytes))
            removeOldest()
        }

        mutating func recharge(_ key: Int, _ bytes: Int) {
            guard let index = entries.firstIndex(where: { $0.key == key }) else { return }
            entries[index].bytes = bytes
            if bytes > budget { entries.remove(at: index) }
            removeOldest()
        }

        mutating func removeOldest() {
            while entries.reduce(0, { $0 + $1.bytes }) > budget { entries.removeFirst() }
        }
    }

    @Test func cacheHoldsWhatAListInTheOrderOfUseHolds() {
        for seed in 0..<50 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            let budget = random.integer(0...200)
            let cache = ContentCache<Int, Int>(budget: budget, keepsAtOnce: true)
            var list = ListedCache(budget: budget)
            for step in 0..<400 {
                let (key, size) = (random.integer(0...20), random.integer(1...60))
                switch random.integer(0...3) {
                case 0:
                    cache.keep(step, bytes: size, for: key)
                    list.keep(step, bytes: size, for: key)
                case 1:
                    let bytes = random.chance(0.1) ? budget + size : size
                    cache.recharge(key) { _ in bytes }
                    list.recharge(key, bytes)
                default:
                    let listed = list.use(key)
                    #expect(cache[key] == listed, "seed \(seed), step \(step)")
                }
                #expect(cache.bytes == list.entries.reduce(0) { $0 + $1.bytes }, "seed \(seed), step \(step)")
            }
        }
    }
}
