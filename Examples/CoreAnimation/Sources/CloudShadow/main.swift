import Comparison
import Foundation
import Penumbra

#if canImport(QuartzCore)
    import QuartzCore
#else
    import PenumbraQuartzCore
#endif

/// A cloud that draws itself, and casts a flattened shadow on the ground.
final class CloudLayer: CALayer {
    /// Whether gradient and stroke are clipped together, as one picture.
    var isGrouped = false

    static func outline(in size: CGSize) -> CGPath {
        func place(_ x: CGFloat, _ y: CGFloat) -> CGPoint { CGPoint(x: x * size.width, y: y * size.height) }
        let path = CGMutablePath()
        path.move(to: place(0.4, 0.2))
        path.addQuadCurve(to: place(0.6, 0.2), control: place(0.5, 0.1))
        path.addQuadCurve(to: place(0.8, 0.4), control: place(0.8, 0.2))
        path.addQuadCurve(to: place(0.8, 0.6), control: place(0.9, 0.5))
        path.addQuadCurve(to: place(0.6, 0.8), control: place(0.8, 0.8))
        path.addQuadCurve(to: place(0.4, 0.8), control: place(0.5, 0.9))
        path.addQuadCurve(to: place(0.2, 0.6), control: place(0.2, 0.8))
        path.addQuadCurve(to: place(0.2, 0.4), control: place(0.1, 0.5))
        path.addQuadCurve(to: place(0.4, 0.2), control: place(0.2, 0.2))
        path.closeSubpath()
        return path
    }

    override func draw(in ctx: CGContext) {
        let path = Self.outline(in: bounds.size)
        ctx.addPath(path)
        ctx.clip()
        if isGrouped { ctx.beginTransparencyLayer(auxiliaryInfo: nil) }
        let colors = [CGColor.white, CGColor(red: 0.78, green: 0.84, blue: 0.91, alpha: 1)]
        if let gradient = CGGradient(colorsSpace: CGColorSpaceCreateDeviceRGB(), colors: colors as CFArray, locations: nil) {
            ctx.drawLinearGradient(gradient, start: .zero, end: CGPoint(x: 0, y: bounds.height), options: [])
        }
        ctx.addPath(path)
        ctx.setLineWidth(2)
        ctx.setStrokeColor(CGColor(red: 0.55, green: 0.63, blue: 0.73, alpha: 1))
        ctx.strokePath()
        if isGrouped { ctx.endTransparencyLayer() }
    }
}

let recipe = Cloud()
let cloud = CloudLayer()
cloud.bounds = CGRect(x: 0, y: 0, width: 200, height: 120)
cloud.opacity = 0.9
cloud.shadowPath = CloudLayer.outline(in: CGSize(width: 200, height: 60))
cloud.shadowOpacity = 0.4
cloud.shadowOffset = CGSize(width: 0, height: 1.8 * 120)
cloud.shadowRadius = 3
cloud.setNeedsDisplay()

let sky = CALayer()
sky.bounds = CGRect(x: 0, y: 0, width: recipe.scene.canvas.size.width, height: recipe.scene.canvas.size.height)
// The recipe's canvas begins where the cloud or its shadow does.
let origin = recipe.scene.layers[0].frame?.origin ?? .zero
cloud.frame.origin = CGPoint(x: origin.x, y: origin.y)
sky.addSublayer(cloud)
// Gradient and stroke are clipped one by one, as the calls say: where the clip covers a part c of a pixel, 1 − (1 − c)² is
// painted. The recipe clips both at once, and paints c.
try compare("CloudShadow", sky, with: recipe.scene)
cloud.isGrouped = true
cloud.setNeedsDisplay()
try compare("CloudShadowGrouped", sky, with: recipe.scene)

// The cloud drifts and rises. Its shadow stays on the ground.
let drift = CAKeyframeAnimation(keyPath: "transform.translation.x")
drift.values = [-60, 60, -60]
drift.duration = 2
let rise = CAKeyframeAnimation(keyPath: "transform.translation.y")
rise.values = [0, -20, 0]
let sink = CAKeyframeAnimation(keyPath: "shadowOffset.height")
sink.values = [180, 200, 180]
for animation in [drift, rise, sink] {
    animation.duration = 2
    animation.calculationMode = .cubic
    cloud.add(animation, forKey: animation.keyPath)
}
let air = CALayer()
air.bounds.size = CGSize(width: 200, height: 300)
cloud.position = CGPoint(x: 100, y: 90)
air.addSublayer(cloud)
try film("CloudShadowFilm", air, scale: 3, background: CGColor(red: 0.75, green: 0.88, blue: 0.97, alpha: 1))
