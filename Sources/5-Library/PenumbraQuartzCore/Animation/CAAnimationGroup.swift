import Foundation
import PenumbraMotion

/// Animations that share a time: they run within the group's, and are cut off at its duration.
open class CAAnimationGroup: CAAnimation {
    open var animations: [CAAnimation]?

    public override init() { super.init() }
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    override func blank() -> CAAnimation { CAAnimationGroup() }

    override func duplicate() -> CAAnimation {
        let copy = super.duplicate()
        (copy as? CAAnimationGroup)?.animations = animations?.map { $0.duplicate() }
        return copy
    }

    override func setStandardDuration(_ duration: CFTimeInterval) {
        super.setStandardDuration(duration)
        for animation in animations ?? [] { animation.setStandardDuration(self.duration) }
    }

    override func apply(to layer: CALayer, at moment: Moment, begin: CFTimeInterval, source: LayerSnapshot?) {
        guard let (state, progress, timing) = position(at: moment, begin: begin) else { return }
        let inner = Moment(seconds: progress * timing.duration, side: state.side)
        for animation in animations ?? [] {
            animation.setStandardDuration(timing.duration)
            animation.apply(to: layer, at: inner, begin: animation.beginTime, source: source)
        }
    }

    open override func value(forKey key: String) -> Any? {
        key == "animations" ? animations : super.value(forKey: key)
    }

    open override func setValue(_ value: Any?, forKey key: String) {
        if key == "animations" { animations = value as? [CAAnimation] } else { super.setValue(value, forKey: key) }
    }
}
