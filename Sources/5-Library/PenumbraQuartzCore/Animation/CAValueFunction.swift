import Foundation
import PenumbraCoreGraphics

public struct CAValueFunctionName: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let rotateX = CAValueFunctionName(rawValue: "rotateX")
    public static let rotateY = CAValueFunctionName(rawValue: "rotateY")
    public static let rotateZ = CAValueFunctionName(rawValue: "rotateZ")
    public static let scale = CAValueFunctionName(rawValue: "scale")
    public static let scaleX = CAValueFunctionName(rawValue: "scaleX")
    public static let scaleY = CAValueFunctionName(rawValue: "scaleY")
    public static let scaleZ = CAValueFunctionName(rawValue: "scaleZ")
    public static let translate = CAValueFunctionName(rawValue: "translate")
    public static let translateX = CAValueFunctionName(rawValue: "translateX")
    public static let translateY = CAValueFunctionName(rawValue: "translateY")
    public static let translateZ = CAValueFunctionName(rawValue: "translateZ")
}

/// A function that turns one number, or three, into a transform.
open class CAValueFunction: NSObject {
    public let name: CAValueFunctionName

    /// Creates a function by its name. Nil for a name that Core Animation doesn't have.
    public init?(name: CAValueFunctionName) {
        let names: [CAValueFunctionName] = [
            .rotateX, .rotateY, .rotateZ, .scale, .scaleX, .scaleY, .scaleZ, .translate, .translateX, .translateY, .translateZ,
        ]
        guard names.contains(name) else { return nil }
        self.name = name
        super.init()
    }

    var kind: ValueKind { takesThree ? .numbers : .double }

    private var takesThree: Bool { name == .scale || name == .translate }

    /// The number whose transform changes nothing.
    var neutral: LayerValue {
        let scales: [CAValueFunctionName] = [.scale, .scaleX, .scaleY, .scaleZ]
        return .numbers(Array(repeating: scales.contains(name) ? 1 : 0, count: takesThree ? 3 : 1))
    }

    /// Nil for a value with a wrong number of numbers.
    func transform(_ value: LayerValue) -> CATransform3D? {
        guard case .numbers(let list) = value, list.count == (takesThree ? 3 : 1) else { return nil }
        let first = CGFloat(list[0])
        switch name {
        case .rotateX: return CATransform3DMakeRotation(first, 1, 0, 0)
        case .rotateY: return CATransform3DMakeRotation(first, 0, 1, 0)
        case .rotateZ: return CATransform3DMakeRotation(first, 0, 0, 1)
        case .scale: return CATransform3DMakeScale(first, CGFloat(list[1]), CGFloat(list[2]))
        case .scaleX: return CATransform3DMakeScale(first, 1, 1)
        case .scaleY: return CATransform3DMakeScale(1, first, 1)
        case .scaleZ: return CATransform3DMakeScale(1, 1, first)
        case .translate: return CATransform3DMakeTranslation(first, CGFloat(list[1]), CGFloat(list[2]))
        case .translateX: return CATransform3DMakeTranslation(first, 0, 0)
        case .translateY: return CATransform3DMakeTranslation(0, first, 0)
        case .translateZ: return CATransform3DMakeTranslation(0, 0, first)
        default: return nil
        }
    }
}
