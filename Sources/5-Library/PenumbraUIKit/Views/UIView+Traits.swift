import PenumbraCoreGraphics

extension UIView {
    /// The traits of the view: the style that it or a view around it overrides, and the current traits otherwise.
    public var traitCollection: UITraitCollection {
        var view: UIView? = self
        while let next = view {
            if next.overrideUserInterfaceStyle != .unspecified {
                let own = UITraitCollection(userInterfaceStyle: next.overrideUserInterfaceStyle)
                return UITraitCollection(traitsFrom: [.current, own])
            }
            view = next.superview
        }
        return .current
    }

    /// Resolves the colours of the view and of those inside it again.
    func traitsChanged(from previous: UITraitCollection, depth: Int = 0) {
        // Deeper trees aren't drawn either.
        guard depth < 500 else { return }
        resolveColors()
        setNeedsDisplay()
        traitCollectionDidChange(previous)
        for change in traitChanges { change.call(self, previous) }
        for view in subviews where view.overrideUserInterfaceStyle == .unspecified {
            view.traitsChanged(from: previous, depth: depth + 1)
        }
    }
}
