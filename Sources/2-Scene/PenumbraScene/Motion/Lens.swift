import PenumbraMotion

/// Reads and changes one property of a layer.
package struct Lens<Value>: Sendable {
    /// The value of a layer. The indices are those of the key path. Nil if the layer has no such property.
    package let get: @Sendable (Layer, [Int]) -> Value?
    /// Changes nothing in a layer that has no such property.
    let change: @Sendable (inout Layer, [Int], (inout Value) -> Void) -> Void

    func set(_ layer: inout Layer, _ indices: [Int], _ value: Value) { change(&layer, indices) { $0 = value } }
}

extension Lens where Value == Layer {
    /// The whole layer.
    static let layer = Lens(get: { layer, _ in layer }, change: { layer, _, change in change(&layer) })
}

extension Lens {
    init(
        get: @escaping @Sendable (Layer, [Int]) -> Value?, set: @escaping @Sendable (inout Layer, [Int], Value) -> Void
    ) {
        self.init(
            get: get,
            change: { layer, indices, change in
                guard var value = get(layer, indices) else { return }
                change(&value)
                set(&layer, indices, value)
            })
    }

    /// The element of a list that the first index names.
    init(elementOf list: any WritableKeyPath<Layer, [Value]> & Sendable) {
        self.init(
            get: { layer, indices in
                let (list, index) = (layer[keyPath: list], indices.first ?? 0)
                return list.indices.contains(index) ? list[index] : nil
            },
            change: { layer, indices, change in
                let index = indices.first ?? 0
                if layer[keyPath: list].indices.contains(index) { change(&layer[keyPath: list][index]) }
            })
    }

    /// A part of the value.
    func part<Part>(_ path: any WritableKeyPath<Value, Part> & Sendable) -> Lens<Part> {
        Lens<Part>(
            get: { layer, indices in get(layer, indices).map { $0[keyPath: path] } },
            change: { layer, indices, change in self.change(&layer, indices) { change(&$0[keyPath: path]) } })
    }

    /// A part of the value. Nil if the value has no such part.
    func part<Part>(
        _ part: @escaping @Sendable (Value) -> Part?, _ set: @escaping @Sendable (inout Value, Part) -> Void
    ) -> Lens<Part> {
        Lens<Part>(
            get: { layer, indices in get(layer, indices).flatMap(part) },
            change: { layer, indices, change in
                self.change(&layer, indices) { value in
                    guard var own = part(value) else { return }
                    change(&own)
                    set(&value, own)
                }
            })
    }

    /// The same value, with `standard` for a property that is unset.
    func or<Part: Sendable>(_ standard: Part) -> Lens<Part> where Value == Part? {
        part({ $0 ?? standard }, { $0 = $1 })
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
