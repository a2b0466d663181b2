import Foundation
import PenumbraCoreGraphics

extension CALayer {
    /// Lays out the layer and everything below that asks for it.
    func layoutTree(depth: Int) {
        guard depth < LayerLimits.depth else { return }
        if isLayoutNeeded {
            isLayoutNeeded = false
            layoutSublayers()
        }
        mask?.layoutTree(depth: depth + 1)
        for layer in children { layer.layoutTree(depth: depth + 1) }
    }

    /// Draws everything below that asks for it.
    func displayTree(depth: Int) {
        guard depth < LayerLimits.depth else { return }
        displayIfNeeded()
        mask?.displayTree(depth: depth + 1)
        for layer in children { layer.displayTree(depth: depth + 1) }
    }

    /// Follows a change of the superlayer's size as `autoresizingMask` describes.
    func autoresize(from old: CGSize) {
        guard let new = superlayer?.bounds.size, !autoresizingMask.isEmpty else { return }
        /// The new start and length along one axis. What grows shares the change in proportion.
        func fitted(
            _ start: CGFloat, _ length: CGFloat, _ old: CGFloat, _ new: CGFloat, _ flexible: (Bool, Bool, Bool)
        ) -> (CGFloat, CGFloat) {
            let parts = [start, length, old - start - length]
            let grows = [flexible.0, flexible.1, flexible.2]
            let sum = zip(parts, grows).reduce(CGFloat(0)) { $1.1 ? $0 + $1.0 : $0 }
            let count = CGFloat(grows.count { $0 })
            guard count > 0 else { return (start, length) }
            let result = zip(parts, grows).map { part, grows in
                grows ? part + (new - old) * (sum == 0 ? 1 / count : part / sum) : part
            }
            return (result[0], max(0, result[1]))
        }
        let mask = autoresizingMask
        var frame = self.frame
        (frame.origin.x, frame.size.width) = fitted(
            frame.origin.x, frame.size.width, old.width, new.width,
            (mask.contains(.layerMinXMargin), mask.contains(.layerWidthSizable), mask.contains(.layerMaxXMargin)))
        (frame.origin.y, frame.size.height) = fitted(
            frame.origin.y, frame.size.height, old.height, new.height,
            (mask.contains(.layerMinYMargin), mask.contains(.layerHeightSizable), mask.contains(.layerMaxYMargin)))
        if frame != self.frame { self.frame = frame }
    }

    // MARK: - Scrolling

    /// The part of the bounds that scroll layers around the layer show.
    public var visibleRect: CGRect {
        var visible = bounds
        var layer = superlayer
        while let next = layer {
            if next is CAScrollLayer || next.masksToBounds {
                visible = visible.intersection(convert(next.bounds, from: next))
            }
            layer = next.superlayer
        }
        return visible.isNull ? .zero : visible
    }

    /// Scrolls the nearest scroll layer so that a point becomes its origin.
    public func scroll(_ p: CGPoint) {
        guard let scroll = scrollLayer else { return }
        scroll.scroll(to: convert(p, to: scroll))
    }

    /// Scrolls the nearest scroll layer as little as needed to show a rectangle.
    public func scrollRectToVisible(_ r: CGRect) {
        guard let scroll = scrollLayer else { return }
        scroll.scroll(to: convert(r, to: scroll))
    }

    private var scrollLayer: CAScrollLayer? {
        var layer: CALayer? = self
        while let next = layer {
            if let scroll = next as? CAScrollLayer { return scroll }
            layer = next.superlayer
        }
        return nil
    }
}
