import Foundation
import PenumbraCoreGraphics

/// A layer that fills its rounded bounds with a gradient.
open class CAGradientLayer: CALayer {
    private struct Own {
        var colors: [Any]? = nil
        var locations: [NSNumber]? = nil
        var startPoint: CGPoint = CGPoint(x: 0.5, y: 0)
        var endPoint: CGPoint = CGPoint(x: 0.5, y: 1)
        var type: CAGradientLayerType = .axial
    }

    private var own = Own()

    public override init() { super.init() }

    public override init(layer: Any) {
        super.init(layer: layer)
        if let other = layer as? CAGradientLayer { own = other.own }
    }

    public required init?(coder: NSCoder) { super.init(coder: coder) }

    private func change<Value>(_ property: WritableKeyPath<Own, Value>, _ value: Value, _ key: String) {
        changing(key) { own[keyPath: property] = value }
    }

    /// The colours of the stops: `CGColor` objects.
    open var colors: [Any]? {
        get { own.colors }
        set { change(\.colors, newValue, "colors") }
    }
    /// The places of the stops, 0…1. Nil spaces them evenly.
    open var locations: [NSNumber]? {
        get { own.locations }
        set { change(\.locations, newValue, "locations") }
    }
    /// The start, in unit coordinates of the bounds.
    open var startPoint: CGPoint {
        get { own.startPoint }
        set { change(\.startPoint, newValue, "startPoint") }
    }
    /// The end, in unit coordinates of the bounds.
    open var endPoint: CGPoint {
        get { own.endPoint }
        set { change(\.endPoint, newValue, "endPoint") }
    }
    /// The geometry of the gradient.
    open var type: CAGradientLayerType {
        get { own.type }
        set { change(\.type, newValue, "type") }
    }

    // MARK: - Keys

    override class var keys: [String: LayerKey] { ownKeys }

    private static let ownKeys: [String: LayerKey] = {
        var keys = LayerKeys<CAGradientLayer>()
        keys.colors("colors", \.colors)
        keys.numbers("locations", \.locations)
        keys.point("startPoint", \.startPoint)
        keys.point("endPoint", \.endPoint)
        keys.object("type", \.type)
        return LayerKey.table(keys.keys, adding: LayerKey.ofLayers)
    }()

    override func savedState() -> () -> Void {
        let (own, base) = (self.own, super.savedState())
        return { [unowned self] in
            base()
            self.own = own
        }
    }

    override class var sample: CALayer { CAGradientLayer() }

    open override class func presentation(of layer: CALayer) -> CALayer? {
        self == CAGradientLayer.self ? CAGradientLayer(layer: layer) : nil
    }
}
