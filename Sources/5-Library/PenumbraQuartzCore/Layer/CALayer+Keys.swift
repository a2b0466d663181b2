import Foundation
import PenumbraCoreGraphics

/// A property, or a part of a property, that a key path names.
struct KeyTarget {
    /// The key of the property.
    let key: String
    let kind: ValueKind
    let get: (CALayer) -> Any?
    let set: (CALayer, Any?) -> Void
}

extension CALayer {
    /// Returns what a key path names. Keys that no property has name any value.
    func target(_ keyPath: String) -> KeyTarget {
        let names = keyPath.split(separator: ".").map(String.init)
        guard let first = names.first else { return anyTarget(keyPath) }
        if let owner = ownerTarget(names) { return owner }
        guard let key = type(of: self).keys[first] else { return otherTarget(first, Array(names.dropFirst()), keyPath) }
        guard let part = PartOfValue(Array(names.dropFirst()), of: key.kind) else { return anyTarget(keyPath) }
        return KeyTarget(
            key: key.name, kind: part.kind, get: { part.get(key.get($0)) },
            set: { layer, value in
                if names.count == 1 {
                    key.set(layer, value)
                } else if let whole = part.set(key.get(layer), value) {
                    key.set(layer, whole)
                }
            })
    }

    /// A part of a value that no property has, such as a program's own `progress`.
    private func otherTarget(_ key: String, _ rest: [String], _ keyPath: String) -> KeyTarget {
        let current = state.others[key]
        guard let part = PartOfValue(rest, of: ValueKind(of: current)) else { return anyTarget(keyPath) }
        return KeyTarget(
            key: key, kind: part.kind, get: { part.get($0.value(forKey: key)) },
            set: { layer, value in
                layer.setValue(rest.isEmpty ? value : part.set(layer.value(forKey: key), value), forKey: key)
            })
    }

    private func anyTarget(_ keyPath: String) -> KeyTarget {
        KeyTarget(
            key: keyPath, kind: ValueKind(of: state.others[keyPath]), get: { $0.keyedValue(keyPath) },
            set: { $0.setKeyedValue($1, keyPath) })
    }

    /// Key paths into other objects: the mask, named sublayers and named filters.
    private func ownerTarget(_ names: [String]) -> KeyTarget? {
        let isList = ["sublayers", "filters", "backgroundFilters", "emitterCells"].contains(names[0])
        guard names.count > (isList ? 2 : 1) else { return nil }
        let rest = names.dropFirst(isList ? 2 : 1)
        switch names[0] {
        case "mask", "sublayers":
            func owner(_ layer: CALayer) -> CALayer? {
                isList ? layer.children.first { $0.name == names[1] } : layer.mask
            }
            guard let inner = owner(self)?.target(rest.joined(separator: ".")) else { return nil }
            return KeyTarget(
                key: names[0], kind: inner.kind, get: { owner($0).flatMap(inner.get) },
                set: { layer, value in owner(layer).map { inner.set($0, value) } })
        case "filters", "backgroundFilters":
            let (list, input) = (names[0], rest.joined(separator: "."))
            func filters(_ layer: CALayer) -> [CIFilter] { layer.filterList(list) }
            guard let filter = filters(self).first(where: { $0.name == names[1] }) else { return nil }
            return KeyTarget(
                key: list, kind: ValueKind(of: filter.value(forKey: input)),
                get: { layer in filters(layer).first { $0.name == names[1] }?.value(forKey: input) },
                set: { layer, value in
                    let changed = filters(layer).map { filter in
                        guard filter.name == names[1] else { return filter }
                        let copy = filter.duplicate()
                        copy.setValue(value, forKey: input)
                        return copy
                    }
                    layer.setKeyedValue(changed, list)
                })
        case "emitterCells": return cellTarget(names[1], rest.joined(separator: "."))
        default: return nil
        }
    }

    private func filterList(_ list: String) -> [CIFilter] {
        (keyedValue(list) as? [Any])?.compactMap { $0 as? CIFilter } ?? []
    }

    // MARK: - Values

    func keyedValue(_ key: String) -> Any? {
        if let property = type(of: self).keys[key] { return property.get(self) }
        if let value = state.others[key] { return value }
        if let value = state.style?[key] { return value }
        return type(of: self).defaultValue(forKey: key)
    }

    func setKeyedValue(_ value: Any?, _ key: String) {
        if let property = type(of: self).keys[key] {
            property.set(self, value)
        } else {
            changing(key) { state.others[key] = value }
        }
    }

    func pathValue(_ keyPath: String) -> Any? { target(keyPath).get(self) }

    func setPathValue(_ value: Any?, _ keyPath: String) { target(keyPath).set(self, value) }

    /// The value that a new layer of Core Animation's own class has.
    class func standardValue(forKey key: String) -> Any? { keys[key]?.get(sample) }
}

extension ValueKind {
    /// The kind of a value whose property isn't known.
    init(of any: Any?) {
        switch any {
        case is CGPoint: self = .point
        case is CGSize: self = .size
        case is CGRect: self = .rect
        case is CATransform3D: self = .transform
        case is CGAffineTransform: self = .affine
        case is CGColor: self = .color
        case is CGPath: self = .path
        case is Float: self = .float
        case is Int: self = .integer
        case let value as NSValue where !(value is NSNumber):
            self =
                pointValue(value) != nil
                ? .point : sizeValue(value) != nil ? .size : rectValue(value) != nil ? .rect : .object
        default: self = numberValue(any) != nil ? .double : .object
        }
    }
}

/// Whether two values of any type are equal, as far as their types can tell.
func isEqualAny(_ a: Any?, _ b: Any?) -> Bool {
    switch (a, b) {
    case (nil, nil): true
    case (let a as AnyHashable, let b as AnyHashable): a == b
    default: false
    }
}

extension CALayer {
    /// Sets the values of several keys.
    public func setValuesForKeys(_ keyedValues: [String: Any]) {
        for (key, value) in keyedValues { setValue(value is NSNull ? nil : value, forKey: key) }
    }

    /// The values of several keys. Keys without one have a null.
    public func dictionaryWithValues(forKeys keys: [String]) -> [String: Any] {
        Dictionary(keys.map { ($0, value(forKey: $0) ?? NSNull()) }) { first, _ in first }
    }
}
