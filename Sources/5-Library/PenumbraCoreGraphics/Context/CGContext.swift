import Foundation
import PenumbraBitmap
import PenumbraGeometry
import PenumbraScene

/// A place to draw: a bitmap, or a list of layers.
///
/// A context records what is drawn as layers of a scene. The engine draws them when the picture is needed, on the processor or
/// on a GPU, with the same bytes. One context belongs to one thread at a time.
public final class CGContext {
    /// The size of the picture in units of device space.
    let size: CGSize
    /// The map from device space to the coordinates of the scene, whose y axis points down.
    let deviceToScene: PenumbraGeometry.AffineTransform
    /// The map from base space, in which shadows and patterns lie, to device space.
    package let base: CGAffineTransform
    var state: GraphicsState
    private var saved: [GraphicsState] = []
    /// The current path, in the coordinates of the scene.
    var currentPath = Path()
    /// The pictures that the recorded layers show.
    package internal(set) var images: [ImageSource: Bitmap] = [:]
    /// What is recorded: the picture, and inside of it each open transparency layer.
    var groups = [RecordedGroup()]
    /// The pixels of a bitmap context. Nil if the context only records layers.
    let pixels: ContextPixels?
    /// The first call that could not be drawn. Nil if there is none.
    public internal(set) var failure: DrawingError?

    /// The number of patterns in whose cells the context draws.
    var patternDepth = 0
    /// The area of a pattern's cell. Nil for other contexts.
    var cellBounds: Rect?

    /// The text matrix isn't part of the state that `saveGState` keeps.
    public var textMatrix = CGAffineTransform.identity

    init(size: CGSize, deviceToScene: PenumbraGeometry.AffineTransform, base: CGAffineTransform, pixels: ContextPixels?) {
        self.size = size
        self.deviceToScene = deviceToScene
        self.base = base
        self.pixels = pixels
        state = GraphicsState(ctm: base)
    }

    /// Makes a context that records layers, in a rectangle whose y axis points down, as UIKit's contexts do.
    ///
    /// The layers have their origin at the top left of the rectangle.
    package convenience init(recording bounds: CGRect) {
        let bounds = bounds.standardized
        let height = Double(bounds.height)
        let flip = PenumbraGeometry.AffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: height)
        self.init(
            size: bounds.size, deviceToScene: flip,
            base: CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: bounds.height), pixels: nil)
        state.ctm = CGAffineTransform(translationX: -bounds.minX, y: -bounds.minY).concatenating(state.ctm)
    }

    /// The recorded layers, back to front. Open transparency layers are left out.
    package var layers: [Layer] { groups.first?.layers ?? [] }

    // MARK: State

    public func saveGState() { saved.append(state) }

    /// Returns to the last saved state. Without one, nothing happens.
    public func restoreGState() {
        if let last = saved.popLast() { state = last }
    }

    // MARK: Transforms

    /// The map from user space to device space.
    public var ctm: CGAffineTransform { state.ctm }

    public func scaleBy(x: CGFloat, y: CGFloat) { state.ctm = state.ctm.scaledBy(x: x, y: y) }

    public func translateBy(x: CGFloat, y: CGFloat) { state.ctm = state.ctm.translatedBy(x: x, y: y) }

    public func rotate(by angle: CGFloat) { state.ctm = state.ctm.rotated(by: angle) }

    public func concatenate(_ transform: CGAffineTransform) { state.ctm = transform.concatenating(state.ctm) }

    public var userSpaceToDeviceSpaceTransform: CGAffineTransform { state.ctm }

    public func convertToDeviceSpace(_ point: CGPoint) -> CGPoint { point.applying(state.ctm) }
    public func convertToDeviceSpace(_ size: CGSize) -> CGSize { size.applying(state.ctm) }
    public func convertToDeviceSpace(_ rect: CGRect) -> CGRect { rect.applying(state.ctm) }
    public func convertToUserSpace(_ point: CGPoint) -> CGPoint { point.applying(state.ctm.inverted()) }
    public func convertToUserSpace(_ size: CGSize) -> CGSize { size.applying(state.ctm.inverted()) }
    public func convertToUserSpace(_ rect: CGRect) -> CGRect { rect.applying(state.ctm.inverted()) }

    /// The map from user space to the coordinates of the scene.
    var map: PenumbraGeometry.AffineTransform { state.ctm.scene.concatenating(deviceToScene) }

    /// The area of the picture in the coordinates of the scene.
    var canvas: Rect {
        cellBounds
            ?? Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height)).transformed(by: deviceToScene)
    }

    func fail(_ call: String, _ reason: String) { take(.unsupported(call: call, reason: reason)) }

    /// Keeps the first reason why something can't be drawn.
    package func take(_ error: DrawingError) {
        if failure == nil { failure = error }
    }
}

/// The layers of the picture or of a transparency layer, back to front.
struct RecordedGroup {
    var layers: [Layer] = []
    /// The number of filters around the first layer, each inside the next.
    var depth = 0
    /// The state in which a transparency layer was begun. Nil for the picture.
    var state: GraphicsState?
}
