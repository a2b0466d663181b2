import PenumbraCoreGraphics
import PenumbraQuartzCore

/// The properties of views, which subclasses may override.
open class UIViewProperties: UIResponder {
    /// The class of the view's layer.
    ///
    /// Layers of your own classes are made by `init(coder:)`, the only initializer that all subclasses of a layer have. Where
    /// that stops the process, override `makeLayer()`, too.
    open class var layerClass: AnyClass { CALayer.self }

    /// Makes the view's layer, of `layerClass`.
    open class func makeLayer() -> CALayer { standardLayer() }

    private static func standardLayer() -> CALayer {
        let known: [(AnyClass, () -> CALayer)] = [
            (CALayer.self, { CALayer() }), (CAShapeLayer.self, { CAShapeLayer() }),
            (CAGradientLayer.self, { CAGradientLayer() }),
            (CATextLayer.self, { CATextLayer() }), (CAReplicatorLayer.self, { CAReplicatorLayer() }),
            (CAEmitterLayer.self, { CAEmitterLayer() }), (CAScrollLayer.self, { CAScrollLayer() }),
            (CATiledLayer.self, { CATiledLayer() }), (CATransformLayer.self, { CATransformLayer() }),
        ]
        if let found = known.first(where: { $0.0 == layerClass }) { return found.1() }
        return (layerClass as? CALayer.Type)?.init(coder: LayerCoder()) ?? CALayer()
    }

    private let ownLayer: CALayer
    /// The view's layer. Subclasses may override it with the class of their layer.
    open var layer: CALayer { ownLayer }

    public override init() {
        ownLayer = Self.makeLayer()
        super.init()
    }

    open var frame: CGRect {
        get { layer.frame }
        set {
            let old = layer.bounds.size
            layer.frame = newValue
            sizeChanged(from: old)
        }
    }

    open var bounds: CGRect {
        get { layer.bounds }
        set {
            let old = layer.bounds.size
            layer.bounds = newValue
            sizeChanged(from: old)
        }
    }

    private func sizeChanged(from old: CGSize) {
        guard layer.bounds.size != old else { return }
        layer.setNeedsLayout()
        // The contents are vectors, so they are drawn anew in every content mode.
        layer.setNeedsDisplay()
    }

    open var center: CGPoint {
        get { layer.position }
        set { layer.position = newValue }
    }

    open var transform: CGAffineTransform {
        get { layer.affineTransform() }
        set { layer.setAffineTransform(newValue) }
    }

    open var transform3D: CATransform3D {
        get { layer.transform }
        set { layer.transform = newValue }
    }

    open var alpha: CGFloat {
        get { CGFloat(layer.opacity) }
        set { layer.opacity = Float(newValue) }
    }

    open var isHidden: Bool {
        get { layer.isHidden }
        set { layer.isHidden = newValue }
    }

    open var isOpaque: Bool {
        get { layer.isOpaque }
        set { layer.isOpaque = newValue }
    }

    open var clipsToBounds: Bool {
        get { layer.masksToBounds }
        set { layer.masksToBounds = newValue }
    }

    /// A dynamic colour, from which the layer's colour was made.
    private var dynamicBackground: UIColor?
    /// The traits that colours are resolved with.
    var traitsOfColors: UITraitCollection { .current }

    open var backgroundColor: UIColor? {
        get { dynamicBackground ?? layer.backgroundColor.map { UIColor(cgColor: $0) } }
        set {
            dynamicBackground = newValue?.isDynamic == true ? newValue : nil
            layer.backgroundColor = newValue?.resolvedColor(with: traitsOfColors).cgColor
        }
    }

    /// Resolves dynamic colours again.
    func resolveColors() {
        if let dynamicBackground { layer.backgroundColor = dynamicBackground.resolvedColor(with: traitsOfColors).cgColor }
    }

    open var contentScaleFactor: CGFloat {
        get { layer.contentsScale }
        set { layer.contentsScale = newValue }
    }
}

extension UIView {
    public func convert(_ point: CGPoint, to view: UIView?) -> CGPoint { layer.convert(point, to: view?.layer ?? root) }
    public func convert(_ point: CGPoint, from view: UIView?) -> CGPoint { layer.convert(point, from: view?.layer ?? root) }
    public func convert(_ rect: CGRect, to view: UIView?) -> CGRect { layer.convert(rect, to: view?.layer ?? root) }
    public func convert(_ rect: CGRect, from view: UIView?) -> CGRect { layer.convert(rect, from: view?.layer ?? root) }

    /// The layer of the outermost view, which takes the place of the window.
    private var root: CALayer {
        var view = self
        while let next = view.superview { view = next }
        return view.layer
    }

    /// Draws the view with its subviews in the current context.
    @discardableResult public func drawHierarchy(in rect: CGRect, afterScreenUpdates: Bool) -> Bool {
        guard let context = UIGraphicsGetCurrentContext(), bounds.width > 0, bounds.height > 0 else { return false }
        context.saveGState()
        context.translateBy(x: rect.minX, y: rect.minY)
        context.scaleBy(x: rect.width / bounds.width, y: rect.height / bounds.height)
        context.translateBy(x: -bounds.minX, y: -bounds.minY)
        layer.render(in: context)
        context.restoreGState()
        return true
    }
}

extension UIView {
    /// A view that shows what this view shows now.
    public func snapshotView(afterScreenUpdates: Bool) -> UIView? {
        guard bounds.width > 0, bounds.height > 0 else { return nil }
        let image = UIGraphicsImageRenderer(bounds: bounds).image { layer.render(in: $0.cgContext) }
        let view = UIImageView(image: image)
        view.frame = CGRect(origin: frame.origin, size: bounds.size)
        return view
    }
}

extension UIView.ContentMode {
    var gravity: CALayerContentsGravity {
        switch self {
        case .scaleToFill, .redraw: .resize
        case .scaleAspectFit: .resizeAspect
        case .scaleAspectFill: .resizeAspectFill
        case .center: .center
        case .top: .top
        case .bottom: .bottom
        case .left: .left
        case .right: .right
        case .topLeft: .topLeft
        case .topRight: .topRight
        case .bottomLeft: .bottomLeft
        case .bottomRight: .bottomRight
        }
    }
}

/// A coder without an archive, for the initializer that all classes of layers have.
private final class LayerCoder: NSCoder {}
