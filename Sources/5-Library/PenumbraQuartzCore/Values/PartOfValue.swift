import Foundation
import PenumbraCoreGraphics

/// A part of a value, as key paths name it: `x` of a point, `rotation.z` of a transform.
struct PartOfValue {
    let kind: ValueKind
    let get: (Any?) -> Any?
    /// Returns the whole value with another part. Nil if the part doesn't fit.
    let set: (_ whole: Any?, _ part: Any?) -> Any?

    /// The whole value itself.
    static func whole(_ kind: ValueKind) -> PartOfValue { PartOfValue(kind: kind, get: { $0 }, set: { $1 }) }

    /// Finds a part of a value. Nil if values of the kind have no such part.
    init?(_ names: [String], of kind: ValueKind) {
        guard let first = names.first else {
            self = .whole(kind)
            return
        }
        let rest = Array(names.dropFirst())
        switch (kind, first) {
        case (.point, "x"), (.size, "width"): self.init(coordinate: 0, of: kind, rest)
        case (.point, "y"), (.size, "height"): self.init(coordinate: 1, of: kind, rest)
        case (.rect, "origin"): self.init(.point, 0...1, of: kind, rest)
        case (.rect, "size"): self.init(.size, 2...3, of: kind, rest)
        case (.transform, _), (.affine, _): self.init(ofTransform: names, kind)
        default: return nil
        }
    }

    private init(kind: ValueKind, get: @escaping (Any?) -> Any?, set: @escaping (Any?, Any?) -> Any?) {
        (self.kind, self.get, self.set) = (kind, get, set)
    }

    private init?(coordinate: Int, of whole: ValueKind, _ rest: [String]) {
        self.init(.double, coordinate...coordinate, of: whole, rest)
    }

    /// The part that some of the coordinates make.
    private init?(_ kind: ValueKind, _ coordinates: ClosedRange<Int>, of whole: ValueKind, _ rest: [String]) {
        guard let inner = PartOfValue(rest, of: kind) else { return nil }
        func own(_ any: Any?) -> Any? {
            guard case .numbers(let list)? = whole.value(any) else { return nil }
            return kind.any(.numbers(Array(list[coordinates])))
        }
        self.init(
            kind: inner.kind, get: { inner.get(own($0)) },
            set: { any, part in
                guard case .numbers(var list)? = whole.value(any), let changed = inner.set(own(any), part),
                    case .numbers(let new)? = kind.value(changed), new.count == coordinates.count
                else { return nil }
                list.replaceSubrange(coordinates, with: new)
                return whole.any(.numbers(list))
            })
    }

    // MARK: - Transforms

    private init?(ofTransform names: [String], _ whole: ValueKind) {
        guard names.count <= 2 else { return nil }
        let axis = names.count == 2 ? ["x": 0, "y": 1, "z": 2][names[1]] : nil
        let isPlane = names == ["scale", "xy"]
        guard names.count == 1 || axis != nil || isPlane else { return nil }
        func parts(_ any: Any?) -> TransformParts? { transformValue(any).flatMap { TransformParts($0.matrix) } }
        func map(_ parts: TransformParts) -> Any? { whole.any(.transform(CATransform3D(parts.matrix))) }
        /// A part that is one number.
        func one(
            _ get: @escaping (TransformParts) -> Double, _ set: @escaping (inout TransformParts, Double) -> Void
        ) -> PartOfValue {
            PartOfValue(
                kind: .double, get: { any in parts(any).map { CGFloat(get($0)) } },
                set: { any, part in
                    guard var parts = parts(any), let part = numberValue(part) else { return nil }
                    set(&parts, part)
                    return map(parts)
                })
        }
        switch (names[0], axis) {
        case ("rotation", _):
            let axis = axis ?? 2
            self = one(
                { $0.rotation.angles[axis] },
                { parts, angle in
                    var angles = parts.rotation.angles
                    angles[axis] = angle
                    parts.rotation = Rotation(angles: angles)
                })
        case ("scale", let axis?): self = one({ $0.scale[axis] }, { $0.scale[axis] = $1 })
        case ("scale", nil) where isPlane:
            self = one({ ($0.scale.x + $0.scale.y) / 2 }, { ($0.scale.x, $0.scale.y) = ($1, $1) })
        case ("scale", nil): self = one({ ($0.scale.x + $0.scale.y + $0.scale.z) / 3 }, { $0.scale = SIMD3(repeating: $1) })
        case ("translation", let axis?): self = one({ $0.translation[axis] }, { $0.translation[axis] = $1 })
        case ("translation", nil):
            self.init(
                kind: .size,
                get: { any in parts(any).map { CGSize(width: $0.translation.x, height: $0.translation.y) } },
                set: { any, part in
                    let point = pointValue(part).map { CGSize(width: $0.x, height: $0.y) }
                    guard var parts = parts(any), let size = sizeValue(part) ?? point else { return nil }
                    (parts.translation.x, parts.translation.y) = (Double(size.width), Double(size.height))
                    return map(parts)
                })
        default: return nil
        }
    }
}
