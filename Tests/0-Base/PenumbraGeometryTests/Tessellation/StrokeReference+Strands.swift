import PenumbraGeometry

extension StrokeReference {
    /// A subpath's elements with the lengths of equal steps along them.
    struct Subpath {
        var curves: [Curve] = []
        var isClosed = false
        var start: Point
        private var hasElements = false

        private static let steps = 400

        private init(start: Point) {
            self.start = start
        }

        static func all(of path: Path) -> [Subpath] {
            var result: [Subpath] = []
            var current: Subpath?
            var position = Point.zero
            func add(_ curve: Curve, to: Point) {
                current?.hasElements = true
                if curve.length(0, 1, steps: 16) > 1e-9 { current?.curves.append(curve) }
                position = to
            }
            func finish() {
                if let done = current, done.hasElements { result.append(done) }
                current = nil
            }
            for element in path.elements {
                switch element {
                case .move(let to):
                    finish()
                    current = Subpath(start: to)
                    position = to
                case .line(let to): add(.bezier([position, to]), to: to)
                case .quadratic(let to, let control): add(.bezier([position, control, to]), to: to)
                case .cubic(let to, let control1, let control2): add(.bezier([position, control1, control2, to]), to: to)
                case .arc(let arc): add(.arc(arc), to: arc.endPoint)
                case .close:
                    if let start = current?.start { add(.bezier([position, start]), to: start) }
                    current?.isClosed = true
                    finish()
                }
            }
            finish()
            return result
        }

        /// The drawn parts of the subpath. Trimmed paths aren't supported.
        func strands(_ style: StrokeStyle) -> [Strand] {
            guard !curves.isEmpty else {
                return [Strand(pieces: [], isClosed: false, dot: Pen(t: 0, point: start, direction: Point(1, 0)))]
            }
            let whole = Strand(pieces: curves.map { Piece(curve: $0, from: 0, to: 1) }, isClosed: isClosed)
            guard style.lineDashPattern.contains(where: { $0 > 0 }) else { return [whole] }
            let lengths = curves.map { $0.length(0, 1, steps: Self.steps) }
            let total = lengths.reduce(0, +)
            let spans = Self.spans(style, total)
            guard let first = spans.first, let last = spans.last else { return [] }
            let (isOnAtStart, isOnAtEnd) = (first.from <= 1e-9 * total, last.to >= total - 1e-9 * total)
            if spans.count == 1, isOnAtStart, isOnAtEnd { return [whole] }
            var strands = spans.map { strand($0.from, $0.to, lengths, total) }
            if isClosed, isOnAtStart, isOnAtEnd, spans.count > 1, first.to > 1e-9 * total {
                strands[strands.count - 1].pieces += strands[0].pieces
                strands.removeFirst()
            }
            return strands
        }

        /// Finds dashes by counting periods from before the start; dashes that touch are merged.
        private static func spans(_ style: StrokeStyle, _ total: Double) -> [(from: Double, to: Double)] {
            let once = style.lineDashPattern
            let lengths = once.count % 2 == 0 ? once : once + once
            let period = lengths.reduce(0, +)
            var result: [(from: Double, to: Double)] = []
            var position = -period - (style.lineDashPhase - (style.lineDashPhase / period).rounded(.down) * period)
            while position < total {
                for (index, length) in lengths.enumerated() {
                    if index % 2 == 0 {
                        if let last = result.last, abs(last.to - position) < 1e-12 * period,
                            abs(position) > 1e-9 * period || last.from > -1e-9 * period
                        {
                            result[result.count - 1].to = position + length
                        } else {
                            result.append((position, position + length))
                        }
                    }
                    position += length
                }
            }
            return result.filter { span in
                let isDot = span.from == span.to
                return span.from < total * (1 - 1e-9) && (span.to > 1e-9 * total || isDot && span.to >= -1e-9 * total)
            }
        }

        private func strand(_ from: Double, _ to: Double, _ lengths: [Double], _ total: Double) -> Strand {
            var pieces: [Piece] = []
            var offset = 0.0
            let (low, high) = (max(0, from), min(total, to))
            for (curve, length) in zip(curves, lengths) {
                let (start, end) = (max(low, offset) - offset, min(high, offset + length) - offset)
                if end - start > 1e-9 * total {
                    pieces.append(Piece(curve: curve, from: place(start, curve, length), to: place(end, curve, length)))
                }
                offset += length
            }
            guard pieces.isEmpty else { return Strand(pieces: pieces, isClosed: false) }
            // A dot is oriented along the path.
            offset = 0
            for (curve, length) in zip(curves, lengths) {
                if low < offset + length - 1e-9 * total {
                    return Strand(pieces: [], isClosed: false, dot: curve.pen(place(low - offset, curve, length)))
                }
                offset += length
            }
            return Strand(pieces: [], isClosed: false, dot: nil)
        }

        /// The position on a curve at a distance from its start, found step by step, and by bisection within the step.
        private func place(_ distance: Double, _ curve: Curve, _ length: Double) -> Double {
            if distance <= 1e-12 { return 0 }
            if distance >= length - 1e-12 { return 1 }
            var (done, t) = (0.0, 0.0)
            let h = 1 / Double(Self.steps)
            for i in 0..<Self.steps {
                let next = curve.length(t, t + h, steps: 1)
                if done + next >= distance || i == Self.steps - 1 { break }
                done += next
                t += h
            }
            var (low, high) = (t, min(1, t + h))
            for _ in 0..<50 {
                let middle = (low + high) / 2
                if done + curve.length(t, middle, steps: 4) < distance { low = middle } else { high = middle }
            }
            return low
        }
    }
}
