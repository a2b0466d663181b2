import PenumbraCSS
import PenumbraGeometry
import PenumbraScene

/// Transforms: CSS Transforms 2.
extension BoxPainter {
    package var hasTransform: Bool { ["transform", "translate", "rotate", "scale"].contains(where: values.has) }

    /// The distance of the eye that `perspective` gives to descendants.
    var perspective: Double? {
        guard values.has("perspective") else { return nil }
        return read("perspective") { text throws(NotationError) in max(1, try length(text, base: 0)) }
    }

    /// The place of the eye, in unit coordinates of a frame.
    func perspectiveOrigin(in frame: Rect) -> Point {
        let position =
            read("perspective-origin") { text throws(NotationError) in try BoxPosition(text, self) } ?? BoxPosition()
        let point = position.point(in: geometry.borderBox)
        return Point(
            frame.width > 0 ? (point.x - frame.minX) / frame.width : 0.5,
            frame.height > 0 ? (point.y - frame.minY) / frame.height : 0.5)
    }

    /// The map of the element about its origin, in the coordinates of the border box. Nil without a transform.
    package func transform() -> Transform3D? {
        guard hasTransform else { return nil }
        let (origin, depth) = transformOrigin
        return map().map {
            Transform3D.translation(-origin.x, -origin.y, -depth).concatenating($0)
                .concatenating(.translation(origin.x, origin.y, depth))
        }
    }

    /// Places a layer at its origin with its transform. Returns false if the transform makes it invisible.
    func place(_ layer: inout Layer, at origin: Point) -> Bool {
        layer.frame = Rect(origin: origin, size: geometry.size)
        if values.word("backface-visibility") == "hidden" { layer.backfaceVisibility = .hidden }
        guard hasTransform, let map = map() else { return true }
        let (fixed, depth) = transformOrigin
        var whole = map
        if depth != 0 {
            whole = Transform3D.translation(0, 0, -depth).concatenating(whole).concatenating(.translation(0, 0, depth))
        }
        guard whole.entries.allSatisfy({ $0.isFinite && abs($0) < SceneLimits.coordinate }) else {
            warn("transform", "it enlarges or moves without bound")
            return true
        }
        if let flat = whole.affine, flat.a * flat.d - flat.b * flat.c == 0 { return false }
        if geometry.size.width > 0, geometry.size.height > 0 {
            layer.anchorPoint = Point(fixed.x / geometry.size.width, fixed.y / geometry.size.height)
        } else {
            layer.anchorPoint = .zero
            whole = Transform3D.translation(-fixed.x, -fixed.y, 0).concatenating(whole)
                .concatenating(.translation(fixed.x, fixed.y, 0))
        }
        layer.transform3D = whole
        return true
    }

    private var reference: Rect { values.word("transform-box") == "content-box" ? geometry.contentBox : geometry.borderBox }

    private var transformOrigin: (Point, depth: Double) {
        let reference = reference
        return read("transform-origin") { text throws(NotationError) in
            var words = CSSText.words(text)
            // Unlike other places, this one takes no distances from sides.
            guard (1...3).contains(words.count) else { throw unexpected(text, "1 to 3 lengths") }
            let depth = words.count == 3 ? try length(words.removeLast(), base: 0) : 0
            return (try BoxPosition(words.joined(separator: " "), self).point(in: reference), depth)
        } ?? (Point(reference.midX, reference.midY), 0)
    }

    /// The map of all transform properties, about the origin. Nil if nothing is transformed.
    private func map() -> Transform3D? {
        var result: Transform3D?
        // The last property acts first.
        for (property, read) in [
            ("transform", functions), ("scale", scale), ("rotate", rotation), ("translate", translation),
        ] where values.has(property) {
            guard let map = self.read(property, read) else { continue }
            result = result.map { $0.concatenating(map) } ?? map
        }
        return result
    }

    private func functions(_ text: String) throws(NotationError) -> Transform3D {
        let size = reference.size
        var result = Transform3D.identity
        for word in CSSText.words(text).reversed() {
            guard let (name, arguments) = PaintText.function(word) else {
                throw unexpected(word, "a transform such as rotate(15deg)")
            }
            result = result.concatenating(try function(name, arguments, word, size))
        }
        return result
    }

    private func function(
        _ name: String, _ arguments: String, _ text: String, _ size: Size
    ) throws(NotationError) -> Transform3D {
        let parts = PaintText.list(arguments)
        func side(_ index: Int, _ base: Double) throws(NotationError) -> Double {
            index < parts.count ? try length(parts[index], base: base) : 0
        }
        switch (name, parts.count) {
        case ("translate", 1...2): return .translation(try side(0, size.width), try side(1, size.height), 0)
        case ("translatex", 1): return .translation(try side(0, size.width), 0, 0)
        case ("translatey", 1): return .translation(0, try side(0, size.height), 0)
        case ("translate3d", 3):
            return .translation(try side(0, size.width), try side(1, size.height), try side(2, 0))
        case ("perspective", 1) where parts[0].isEqualIgnoringCase(to: "none"): return .identity
        default: return try Transform3D(css: try units.normalized(text), frame: size)
        }
    }

    private func translation(_ text: String) throws(NotationError) -> Transform3D {
        let words = CSSText.words(text)
        guard (1...3).contains(words.count) else { throw unexpected(text, "1 to 3 lengths") }
        return .translation(
            try length(words[0], base: reference.width), words.count > 1 ? try length(words[1], base: reference.height) : 0,
            words.count > 2 ? try length(words[2], base: 0) : 0)
    }

    private func rotation(_ text: String) throws(NotationError) -> Transform3D {
        var words = CSSText.words(text)
        // The angle comes before or after the axis.
        guard let index = words.firstIndex(where: { (try? amount($0))?.kind == .angle }) else {
            throw unexpected(text, "an angle")
        }
        let degrees = try amount(words.remove(at: index)).value
        var axis = SIMD3<Double>(0, 0, 1)
        switch words.count {
        case 0: return Transform3D(.rotation(degrees: degrees))
        case 1:
            guard let found = ["x": SIMD3<Double>(1, 0, 0), "y": SIMD3(0, 1, 0), "z": SIMD3(0, 0, 1)][words[0].asciiLowercased]
            else { throw unexpected(text, "an axis and an angle") }
            axis = found
        case 3: axis = SIMD3(try number(words[0]), try number(words[1]), try number(words[2]))
        default: throw unexpected(text, "an axis and an angle")
        }
        return .rotation(about: axis, degrees: degrees)
    }

    private func scale(_ text: String) throws(NotationError) -> Transform3D {
        let words = CSSText.words(text)
        guard (1...3).contains(words.count) else { throw unexpected(text, "1 to 3 numbers") }
        let x = try number(words[0])
        return .scale(x, words.count > 1 ? try number(words[1]) : x, words.count > 2 ? try number(words[2]) : 1)
    }
}
