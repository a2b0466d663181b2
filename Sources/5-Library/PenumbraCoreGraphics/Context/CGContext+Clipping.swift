import Foundation
import PenumbraBitmap
import PenumbraGeometry
import PenumbraScene

extension CGContext {
    /// Makes the clip smaller by the current path, and then forgets the path.
    public func clip(using rule: CGPathFillRule = .winding) {
        state.clip.add(currentPath, rule.scene, isAntialiased: state.isAntialiased)
        beginPath()
    }

    public func clip(to rect: CGRect) { clip(to: [rect]) }

    public func clip(to rects: [CGRect]) {
        beginPath()
        addRects(rects)
        clip()
    }

    /// Makes the clip smaller by a mask in a rectangle: an image mask, a grey picture whose white lets paint pass, or alpha.
    public func clip(to rect: CGRect, mask: CGImage) {
        let coverage = mask.coverage
        let source = ImageSource.file("cgmask:\(mask.width)x\(mask.height):\(coverage.digest)")
        images[source] = coverage
        let layer = imageLayer(source, in: rect, interpolates: mask.shouldInterpolate)
        state.clip.add(layer, bounds: rect.scene.transformed(by: map))
    }

    /// Removes every clip, also clips of states that are saved.
    public func resetClip() { state.clip = Clip() }

    /// The smallest rectangle in user space that holds the clip.
    public var boundingBoxOfClipPath: CGRect {
        guard let inverse = map.inverted else { return .null }
        let bounds = state.clip.bounds(in: canvas)
        return bounds.isEmpty ? .null : CGRect(bounds.transformed(by: inverse))
    }
}
