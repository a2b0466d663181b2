import PenumbraPlan
import PenumbraPlanning
import TestSupport
import Testing

/// Tests how a ladder of Gaussians is divided into zones that are mixed at one resolution.
@Suite(.timed) struct SigmaZoneTests {
    private static let ranges: [(Double, Double)] = [
        (0, 3), (0, 7), (0, 16), (0, 200), (3, 12), (5, 5.001), (5, 1e7), (100, 900),
    ]

    @Test(arguments: ranges, [0, 0.004, 0.02, 0.1, 5, .infinity])
    func sigmaZonesCoverEveryPositionOnce(range: (Double, Double), steepness: Double) throws {
        let ladder = try #require(SigmaLadder.make(from: range.0, to: range.1))
        let zones = ladder.zones(steepness: steepness)
        #expect(steepness.isFinite || zones.allSatisfy { $0.low == nil })
        for position in 0...32768 {
            let sums = zones.map { $0.steps.reduce(0) { $0 + Int($1.weight(at: position)) } }
            let shares = zip(zones, sums).map { zone, sum in zone.low.map { Int($0.whole.weight(at: position)) } ?? sum }
            let isWhole = zip(shares, sums).allSatisfy { $0 == 0 || $1 == 16384 }
            guard shares.reduce(0, +) == 16384, shares.allSatisfy({ $0 == 0 || $0 == 16384 }), isWhole else {
                Issue.record("position \(position): \(shares) of \(sums)")
                return
            }
        }
    }

    /// The pixels of a zone also read cells beyond it, whose Gaussians must be in the mixture.
    @Test func sigmaZoneExtendsBeyondItsPositions() throws {
        let ladder = try #require(SigmaLadder.make(from: 0, to: 16))
        let zones = ladder.zones(steepness: 0.01)
        #expect(zones.map { $0.low?.halvings ?? 0 } == [0, 1, 2, 3])
        for zone in zones {
            guard let low = zone.low else { continue }
            // The spline reads cells whose middles lie up to 2.5 cells away on both axes.
            let distance = 2.5 * 2.0.squareRoot() * Double(1 << low.halvings)
            let reach = Int(0.01 * distance / 16 * 32768)
            for position in [low.whole.positions.lowerBound - reach, low.whole.positions.upperBound + reach] {
                guard 0...32768 ~= position else { continue }
                #expect(zone.steps.reduce(0) { $0 + Int($1.weight(at: position)) } == 16384)
            }
        }
    }
}

extension SigmaLadder.Step {
    fileprivate func weight(at position: Int) -> Int16 {
        weights[min(max(position - Int(first), 0) >> Int(shift), weights.count - 1)]
    }
}
