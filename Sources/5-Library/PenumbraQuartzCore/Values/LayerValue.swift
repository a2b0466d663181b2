import Foundation
import PenumbraCoreGraphics
import PenumbraGeometry
import PenumbraMotion
import PenumbraScene

/// A value of a layer's property, as animations compute with it.
enum LayerValue: Hashable, Sendable {
    /// The coordinates of a number, a point, a size or a rectangle, or a list of numbers.
    case numbers([Double])
    case transform(CATransform3D)
    case color(Color)
    case colors([Color])
    case path(Path)
    /// A value without anything in between.
    case object(ObjectBox)
}

/// An object that is compared by its identity or, for a value, by the box.
final class ObjectBox: Hashable, @unchecked Sendable {
    // The thread of the layer's tree alone reads the value.
    let value: Any?

    init(_ value: Any?) { self.value = value }

    static func == (a: ObjectBox, b: ObjectBox) -> Bool { a === b }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Two pictures, of which one fades into the other.
final class BlendedContents {
    let old: CGImage
    let new: CGImage
    /// The share of the new picture, 0…1.
    let fraction: Double

    /// Nil if the values aren't pictures.
    init?(_ old: Any?, _ new: Any?, fraction: Double) {
        // A fade that is interrupted goes on from the picture that it had more of.
        func image(_ any: Any?) -> CGImage? {
            if let blend = any as? BlendedContents { return blend.fraction < 0.5 ? blend.old : blend.new }
            return any as? CGImage
        }
        guard let old = image(old), let new = image(new) else { return nil }
        (self.old, self.new, self.fraction) = (old, new, max(0, min(1, fraction)))
    }
}

extension LayerValue: Interpolatable {
    private static var unlike: MotionError {
        MotionError(.values, "found values of different kinds, expected values of one kind")
    }

    func interpolated(to end: LayerValue, at fraction: Double) throws(MotionError) -> LayerValue {
        if fraction == 0 { return self }
        if fraction == 1 { return end }
        switch (self, end) {
        case (.numbers(let a), .numbers(let b)): return .numbers(try a.interpolated(to: b, at: fraction))
        case (.transform(let a), .transform(let b)): return .transform(a.interpolated(to: b, at: fraction))
        case (.color(let a), .color(let b)): return .color(a.interpolated(to: b, at: fraction))
        case (.colors(let a), .colors(let b)): return .colors(try a.interpolated(to: b, at: fraction))
        case (.path(let a), .path(let b)):
            // Core Animation leaves the result for unlike paths undefined; a jump shows no broken shape.
            return .path((try? a.interpolated(to: b, at: fraction)) ?? (fraction < 0.5 ? a : b))
        case (.object(let a), .object(let b)):
            if let blend = BlendedContents(a.value, b.value, fraction: fraction) { return .object(ObjectBox(blend)) }
            return fraction < 0.5 ? self : end
        default: return fraction < 0.5 ? self : end
        }
    }

    static func mixed(_ values: [LayerValue], weights: [Double]) throws(MotionError) -> LayerValue {
        func all<Value>(_ part: (LayerValue) -> Value?) throws(MotionError) -> [Value] {
            let parts = values.compactMap(part)
            guard parts.count == values.count else { throw unlike }
            return parts
        }
        switch values[0] {
        case .numbers:
            return .numbers(
                try [Double].mixed(try all { if case .numbers(let list) = $0 { list } else { nil } }, weights: weights))
        case .transform:
            let maps = try all { if case .transform(let map) = $0 { map } else { nil } }
            return .transform(CATransform3D.mixed(maps, weights: weights))
        case .color:
            return .color(Color.mixed(try all { if case .color(let color) = $0 { color } else { nil } }, weights: weights))
        case .colors:
            return .colors(
                try [Color].mixed(try all { if case .colors(let list) = $0 { list } else { nil } }, weights: weights))
        case .path:
            return .path(try Path.mixed(try all { if case .path(let path) = $0 { path } else { nil } }, weights: weights))
        case .object:
            let heaviest = weights.indices.max { weights[$0] < weights[$1] } ?? 0
            return values[heaviest]
        }
    }

    func adding(_ change: LayerValue) throws(MotionError) -> LayerValue {
        switch (self, change) {
        case (.numbers(let a), .numbers(let b)): return .numbers(try a.adding(b))
        case (.transform(let a), .transform(let b)): return .transform(CATransform3DConcat(b, a))
        case (.color(let a), .color(let b)): return .color(a.adding(b))
        case (.colors(let a), .colors(let b)): return .colors(try a.adding(b))
        default: throw MotionError(.additive, "the values have no sum; leave out isAdditive, isCumulative and byValue")
        }
    }

    func repeated(_ count: Double) throws(MotionError) -> LayerValue {
        switch self {
        case .numbers(let list): return .numbers(list.map { $0 * count })
        case .transform(let map): return .transform(map.repeated(count))
        case .color(let color): return .color(color.repeated(count))
        case .colors(let list): return .colors(list.map { $0.repeated(count) })
        case .path, .object: return try adding(self)
        }
    }

    func distance(to other: LayerValue) throws(MotionError) -> Double {
        switch (self, other) {
        case (.numbers(let a), .numbers(let b)): return try a.distance(to: b)
        case (.transform(let a), .transform(let b)):
            return zip(a.matrix.entries, b.matrix.entries).reduce(0) { $0 + ($1.1 - $1.0) * ($1.1 - $1.0) }.squareRoot()
        case (.color(let a), .color(let b)): return a.distance(to: b)
        case (.colors(let a), .colors(let b)): return try a.distance(to: b)
        case (.path(let a), .path(let b)): return try a.distance(to: b)
        default: return self == other ? 0 : 1
        }
    }
}

extension CATransform3D {
    /// The map at a fraction of the way to another map: both are taken apart, and turns take the shorter way.
    func interpolated(to end: CATransform3D, at fraction: Double) -> CATransform3D {
        guard let first = TransformParts(matrix), let last = TransformParts(end.matrix) else {
            // Maps that flatten space have no parts, but their numbers still lead from one to the other.
            return CATransform3D(entries: [matrix.entries, end.matrix.entries], weights: [1 - fraction, fraction])
        }
        return CATransform3D(first.interpolated(to: last, at: fraction).matrix)
    }

    static func mixed(_ maps: [CATransform3D], weights: [Double]) -> CATransform3D {
        let parts = maps.compactMap { TransformParts($0.matrix) }
        guard parts.count == maps.count else { return CATransform3D(entries: maps.map(\.matrix.entries), weights: weights) }
        return CATransform3D(TransformParts.mixed(parts, weights: weights).matrix)
    }

    private init(entries: [[Double]], weights: [Double]) {
        let sums = (0..<16).map { i in zip(entries, weights).reduce(0) { $0 + $1.0[i] * $1.1 } }
        self.init(Transform3D(entries: sums))
    }

    /// The map applied a number of times: none at 0, undone at −1.
    func repeated(_ count: Double) -> CATransform3D {
        if count == -1 { return CATransform3DInvert(self) }
        return CATransform3DIdentity.interpolated(to: self, at: count)
    }
}

extension TransformParts {
    /// The sum of parts times weights. Turns are added as quaternions on the side of the first turn.
    static func mixed(_ parts: [TransformParts], weights: [Double]) -> TransformParts {
        var result = TransformParts()
        (result.translation, result.scale, result.perspective) = (.zero, .zero, .zero)
        var (real, axis) = (0.0, SIMD3<Double>.zero)
        let first = parts[0].rotation
        for (part, weight) in zip(parts, weights) {
            result.translation += weight * part.translation
            result.scale += weight * part.scale
            result.skew += weight * part.skew
            result.perspective += weight * part.perspective
            let turn = part.rotation
            let sign: Double = turn.real * first.real + (turn.axis * first.axis).sum() < 0 ? -1 : 1
            real += sign * weight * turn.real
            axis += sign * weight * turn.axis
        }
        let length = (real * real + (axis * axis).sum()).squareRoot()
        result.rotation = length > 0 ? Rotation(real: real / length, axis: axis / length) : first
        return result
    }
}
