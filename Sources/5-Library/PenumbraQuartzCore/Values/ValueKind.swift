import Foundation
import PenumbraCoreGraphics
import PenumbraGeometry
import PenumbraScene

/// The type of a property, with the conversions between what programs write and what animations compute with.
enum ValueKind: Hashable, Sendable {
    case float, double, integer, flag
    case point, size, rect
    case transform, affine
    case color, colors
    /// A list of numbers.
    case numbers
    case path
    case object

    /// Whether values have others in between.
    var isAnimatable: Bool { self != .object && self != .flag }

    /// The value that animations compute with. Nil if the value has another type.
    func value(_ any: Any?) -> LayerValue? {
        switch self {
        case .float, .double, .integer: numberValue(any).map { .numbers([$0]) }
        case .point: pointValue(any).map { .numbers([Double($0.x), Double($0.y)]) }
        case .size: sizeValue(any).map { .numbers([Double($0.width), Double($0.height)]) }
        case .rect:
            rectValue(any).map { .numbers([Double($0.minX), Double($0.minY), Double($0.size.width), Double($0.size.height)]) }
        case .transform, .affine: transformValue(any).map(LayerValue.transform)
        case .color: .color(colorValue(any) ?? .transparent)
        case .colors: (any as? [Any]).map { .colors($0.map { colorValue($0) ?? .transparent }) }
        case .numbers: (any as? [Any]).map { .numbers($0.map { numberValue($0) ?? 0 }) }
        case .path: pathValue(any).map { .path($0.shape) }
        case .flag, .object: .object(any as? ObjectBox ?? ObjectBox(any))
        }
    }

    /// The value as programs read it, in the type of the property.
    func any(_ value: LayerValue) -> Any? {
        switch (self, value) {
        case (.float, .numbers(let list)) where list.count == 1: return Float(list[0])
        case (.double, .numbers(let list)) where list.count == 1: return CGFloat(list[0])
        case (.integer, .numbers(let list)) where list.count == 1: return whole(list[0])
        case (.point, .numbers(let list)) where list.count == 2: return CGPoint(x: list[0], y: list[1])
        case (.size, .numbers(let list)) where list.count == 2: return CGSize(width: list[0], height: list[1])
        case (.rect, .numbers(let list)) where list.count == 4:
            return CGRect(x: list[0], y: list[1], width: list[2], height: list[3])
        case (.transform, .transform(let map)): return map
        case (.affine, .transform(let map)): return CATransform3DGetAffineTransform(map)
        case (.color, .color(let color)): return CGColor(color)
        case (.colors, .colors(let list)): return list.map { CGColor($0) }
        case (.numbers, .numbers(let list)): return list.map { NSNumber(value: $0) }
        case (.path, .path(let path)): return CGPath(path)
        case (_, .object(let box)): return box.value
        default: return nil
        }
    }
}

/// The number in a value of any numeric type. Nil for other types.
func numberValue(_ any: Any?) -> Double? {
    switch any {
    case let value as CGFloat: Double(value)
    case let value as Double: value
    case let value as Float: Double(value.description) ?? Double(value)
    case let value as Int: Double(value)
    case let value as Bool: value ? 1 : 0
    case let value as NSNumber: value.doubleValue
    case let value as any BinaryInteger: Double(value)
    default: nil
    }
}

/// The whole number nearest to a number, within the range of 32 bits.
func whole(_ number: Double) -> Int { number.isNaN ? 0 : Int(max(-2_147_483_648, min(2_147_483_647, number.rounded()))) }

func pointValue(_ any: Any?) -> CGPoint? {
    if let point = any as? CGPoint { return point }
    guard let value = any as? NSValue, value.hasType("CGPoint") else { return nil }
    return value.pointValue
}

func sizeValue(_ any: Any?) -> CGSize? {
    if let size = any as? CGSize { return size }
    guard let value = any as? NSValue, value.hasType("CGSize") else { return nil }
    return value.sizeValue
}

func rectValue(_ any: Any?) -> CGRect? {
    if let rect = any as? CGRect { return rect }
    guard let value = any as? NSValue, value.hasType("CGRect") else { return nil }
    return value.rectValue
}

func transformValue(_ any: Any?) -> CATransform3D? {
    switch any {
    case let map as CATransform3D: map
    case let map as CGAffineTransform: CATransform3DMakeAffineTransform(map)
    case let value as NSValue where value.isTransform: value.caTransform3DValue
    default: nil
    }
}

func colorValue(_ any: Any?) -> Color? { (any as? CGColor)?.scene }

func pathValue(_ any: Any?) -> CGPath? { any as? CGPath }

extension NSValue {
    /// Whether the value holds a structure with a name.
    fileprivate func hasType(_ name: String) -> Bool { String(cString: objCType).hasPrefix("{\(name)=") }

    // Foundation on Linux has no names for structures of others, so that bytes stand for the sixteen numbers.
    private static var transformType: String { "[\(MemoryLayout<CATransform3D>.size)C]" }

    fileprivate var isTransform: Bool { String(cString: objCType) == Self.transformType }

    public convenience init(caTransform3D t: CATransform3D) {
        var map = t
        self.init(bytes: &map, objCType: Self.transformType)
    }

    /// The transform in the value. The identity if the value holds something else.
    public var caTransform3DValue: CATransform3D {
        guard isTransform else { return CATransform3DIdentity }
        var map = CATransform3D()
        getValue(&map)
        return map
    }
}
