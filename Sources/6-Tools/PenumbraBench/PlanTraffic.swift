import PenumbraPlan

extension RenderPlan {
    /// The bytes that passes read and write when each surface lies in memory: what is read of sources and pictures, what is
    /// written, for a composite both of its target's region, and at the end the canvas once and the picture's bytes once.
    ///
    /// A renderer that keeps rows in its caches between passes moves less. Tables and coverage strips, small beside pixels, are
    /// left out; what a filter reads several times counts once.
    public var trafficBytes: Int {
        var bytes = self[canvas].byteCount + width * height * 4
        for pass in passes { bytes += traffic(of: pass) }
        return bytes
    }

    private func traffic(of pass: Pass) -> Int {
        switch pass {
        case .clear, .fillMesh, .shade, .noise, .extractChannel, .mapMask, .peaks, .rowMaxima, .spread, .dither, .filterColors,
            .downsample, .convolve, .mergeChannels, .transformImage:
            return self[pass.target].byteCount + pass.sources.reduce(0) { $0 + self[$1].byteCount }
        case .resample(_, let target, let columns, let rows):
            return self[target].byteCount + Self.read(columns) * Self.read(rows) * 4
        case .composite(let composite):
            let pixels = composite.region.width * composite.region.height
            // Region by region: a surface is read where it is painted, at most all of it.
            let read = pass.sources.reduce(0) { sum, id in
                sum + min(self[id].byteCount, pixels * self[id].format.bytesPerPixel)
            }
            return 2 * pixels * self[composite.target].format.bytesPerPixel + read
        }
    }

    /// How many columns or rows of its source a table reads, from the first to the last.
    private static func read(_ table: ResamplingTable) -> Int {
        var (low, high) = (Int.max, 0)
        for index in 0..<table.count {
            let start = Int(table.starts[index])
            low = min(low, start)
            high = max(high, start + Int(table.offsets[index + 1] - table.offsets[index]))
        }
        return max(0, high - min(low, high))
    }
}
