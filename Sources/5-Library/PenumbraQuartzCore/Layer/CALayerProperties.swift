import Foundation
import PenumbraCoreGraphics

/// The properties of `CALayer`, whose subclasses may override them.
open class CALayerProperties: NSObject {
    var state = LayerState()

    override init() { super.init() }

    /// Changes a property: asks for an action, and for a new drawing if the key asks for it.
    func change<Value>(_ property: WritableKeyPath<LayerState, Value>, _ value: Value, _ key: String) {
        changing(key) { state[keyPath: property] = value }
    }

    /// Changes a value of a key.
    func changing(_ key: String, _ body: () -> Void) { body() }

    /// Tells the layer that the size of its bounds changed.
    func sizeDidChange(from old: CGSize) {}

    // MARK: - Geometry

    /// The layer's rectangle in its own coordinates. The origin moves the sublayers.
    open var bounds: CGRect {
        get { state.bounds }
        set {
            let old = state.bounds.size
            change(\.bounds, newValue, "bounds")
            if newValue.size != old { sizeDidChange(from: old) }
        }
    }

    /// The place of the anchor point in the superlayer's coordinates.
    open var position: CGPoint {
        get { state.position }
        set { change(\.position, newValue, "position") }
    }

    /// The layer's height over its superlayer, which orders siblings.
    open var zPosition: CGFloat {
        get { state.zPosition }
        set { change(\.zPosition, newValue, "zPosition") }
    }

    /// The fixed point of the transform, in unit coordinates of the bounds.
    open var anchorPoint: CGPoint {
        get { state.anchorPoint }
        set { change(\.anchorPoint, newValue, "anchorPoint") }
    }

    /// The depth of the fixed point of the transform.
    open var anchorPointZ: CGFloat {
        get { state.anchorPointZ }
        set { change(\.anchorPointZ, newValue, "anchorPointZ") }
    }

    /// The transform about the anchor point.
    open var transform: CATransform3D {
        get { state.transform }
        set { change(\.transform, newValue, "transform") }
    }

    /// The transform of the sublayers about the anchor point, such as a perspective.
    open var sublayerTransform: CATransform3D {
        get { state.sublayerTransform }
        set { change(\.sublayerTransform, newValue, "sublayerTransform") }
    }

    /// Whether the layer and its sublayers aren't shown.
    open var isHidden: Bool {
        get { state.isHidden }
        set { change(\.isHidden, newValue, "hidden") }
    }

    /// Whether the layer shows when its back faces the viewer.
    open var isDoubleSided: Bool {
        get { state.isDoubleSided }
        set { change(\.isDoubleSided, newValue, "doubleSided") }
    }

    /// Whether the y axis of the layer's coordinates points up.
    open var isGeometryFlipped: Bool {
        get { state.isGeometryFlipped }
        set { change(\.isGeometryFlipped, newValue, "geometryFlipped") }
    }

    /// Whether everything is clipped to the rounded bounds, the shadow included.
    open var masksToBounds: Bool {
        get { state.masksToBounds }
        set { change(\.masksToBounds, newValue, "masksToBounds") }
    }

    /// The picture in the bounds: a `CGImage`.
    open var contents: Any? {
        get { state.contents }
        set { change(\.contents, newValue, "contents") }
    }

    /// The used part of the picture, in unit coordinates.
    open var contentsRect: CGRect {
        get { state.contentsRect }
        set { change(\.contentsRect, newValue, "contentsRect") }
    }

    /// The place and size of the picture in the bounds.
    open var contentsGravity: CALayerContentsGravity {
        get { state.contentsGravity }
        set { change(\.contentsGravity, newValue, "contentsGravity") }
    }

    /// Pixels of the picture per point.
    open var contentsScale: CGFloat {
        get { state.contentsScale }
        set { change(\.contentsScale, newValue, "contentsScale") }
    }

    /// The part of the picture that stretches, in unit coordinates.
    open var contentsCenter: CGRect {
        get { state.contentsCenter }
        set { change(\.contentsCenter, newValue, "contentsCenter") }
    }

    /// The wanted storage of contents. It has no effect.
    open var contentsFormat: CALayerContentsFormat {
        get { state.contentsFormat }
        set { change(\.contentsFormat, newValue, "contentsFormat") }
    }

    /// The filter for pictures that are drawn smaller.
    open var minificationFilter: CALayerContentsFilter {
        get { state.minificationFilter }
        set { change(\.minificationFilter, newValue, "minificationFilter") }
    }

    /// The filter for pictures that are drawn larger.
    open var magnificationFilter: CALayerContentsFilter {
        get { state.magnificationFilter }
        set { change(\.magnificationFilter, newValue, "magnificationFilter") }
    }

    /// The bias of trilinear filters. It has no effect.
    open var minificationFilterBias: Float {
        get { state.minificationFilterBias }
        set { change(\.minificationFilterBias, newValue, "minificationFilterBias") }
    }

    /// A promise that the contents are opaque. It has no effect on pixels.
    open var isOpaque: Bool {
        get { state.isOpaque }
        set { change(\.isOpaque, newValue, "opaque") }
    }

    /// Whether a change of the bounds' size asks for a new drawing.
    open var needsDisplayOnBoundsChange: Bool {
        get { state.needsDisplayOnBoundsChange }
        set { change(\.needsDisplayOnBoundsChange, newValue, "needsDisplayOnBoundsChange") }
    }

    /// Whether drawing may happen later. It has no effect.
    open var drawsAsynchronously: Bool {
        get { state.drawsAsynchronously }
        set { change(\.drawsAsynchronously, newValue, "drawsAsynchronously") }
    }

    /// The antialiased edges. It has no effect: all edges are.
    open var edgeAntialiasingMask: CAEdgeAntialiasingMask {
        get { state.edgeAntialiasingMask }
        set { change(\.edgeAntialiasingMask, newValue, "edgeAntialiasingMask") }
    }

    /// Whether edges may be antialiased. It has no effect: all edges are.
    open var allowsEdgeAntialiasing: Bool {
        get { state.allowsEdgeAntialiasing }
        set { change(\.allowsEdgeAntialiasing, newValue, "allowsEdgeAntialiasing") }
    }

    /// The colour of the rounded bounds, behind the contents.
    open var backgroundColor: CGColor? {
        get { state.backgroundColor }
        set { change(\.backgroundColor, newValue, "backgroundColor") }
    }

    /// The radius of the corners of background and border, and of everything with `masksToBounds`.
    open var cornerRadius: CGFloat {
        get { state.cornerRadius }
        set { change(\.cornerRadius, newValue, "cornerRadius") }
    }

    /// The corners that are rounded.
    open var maskedCorners: CACornerMask {
        get { state.maskedCorners }
        set { change(\.maskedCorners, newValue, "maskedCorners") }
    }

    /// The curve of rounded corners.
    open var cornerCurve: CALayerCornerCurve {
        get { state.cornerCurve }
        set { change(\.cornerCurve, newValue, "cornerCurve") }
    }

    /// The width of the border, which lies inside the bounds and above sublayers.
    open var borderWidth: CGFloat {
        get { state.borderWidth }
        set { change(\.borderWidth, newValue, "borderWidth") }
    }

    /// The colour of the border.
    open var borderColor: CGColor? {
        get { state.borderColor }
        set { change(\.borderColor, newValue, "borderColor") }
    }

    /// The opacity of the layer with its sublayers.
    open var opacity: Float {
        get { state.opacity }
        set { change(\.opacity, newValue, "opacity") }
    }

    /// Whether opacity applies to layer and sublayers as one group.
    open var allowsGroupOpacity: Bool {
        get { state.allowsGroupOpacity }
        set { change(\.allowsGroupOpacity, newValue, "allowsGroupOpacity") }
    }

    /// The mode in which the layer is combined with what lies behind: a name or a `CIFilter`.
    open var compositingFilter: Any? {
        get { state.compositingFilter }
        set { change(\.compositingFilter, newValue, "compositingFilter") }
    }

    /// The filters of the layer with its sublayers: `CIFilter` objects or names.
    open var filters: [Any]? {
        get { state.filters }
        set { change(\.filters, newValue, "filters") }
    }

    /// The filters of what lies behind the layer.
    open var backgroundFilters: [Any]? {
        get { state.backgroundFilters }
        set { change(\.backgroundFilters, newValue, "backgroundFilters") }
    }

    /// Whether the layer is drawn as a picture first, at `rasterizationScale`.
    open var shouldRasterize: Bool {
        get { state.shouldRasterize }
        set { change(\.shouldRasterize, newValue, "shouldRasterize") }
    }

    /// Pixels per point of a rasterized layer.
    open var rasterizationScale: CGFloat {
        get { state.rasterizationScale }
        set { change(\.rasterizationScale, newValue, "rasterizationScale") }
    }

    /// The colour of the shadow.
    open var shadowColor: CGColor? {
        get { state.shadowColor }
        set { change(\.shadowColor, newValue, "shadowColor") }
    }

    /// The opacity of the shadow. Zero, the default, draws none.
    open var shadowOpacity: Float {
        get { state.shadowOpacity }
        set { change(\.shadowOpacity, newValue, "shadowOpacity") }
    }

    /// The offset of the shadow in the layer's coordinates.
    open var shadowOffset: CGSize {
        get { state.shadowOffset }
        set { change(\.shadowOffset, newValue, "shadowOffset") }
    }

    /// The standard deviation of the shadow's blur.
    open var shadowRadius: CGFloat {
        get { state.shadowRadius }
        set { change(\.shadowRadius, newValue, "shadowRadius") }
    }

    /// The path that casts the shadow instead of the layer's alpha, by the non-zero rule.
    open var shadowPath: CGPath? {
        get { state.shadowPath }
        set { change(\.shadowPath, newValue, "shadowPath") }
    }

    /// A name for programs.
    open var name: String? {
        get { state.name }
        set { change(\.name, newValue, "name") }
    }

    /// Values of keys that properties and subclasses don't set.
    open var style: [AnyHashable: Any]? {
        get { state.style }
        set { change(\.style, newValue, "style") }
    }

    /// The actions of events, by their keys.
    open var actions: [String: any CAAction]? {
        get { state.actions }
        set { change(\.actions, newValue, "actions") }
    }

    /// The sides that follow the superlayer's size.
    open var autoresizingMask: CAAutoresizingMask {
        get { state.autoresizingMask }
        set { change(\.autoresizingMask, newValue, "autoresizingMask") }
    }

    /// Whether contents exceed white. It has no effect.
    open var wantsExtendedDynamicRangeContent: Bool {
        get { state.wantsExtendedDynamicRangeContent }
        set { change(\.wantsExtendedDynamicRangeContent, newValue, "wantsExtendedDynamicRangeContent") }
    }

    /// The brightness that contents may have. It has no effect.
    open var preferredDynamicRange: CALayer.DynamicRange {
        get { state.preferredDynamicRange }
        set { change(\.preferredDynamicRange, newValue, "preferredDynamicRange") }
    }

    /// The way in which bright contents are dimmed. It has no effect.
    open var toneMapMode: CALayer.ToneMapMode {
        get { state.toneMapMode }
        set { change(\.toneMapMode, newValue, "toneMapMode") }
    }

    /// The brightness of contents in relation to white. It has no effect.
    open var contentsHeadroom: CGFloat {
        get { state.contentsHeadroom }
        set { change(\.contentsHeadroom, newValue, "contentsHeadroom") }
    }
}
