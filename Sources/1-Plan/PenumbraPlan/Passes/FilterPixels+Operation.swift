import PenumbraGeometry

extension FilterPixels {
    /// The operations. A and B are the pixels of the first and the second input, premultiplied Q15. `>>` keeps the sign.
    public enum Operation: Hashable, Sendable {
        /// Changes straight colours, one change after another. The straight channel is alpha = 0 ? 0 : (c·32768 + alpha/2) /
        /// alpha. After all changes, each channel is multiplied by alpha again: (c·alpha + 16384) >> 15.
        case straight([ColorChange])
        case combine(Combination)
        case extremum(Extremum)
        /// Repeats a rectangle of the input in both directions.
        case tile(PixelRect)
        case turbulence(Turbulence)
        case convolve(Kernel)
        case displace(Displacement)
        case light(Lighting)
    }

    /// One change of straight colours.
    public enum ColorChange: Hashable, Sendable {
        /// Rows for red, green, blue and alpha.
        case matrix([Row])
        /// A table for each of red, green, blue and alpha. Nil changes nothing.
        case tables([ChannelTable?])
    }

    /// Numbers in units of 1 / 2^shift for four values and for one. With values v, the row's result is
    /// (Σ vᵢ·numberᵢ + 32768·number₄ + half) >> shift, clamped to 0…32768, with half = 2^shift / 2, or 0. Magnitudes sum to at most
    /// 65,535, so that sums fit in 32 bits.
    public struct Row: Hashable, Sendable {
        public var numbers: [Int32]
        /// The number of fractional bits, 0…15.
        public var shift: Int32

        /// Rounds five numbers to the closest row, with as many bits as fit. Numbers beyond ±12,000 are clamped.
        public init(_ exact: [Double]) {
            let held = exact.map { $0.isNaN ? 0 : max(-12_000, min(12_000, $0)) }
            let sum = held.reduce(0) { $0 + abs($1) }
            var shift: Int32 = 15
            // Leaves some units for rounding.
            while shift > 0, sum * Double(1 << shift) > 65_530 { shift -= 1 }
            numbers = held.map { Int32(($0 * Double(1 << shift)).rounded(.toNearestOrEven)) }
            self.shift = shift
        }

        fileprivate var isSmall: Bool {
            numbers.count == 5 && (0...15).contains(shift) && numbers.reduce(0) { $0 + Int($1.magnitude) } <= 65_535
        }
    }

    /// How two pictures become one. With A's alpha a and B's alpha b, for each channel:
    ///
    ///     parts       min(32768, (A·first + B·second + 16384) >> 15), then clamped to at most the new alpha
    ///     arithmetic  the row's result for the values (A·B + 16384) >> 15, A, B and 0, then clamped to at most the new alpha
    public enum Combination: Hashable, Sendable {
        /// `first` is a share by b, `second` is a share by a.
        case parts(first: Share, second: Share)
        case arithmetic(Row)
    }

    /// The part of a picture that shows: none, all, or the other's alpha, or 32768 minus this alpha.
    public enum Share: Int32, Hashable, Sendable, CaseIterable {
        case none, all, inside, outside
    }

    /// The least or the greatest value of each channel among the pixels first ..< first + count from the pixel along an axis.
    public struct Extremum: Hashable, Sendable {
        public var axis: Axis
        public var isGreatest: Bool
        public var first: Int
        public var count: Int

        public init(axis: Axis, isGreatest: Bool, first: Int, count: Int) {
            (self.axis, self.isGreatest, self.first, self.count) = (axis, isGreatest, first, count)
        }
    }

    /// Moves each pixel of the first input by two channels of the second input's straight colour:
    ///
    ///     offset = (scale·(channel − 16384) + half) >> (shift + 15)
    public struct Displacement: Hashable, Sendable {
        public var x: Part
        public var y: Part

        public struct Part: Hashable, Sendable {
            public var channel: Channel
            /// At most 65,535, in units of 1 / 2^shift pixel.
            public var scale: Int32
            public var shift: Int32

            /// - Parameter pixels: the whole range of the offset.
            public init(_ channel: Channel, pixels: Double) {
                self.channel = channel
                let held = pixels.isNaN ? 0 : max(-65_000, min(65_000, pixels))
                var shift: Int32 = 12
                while shift > 0, abs(held) * Double(1 << shift) > 65_000 { shift -= 1 }
                scale = Int32((held * Double(1 << shift)).rounded(.toNearestOrEven))
                self.shift = shift
            }

            /// The largest distance in pixels.
            package var reach: Int { Int(scale.magnitude >> UInt32(shift + 1)) + 1 }
        }

        public init(x: Part, y: Part) { (self.x, self.y) = (x, y) }
    }
}

extension FilterPixels.Operation {
    var inputCount: Int {
        switch self {
        case .turbulence: 0
        case .straight, .extremum, .tile, .convolve, .light: 1
        case .combine, .displace: 2
        }
    }

    /// The nanoseconds per pixel.
    var work: Int {
        switch self {
        case .straight(let changes):
            changes.reduce(12) { sum, change in
                if case .tables = change { sum + 22 } else { sum + 10 }
            }
        case .combine: 16
        case .extremum(let extremum): 4 + extremum.count * 4
        case .tile: 10
        case .turbulence(let turbulence): 10 + 60 * turbulence.octaves
        case .convolve(let kernel): kernel.work
        case .displace: 20
        case .light(let light): 130 + (light.highlight == nil ? 0 : 50) + (light.cone == nil ? 0 : 50)
        }
    }

    var tableBytes: Int {
        switch self {
        case .straight(let changes):
            changes.reduce(0) { sum, change in
                guard case .tables(let tables) = change else { return sum + 100 }
                return sum + Set(tables.compactMap { $0.map(ObjectIdentifier.init) }).count * ChannelTable.byteCount
            }
        case .combine, .extremum, .tile, .displace: 0
        case .turbulence(let turbulence): turbulence.byteCount
        case .convolve(let kernel): kernel.weights.count * 4
        case .light(let light): light.byteCount
        }
    }

    func reasonAgainst(_ target: Surface) -> String? {
        switch self {
        case .straight(let changes):
            for change in changes {
                switch change {
                case .matrix(let rows):
                    guard rows.count == 4, rows.allSatisfy(\.isSmall) else { return "a matrix's numbers are too large" }
                case .tables(let tables): guard tables.count == 4 else { return "not four tables" }
                }
            }
            return changes.isEmpty ? "no change" : nil
        case .combine(.arithmetic(let row)): return row.isSmall ? nil : "factors are too large"
        case .combine(.parts): return nil
        case .extremum(let extremum):
            let isSmall = extremum.count >= 1 && extremum.count <= 60_000 && abs(extremum.first) <= 60_000
            return isSmall ? nil : "\(extremum.count) pixels from \(extremum.first)"
        case .tile(let rect):
            return !rect.isEmpty && max(abs(rect.x), abs(rect.y), rect.width, rect.height) < 1 << 30
                ? nil : "an empty or far tile"
        case .turbulence(let turbulence): return turbulence.reasonAgainst(target)
        case .convolve(let kernel): return kernel.reasonAgainst
        case .displace(let displacement):
            let isSmall = [displacement.x, displacement.y].allSatisfy {
                $0.scale.magnitude <= 65_535 && (0...12).contains($0.shift)
            }
            return isSmall ? nil : "a displacement that is too large"
        case .light(let light): return light.reasonAgainst(target)
        }
    }

    /// The part of the first input that a part of it, moved to the input's coordinates, needs.
    package func reads(of part: PixelRect) -> PixelRect {
        switch self {
        case .straight, .combine, .turbulence: return part
        case .extremum(let extremum):
            let (first, last) = (extremum.first, extremum.first + extremum.count - 1)
            return extremum.axis == .horizontal
                ? PixelRect(x: part.x + first, y: part.y, width: part.width + last - first, height: part.height)
                : PixelRect(x: part.x, y: part.y + first, width: part.width, height: part.height + last - first)
        case .tile(let rect): return rect
        case .convolve(let kernel): return kernel.reads(of: part)
        case .displace(let displacement): return part.outset(x: displacement.x.reach, y: displacement.y.reach)
        case .light: return part.outset(x: 1, y: 1)
        }
    }

    mutating func moveSource(x: Int, y: Int) {
        switch self {
        case .straight, .combine, .extremum, .turbulence, .displace: break
        case .tile(let rect): self = .tile(rect.offset(x: x, y: y))
        case .convolve(var kernel):
            kernel.area = kernel.area.offset(x: x, y: y)
            self = .convolve(kernel)
        case .light(var light):
            light.area = light.area.offset(x: x, y: y)
            self = .light(light)
        }
    }

    mutating func crop(to part: PixelRect) {
        switch self {
        case .straight, .combine, .extremum, .tile, .convolve, .displace: break
        case .turbulence(var turbulence):
            turbulence.crop(to: part)
            self = .turbulence(turbulence)
        case .light(var light):
            light.crop(to: part)
            self = .light(light)
        }
    }
}

extension FilterPixels.Operation: CustomStringConvertible {
    public var description: String {
        switch self {
        case .straight(let changes):
            return "straight "
                + changes.map { change in
                    switch change {
                    case .matrix(let rows):
                        let texts = rows.map { "\($0.numbers.map { "\($0)" }.joined(separator: " ")) >> \($0.shift)" }
                        return "[\(texts.joined(separator: ", "))]"
                    case .tables(let tables):
                        let names = tables.map { $0 == nil ? "-" : $0 === ChannelTable.linear ? "linear" : "table" }
                        return "tables (\(names.joined(separator: " ")))"
                    }
                }.joined(separator: " then ")
        case .combine(.parts(let first, let second)): return "combine \(first) and \(second) of"
        case .combine(.arithmetic(let row)):
            return "combine [\(row.numbers.map { "\($0)" }.joined(separator: " "))] >> \(row.shift) of"
        case .extremum(let extremum):
            return "\(extremum.isGreatest ? "greatest" : "least") of \(extremum.count) \(extremum.axis.rawValue) from "
                + "\(extremum.first) of"
        case .tile(let rect): return "tile \(rect) of"
        case .turbulence(let turbulence): return "turbulence of \(turbulence.octaves) octaves"
        case .convolve(let kernel): return "convolve \(kernel.columns)×\(kernel.rows) \(kernel.edge) of"
        case .displace(let d):
            return "displace \(d.x.scale) >> \(d.x.shift) \(d.x.channel), \(d.y.scale) >> \(d.y.shift) \(d.y.channel) of"
        case .light(let light):
            let kind = light.highlight.map { "highlights of exponent \(Double($0.number) / 256)" } ?? "light"
            return "\(kind)\(light.cone == nil ? "" : " in a cone") on"
        }
    }
}
