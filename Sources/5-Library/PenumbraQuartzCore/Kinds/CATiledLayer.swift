import Foundation
import PenumbraCoreGraphics

/// A layer that `draw(in:)` draws in tiles.
open class CATiledLayer: CALayer {
    private struct Own {
        var levelsOfDetail: Int = 1
        var levelsOfDetailBias: Int = 0
        var tileSize: CGSize = CGSize(width: 256, height: 256)
    }

    private var own = Own()

    public override init() { super.init() }

    public override init(layer: Any) {
        super.init(layer: layer)
        if let other = layer as? CATiledLayer { own = other.own }
    }

    public required init?(coder: NSCoder) { super.init(coder: coder) }

    private func change<Value>(_ property: WritableKeyPath<Own, Value>, _ value: Value, _ key: String) {
        changing(key) { own[keyPath: property] = value }
    }

    /// The number of levels of detail. One level is drawn.
    open var levelsOfDetail: Int {
        get { own.levelsOfDetail }
        set { change(\.levelsOfDetail, newValue, "levelsOfDetail") }
    }
    /// The number of levels that are larger than the layer.
    open var levelsOfDetailBias: Int {
        get { own.levelsOfDetailBias }
        set { change(\.levelsOfDetailBias, newValue, "levelsOfDetailBias") }
    }
    /// The largest size of a tile in pixels.
    open var tileSize: CGSize {
        get { own.tileSize }
        set { change(\.tileSize, newValue, "tileSize") }
    }

    /// The seconds in which a new tile appears. Frames always have all tiles.
    open class func fadeDuration() -> CFTimeInterval { 0.25 }

    // MARK: - Keys

    override class var keys: [String: LayerKey] { ownKeys }

    private static let ownKeys: [String: LayerKey] = {
        var keys = LayerKeys<CATiledLayer>()
        keys.integer("levelsOfDetail", \.levelsOfDetail)
        keys.integer("levelsOfDetailBias", \.levelsOfDetailBias)
        keys.size("tileSize", \.tileSize)
        return LayerKey.table(keys.keys, adding: LayerKey.ofLayers)
    }()

    override func savedState() -> () -> Void {
        let (own, base) = (self.own, super.savedState())
        return { [unowned self] in
            base()
            self.own = own
        }
    }

    override class var sample: CALayer { CATiledLayer() }

    open override class func presentation(of layer: CALayer) -> CALayer? {
        self == CATiledLayer.self ? CATiledLayer(layer: layer) : nil
    }
}
