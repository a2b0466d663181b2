import PenumbraLayout
import PenumbraMotion

/// Reads and writes one property of a layer.
package struct Lens<Value>: Sendable {
    /// The value of a layer. The indices are those of the key path. Nil if the layer has no such property.
    package let get: @Sendable (Layer, [Int]) -> Value?
    /// Changes nothing in a layer that has no such property.
    let set: @Sendable (inout Layer, [Int], Value) -> Void
}

extension Lens {
    init(_ path: any WritableKeyPath<Layer, Value> & Sendable) {
        self.init(get: { layer, _ in layer[keyPath: path] }, set: { layer, _, value in layer[keyPath: path] = value })
    }

    /// The element of a list that the first index names.
    init(elementOf list: any WritableKeyPath<Layer, [Value]> & Sendable) {
        self.init(
            get: { layer, indices in
                let (list, index) = (layer[keyPath: list], indices.first ?? 0)
                return list.indices.contains(index) ? list[index] : nil
            },
            set: { layer, indices, value in
                let index = indices.first ?? 0
                if layer[keyPath: list].indices.contains(index) { layer[keyPath: list][index] = value }
            })
    }

    /// A part of the value.
    func part<Part>(_ path: any WritableKeyPath<Value, Part> & Sendable) -> Lens<Part> {
        part({ $0[keyPath: path] }, { $0[keyPath: path] = $1 })
    }

    /// A part of the value. Nil if the value has no such part.
    func part<Part>(
        _ part: @escaping @Sendable (Value) -> Part?, _ change: @escaping @Sendable (inout Value, Part) -> Void
    ) -> Lens<Part> {
        Lens<Part>(
            get: { layer, indices in get(layer, indices).flatMap(part) },
            set: { layer, indices, part in
                guard var value = get(layer, indices) else { return }
                change(&value, part)
                set(&layer, indices, value)
            })
    }

    /// The same value, with `standard` for a property that is unset.
    func or<Part: Sendable>(_ standard: Part) -> Lens<Part> where Value == Part? {
        Lens<Part>(
            get: { layer, indices in get(layer, indices).map { $0 ?? standard } },
            set: { layer, indices, part in set(&layer, indices, part) })
    }
}

extension Lens where Value == Paint? {
    /// The colour of a paint. Without a paint, and instead of a gradient, it is transparent.
    var color: Lens<Color> {
        part({ if case .color(let color)? = $0 { color } else { .transparent } }, { $0 = .color($1) })
    }
}

extension Lens where Value == Paint {
    /// The colour of a paint. Instead of a gradient, it is transparent.
    var color: Lens<Color> { part({ if case .color(let color) = $0 { color } else { .transparent } }, { $0 = .color($1) }) }
}

extension Lens where Value == AffineTransform {
    /// A number in the transform.
    func component(_ component: TransformComponent) -> Lens<Double> {
        part({ component.value(of: $0) ?? 0 }, { $0 = component.setting($1, in: $0) })
    }

    /// The translation.
    var translation: Lens<Point> { part({ Point($0.tx, $0.ty) }, { ($0.tx, $0.ty) = ($1.x, $1.y) }) }
}

extension Lens where Value == LayoutLength {
    /// The length in points. Automatic lengths and percentages count as zero.
    var points: Lens<Double> { part({ if case .points(let points) = $0 { points } else { 0 } }, { $0 = .points($1) }) }
}
