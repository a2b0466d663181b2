import PenumbraGeometry

extension FilterPixels {
    /// A matrix of weights around each pixel. The pixel (x, y) of the input adds its neighbours
    ///
    ///     (x + firstColumn + i, y + firstRow + j)·weights[j·columns + i]    for i in 0 ..< columns, j in 0 ..< rows
    ///
    /// plus 32768·bias for alpha and the new alpha·bias for colours, + half, >> shift. Places outside of `area` are replaced as
    /// `edge` defines. Without `keepsAlpha` the values are premultiplied; alpha is clamped to 0…32768, and colours to 0…alpha. With
    /// it, the pixel keeps its alpha, straight colours are added and clamped to 0…32768, and then multiplied by alpha.
    public struct Kernel: Hashable, Sendable {
        public enum Edge: Int32, Hashable, Sendable, CaseIterable {
            case none, duplicate, wrap
        }

        public var columns: Int
        public var rows: Int
        public var firstColumn: Int
        public var firstRow: Int
        /// In units of 1 / 2^shift. Magnitudes, with the bias's, sum to at most 65,535.
        public var weights: [Int32]
        public var bias: Int32
        public var shift: Int32
        public var edge: Edge
        public var keepsAlpha: Bool
        /// The part of the input that counts, in its coordinates.
        public var area: PixelRect

        public init(
            columns: Int, rows: Int, firstColumn: Int, firstRow: Int, weights exact: [Double], bias: Double, edge: Edge,
            keepsAlpha: Bool, area: PixelRect
        ) {
            (self.columns, self.rows, self.firstColumn, self.firstRow) = (columns, rows, firstColumn, firstRow)
            (self.edge, self.keepsAlpha, self.area) = (edge, keepsAlpha, area)
            let limit = 60_000 / Double(exact.count + 1)
            func held(_ value: Double) -> Double { value.isNaN ? 0 : max(-limit, min(limit, value)) }
            let sum = exact.reduce(abs(held(bias))) { $0 + abs(held($1)) }
            var shift: Int32 = 15
            while shift > 0, sum * Double(1 << shift) > 65_535 - Double(exact.count + 1) { shift -= 1 }
            let unit = Double(1 << shift)
            weights = exact.map { Int32((held($0) * unit).rounded(.toNearestOrEven)) }
            self.bias = Int32((held(bias) * unit).rounded(.toNearestOrEven))
            self.shift = shift
        }

        /// The most rows of pixels that a renderer may keep for the rows below. With a taller kernel, each row is read again.
        package static let mostKeptRows = 128

        /// The nanoseconds per pixel: reading it and undoing the product with alpha, and its products.
        var work: Int {
            let reading = keepsAlpha ? 24 : 6
            return 26 + rows * 3 + weights.count * 11 / 10 + (rows <= Self.mostKeptRows ? reading : reading * rows)
        }

        /// The most weights of a kernel.
        public static let mostWeights = 4096

        var reasonAgainst: String? {
            guard columns >= 1, rows >= 1, columns <= Self.mostWeights, rows <= Self.mostWeights,
                weights.count == columns * rows, weights.count <= Self.mostWeights, (0...15).contains(shift)
            else { return "a kernel of a wrong size" }
            guard abs(firstColumn) <= Self.mostWeights, abs(firstRow) <= Self.mostWeights else { return "a far kernel" }
            guard !area.isEmpty, max(abs(area.x), abs(area.y), area.width, area.height) < 1 << 30 else {
                return "a kernel's area is empty or far"
            }
            let sum = weights.reduce(Int(bias.magnitude)) { $0 + Int($1.magnitude) }
            return sum <= 65_535 ? nil : "weights whose magnitudes sum to \(sum); 65536 is too much"
        }

        func reads(of part: PixelRect) -> PixelRect {
            let around = PixelRect(
                x: part.x + firstColumn, y: part.y + firstRow, width: part.width + columns - 1,
                height: part.height + rows - 1
            ).union(part)
            switch edge {
            case .none: return around
            // Edges are read beyond the nearest pixels too.
            case .duplicate: return around.held(to: area, .clamp).union(around.intersection(area)).union(part)
            case .wrap: return area.contains(around) ? around : area.union(part)
            }
        }
    }
}
