import PenumbraFuzzing
import TestSupport
import Testing

/// Runs the fuzz targets without a fuzzer. `scripts/fuzzing/fuzz` runs the same targets under libFuzzer.
@Suite(.timed) struct FuzzTargetTests {
    @Test(arguments: FuzzTarget.allCases)
    func fuzzSeedsAndEmptyInputAreNoFindings(target: FuzzTarget) {
        let seeds = target.seeds()
        #expect(seeds.count >= 5, "\(target) has \(seeds.count) seeds")
        for (index, seed) in ([[]] + seeds).enumerated() {
            #expect(throws: Never.self, "\(target), seed \(index - 1)") { try target.check(seed) }
        }
    }

    @Test(arguments: FuzzTarget.allCases)
    func formerFuzzFindingsStayFixed(target: FuzzTarget) {
        for (name, bytes) in target.regressions() {
            #expect(throws: Never.self, "\(name)") { try target.check(bytes) }
        }
    }

    @Test(arguments: FuzzTarget.allCases)
    func mutatedFuzzSeedsAreNoFindings(target: FuzzTarget) {
        let mutator = FuzzMutator(target)
        for seed in 0..<rounds(target.countOfTests) {
            var random = SeededGenerator(seed: seed)
            let input = mutator.input(&random)
            let start = ContinuousClock.now
            #expect(throws: Never.self, "\(target), seed \(seed)") { try target.check(input) }
            #expect(ContinuousClock.now - start < .seconds(30), "\(target), seed \(seed) takes too long")
        }
    }

    @Test(arguments: FuzzTarget.allCases)
    func fuzzMutatorChangesMostSeeds(target: FuzzTarget) {
        // A mutator that changes nothing, or that leaves nothing recognizable, tests nothing.
        let mutator = FuzzMutator(target)
        let seeds = Set(target.seeds())
        var (unchanged, empty) = (0, 0)
        for seed in 0..<200 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            let input = mutator.input(&random)
            if seeds.contains(input) { unchanged += 1 }
            if input.count < 4 { empty += 1 }
        }
        #expect(unchanged < 20 && empty < 60, "\(target): \(unchanged) unchanged, \(empty) empty")
    }
}

extension FuzzTarget {
    /// The number of inputs that take a second or two.
    fileprivate var countOfTests: UInt64 {
        switch self {
        case .png, .jpeg, .webp, .avif, .heic, .gif, .tiff: 1500
        case .manifest: 2000
        case .request: 1000
        case .css, .stylesheet: 600
        case .svg, .figma: 800
        case .scene, .font, .html: 300
        case .path: 1500
        case .differential: 40
        case .encoder: 60
        }
    }
}
