import Foundation
import PenumbraElementary
import PenumbraGeometry

extension CGPath {
    /// The largest distance of outlines from the exact outline, in the path's own unit.
    private static let tolerance = 0.005

    /// Returns the outline of a stroke along the path. A path that can't be stroked gives an empty path.
    ///
    /// - Parameter transform: maps the outline.
    public func copy(
        strokingWithWidth lineWidth: CGFloat, lineCap: CGLineCap, lineJoin: CGLineJoin, miterLimit: CGFloat,
        transform: CGAffineTransform = .identity
    ) -> CGPath {
        let style = StrokeStyle(
            lineWidth: Double(lineWidth), lineCap: lineCap.scene, lineJoin: lineJoin.scene, miterLimit: Double(miterLimit))
        let outline = (try? shape.stroked(style, tolerance: Self.tolerance)) ?? Path()
        return CGPath(transform.isIdentity ? outline : outline.applying(transform.scene))
    }

    /// Returns the dashes of the path as open subpaths. Curves become lines that differ from them by 0.005 at most.
    ///
    /// - Parameters:
    ///   - phase: the distance into the pattern at which each subpath begins.
    ///   - lengths: the lengths of dashes and gaps in turn. A list with an odd count is used twice.
    ///   - transform: maps the dashes.
    public func copy(
        dashingWithPhase phase: CGFloat, lengths: [CGFloat], transform: CGAffineTransform = .identity
    ) -> CGPath {
        var result = Path()
        var dashing = Dashing(lengths.map(Double.init), phase: Double(phase))
        if dashing == nil { result = shape }
        for polyline in dashing == nil ? [] : shape.flattened(tolerance: Self.tolerance) {
            dashing?.add(polyline, to: &result)
        }
        return CGPath(transform.isIdentity ? result : result.applying(transform.scene))
    }

    /// Returns the path with lines in place of curves.
    ///
    /// - Parameter threshold: the largest distance of a line from its curve.
    public func flattened(threshold: CGFloat) -> CGPath {
        var result = Path()
        for polyline in shape.flattened(tolerance: max(1e-6, Double(threshold))) {
            for (index, point) in polyline.points.enumerated() {
                if index == 0 { result.move(to: point) } else { result.addLine(to: point) }
            }
            if polyline.isClosed { result.close() }
        }
        return CGPath(result)
    }
}

/// A pattern of dashes that cuts lines.
private struct Dashing {
    /// The most dashes of all subpaths.
    private static let mostDashes = 100_000

    private let lengths: [Double]
    private let start: (index: Int, left: Double)
    private var dashes = 0

    /// Makes a pattern. Nil if the lengths make no pattern.
    init?(_ lengths: [Double], phase: Double) {
        let lengths = lengths.count % 2 == 0 ? lengths : lengths + lengths
        let period = lengths.reduce(0, +)
        guard !lengths.isEmpty, period > 0, period.isFinite, phase.isFinite, lengths.allSatisfy({ $0 >= 0 }) else {
            return nil
        }
        var offset = phase.truncatingRemainder(dividingBy: period)
        if offset < 0 { offset += period }
        var index = 0
        while index + 1 < lengths.count, offset >= lengths[index] {
            offset -= lengths[index]
            index += 1
        }
        self.lengths = lengths
        start = (index, max(0, lengths[index] - offset))
    }

    mutating func add(_ polyline: Polyline, to path: inout Path) {
        var points = polyline.points
        if polyline.isClosed, let first = points.first { points.append(first) }
        guard var previous = points.first else { return }
        var (index, left) = start
        var isDown = false
        for next in points.dropFirst() {
            let length = (next - previous).length
            guard length > 0 else { continue }
            var done = 0.0
            while done < length {
                if index % 2 == 0, !isDown {
                    guard dashes < Self.mostDashes else { return }
                    dashes += 1
                    path.move(to: previous + (done / length) * (next - previous))
                    isDown = true
                }
                let step = min(left, length - done)
                done += step
                left -= step
                if index % 2 == 0 { path.addLine(to: done >= length ? next : previous + (done / length) * (next - previous)) }
                guard left <= 0 else { break }
                isDown = false
                index = (index + 1) % lengths.count
                left = lengths[index]
                // A pattern with a period above zero gets on, even where a dash has no length.
                if left == 0, index % 2 == 0 {
                    let place = previous + (min(1, done / length)) * (next - previous)
                    guard dashes < Self.mostDashes else { return }
                    dashes += 1
                    path.move(to: place)
                    path.addLine(to: place)
                }
                if left == 0 {
                    index = (index + 1) % lengths.count
                    left = lengths[index]
                }
            }
            previous = next
        }
    }
}
