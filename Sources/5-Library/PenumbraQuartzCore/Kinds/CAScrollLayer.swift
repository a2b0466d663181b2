import Foundation
import PenumbraCoreGraphics

/// A layer that shows a part of its sublayers: the origin of its bounds scrolls.
open class CAScrollLayer: CALayer {
    private struct Own {
        var scrollMode: CAScrollLayerScrollMode = .both
    }

    private var own = Own()

    public override init() { super.init() }

    public override init(layer: Any) {
        super.init(layer: layer)
        if let other = layer as? CAScrollLayer { own = other.own }
    }

    public required init?(coder: NSCoder) { super.init(coder: coder) }

    private func change<Value>(_ property: WritableKeyPath<Own, Value>, _ value: Value, _ key: String) {
        changing(key) { own[keyPath: property] = value }
    }

    /// The directions in which the layer scrolls.
    open var scrollMode: CAScrollLayerScrollMode {
        get { own.scrollMode }
        set { change(\.scrollMode, newValue, "scrollMode") }
    }

    /// Makes a point the origin of the bounds, as far as `scrollMode` allows.
    open func scroll(to p: CGPoint) {
        var origin = bounds.origin
        if scrollMode == .both || scrollMode == .horizontally { origin.x = p.x }
        if scrollMode == .both || scrollMode == .vertically { origin.y = p.y }
        if origin != bounds.origin { bounds.origin = origin }
    }

    /// Scrolls as little as needed to show a rectangle.
    open func scroll(to r: CGRect) {
        func moved(_ start: CGFloat, _ length: CGFloat, _ first: CGFloat, _ size: CGFloat) -> CGFloat {
            if first < start || size > length { return first }
            return first + size > start + length ? first + size - length : start
        }
        let visible = bounds
        scroll(
            to: CGPoint(
                x: moved(visible.origin.x, visible.size.width, r.origin.x, r.size.width),
                y: moved(visible.origin.y, visible.size.height, r.origin.y, r.size.height)))
    }

    // MARK: - Keys

    override class var keys: [String: LayerKey] { ownKeys }

    private static let ownKeys: [String: LayerKey] = {
        var keys = LayerKeys<CAScrollLayer>()
        keys.object("scrollMode", \.scrollMode)
        return LayerKey.table(keys.keys, adding: LayerKey.ofLayers)
    }()

    override func savedState() -> () -> Void {
        let (own, base) = (self.own, super.savedState())
        return { [unowned self] in
            base()
            self.own = own
        }
    }

    override class var sample: CALayer { CAScrollLayer() }

    open override class func presentation(of layer: CALayer) -> CALayer? {
        self == CAScrollLayer.self ? CAScrollLayer(layer: layer) : nil
    }
}
