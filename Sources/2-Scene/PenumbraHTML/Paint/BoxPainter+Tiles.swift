import PenumbraCSS
import PenumbraGeometry
import PenumbraScene

/// One image of a `background` or a `mask` with the properties that place it.
struct TiledImage {
    var image: PaintImage
    var size: String
    var position: BoxPosition
    var repetition: String
    /// The area that size and position refer to.
    var area: Rect
    /// The area that copies fill.
    var painted: Rect
}

extension BoxPainter {
    /// The copies of an image on one axis.
    private struct Run {
        var start: Double
        var length: Double
        var step: Double
        var count: Int

        var end: Double { start + Double(count - 1) * step + length }
    }

    private enum Repetition: String {
        case once = "no-repeat"
        case `repeat`, space, round
    }

    /// The layer of an image with all its copies. Nil for copies without a size.
    func tiles(_ tiled: TiledImage) throws(NotationError) -> Layer? {
        let (horizontal, vertical) = try repetitions(tiled.repetition)
        let own = try tileSize(tiled)
        guard own.size.width > 0, own.size.height > 0 else { return nil }
        var size = rounded(own.size, own.isAutomatic, in: tiled.area.size, horizontal, vertical)
        size = Size(width: max(size.width, 1e-3), height: max(size.height, 1e-3))
        // Chromium places copies before it rounds their size.
        let start = tiled.position.place(own.size, in: tiled.area)
        var x = run(horizontal, start.x, size.width, tiled.area.minX, tiled.area.width, tiled.painted.minX, tiled.painted.maxX)
        var y = run(
            vertical, start.y, size.height, tiled.area.minY, tiled.area.height, tiled.painted.minY, tiled.painted.maxY)
        // Stripes are one copy as long as the area.
        let isConstant = tiled.image.isConstant
        if isConstant.x, x.count > 1, x.step == x.length { x = whole(x) }
        if isConstant.y, y.count > 1, y.step == y.length { y = whole(y) }
        guard x.count > 0, y.count > 0 else { return nil }
        guard x.count <= PaintLimits.tiles, y.count <= PaintLimits.tiles, x.count * y.count <= PaintLimits.tiles else {
            throw NotationError("the image repeats more than \(PaintLimits.tiles) times, which is too often")
        }
        let tile = Rect(x: x.start, y: y.start, width: x.length, height: y.length)
        var result = tiled.image.layer(tile, interpolation)
        if x.count > 1 { result = Self.replicated(result, x.count, Point(x.step, 0)) }
        if y.count > 1 { result = Self.replicated(result, y.count, Point(0, y.step)) }
        return result
    }

    private func whole(_ run: Run) -> Run { Run(start: run.start, length: run.end - run.start, step: 0, count: 1) }

    private static func replicated(_ layer: Layer, _ count: Int, _ step: Point) -> Layer {
        var result = layer
        if layer.replication != nil {
            result = Layer(frame: layer.frame, sublayers: [layer])
            result.sublayers[0].frame?.origin = .zero
        }
        result.replication = Replication(count: count, transform: .translation(step.x, step.y))
        return result
    }

    private func repetitions(_ text: String) throws(NotationError) -> (Repetition, Repetition) {
        let words = CSSText.words(text.asciiLowercased)
        switch words.first {
        case "repeat-x" where words.count == 1: return (.repeat, .once)
        case "repeat-y" where words.count == 1: return (.once, .repeat)
        default: break
        }
        guard let first = words.first, words.count <= 2, let x = Repetition(rawValue: first),
            let y = Repetition(rawValue: words.last ?? first)
        else { throw unexpected(text, "a repetition such as no-repeat") }
        return (x, y)
    }

    /// The size of a copy, and the sides that follow from the other side.
    private func tileSize(
        _ tiled: TiledImage
    ) throws(NotationError) -> (size: Size, isAutomatic: (width: Bool, height: Bool)) {
        let (natural, area) = (tiled.image.natural, tiled.area.size)
        let words = CSSText.words(tiled.size.asciiLowercased)
        switch words.first ?? "auto" {
        case "cover": return (natural.fitted(to: area, covering: true), (true, true))
        case "contain": return (natural.fitted(to: area, covering: false), (true, true))
        default:
            func side(_ index: Int, _ whole: Double) throws(NotationError) -> Double? {
                guard index < words.count, words[index] != "auto" else { return nil }
                return max(0, try length(words[index], base: whole))
            }
            let (width, height) = (try side(0, area.width), try side(1, area.height))
            return (natural.size(width: width, height: height, in: area), (width == nil, height == nil))
        }
    }

    /// The size of copies that fill the area with a whole number of copies. An automatic side keeps the proportions.
    private func rounded(
        _ size: Size, _ isAutomatic: (width: Bool, height: Bool), in area: Size, _ horizontal: Repetition,
        _ vertical: Repetition
    ) -> Size {
        func rounded(_ length: Double, _ whole: Double) -> Double { whole / max(1, (whole / length).rounded()) }
        var result = size
        if horizontal == .round, area.width > 0 {
            result.width = rounded(size.width, area.width)
            if isAutomatic.height, vertical != .round { result.height *= result.width / size.width }
        }
        if vertical == .round, area.height > 0 {
            result.height = rounded(size.height, area.height)
            if isAutomatic.width, horizontal != .round { result.width *= result.height / size.height }
        }
        return result
    }

    private func run(
        _ repetition: Repetition, _ start: Double, _ length: Double, _ origin: Double, _ whole: Double, _ low: Double,
        _ high: Double
    ) -> Run {
        var (start, step) = (start, length)
        switch repetition {
        case .once:
            // Chromium starts an image that lies inside the area on a whole pixel.
            if start > low { start = BoxGeometry.snapped(start, scale: scale) }
            return Run(start: start, length: length, step: 0, count: start < high && start + length > low ? 1 : 0)
        case .space:
            let count = (whole / length + 1e-6).rounded(.down)
            guard count >= 2 else { return run(.once, start, length, origin, whole, low, high) }
            (start, step) = (origin, (whole - length) / (count - 1))
        case .repeat, .round: break
        }
        // The first copy that reaches into the painted area.
        let first = start + ((low - length - start) / step + 1e-9).rounded(.down) * step + step
        let count = ((high - first) / step - 1e-9).rounded(.up)
        return Run(start: first, length: length, step: step, count: count < 1e7 ? Int(max(0, count)) : Int(1e7))
    }
}
