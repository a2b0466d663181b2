import PenumbraGeometry

/// How a layer repeats its contents and sublayers, as Core Animation's `CAReplicatorLayer` does.
///
/// Copy k, from 0, is drawn under the k-th power of `transform`. Later copies lie above earlier copies. Background, border, mask,
/// shadows and filters belong to the layer itself and appear once: the layer's shadows are cast by all copies together.
public struct Replication: Hashable, Sendable {
    /// The number of copies, the original included. At least 1.
    public var count: Int
    /// The step from each copy to the next, around the layer's `anchorPoint`, in the plane of the layer. It replaces
    /// `transform3D`.
    public var transform: AffineTransform {
        didSet { spatial = nil }
    }
    /// The step from each copy to the next, in space. Each copy is flattened into the plane of the layer, where `perspective`
    /// of the layer applies.
    public var transform3D: Transform3D {
        get { spatial ?? Transform3D(transform) }
        set {
            transform = newValue.affine ?? .identity
            spatial = newValue.affine == nil ? newValue : nil
        }
    }
    private var spatial: Transform3D?
    /// The straight colour that multiplies the first copy. White changes nothing.
    public var color: Color
    /// The amounts that each copy adds to the colour of the copy before it. Sums are held to 0…1.
    public var redOffset: Double
    public var greenOffset: Double
    public var blueOffset: Double
    public var opacityOffset: Double
    /// The seconds by which the animations in each copy begin later than in the copy before.
    public var instanceDelay: Double
    /// How many sublayers belong to each copy, after a presentation gave each copy sublayers of its own. Nil if all copies show
    /// the same sublayers.
    package var sublayersPerCopy: Int?

    public init(
        count: Int, transform: AffineTransform = .identity, color: Color = .white, redOffset: Double = 0,
        greenOffset: Double = 0, blueOffset: Double = 0, opacityOffset: Double = 0, instanceDelay: Double = 0
    ) {
        self.count = count
        self.transform = transform
        self.color = color
        self.redOffset = redOffset
        self.greenOffset = greenOffset
        self.blueOffset = blueOffset
        self.opacityOffset = opacityOffset
        self.instanceDelay = instanceDelay
    }

    /// The colour that multiplies copy `index`.
    public func color(ofCopy index: Int) -> Color {
        func component(_ first: Double, _ offset: Double) -> Double { max(0, min(1, first + Double(index) * offset)) }
        return Color(
            red: component(color.red, redOffset), green: component(color.green, greenOffset),
            blue: component(color.blue, blueOffset), alpha: component(color.alpha, opacityOffset))
    }
}
