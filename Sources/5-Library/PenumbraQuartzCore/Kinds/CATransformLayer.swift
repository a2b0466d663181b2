import Foundation
import PenumbraCoreGraphics

/// A layer that only moves its sublayers in space and keeps their depth.
///
/// The sublayers hide each other by depth, and cut through each other where they intersect. Background, contents, border,
/// filters and mask have no effect.
open class CATransformLayer: CALayer {
    public override init() { super.init() }
    public override init(layer: Any) { super.init(layer: layer) }
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    open override func hitTest(_ p: CGPoint) -> CALayer? {
        // The layer has no surface of its own.
        let hit = super.hitTest(p)
        return hit === self ? nil : hit
    }

    override class var sample: CALayer { CATransformLayer() }

    open override class func presentation(of layer: CALayer) -> CALayer? {
        self == CATransformLayer.self ? CATransformLayer(layer: layer) : nil
    }
}
