import Foundation
import PenumbraMotion

public struct CATransitionType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let fade = CATransitionType(rawValue: "fade")
    public static let moveIn = CATransitionType(rawValue: "moveIn")
    public static let push = CATransitionType(rawValue: "push")
    public static let reveal = CATransitionType(rawValue: "reveal")
}

/// The side from which a transition moves.
public struct CATransitionSubtype: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let fromRight = CATransitionSubtype(rawValue: "fromRight")
    public static let fromLeft = CATransitionSubtype(rawValue: "fromLeft")
    public static let fromTop = CATransitionSubtype(rawValue: "fromTop")
    public static let fromBottom = CATransitionSubtype(rawValue: "fromBottom")
}

/// A transition from what a layer showed to what it shows now.
open class CATransition: CAAnimation {
    open var type = CATransitionType.fade
    /// Nil is `fromLeft`.
    open var subtype: CATransitionSubtype?
    /// The progress at which the transition begins, 0…1.
    open var startProgress: Float = 0
    /// The progress at which the transition ends, 0…1.
    open var endProgress: Float = 1
    /// A filter for transitions. It has no effect.
    open var filter: Any?

    public override init() { super.init() }
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    override func blank() -> CAAnimation { CATransition() }

    override func duplicate() -> CAAnimation {
        let copy = super.duplicate()
        if let copy = copy as? CATransition {
            (copy.type, copy.subtype, copy.filter) = (type, subtype, filter)
            (copy.startProgress, copy.endProgress) = (startProgress, endProgress)
        }
        return copy
    }

    override func apply(to layer: CALayer, at moment: Moment, begin: CFTimeInterval, source: LayerSnapshot?) {
        guard let source, let (_, progress, _) = position(at: moment, begin: begin) else { return }
        let (start, end) = (Double(startProgress), Double(endProgress))
        layer.transitionInProgress = TransitionInProgress(
            transition: self, progress: start + (end - start) * progress, source: source)
    }

    open override func value(forKey key: String) -> Any? {
        switch key {
        case "type": type
        case "subtype": subtype
        case "startProgress": startProgress
        case "endProgress": endProgress
        case "filter": filter
        default: super.value(forKey: key)
        }
    }

    open override func setValue(_ value: Any?, forKey key: String) {
        switch key {
        case "type": type = value as? CATransitionType ?? .fade
        case "subtype": subtype = value as? CATransitionSubtype
        case "startProgress": startProgress = Float(numberValue(value) ?? 0)
        case "endProgress": endProgress = Float(numberValue(value) ?? 1)
        case "filter": filter = value
        default: super.setValue(value, forKey: key)
        }
    }
}
