import Foundation
import PenumbraGeometry
import PenumbraScene

extension CGContext {
    /// Paints a gradient along a line over the whole clip.
    public func drawLinearGradient(
        _ gradient: CGGradient, start: CGPoint, end: CGPoint, options: CGGradientDrawingOptions
    ) {
        // A line without length has no direction to paint along.
        guard start != end else { return }
        draw(gradient.scene(.axial(startPoint: start.scene, endPoint: end.scene), options: options), "drawLinearGradient")
    }

    /// Paints a gradient from one circle to another over the whole clip.
    public func drawRadialGradient(
        _ gradient: CGGradient, startCenter: CGPoint, startRadius: CGFloat, endCenter: CGPoint, endRadius: CGFloat,
        options: CGGradientDrawingOptions
    ) {
        let (first, second) = (max(0, Double(startRadius)), max(0, Double(endRadius)))
        let geometry: Gradient.Geometry =
            startCenter == endCenter
            ? .circles(center: startCenter.scene, startRadius: first, endRadius: second)
            : .twoCircles(
                startCenter: startCenter.scene, startRadius: first, endCenter: endCenter.scene, endRadius: second)
        guard startCenter != endCenter || first != second else { return }
        draw(gradient.scene(geometry, options: options), "drawRadialGradient")
    }

    /// Paints a gradient around a point over the whole clip. It runs from the angle towards larger angles.
    public func drawConicGradient(_ gradient: CGGradient, center: CGPoint, angle: CGFloat) {
        let direction = CGPoint(x: 1, y: 0).applying(CGAffineTransform(rotationAngle: angle))
        let end = CGPoint(x: center.x + direction.x, y: center.y + direction.y)
        draw(
            gradient.scene(.conic(startPoint: center.scene, endPoint: end.scene), options: []), "drawConicGradient")
    }

    /// Paints a shading over the whole clip.
    public func drawShading(_ shading: CGShading) {
        draw(shading.gradient, "drawShading")
    }

    /// Paints a gradient, in user space, over the clip.
    private func draw(_ gradient: Gradient, _ call: String) {
        let area = canvas
        guard let inverse = map.inverted, map.isFinite, !state.clip.isEmpty else { return }
        var painted = gradient
        if state.alpha < 1 { painted.colors = painted.colors.map { $0.multiplyingAlpha(by: state.alpha) } }
        // A clip that is a single path is the painted shape itself.
        let clip = state.clip
        let (path, rule) = clip.path(in: area) ?? (Path(clip.bounds(in: area)), .nonzero)
        if clip.path(in: area) != nil { state.clip = Clip() }
        // A shadow of a shape would lie outside of the clip.
        if state.shadow != nil { state.clip = clip }
        let layer = Layer.shape(path.applying(inverse), rule, .gradient(painted), map)
        add(Painting(layer: layer, coverage: .shape(path, rule, .black)), call)
        state.clip = clip
    }
}

/// A gradient whose colours a function gives.
public final class CGShading: Sendable {
    let gradient: Gradient

    /// The number of colours that are asked for between 0 and 1.
    private static let stops = 64

    private init(_ geometry: Gradient.Geometry, _ space: CGColorSpace, _ function: CGFunction, _ start: Bool, _ end: Bool) {
        let colors = (0...Self.stops).map { index in
            let domain = function.domain
            let fraction = CGFloat(index) / CGFloat(Self.stops)
            return ColorConversion.color(
                function.values(at: domain.lowerBound + fraction * (domain.upperBound - domain.lowerBound)).map(Double.init),
                in: space.kind)
        }
        gradient = Gradient(geometry, colors: colors, extendsStart: start, extendsEnd: end)
    }

    public convenience init?(
        axialSpace space: CGColorSpace, start: CGPoint, end: CGPoint, function: CGFunction, extendStart: Bool, extendEnd: Bool
    ) {
        guard start != end else { return nil }
        self.init(.axial(startPoint: start.scene, endPoint: end.scene), space, function, extendStart, extendEnd)
    }

    public convenience init?(
        radialSpace space: CGColorSpace, start: CGPoint, startRadius: CGFloat, end: CGPoint, endRadius: CGFloat,
        function: CGFunction, extendStart: Bool, extendEnd: Bool
    ) {
        self.init(
            .twoCircles(
                startCenter: start.scene, startRadius: Double(startRadius), endCenter: end.scene, endRadius: Double(endRadius)),
            space, function, extendStart, extendEnd)
    }
}

public typealias CGFunctionEvaluateCallback = (UnsafeMutableRawPointer?, UnsafePointer<CGFloat>, UnsafeMutablePointer<CGFloat>)
    -> Void
public typealias CGFunctionReleaseInfoCallback = (UnsafeMutableRawPointer?) -> Void

/// The functions behind a `CGFunction`.
public struct CGFunctionCallbacks {
    public var version: UInt32
    public var evaluate: CGFunctionEvaluateCallback?
    public var releaseInfo: CGFunctionReleaseInfoCallback?

    public init(version: UInt32, evaluate: CGFunctionEvaluateCallback?, releaseInfo: CGFunctionReleaseInfoCallback?) {
        (self.version, self.evaluate, self.releaseInfo) = (version, evaluate, releaseInfo)
    }
}

/// A function of one number that gives the components of a colour.
public final class CGFunction {
    let domain: ClosedRange<CGFloat>
    private let info: UnsafeMutableRawPointer?
    private let count: Int
    private let callbacks: CGFunctionCallbacks

    public init?(
        info: UnsafeMutableRawPointer?, domainDimension: Int, domain: UnsafePointer<CGFloat>?, rangeDimension: Int,
        range: UnsafePointer<CGFloat>?, callbacks: UnsafePointer<CGFunctionCallbacks>
    ) {
        guard domainDimension == 1, (1...32).contains(rangeDimension), callbacks.pointee.evaluate != nil else { return nil }
        let (low, high) = (domain?[0] ?? 0, domain?[1] ?? 1)
        guard low <= high else { return nil }
        self.domain = low...high
        self.info = info
        count = rangeDimension
        self.callbacks = callbacks.pointee
    }

    deinit { callbacks.releaseInfo?(info) }

    func values(at place: CGFloat) -> [CGFloat] {
        var (input, output) = (place, [CGFloat](repeating: 0, count: count))
        callbacks.evaluate?(info, &input, &output)
        return output
    }
}
