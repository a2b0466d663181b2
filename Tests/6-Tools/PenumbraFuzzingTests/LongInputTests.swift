import PenumbraFuzzing
import TestSupport
import Testing

/// Tests that readers take time in proportion to the input's length. Otherwise a short text could keep a server busy.
@Suite(.timed) struct LongInputTests {
    private static let length = 64 << 10

    @Test(arguments: [FuzzTarget.scene, .path, .css, .manifest])
    func repeatedWordsOf64KilobytesAreReadQuickly(target: FuzzTarget) {
        var slowest: (time: Duration, word: String) = (.zero, "")
        let seeds = target.seeds()
        // The merge tier tries every fourth word.
        let words = FuzzDictionary.words(for: target).enumerated().filter {
            Tier.isFull || ($0.offset + Int(TestSeeds.base % 4)) % 4 == 0
        }
        for (index, word) in words {
            let run = Array([[UInt8]](repeating: word, count: Self.length / word.count).joined())
            // The word alone, and as a value in a document.
            let seed = seeds[index % seeds.count]
            let place = (seed.firstIndex { $0 == 0x5B || $0 == 0x28 || $0 == 0x20 } ?? seed.count - 1) + 1
            for input in [run, Array(seed[..<place]) + run + Array(seed[place...])] {
                let start = ContinuousClock.now
                #expect(throws: Never.self) { try target.check(input) }
                let time = ContinuousClock.now - start
                if time > slowest.time { slowest = (time, String(decoding: word, as: UTF8.self)) }
            }
        }
        // One second on an idle machine; the targets read each input many times.
        #expect(slowest.time < .seconds(20), "\(target): \(slowest.word.debugDescription) took \(slowest.time)")
        print("\(target): the slowest word is \(slowest.word.debugDescription), \(slowest.time)")
    }
}
