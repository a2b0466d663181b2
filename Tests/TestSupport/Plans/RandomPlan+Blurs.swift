import PenumbraPlan

extension RandomPlan {
    /// A lens, a motion, or rays that lead to a place.
    mutating func shapedBlur() {
        // The inputs of one pixel must be within a shader's reach, as for other blurs.
        guard let source = colors.randomElement(using: &random), largestSigma >= 9 || chance(0.5) else { return resample() }
        let most = largestSigma < 9 ? 1.4 : chance(0.1) ? 60.0 : 7.0
        let target = surface(.color)
        let (width, height) = (plan[target].width, plan[target].height)
        switch number(0...3) {
        case 0:
            plan.passes.append(
                .blurSpans(
                    BlurSpans(
                        source: source, target: target, kernel: .lens(radius: number(0.1...most)), dx: offset(), dy: offset())))
        case 1:
            let (x, y) = (chance(0.2) ? 0 : number(-most...most), chance(0.2) ? 0 : number(-most...most))
            plan.passes.append(
                .blurSpans(
                    BlurSpans(source: source, target: target, kernel: .motion(x: x, y: y), dx: offset(), dy: offset())))
        case 2 where largestSigma >= 9:
            // Ends anywhere, as no zoom has them.
            func places(_ count: Int) -> [SIMD2<Int32>] {
                (0..<count).map { _ in SIMD2(Int32(number(-40_000...300_000)), Int32(number(-40_000...300_000))) }
            }
            plan.passes.append(
                .blurRays(
                    BlurRays(
                        source: source, target: target, sampling: RaySampling(columns: places(width), rows: places(height)))))
        default:
            let sampling = RaySampling.zoom(
                amount: number(0.01...(largestSigma < 9 ? 0.05 : 1)), x: number(-20.0...70), y: number(-20.0...70),
                dx: largestSigma < 9 ? 0 : offset(), dy: largestSigma < 9 ? 0 : offset(), width: width, height: height)
            plan.passes.append(.blurRays(BlurRays(source: source, target: target, sampling: sampling)))
        }
        colors.append(target)
        if loose.contains(source) { loose.insert(target) }
    }
}
