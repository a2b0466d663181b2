import Foundation
import PenumbraCoreGraphics
import PenumbraGeometry

/// A layer that draws a text: a `String` or an `NSAttributedString`.
open class CATextLayer: CALayer {
    private struct Own {
        var string: Any? = nil
        var font: Any? = nil
        var fontSize: CGFloat = 36
        var foregroundColor: CGColor? = .white
        var isWrapped: Bool = false
        var truncationMode: CATextLayerTruncationMode = .none
        var alignmentMode: CATextLayerAlignmentMode = .natural
        var allowsFontSubpixelQuantization: Bool = true
    }

    private var own = Own()

    public override init() { super.init() }

    public override init(layer: Any) {
        super.init(layer: layer)
        if let other = layer as? CATextLayer { own = other.own }
    }

    public required init?(coder: NSCoder) { super.init(coder: coder) }

    private func change<Value>(_ property: WritableKeyPath<Own, Value>, _ value: Value, _ key: String) {
        changing(key) { own[keyPath: property] = value }
    }

    /// The text.
    open var string: Any? {
        get { own.string }
        set { change(\.string, newValue, "string") }
    }
    /// The font of plain texts: a name, a `CGFont`, or an object with a `fontName`. Nil is Helvetica.
    open var font: Any? {
        get { own.font }
        set { change(\.font, newValue, "font") }
    }
    /// The size of plain texts.
    open var fontSize: CGFloat {
        get { own.fontSize }
        set { change(\.fontSize, newValue, "fontSize") }
    }
    /// The colour of plain texts.
    open var foregroundColor: CGColor? {
        get { own.foregroundColor }
        set { change(\.foregroundColor, newValue, "foregroundColor") }
    }
    /// Whether lines break at the width of the bounds.
    open var isWrapped: Bool {
        get { own.isWrapped }
        set { change(\.isWrapped, newValue, "wrapped") }
    }
    /// The part of a long text that an ellipsis replaces. Wrapped texts are cut at their end.
    open var truncationMode: CATextLayerTruncationMode {
        get { own.truncationMode }
        set { change(\.truncationMode, newValue, "truncationMode") }
    }
    /// The alignment of lines.
    open var alignmentMode: CATextLayerAlignmentMode {
        get { own.alignmentMode }
        set { change(\.alignmentMode, newValue, "alignmentMode") }
    }
    /// Whether glyphs may be moved to whole pixels. It has no effect.
    open var allowsFontSubpixelQuantization: Bool {
        get { own.allowsFontSubpixelQuantization }
        set { change(\.allowsFontSubpixelQuantization, newValue, "allowsFontSubpixelQuantization") }
    }

    /// Draws the text. Subclasses may move the context before.
    open override func draw(in ctx: CGContext) {
        super.draw(in: ctx)
        let area = bounds.standardized
        let size = Size(width: Double(area.width), height: Double(area.height))
        guard let text = sceneText(size: size) else { return }
        ctx.draw(text, in: area)
    }

    /// Whether a program's own class draws the layer.
    var isDrawnByItself: Bool { type(of: self) != CATextLayer.self }

    // MARK: - Keys

    override class var keys: [String: LayerKey] { ownKeys }

    private static let ownKeys: [String: LayerKey] = {
        var keys = LayerKeys<CATextLayer>()
        keys.object("string", \.string, isAnimatable: true)
        keys.object("font", \.font)
        keys.number("fontSize", \.fontSize)
        keys.color("foregroundColor", \.foregroundColor)
        keys.flag("wrapped", \.isWrapped)
        keys.object("truncationMode", \.truncationMode)
        keys.object("alignmentMode", \.alignmentMode)
        keys.flag("allowsFontSubpixelQuantization", \.allowsFontSubpixelQuantization)
        return LayerKey.table(keys.keys, adding: LayerKey.ofLayers)
    }()

    override func savedState() -> () -> Void {
        let (own, base) = (self.own, super.savedState())
        return { [unowned self] in
            base()
            self.own = own
        }
    }

    override class var sample: CALayer { CATextLayer() }

    open override class func presentation(of layer: CALayer) -> CALayer? {
        self == CATextLayer.self ? CATextLayer(layer: layer) : nil
    }
}
