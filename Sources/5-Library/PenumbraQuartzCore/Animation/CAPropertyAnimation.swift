import Foundation
import PenumbraCoreGraphics
import PenumbraMotion

/// An animation of one property of a layer.
open class CAPropertyAnimation: CAAnimation {
    /// The property or a part of it, such as `transform.rotation.z`.
    open var keyPath: String?
    /// Whether the values are added to the property's own value instead of replacing it.
    open var isAdditive = false
    /// Whether each repeat starts where the last repeat ended.
    open var isCumulative = false
    /// The function that turns values into transforms.
    open var valueFunction: CAValueFunction?

    public override init() { super.init() }

    public convenience init(keyPath path: String?) {
        self.init()
        keyPath = path
    }

    public required init?(coder: NSCoder) { super.init(coder: coder) }

    override func blank() -> CAAnimation { CAPropertyAnimation() }

    override func duplicate() -> CAAnimation {
        let copy = super.duplicate()
        if let copy = copy as? CAPropertyAnimation {
            copy.keyPath = keyPath
            (copy.isAdditive, copy.isCumulative, copy.valueFunction) = (isAdditive, isCumulative, valueFunction)
        }
        return copy
    }

    open override func value(forKey key: String) -> Any? {
        switch key {
        case "keyPath": keyPath
        case "additive": isAdditive
        case "cumulative": isCumulative
        case "valueFunction": valueFunction
        default: super.value(forKey: key)
        }
    }

    open override func setValue(_ value: Any?, forKey key: String) {
        switch key {
        case "keyPath": keyPath = value as? String
        case "additive": isAdditive = (numberValue(value) ?? 0) != 0
        case "cumulative": isCumulative = (numberValue(value) ?? 0) != 0
        case "valueFunction": valueFunction = value as? CAValueFunction
        default: super.setValue(value, forKey: key)
        }
    }

    override func apply(to layer: CALayer, at moment: Moment, begin: CFTimeInterval, source: LayerSnapshot?) {
        guard let keyPath, let (state, progress, timing) = position(at: moment, begin: begin) else { return }
        let target = layer.target(keyPath)
        // Values of a function are numbers, whatever the property is.
        let kind = valueFunction?.kind ?? target.kind
        guard let own = valueFunction.map(\.neutral) ?? kind.value(target.get(layer)) else { return }
        let base = isAdditive ? (try? own.repeated(0)) ?? own : own
        guard let ends = presented(progress, timing, state, kind, base) else { return }
        var value = ends.value
        if isCumulative, state.iteration != 0, let last = ends.last,
            let sum = try? last.repeated(Double(state.iteration)).adding(value)
        {
            value = sum
        }
        if let valueFunction {
            guard let map = valueFunction.transform(value) else { return }
            let whole = transformValue(target.get(layer)) ?? CATransform3DIdentity
            target.set(layer, isAdditive ? CATransform3DConcat(map, whole) : map)
            return
        }
        if isAdditive {
            guard let sum = try? own.adding(value) else { return }
            value = sum
        }
        if let any = kind.any(value) { target.set(layer, any) } else if case .object = value { target.set(layer, nil) }
    }

    /// The value at a progress, and the value at the end of a repeat.
    ///
    /// - Parameter own: the property's value without the animation or, for additive ones, no change.
    func presented(
        _ progress: Double, _ timing: Timing, _ state: TimingState, _ kind: ValueKind, _ own: LayerValue
    ) -> (value: LayerValue, last: LayerValue?)? { nil }
}

/// An animation from one value to another.
open class CABasicAnimation: CAPropertyAnimation {
    open var fromValue: Any?
    open var toValue: Any?
    open var byValue: Any?

    public override init() { super.init() }
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    override func blank() -> CAAnimation { CABasicAnimation() }

    override func duplicate() -> CAAnimation {
        let copy = super.duplicate()
        if let copy = copy as? CABasicAnimation {
            (copy.fromValue, copy.toValue, copy.byValue) = (fromValue, toValue, byValue)
        }
        return copy
    }

    open override func value(forKey key: String) -> Any? {
        switch key {
        case "fromValue": fromValue
        case "toValue": toValue
        case "byValue": byValue
        default: super.value(forKey: key)
        }
    }

    open override func setValue(_ value: Any?, forKey key: String) {
        switch key {
        case "fromValue": fromValue = value
        case "toValue": toValue = value
        case "byValue": byValue = value
        default: super.setValue(value, forKey: key)
        }
    }

    override func presented(
        _ progress: Double, _ timing: Timing, _ state: TimingState, _ kind: ValueKind, _ own: LayerValue
    ) -> (value: LayerValue, last: LayerValue?)? {
        func value(_ any: Any?) -> LayerValue? { any.flatMap { kind.value($0) } }
        // With all three values, Core Animation ignores `byValue`.
        let (from, to) = (value(fromValue), value(toValue))
        let by = from != nil && to != nil ? nil : value(byValue)
        guard from != nil || to != nil || by != nil else { return (own, nil) }
        guard let values = try? BasicValues(from: from, to: to, by: by), let ends = try? values.ends(own: own),
            let result = try? ends.start.interpolated(to: ends.end, at: progress)
        else { return nil }
        return (result, timing.autoreverses ? ends.start : ends.end)
    }

    open override func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
        guard let layer = anObject as? CALayer else { return }
        let action = duplicate()
        if let basic = action as? CABasicAnimation {
            if basic.keyPath == nil { basic.keyPath = event }
            if basic.fromValue == nil, basic.toValue == nil, basic.byValue == nil {
                // What the layer shows, even in the middle of another animation.
                basic.fromValue = layer.isAnimating(event) ? layer.shownBefore(event, dict) : dict?["previousValue"]
            }
        }
        layer.add(action, forKey: event)
    }

    /// The animation that a change of a property starts by itself.
    static func implicit(_ key: String) -> CABasicAnimation {
        let animation = CABasicAnimation(keyPath: key)
        animation.duration = CATransaction.animationDuration()
        animation.timingFunction = CATransaction.animationTimingFunction() ?? CAMediaTimingFunction(name: .default)
        animation.fillMode = .backwards
        return animation
    }
}

extension CALayer {
    /// Whether an animation of a key is added.
    fileprivate func isAnimating(_ key: String) -> Bool { running.contains { $0.key == key } }

    /// The value of a property that a layer shows while it is animated, and that its last value before a change led to.
    fileprivate func shownBefore(_ key: String, _ arguments: [AnyHashable: Any]?) -> Any? {
        let restore = savedState()
        let wasPresenting = isPresenting
        isPresenting = true
        defer {
            restore()
            isPresenting = wasPresenting
        }
        if let previous = arguments?["previousValue"] { setValue(previous, forKey: key) }
        applyAnimations(running, at: localTime(atRoot: currentTime))
        return value(forKey: key)
    }
}
