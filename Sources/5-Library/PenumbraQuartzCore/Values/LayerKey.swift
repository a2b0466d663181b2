import Foundation
import PenumbraCoreGraphics

/// A property of a kind of layers, found by its name.
struct LayerKey: Sendable {
    let name: String
    let kind: ValueKind
    /// Whether a change starts an implicit animation, and animations of the key change what is shown.
    let isAnimatable: Bool
    let get: @Sendable (CALayer) -> Any?
    let set: @Sendable (CALayer, Any?) -> Void

    init(
        _ name: String, _ kind: ValueKind, isAnimatable: Bool = true, get: @escaping @Sendable (CALayer) -> Any?,
        set: @escaping @Sendable (CALayer, Any?) -> Void
    ) {
        (self.name, self.kind, self.isAnimatable, self.get, self.set) = (name, kind, isAnimatable, get, set)
    }
}

/// Makes the keys of one kind of layers.
struct LayerKeys<Kind: CALayer> {
    typealias Property<Value> = ReferenceWritableKeyPath<Kind, Value> & Sendable

    private(set) var keys: [LayerKey] = []

    private mutating func add<Value>(
        _ name: String, _ kind: ValueKind, _ property: Property<Value>, _ isAnimatable: Bool,
        _ convert: @escaping @Sendable (Any?) -> Value?
    ) {
        keys.append(
            LayerKey(
                name, kind, isAnimatable: isAnimatable,
                get: { layer in (layer as? Kind).flatMap { unwrapped($0[keyPath: property]) } },
                set: { layer, value in
                    guard let layer = layer as? Kind, let value = convert(value) else { return }
                    layer[keyPath: property] = value
                }))
    }

    mutating func float(_ name: String, _ property: Property<Float>) {
        add(name, .float, property, true) { numberValue($0).map { Float($0) } }
    }

    mutating func number(_ name: String, _ property: Property<CGFloat>, isAnimatable: Bool = true) {
        add(name, .double, property, isAnimatable) { any in numberValue(any).map { CGFloat($0) } }
    }

    mutating func seconds(_ name: String, _ property: Property<CFTimeInterval>, isAnimatable: Bool = false) {
        add(name, .double, property, isAnimatable) { any in numberValue(any) }
    }

    mutating func integer(_ name: String, _ property: Property<Int>) {
        add(name, .integer, property, true) { any in numberValue(any).map(whole) }
    }

    mutating func flag(_ name: String, _ property: Property<Bool>, isAnimatable: Bool = false) {
        add(name, .flag, property, isAnimatable) { any in numberValue(any).map { $0 != 0 } }
    }

    mutating func point(_ name: String, _ property: Property<CGPoint>) { add(name, .point, property, true, pointValue) }

    mutating func size(_ name: String, _ property: Property<CGSize>) { add(name, .size, property, true, sizeValue) }

    mutating func rect(_ name: String, _ property: Property<CGRect>, isAnimatable: Bool = true) {
        add(name, .rect, property, isAnimatable, rectValue)
    }

    mutating func transform(_ name: String, _ property: Property<CATransform3D>) {
        add(name, .transform, property, true, transformValue)
    }

    mutating func color(_ name: String, _ property: Property<CGColor?>) {
        add(name, .color, property, true) { .some($0 as? CGColor) }
    }

    mutating func path(_ name: String, _ property: Property<CGPath?>) {
        add(name, .path, property, true) { .some($0 as? CGPath) }
    }

    mutating func numbers(_ name: String, _ property: Property<[NSNumber]?>) {
        add(name, .numbers, property, true) { any in
            .some((any as? [Any])?.map { NSNumber(value: numberValue($0) ?? 0) })
        }
    }

    /// A list of colours, which programs may write as `[CGColor]` or `[Any]`.
    mutating func colors(_ name: String, _ property: Property<[Any]?>) {
        add(name, .colors, property, true) { .some($0 as? [Any]) }
    }

    /// A property of any other type.
    mutating func object<Value>(_ name: String, _ property: Property<Value>, isAnimatable: Bool = false) {
        add(name, .object, property, isAnimatable) { $0 as? Value }
    }
}

/// The value itself, or nil for an optional without a value.
private func unwrapped(_ any: Any) -> Any? {
    guard let optional = any as? any OptionalValue else { return any }
    return optional.anyValue
}

private protocol OptionalValue {
    var anyValue: Any? { get }
}

extension Optional: OptionalValue {
    fileprivate var anyValue: Any? { self.map { $0 as Any } }
}
