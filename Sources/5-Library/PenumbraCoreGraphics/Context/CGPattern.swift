import Foundation
import PenumbraGeometry
import PenumbraScene

public enum CGPatternTiling: Int32, Sendable {
    case noDistortion, constantSpacingMinimalDistortion, constantSpacing
}

public typealias CGPatternDrawPatternCallback = (UnsafeMutableRawPointer?, CGContext) -> Void
public typealias CGPatternReleaseInfoCallback = (UnsafeMutableRawPointer?) -> Void

/// The functions behind a pattern.
public struct CGPatternCallbacks {
    public var version: UInt32
    public var drawPattern: CGPatternDrawPatternCallback?
    public var releaseInfo: CGPatternReleaseInfoCallback?

    public init(version: UInt32, drawPattern: CGPatternDrawPatternCallback?, releaseInfo: CGPatternReleaseInfoCallback?) {
        (self.version, self.drawPattern, self.releaseInfo) = (version, drawPattern, releaseInfo)
    }
}

/// A cell that is drawn again and again, in rows and columns.
public final class CGPattern: @unchecked Sendable {
    let bounds: CGRect
    let matrix: CGAffineTransform
    let step: CGSize
    let isColored: Bool
    private let info: UnsafeMutableRawPointer?
    private let callbacks: CGPatternCallbacks

    /// Makes a pattern.
    ///
    /// - Parameters:
    ///   - matrix: the map from the pattern's space to base space.
    ///   - tiling: ignored: cells are always drawn exactly where they belong.
    public init?(
        info: UnsafeMutableRawPointer?, bounds: CGRect, matrix: CGAffineTransform, xStep: CGFloat, yStep: CGFloat,
        tiling: CGPatternTiling, isColored: Bool, callbacks: UnsafePointer<CGPatternCallbacks>
    ) {
        guard callbacks.pointee.drawPattern != nil, bounds.width > 0, bounds.height > 0, xStep.isFinite, yStep.isFinite else {
            return nil
        }
        self.info = info
        self.bounds = bounds.standardized
        self.matrix = matrix
        step = CGSize(width: xStep, height: yStep)
        self.isColored = isColored
        self.callbacks = callbacks.pointee
    }

    deinit { callbacks.releaseInfo?(info) }

    func draw(in context: CGContext) { callbacks.drawPattern?(info, context) }
}

extension CGContext {
    /// The deepest nesting of patterns whose cells are drawn with patterns.
    private static let deepestPatterns = 8

    /// The cells of a pattern that an area shows, in the coordinates of the scene.
    func tiles(of pattern: CGPattern, _ color: CGColor, over bounds: Rect) -> Layer? {
        let place = pattern.matrix
            .concatenating(CGAffineTransform(translationX: state.patternPhase.width, y: state.patternPhase.height))
            .concatenating(base).scene.concatenating(deviceToScene)
        let area = bounds.intersection(state.clip.bounds(in: canvas))
        guard !area.isEmpty, place.isFinite, let inverse = place.inverted else { return nil }
        guard patternDepth < Self.deepestPatterns else {
            fail("setFillPattern", "patterns are nested too deeply")
            return nil
        }
        // A cell's scene has the coordinates of the pattern.
        let cell = CGContext(
            size: pattern.bounds.size, deviceToScene: .identity, base: .identity, pixels: nil)
        cell.patternDepth = patternDepth + 1
        cell.cellBounds = pattern.bounds.scene
        if !pattern.isColored {
            let opaque = CGColor(sceneColor(color))
            cell.setFillColor(opaque)
            cell.setStrokeColor(opaque)
        }
        pattern.draw(in: cell)
        if failure == nil { failure = cell.failure }
        images.merge(cell.images) { first, _ in first }
        guard !cell.layers.isEmpty else { return nil }
        let content = Layer(
            frame: pattern.bounds.scene, masksToBounds: true,
            sublayers: [.group(cell.layers, .translation(-Double(pattern.bounds.minX), -Double(pattern.bounds.minY)))])
        return repeated(
            .group([content], place), step: pattern.step, cell: pattern.bounds.scene, over: area.transformed(by: inverse),
            map: place, "setFillPattern")
    }
}
