import Foundation
import PenumbraCoreGraphics

/// A rectangle with contents, a background, a border, a shadow and sublayers: the node of a tree that is drawn.
///
/// The y axis points down, as on iOS. A tree belongs to one thread; separate trees may be used on separate threads.
open class CALayer: CALayerProperties, CAMediaTiming {
    /// The animations in the order in which they were added.
    var running: [RunningAnimation] = []
    /// Whether a renderer has shown the layer, so that changes animate implicitly.
    var isCommitted = false
    /// Whether properties are set without actions: for the values of animations.
    var isPresenting = false
    /// The layer whose state an instance shows, and that a presentation was made of.
    private(set) weak var modelLayer: CALayer?
    var transitionInProgress: TransitionInProgress?
    /// The time of the tree, if the layer is its root: that of the last frame of a renderer.
    var rootTime: CFTimeInterval = 0
    /// What a renderer showed last, which a transition begins with. Nil before the first frame.
    var committed: CommittedLayer?
    /// The picture of the layer that later frames show again.
    var rasterized: RasterizedLayer?
    var isDisplayNeeded = false
    var isLayoutNeeded = true
    /// The recording of `draw(in:)`.
    var drawing: LayerDrawing?

    open internal(set) weak var superlayer: CALayer?
    private var sublayerStorage: [CALayer] = []
    /// The object that draws the layer, lays it out and chooses its actions.
    open weak var delegate: (any CALayerDelegate)?
    open var layoutManager: (any CALayoutManager)?
    /// The rules that `CAConstraintLayoutManager` follows.
    open var constraints: [CAConstraint]?
    private var maskStorage: CALayer?

    public override init() { super.init() }

    /// Copies the properties of a layer without its tree. Subclasses copy their own properties.
    public init(layer: Any) {
        super.init()
        guard let other = layer as? CALayer else { return }
        state = other.state
        delegate = other.delegate
        modelLayer = other.modelLayer ?? other
        isPresenting = true
    }

    /// Archives of layers aren't read: the result is a layer with defaults.
    public required init?(coder: NSCoder) { super.init() }

    // MARK: - Tree

    /// The sublayers, back to front.
    open var sublayers: [CALayer]? {
        get { sublayerStorage.isEmpty ? nil : sublayerStorage }
        set {
            for layer in sublayerStorage { layer.superlayer = nil }
            sublayerStorage = []
            for layer in newValue ?? [] { addSublayer(layer) }
        }
    }

    /// The sublayers without an array of none.
    var children: [CALayer] { sublayerStorage }

    open func addSublayer(_ layer: CALayer) { insert(layer, place: sublayerStorage.count) }

    /// Inserts a sublayer at an index. An index behind the last sublayer adds the sublayer at the end.
    open func insertSublayer(_ layer: CALayer, at idx: UInt32) {
        let index = layer.superlayer === self ? sublayerStorage.firstIndex { $0 === layer } : nil
        let wanted = Int(idx)
        insert(layer, place: index.map { wanted > $0 ? wanted + 1 : wanted } ?? wanted)
    }

    /// Inserts a sublayer below a sibling. Without that sibling, it becomes the first sublayer.
    open func insertSublayer(_ layer: CALayer, below sibling: CALayer?) {
        insert(layer, place: sublayerStorage.firstIndex { $0 === sibling } ?? 0)
    }

    /// Inserts a sublayer above a sibling. Without that sibling, it becomes the last sublayer.
    open func insertSublayer(_ layer: CALayer, above sibling: CALayer?) {
        insert(layer, place: sublayerStorage.firstIndex { $0 === sibling }.map { $0 + 1 } ?? sublayerStorage.count)
    }

    /// Replaces a sublayer by another layer. Without the old sublayer, nothing happens.
    open func replaceSublayer(_ oldLayer: CALayer, with newLayer: CALayer) {
        guard oldLayer !== newLayer, let index = sublayerStorage.firstIndex(where: { $0 === oldLayer }) else { return }
        insert(newLayer, place: index)
        oldLayer.removeFromSuperlayer()
    }

    /// Removes the layer from its superlayer, or as the mask of another layer.
    open func removeFromSuperlayer() {
        guard let parent = superlayer else { return }
        if isCommitted { runAction(forKey: kCAOnOrderOut) }
        if parent.maskStorage === self { parent.maskStorage = nil }
        parent.sublayerStorage.removeAll { $0 === self }
        superlayer = nil
        forgetCommit()
        parent.setNeedsLayout()
    }

    private func insert(_ layer: CALayer, place: Int) {
        precondition(layer !== self && !layer.isAncestor(of: self), "a layer can't be a sublayer of itself")
        var place = min(place, sublayerStorage.count)
        if layer.superlayer === self, let index = sublayerStorage.firstIndex(where: { $0 === layer }) {
            if index < place { place -= 1 }
            // Code that adds the same sublayer at each layout must not ask for the next layout.
            if index == place { return }
        }
        if let parent = layer.superlayer {
            if parent.maskStorage === layer { parent.maskStorage = nil }
            parent.sublayerStorage.removeAll { $0 === layer }
        }
        layer.superlayer = self
        sublayerStorage.insert(layer, at: min(place, sublayerStorage.count))
        if isCommitted { layer.runAction(forKey: kCAOnOrderIn) }
        setNeedsLayout()
    }

    func isAncestor(of layer: CALayer) -> Bool {
        var parent = layer.superlayer
        while let next = parent {
            if next === self { return true }
            parent = next.superlayer
        }
        return false
    }

    /// The layer whose alpha multiplies this layer's, shadow included. It is no sublayer.
    open var mask: CALayer? {
        get { maskStorage }
        set {
            guard newValue !== maskStorage else { return }
            maskStorage?.superlayer = nil
            newValue?.removeFromSuperlayer()
            maskStorage = newValue
            newValue?.superlayer = self
        }
    }

    /// Marks the layer and its sublayers as not shown yet.
    private func forgetCommit(depth: Int = 0) {
        // Nothing deeper has been shown.
        guard depth < LayerLimits.depth else { return }
        isCommitted = false
        maskStorage?.forgetCommit(depth: depth + 1)
        for layer in sublayerStorage { layer.forgetCommit(depth: depth + 1) }
    }

    // MARK: - Changes

    /// Changes a value of a key, with its action.
    override func changing(_ key: String, _ body: () -> Void) {
        if isPresenting {
            body()
            return
        }
        let isObserved = isCommitted || (delegate as? any AnimatedLayerDelegate)?.isAnimatingChanges == true
        let action = isObserved && !CATransaction.disableActions() ? action(forKey: key) : nil
        let old = action == nil ? nil : value(forKey: key)
        body()
        if type(of: self).needsDisplay(forKey: key) { setNeedsDisplay() }
        action?.run(forKey: key, object: self, arguments: old.map { ["previousValue": $0] })
    }

    func runAction(forKey key: String) {
        guard !CATransaction.disableActions() else { return }
        action(forKey: key)?.run(forKey: key, object: self, arguments: nil)
    }

    override func sizeDidChange(from old: CGSize) {
        guard !isPresenting else { return }
        setNeedsLayout()
        if needsDisplayOnBoundsChange { setNeedsDisplay() }
        resizeSublayers(withOldSize: old)
    }

    // MARK: - Time

    open var beginTime: CFTimeInterval {
        get { state.timing.beginTime }
        set { state.timing.beginTime = newValue }
    }
    /// The duration of the layer's time, which goes on forever.
    open var duration: CFTimeInterval {
        get { state.timing.duration }
        set { state.timing.duration = newValue }
    }
    open var speed: Float {
        get { state.timing.speed }
        set { state.timing.speed = newValue }
    }
    open var timeOffset: CFTimeInterval {
        get { state.timing.timeOffset }
        set { state.timing.timeOffset = newValue }
    }
    open var repeatCount: Float {
        get { state.timing.repeatCount }
        set { state.timing.repeatCount = newValue }
    }
    open var repeatDuration: CFTimeInterval {
        get { state.timing.repeatDuration }
        set { state.timing.repeatDuration = newValue }
    }
    open var autoreverses: Bool {
        get { state.timing.autoreverses }
        set { state.timing.autoreverses = newValue }
    }
    open var fillMode: CAMediaTimingFillMode {
        get { state.timing.fillMode }
        set { state.timing.fillMode = newValue }
    }

    // MARK: - Drawing

    /// Draws into the layer's contents. The method of the delegate is asked by default.
    open func draw(in ctx: CGContext) {
        delegate?.draw(self, in: ctx)
    }

    /// Makes the layer's contents: asks the delegate's `display(_:)`, or `draw(in:)`.
    open func display() {
        if let delegate { delegate.display(self) } else { recordDrawing() }
    }

    open func setNeedsDisplay() { isDisplayNeeded = true }
    open func setNeedsDisplay(_ r: CGRect) { isDisplayNeeded = true }
    open func needsDisplay() -> Bool { isDisplayNeeded }

    open func displayIfNeeded() {
        guard isDisplayNeeded else { return }
        isDisplayNeeded = false
        display()
    }

    // MARK: - Layout

    open func setNeedsLayout() { isLayoutNeeded = true }
    open func needsLayout() -> Bool { isLayoutNeeded }

    open func layoutIfNeeded() {
        var top = self
        while let parent = top.superlayer, parent.isLayoutNeeded { top = parent }
        top.layoutTree(depth: 0)
    }

    /// Places the sublayers: asks the delegate and the layout manager.
    open func layoutSublayers() {
        delegate?.layoutSublayers(of: self)
        layoutManager?.layoutSublayers(of: self)
    }

    open func preferredFrameSize() -> CGSize { layoutManager?.preferredSize(of: self) ?? bounds.size }

    open func resizeSublayers(withOldSize size: CGSize) {
        for layer in children where !layer.autoresizingMask.isEmpty { layer.resize(withOldSuperlayerSize: size) }
    }

    open func resize(withOldSuperlayerSize size: CGSize) { autoresize(from: size) }

    // MARK: - Places

    /// The bounds in the superlayer's coordinates, as a rectangle around the transformed bounds.
    open var frame: CGRect {
        get { presentedFrame }
        set { setFrame(newValue) }
    }

    /// Returns the deepest layer of the tree that contains a point, in the superlayer's coordinates. The front-most one counts.
    open func hitTest(_ p: CGPoint) -> CALayer? { deepestLayer(at: p, depth: 0) }

    /// Returns whether the bounds contain a point, in the layer's own coordinates.
    open func contains(_ p: CGPoint) -> Bool { bounds.contains(p) }

    // MARK: - Actions and animations

    /// Returns the action of an event: from the delegate, `actions`, `style` and `defaultAction(forKey:)`.
    open func action(forKey event: String) -> (any CAAction)? { chosenAction(forKey: event) }

    open class func defaultAction(forKey event: String) -> (any CAAction)? { nil }

    open class func needsDisplay(forKey key: String) -> Bool { false }

    open class func defaultValue(forKey key: String) -> Any? { standardValue(forKey: key) }

    open func add(_ anim: CAAnimation, forKey key: String?) { start(anim, forKey: key) }
    open func removeAllAnimations() { stopAnimations { _ in true } }
    open func removeAnimation(forKey key: String) { stopAnimations { $0.key == key } }
    open func animationKeys() -> [String]? { named.isEmpty ? nil : named }
    private var named: [String] { running.compactMap(\.key) }

    /// Returns the animation that was added with a key.
    open func animation(forKey key: String) -> CAAnimation? { running.last { $0.key == key }?.animation }

    // MARK: - Keys

    open func value(forKey key: String) -> Any? { keyedValue(key) }
    open func setValue(_ value: Any?, forKey key: String) { setKeyedValue(value, key) }
    open func value(forKeyPath keyPath: String) -> Any? { pathValue(keyPath) }
    open func setValue(_ value: Any?, forKeyPath keyPath: String) { setPathValue(value, keyPath) }

    /// Whether an archive contains a key's value: whether the value differs from the default.
    open func shouldArchiveValue(forKey key: String) -> Bool {
        !isEqualAny(value(forKey: key), type(of: self).defaultValue(forKey: key))
    }

    /// The properties of the class by their names.
    class var keys: [String: LayerKey] { LayerKey.ofLayers }

    /// A new layer of Core Animation's own class.
    class var sample: CALayer { CALayer() }

    /// What undoes changes of the properties.
    func savedState() -> () -> Void {
        let state = self.state
        return { [unowned self] in self.state = state }
    }

    /// Makes a layer that shows what animations make of this one.
    ///
    /// The class of the result is that of the layer only if a subclass overrides the method: Swift can't make an instance of a
    /// class that it doesn't know.
    open class func presentation(of layer: CALayer) -> CALayer? { self == CALayer.self ? CALayer(layer: layer) : nil }
}

/// A delegate that may ask for animations before a layer's first frame.
package protocol AnimatedLayerDelegate: CALayerDelegate {
    var isAnimatingChanges: Bool { get }
}

/// The state of a transition.
struct TransitionInProgress {
    var transition: CATransition
    var progress: Double
    var source: LayerSnapshot
}
