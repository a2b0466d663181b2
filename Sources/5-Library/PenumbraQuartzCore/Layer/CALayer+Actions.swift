import Foundation
import PenumbraCoreGraphics
import PenumbraGeometry
import PenumbraMotion

/// An animation of a layer.
struct RunningAnimation {
    /// Nil for an animation that nobody can name.
    let key: String?
    let animation: CAAnimation
    /// The begin in the layer's time.
    let begin: CFTimeInterval
    /// The layer before a transition began.
    var source: LayerSnapshot?
    /// The block of the transaction that the animation belongs to.
    var completion: Completion?
    var hasStarted = false
}

extension CALayer {
    func chosenAction(forKey event: String) -> (any CAAction)? {
        if let action = delegate?.action(for: self, forKey: event) { return real(action) }
        if let action = actions?[event] { return real(action) }
        var style = self.style
        while let level = style {
            if let action = (level["actions"] as? [AnyHashable: Any])?[event] as? any CAAction { return real(action) }
            style = level["style"] as? [AnyHashable: Any]
        }
        if let action = type(of: self).defaultAction(forKey: event) { return real(action) }
        guard let key = type(of: self).keys[event], key.isAnimatable, key.kind.isAnimatable || Self.jumps.contains(event) else {
            return nil
        }
        return CABasicAnimation.implicit(event)
    }

    /// Keys whose implicit animation is a cross-fade or a jump.
    private static let jumps: Set = ["contents", "hidden"]

    /// A null means: no action.
    private func real(_ action: any CAAction) -> (any CAAction)? { action is NSNull ? nil : action }

    func start(_ animation: CAAnimation, forKey key: String?) {
        let copy = animation.duplicate()
        let isTransition = copy is CATransition
        let name = isTransition ? kCATransition : key
        if let name { stopAnimations { $0.key == name } }
        if copy.duration == 0 { copy.setStandardDuration(CATransaction.animationDuration()) }
        let now = localTime(atRoot: currentTime)
        var added = RunningAnimation(
            key: name, animation: copy, begin: copy.beginTime == 0 ? now + copy.beginDelay : copy.beginTime)
        if let completion = ThreadState.current.transactions.last?.completion {
            completion.add()
            added.completion = completion
        }
        if isTransition { added.source = committed?.snapshot ?? LayerSnapshot.ofTransition(self, at: currentTime) }
        running.append(added)
    }

    /// Removes animations before they end.
    func stopAnimations(_ isWanted: (RunningAnimation) -> Bool) {
        let stopped = running.filter(isWanted)
        guard !stopped.isEmpty else { return }
        running.removeAll(where: isWanted)
        for one in stopped {
            if one.hasStarted { one.animation.delegate?.animationDidStop(one.animation, finished: false) }
            one.completion?.end()
        }
    }

    /// Reports the animations that began, and ends those that are over, up to a time of the superlayer.
    func advance(toParentTime parent: CFTimeInterval, depth: Int) {
        guard depth < LayerLimits.depth else { return }
        let now = state.timing.localTime(parent)
        var finished: [RunningAnimation] = []
        var kept: [RunningAnimation] = []
        for var one in running {
            if !one.hasStarted, now >= one.begin {
                one.hasStarted = true
                one.animation.delegate?.animationDidStart(one.animation)
            }
            let isOver = one.animation.endTime(begin: one.begin) <= now
            if isOver, one.completion != nil || one.animation.isRemovedOnCompletion { finished.append(one) }
            if isOver { one.completion = nil }
            if !isOver || !one.animation.isRemovedOnCompletion { kept.append(one) }
        }
        running = kept
        for one in finished {
            one.animation.delegate?.animationDidStop(one.animation, finished: true)
            one.completion?.end()
        }
        mask?.advance(toParentTime: now, depth: depth + 1)
        for layer in children { layer.advance(toParentTime: now, depth: depth + 1) }
    }

    /// Marks the tree as shown.
    func commit(depth: Int) {
        guard depth < LayerLimits.depth else { return }
        isCommitted = true
        mask?.commit(depth: depth + 1)
        for layer in children { layer.commit(depth: depth + 1) }
    }

    /// A layer with the values that animations give this layer at the current media time.
    ///
    /// While it is drawn, and in a presentation, a layer shows these values itself.
    public func presentation() -> Self? {
        if isPresenting { return self }
        guard let copy = type(of: self).presentation(of: self) as? Self else { return nil }
        copy.applyAnimations(running, at: localTime(atRoot: currentTime))
        return copy
    }

    /// The layer whose presentation this is, or the layer itself.
    public func model() -> Self { (modelLayer as? Self) ?? self }

    /// The distance, in radii, that a corner of a curve reaches along an edge.
    public class func cornerCurveExpansionFactor(_ curve: CALayerCornerCurve) -> CGFloat {
        curve == .continuous ? CGFloat(CornerRadii.continuousReach) : 1
    }

    /// Changes the properties to what animations make of them.
    func applyAnimations(_ running: [RunningAnimation], at time: CFTimeInterval) {
        let wasPresenting = isPresenting
        isPresenting = true
        defer { isPresenting = wasPresenting }
        for one in running {
            one.animation.apply(to: self, at: Moment(seconds: time), begin: one.begin, source: one.source)
        }
    }
}
