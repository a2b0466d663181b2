import PenumbraPlan

extension SigmaLadder {
    /// Neighbouring intervals of a ladder whose Gaussians are mixed at the same resolution.
    package struct Zone {
        /// The Gaussians and their weights.
        package var steps: [Step]
        /// How often the resolution is halved, and the share of the mixture at each position. Nil if the Gaussians are mixed at
        /// the full resolution.
        package var low: (halvings: Int, whole: Step)?
    }

    /// The largest σ less the smallest one, in pixels.
    var range: Double { (sigmas.last ?? 0) - (sigmas.first ?? 0) }

    /// The largest error, of 255, that mixing at a low resolution may add by this estimate. Measured: less than half.
    private static let largestError = 0.5

    /// Divides the ladder.
    ///
    /// The spline that enlarges a mixture reads cells whose σ differ from the pixel's. Since it keeps linear functions, what is
    /// left is the change of ∂value/∂σ within the spline's variance h²/3, where h is a cell's side. At an edge from black to
    /// white, ∂²value/∂σ∂x is at most 255·0.4/σ². Where σ stops growing, the mean σ of the cells is lower than the pixel's by
    /// 0.3·h·steepness (the variance of spline and downsampling together is 0.58·h²), and ∂value/∂σ is at most 255·0.242/σ.
    ///
    /// - Parameter steepness: the largest change of σ, in pixels per pixel.
    package func zones(steepness: Double) -> [Zone] {
        let halvings = sigmas.dropLast().map { sigma in
            let most = GaussianBlur(sigma: sigma).halvings
            return [most, most - 1].first { halvings in
                let cell = Double(1 << max(0, halvings)) / sigma
                return halvings > 0 && steepness * cell * (34 * cell + 19) <= Self.largestError
            } ?? 0
        }
        var result: [Zone] = []
        var start = 0
        while start < halvings.count {
            let end = halvings[start...].firstIndex { $0 != halvings[start] } ?? halvings.count
            let intervals = start..<end
            if halvings[start] == 0 {
                result.append(Zone(steps: steps(in: intervals)))
            } else {
                // The spline also reads cells whose σ lie a little beyond the zone.
                let reach = steepness * 6 * Double(1 << halvings[start]) / range
                let margin = min(Int(Q15.one), Int((reach * Double(Q15.one)).rounded(.up)) + 2)
                let (low, high) = (borders[start] - margin, borders[end] + margin)
                let first = halvings.indices.first { borders[$0 + 1] > low } ?? start
                let last = halvings.indices.last { borders[$0] < high } ?? end - 1
                result.append(
                    Zone(
                        steps: steps(in: first..<last + 1), low: (halvings[start], whole(sigmas[end], in: intervals))))
            }
            start = end
        }
        return result
    }
}
