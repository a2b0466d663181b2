import PenumbraGeometry
import PenumbraSystem

/// The weights of source pixels in the mean over a target pixel, which covers a parallelogram of the source.
///
/// The weights depend on where the parallelogram lies among the source pixels. The table holds them for
/// `phasesAcross` × `phasesDown` places of its bounding box inside a source pixel. `AffineSampling` defines the formula.
///
/// The weights of each phase are the exact shared areas, in units of 1/`total` of the parallelogram. Rounding the running sum
/// makes each phase end exactly at `total`, so a flat field keeps its value.
public final class AreaWeights: Sendable {
    /// Four neighbouring source pixels, as offsets from the source pixel that holds the position.
    public struct Group: Hashable, Sendable {
        public var column: Int32
        public var row: Int32
    }

    public let phasesAcross: Int
    public let phasesDown: Int
    /// The groups that any phase needs, the same for all phases.
    public let groups: [Group]
    /// Four weights for each group of each phase, none below 0.
    public let weights: [Int16]
    /// The phases that `weights` holds, in rising order. Empty if it holds all.
    package let phases: [Int32]
    /// The sum of the weights of a phase, at most 32767. A sum of Q15 values times weights stays below 2³⁰.
    public let total: Int32
    /// ⌈2⁴⁶ / total⌉, which lies between 2³¹ and 2³².
    public let multiplier: UInt32
    /// The bounding box of the parallelogram in source pixels, and of the tent around it for a mean of an interpolation.
    let width: Double
    let height: Double

    /// The number of source columns from the position's column on that groups may read.
    public let reachAcross: Int
    /// The number of source rows from the position's row on that groups may read.
    public let reachDown: Int

    private let shape: Shape

    /// Returns the weights for the target pixels of a map to source positions.
    ///
    /// - Parameter isInterpolated: true for a mean over the source interpolated between its pixels' centres, false for a mean
    ///   over the squares of its pixels.
    public static func mean(through map: AffineTransform, isInterpolated: Bool) -> AreaWeights {
        let shape = Shape(map, isInterpolated: isInterpolated)
        if let known = cache[shape] { return known }
        let made = AreaWeights(shape)
        cache.keep(made, bytes: made.byteCount, for: shape)
        return made
    }

    /// The tables of late: pictures of one angle and size share a table, wherever they lie.
    private static let cache = ContentCache<Shape, AreaWeights>(budget: 4 << 20, keepsAtOnce: true)

    convenience init(_ shape: Shape) { self.init(Table(limited: shape)) }

    /// - Parameter phases: the phases that are needed, in rising order. Empty for all.
    init(_ table: Table, phases: [Int32] = []) {
        let shape = table.shape
        self.shape = shape
        self.phases = phases
        (phasesAcross, phasesDown) = table.phases
        groups = table.groups
        (width, height) = (shape.width, shape.height)
        // A whole number of units for a source pixel that is covered entirely gives all of these the same weight.
        let units = shape.area <= 1 ? 32767 / shape.area : (32767 / shape.area).rounded(.down)
        total = Int32((shape.area * units).rounded())
        let divisor = UInt64(total)
        multiplier = UInt32(((1 << 46) + divisor - 1) / divisor)
        weights = table.weights(units: units, total: total, phases: phases)
        reachAcross = Int((groups.map(\.column).max() ?? 0) + 4)
        reachDown = Int((groups.map(\.row).max() ?? 0) + 1)
    }

    /// The memory of the table, in bytes.
    package var byteCount: Int { weights.count * 2 + groups.count * 8 + phases.count * 4 + 256 }

    /// The weights of all phases.
    package var complete: AreaWeights { phases.isEmpty ? self : AreaWeights(shape) }

    /// The number of weights of all phases.
    package var completeCount: Int { phasesAcross * phasesDown * 4 * groups.count }
}

/// Tables for the same shape are the same.
extension AreaWeights: Hashable {
    public static func == (a: AreaWeights, b: AreaWeights) -> Bool { a === b || a.shape == b.shape }
    public func hash(into hasher: inout Hasher) { hasher.combine(shape) }
}

extension AreaWeights: CustomStringConvertible {
    public var description: String {
        "\(phasesAcross)×\(phasesDown) phases of \(4 * groups.count) weights\(shape.isInterpolated ? ", interpolated" : "")"
    }
}

extension AreaWeights {
    /// A target pixel in source pixels: its sides (a, b) and (c, d), and the kind of mean.
    struct Shape: Hashable {
        let a, b, c, d: Double
        let isInterpolated: Bool

        init(_ map: AffineTransform, isInterpolated: Bool) {
            self.isInterpolated = isInterpolated
            func held(_ value: Double) -> Double { max(-1e6, min(1e6, value)) }
            let (a, b, c, d) = (held(map.a), held(map.b), held(map.c), held(map.d))
            let area = abs(a * d - b * c)
            guard area > 1e-12 else {
                // A pixel without an area is as good as a point.
                (self.a, self.b, self.c, self.d) = (1e-3, 0, 0, 1e-3)
                return
            }
            // A larger pixel is replaced by its middle.
            let box = max(abs(a) + abs(c), abs(b) + abs(d))
            let scale = min(1, Self.largestSide / box, (Self.largestArea / area).squareRoot())
            (self.a, self.b, self.c, self.d) = (a * scale, b * scale, c * scale, d * scale)
        }

        /// The longest side of a bounding box in source pixels.
        private static let largestSide = 256.0
        /// The largest area in source pixels. A source pixel that is covered entirely has a weight of at least 15.
        private static let largestArea = 2048.0
        /// The number of phases in each pixel of distance along which the picture's values can change.
        private static let fineness = 128.0
        /// The largest number of cells in the grid on which areas are measured.
        private static let mostCells = Double(1 << 20)

        var area: Double { abs(a * d - b * c) }
        /// The box of the source pixels that have a weight. Interpolation adds half a pixel to each side.
        var width: Double { abs(a) + abs(c) + (isInterpolated ? 1 : 0) }
        var height: Double { abs(b) + abs(d) + (isInterpolated ? 1 : 0) }

        /// The numbers of phases that keep errors near 1/256 of a pixel's range. A step along x changes the mean in
        /// proportion to the parallelogram's height over its area, so large pixels need few phases.
        var wantedPhases: (across: Int, down: Int) {
            func count(_ side: Double) -> Double {
                max(1, min(Self.fineness, (Self.fineness * side / area - 1e-9).rounded(.up)))
            }
            var (across, down) = (count(abs(b) + abs(d)), count(abs(a) + abs(c)))
            let excess = (across * down * (width + 1) * (height + 1) / Self.mostCells).squareRoot()
            if excess > 1 { (across, down) = (max(1, across / excess), max(1, down / excess)) }
            return (Int(across), Int(down))
        }
    }
}
