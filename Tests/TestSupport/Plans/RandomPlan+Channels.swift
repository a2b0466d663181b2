import PenumbraPlan

/// Random masks made of masks and of channels, and colours made of masks.
extension RandomPlan {
    mutating func channel() -> Channel { Channel.allCases[number(0...3)] }

    mutating func maskMap() -> MaskMap {
        switch number(0...5) {
        case 0:
            return .inverted
        case 1:
            return .above([0, 1, 16384, 32767, 32768, UInt16.max][number(0...5)])
        case 2:
            return .above(UInt16(number(0...32768)))
        case 3:
            // From the narrowest ramps to the widest.
            let low = [0, 1, 1 << 16, 1 << 28, (1 << 30) - 1][number(0...4)]
            let width = [1, 2, 3, 65535, 65536, 65537, 1 << 30][number(0...6)]
            return .squareRamp(low: UInt32(low), high: UInt32(min(1 << 30, low + width)))
        default:
            let (a, b) = (number(0...32768), number(0...32768))
            // A ramp rises, and ends at or below one.
            let low = min(a, b, 32767)
            return .squareRamp(low: UInt32(low * low), high: UInt32(max(max(a, b) * max(a, b), low * low + 1)))
        }
    }

    /// A colour surface from unrelated masks.
    mutating func mergeMasks() {
        guard !masks.isEmpty else { return fillMesh() }
        var sources = surfaces(number(3...4))
        // One mask may serve as several channels.
        if chance(0.3) { sources[sources.count - 1] = sources[0] }
        for target in Set(sources).sorted(by: { $0.index < $1.index }) {
            if let source = masks.randomElement(using: &random), chance(0.5) {
                plan.passes.append(.mapMask(source: source, target: target, map: maskMap(), dx: offset(), dy: offset()))
            } else {
                let size = plan[target]
                plan.passes.append(.shade(target: target, shading: shading(width: size.width, height: size.height)))
            }
        }
        let target = merge(sources, anyEdge())
        if sources.count == 4 { loose.insert(target) }
        masks.append(sources[0])
    }

    /// A mask mixed of unrelated masks. Weights are constant, tents between two shares, or random of both signs.
    mutating func mixMasks() {
        guard let position = masks.randomElement(using: &random) else { return fillMesh() }
        let count = number(1...5)
        let kind = number(0...2)
        let shift = number(0...11)
        let first = number(0...32768)
        let length = number(1...40)
        var weights: [[Int16]] = []
        for index in 0..<count {
            switch kind {
            case 0: weights.append([Int16(index == 0 ? 16384 : 0)])
            case 1:
                let rising = (0..<length).map { 16384 * $0 / max(1, length - 1) }
                weights.append(rising.map { Int16(index == 0 ? 16384 - $0 : index == 1 ? $0 : 0) })
            default:
                let most = 24400 / count
                weights.append((0..<length).map { _ in Int16(number(-8000 / count...most)) })
            }
        }
        let target = surface(.mask)
        var shares: [MixMasks.Share] = []
        for index in 0..<count {
            guard let source = masks.randomElement(using: &random) else { return }
            let edge = anyEdge()
            shares.append(
                MixMasks.Share(
                    source: source, kernel: kernel(edge), dx: offset(edge), dy: offset(edge), edge: edge,
                    first: UInt16(first), shift: UInt8(shift), weights: weights[index]))
        }
        let limit = chance(0.4) ? masks.randomElement(using: &random) : nil
        plan.passes.append(
            .mixMasks(
                MixMasks(
                    target: target, position: position, positionDx: offset(), positionDy: offset(), shares: shares,
                    limit: limit.map { MixMasks.Limit($0, dx: offset(), dy: offset()) })))
        masks.append(target)
    }

    /// A colour surface's channels, each filtered through the same pyramid and merged again.
    mutating func blurChannels() {
        guard let source = colors.randomElement(using: &random) else { return resample() }
        let edge = anyEdge()
        let channels = Channel.allCases.prefix(number(3...4))
        let (dx, dy) = (offset(), offset())
        var current = surfaces(channels.count)
        for (channel, target) in zip(channels, current) {
            plan.passes.append(.extractChannel(source: source, target: target, channel: channel, dx: dx, dy: dy))
        }
        for _ in 0..<number(0...2) {
            let halves = surfaces(channels.count)
            let (dx, dy) = (offset(edge), offset(edge))
            for (from, to) in zip(current, halves) {
                plan.passes.append(.downsample(source: from, target: to, dx: dx, dy: dy, edge: edge))
            }
            current = halves
        }
        let filtered = surfaces(channels.count)
        let kernel = kernel(edge)
        let crossOffset = offset(edge)
        for (from, to) in zip(current, filtered) {
            plan.passes.append(
                .convolve(source: from, target: to, axis: .horizontal, kernel: kernel, crossOffset: crossOffset, edge: edge))
        }
        let target = merge(filtered, edge)
        if channels.count == 4 && loose.contains(source) { loose.insert(target) }
        masks.append(filtered[0])
    }

    private mutating func surfaces(_ count: Int) -> [SurfaceID] {
        let first = surface(.mask)
        return [first] + (1..<count).map { _ in plan.addSurface(plan[first]) }
    }

    private mutating func merge(_ sources: [SurfaceID], _ edge: Edge) -> SurfaceID {
        let target = surface(.color)
        plan.passes.append(
            .mergeChannels(
                sources: sources, target: target, kernel: kernel(edge), dx: offset(edge), dy: offset(edge), edge: edge))
        colors.append(target)
        return target
    }
}
