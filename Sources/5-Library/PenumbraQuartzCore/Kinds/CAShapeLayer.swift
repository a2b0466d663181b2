import Foundation
import PenumbraCoreGraphics

/// A layer that fills and strokes a path, between its background and its sublayers.
open class CAShapeLayer: CALayer {
    private struct Own {
        var path: CGPath? = nil
        var fillColor: CGColor? = .black
        var fillRule: CAShapeLayerFillRule = .nonZero
        var strokeColor: CGColor? = nil
        var strokeStart: CGFloat = 0
        var strokeEnd: CGFloat = 1
        var lineWidth: CGFloat = 1
        var miterLimit: CGFloat = 10
        var lineCap: CAShapeLayerLineCap = .butt
        var lineJoin: CAShapeLayerLineJoin = .miter
        var lineDashPhase: CGFloat = 0
        var lineDashPattern: [NSNumber]? = nil
    }

    private var own = Own()

    public override init() { super.init() }

    public override init(layer: Any) {
        super.init(layer: layer)
        if let other = layer as? CAShapeLayer { own = other.own }
    }

    public required init?(coder: NSCoder) { super.init(coder: coder) }

    private func change<Value>(_ property: WritableKeyPath<Own, Value>, _ value: Value, _ key: String) {
        changing(key) { own[keyPath: property] = value }
    }

    /// The path in the layer's coordinates.
    open var path: CGPath? {
        get { own.path }
        set { change(\.path, newValue, "path") }
    }
    /// The colour inside the path. Nil fills nothing.
    open var fillColor: CGColor? {
        get { own.fillColor }
        set { change(\.fillColor, newValue, "fillColor") }
    }
    /// The rule that decides what is inside the path.
    open var fillRule: CAShapeLayerFillRule {
        get { own.fillRule }
        set { change(\.fillRule, newValue, "fillRule") }
    }
    /// The colour of the line. Nil draws none.
    open var strokeColor: CGColor? {
        get { own.strokeColor }
        set { change(\.strokeColor, newValue, "strokeColor") }
    }
    /// The part of the path's length where the line begins, 0…1.
    open var strokeStart: CGFloat {
        get { own.strokeStart }
        set { change(\.strokeStart, newValue, "strokeStart") }
    }
    /// The part of the path's length where the line ends, 0…1.
    open var strokeEnd: CGFloat {
        get { own.strokeEnd }
        set { change(\.strokeEnd, newValue, "strokeEnd") }
    }
    /// The width of the line.
    open var lineWidth: CGFloat {
        get { own.lineWidth }
        set { change(\.lineWidth, newValue, "lineWidth") }
    }
    /// The longest miter in line widths.
    open var miterLimit: CGFloat {
        get { own.miterLimit }
        set { change(\.miterLimit, newValue, "miterLimit") }
    }
    /// The ends of the line.
    open var lineCap: CAShapeLayerLineCap {
        get { own.lineCap }
        set { change(\.lineCap, newValue, "lineCap") }
    }
    /// The joints of the line.
    open var lineJoin: CAShapeLayerLineJoin {
        get { own.lineJoin }
        set { change(\.lineJoin, newValue, "lineJoin") }
    }
    /// The place in the dash pattern where the line begins.
    open var lineDashPhase: CGFloat {
        get { own.lineDashPhase }
        set { change(\.lineDashPhase, newValue, "lineDashPhase") }
    }
    /// The lengths of dashes and gaps in turn.
    open var lineDashPattern: [NSNumber]? {
        get { own.lineDashPattern }
        set { change(\.lineDashPattern, newValue, "lineDashPattern") }
    }

    // MARK: - Keys

    override class var keys: [String: LayerKey] { ownKeys }

    private static let ownKeys: [String: LayerKey] = {
        var keys = LayerKeys<CAShapeLayer>()
        keys.path("path", \.path)
        keys.color("fillColor", \.fillColor)
        keys.object("fillRule", \.fillRule)
        keys.color("strokeColor", \.strokeColor)
        keys.number("strokeStart", \.strokeStart)
        keys.number("strokeEnd", \.strokeEnd)
        keys.number("lineWidth", \.lineWidth)
        keys.number("miterLimit", \.miterLimit)
        keys.object("lineCap", \.lineCap)
        keys.object("lineJoin", \.lineJoin)
        keys.number("lineDashPhase", \.lineDashPhase)
        keys.numbers("lineDashPattern", \.lineDashPattern)
        return LayerKey.table(keys.keys, adding: LayerKey.ofLayers)
    }()

    override func savedState() -> () -> Void {
        let (own, base) = (self.own, super.savedState())
        return { [unowned self] in
            base()
            self.own = own
        }
    }

    override class var sample: CALayer { CAShapeLayer() }

    open override class func presentation(of layer: CALayer) -> CALayer? {
        self == CAShapeLayer.self ? CAShapeLayer(layer: layer) : nil
    }
}
