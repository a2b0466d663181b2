import Foundation
import PenumbraCoreGraphics

/// A layer that draws its sublayers several times.
open class CAReplicatorLayer: CALayer {
    private struct Own {
        var instanceCount: Int = 1
        var instanceDelay: CFTimeInterval = 0
        var instanceTransform: CATransform3D = CATransform3DIdentity
        var preservesDepth: Bool = false
        var instanceColor: CGColor? = .white
        var instanceRedOffset: Float = 0
        var instanceGreenOffset: Float = 0
        var instanceBlueOffset: Float = 0
        var instanceAlphaOffset: Float = 0
    }

    private var own = Own()

    public override init() { super.init() }

    public override init(layer: Any) {
        super.init(layer: layer)
        if let other = layer as? CAReplicatorLayer { own = other.own }
    }

    public required init?(coder: NSCoder) { super.init(coder: coder) }

    private func change<Value>(_ property: WritableKeyPath<Own, Value>, _ value: Value, _ key: String) {
        changing(key) { own[keyPath: property] = value }
    }

    /// The number of copies, the original included.
    open var instanceCount: Int {
        get { own.instanceCount }
        set { change(\.instanceCount, newValue, "instanceCount") }
    }
    /// The seconds by which each copy is later than the copy before.
    open var instanceDelay: CFTimeInterval {
        get { own.instanceDelay }
        set { change(\.instanceDelay, newValue, "instanceDelay") }
    }
    /// The step from each copy to the next, about the anchor point.
    open var instanceTransform: CATransform3D {
        get { own.instanceTransform }
        set { change(\.instanceTransform, newValue, "instanceTransform") }
    }
    /// Whether copies keep their depth instead of being flattened.
    open var preservesDepth: Bool {
        get { own.preservesDepth }
        set { change(\.preservesDepth, newValue, "preservesDepth") }
    }
    /// The colour that multiplies the first copy.
    open var instanceColor: CGColor? {
        get { own.instanceColor }
        set { change(\.instanceColor, newValue, "instanceColor") }
    }
    /// The change of red from copy to copy.
    open var instanceRedOffset: Float {
        get { own.instanceRedOffset }
        set { change(\.instanceRedOffset, newValue, "instanceRedOffset") }
    }
    /// The change of green from copy to copy.
    open var instanceGreenOffset: Float {
        get { own.instanceGreenOffset }
        set { change(\.instanceGreenOffset, newValue, "instanceGreenOffset") }
    }
    /// The change of blue from copy to copy.
    open var instanceBlueOffset: Float {
        get { own.instanceBlueOffset }
        set { change(\.instanceBlueOffset, newValue, "instanceBlueOffset") }
    }
    /// The change of alpha from copy to copy.
    open var instanceAlphaOffset: Float {
        get { own.instanceAlphaOffset }
        set { change(\.instanceAlphaOffset, newValue, "instanceAlphaOffset") }
    }

    // MARK: - Keys

    override class var keys: [String: LayerKey] { ownKeys }

    private static let ownKeys: [String: LayerKey] = {
        var keys = LayerKeys<CAReplicatorLayer>()
        keys.integer("instanceCount", \.instanceCount)
        keys.seconds("instanceDelay", \.instanceDelay, isAnimatable: true)
        keys.transform("instanceTransform", \.instanceTransform)
        keys.flag("preservesDepth", \.preservesDepth)
        keys.color("instanceColor", \.instanceColor)
        keys.float("instanceRedOffset", \.instanceRedOffset)
        keys.float("instanceGreenOffset", \.instanceGreenOffset)
        keys.float("instanceBlueOffset", \.instanceBlueOffset)
        keys.float("instanceAlphaOffset", \.instanceAlphaOffset)
        return LayerKey.table(keys.keys, adding: LayerKey.ofLayers)
    }()

    override func savedState() -> () -> Void {
        let (own, base) = (self.own, super.savedState())
        return { [unowned self] in
            base()
            self.own = own
        }
    }

    override class var sample: CALayer { CAReplicatorLayer() }

    open override class func presentation(of layer: CALayer) -> CALayer? {
        self == CAReplicatorLayer.self ? CAReplicatorLayer(layer: layer) : nil
    }
}
