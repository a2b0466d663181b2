import Foundation
import PenumbraCoreGraphics

/// A layer that emits particles.
///
/// Particles are functions of time and of `seed`, so that frames repeat.
open class CAEmitterLayer: CALayer {
    private struct Own {
        var emitterCells: [CAEmitterCell]? = nil
        var birthRate: Float = 1
        var lifetime: Float = 1
        var emitterPosition: CGPoint = .zero
        var emitterZPosition: CGFloat = 0
        var emitterSize: CGSize = .zero
        var emitterDepth: CGFloat = 0
        var emitterShape: CAEmitterLayerEmitterShape = .point
        var emitterMode: CAEmitterLayerEmitterMode = .volume
        var renderMode: CAEmitterLayerRenderMode = .unordered
        var preservesDepth: Bool = false
        var velocity: Float = 1
        var scale: Float = 1
        var spin: Float = 1
        var seed: UInt32 = 0
    }

    private var own = Own()

    public override init() { super.init() }

    public override init(layer: Any) {
        super.init(layer: layer)
        if let other = layer as? CAEmitterLayer { own = other.own }
    }

    public required init?(coder: NSCoder) { super.init(coder: coder) }

    private func change<Value>(_ property: WritableKeyPath<Own, Value>, _ value: Value, _ key: String) {
        changing(key) { own[keyPath: property] = value }
    }

    /// The kinds of particles.
    open var emitterCells: [CAEmitterCell]? {
        get { own.emitterCells }
        set { change(\.emitterCells, newValue, "emitterCells") }
    }
    /// A factor of the cells' birth rates.
    open var birthRate: Float {
        get { own.birthRate }
        set { change(\.birthRate, newValue, "birthRate") }
    }
    /// A factor of the cells' lifetimes.
    open var lifetime: Float {
        get { own.lifetime }
        set { change(\.lifetime, newValue, "lifetime") }
    }
    /// The middle of the shape that emits.
    open var emitterPosition: CGPoint {
        get { own.emitterPosition }
        set { change(\.emitterPosition, newValue, "emitterPosition") }
    }
    /// The height of that shape.
    open var emitterZPosition: CGFloat {
        get { own.emitterZPosition }
        set { change(\.emitterZPosition, newValue, "emitterZPosition") }
    }
    /// The size of the shape that emits.
    open var emitterSize: CGSize {
        get { own.emitterSize }
        set { change(\.emitterSize, newValue, "emitterSize") }
    }
    /// The depth of the shape that emits.
    open var emitterDepth: CGFloat {
        get { own.emitterDepth }
        set { change(\.emitterDepth, newValue, "emitterDepth") }
    }
    /// The shape that emits.
    open var emitterShape: CAEmitterLayerEmitterShape {
        get { own.emitterShape }
        set { change(\.emitterShape, newValue, "emitterShape") }
    }
    /// The part of the shape that emits.
    open var emitterMode: CAEmitterLayerEmitterMode {
        get { own.emitterMode }
        set { change(\.emitterMode, newValue, "emitterMode") }
    }
    /// The order of the particles, or their sum.
    open var renderMode: CAEmitterLayerRenderMode {
        get { own.renderMode }
        set { change(\.renderMode, newValue, "renderMode") }
    }
    /// Whether particles keep their depth. They are flattened, whatever the value.
    open var preservesDepth: Bool {
        get { own.preservesDepth }
        set { change(\.preservesDepth, newValue, "preservesDepth") }
    }
    /// A factor of the cells' velocities.
    open var velocity: Float {
        get { own.velocity }
        set { change(\.velocity, newValue, "velocity") }
    }
    /// A factor of the cells' scales.
    open var scale: Float {
        get { own.scale }
        set { change(\.scale, newValue, "scale") }
    }
    /// A factor of the cells' spins.
    open var spin: Float {
        get { own.spin }
        set { change(\.spin, newValue, "spin") }
    }
    /// The start of the random numbers.
    open var seed: UInt32 {
        get { own.seed }
        set { change(\.seed, newValue, "seed") }
    }

    // MARK: - Keys

    override class var keys: [String: LayerKey] { ownKeys }

    private static let ownKeys: [String: LayerKey] = {
        var keys = LayerKeys<CAEmitterLayer>()
        keys.object("emitterCells", \.emitterCells)
        keys.float("birthRate", \.birthRate)
        keys.float("lifetime", \.lifetime)
        keys.point("emitterPosition", \.emitterPosition)
        keys.number("emitterZPosition", \.emitterZPosition)
        keys.size("emitterSize", \.emitterSize)
        keys.number("emitterDepth", \.emitterDepth)
        keys.object("emitterShape", \.emitterShape)
        keys.object("emitterMode", \.emitterMode)
        keys.object("renderMode", \.renderMode)
        keys.flag("preservesDepth", \.preservesDepth)
        keys.float("velocity", \.velocity)
        keys.float("scale", \.scale)
        keys.float("spin", \.spin)
        keys.object("seed", \.seed)
        return LayerKey.table(keys.keys, adding: LayerKey.ofLayers)
    }()

    override func savedState() -> () -> Void {
        let (own, base) = (self.own, super.savedState())
        return { [unowned self] in
            base()
            self.own = own
        }
    }

    override class var sample: CALayer { CAEmitterLayer() }

    open override class func presentation(of layer: CALayer) -> CALayer? {
        self == CAEmitterLayer.self ? CAEmitterLayer(layer: layer) : nil
    }
}
