import Comparison
import Foundation
import Penumbra

#if canImport(QuartzCore)
    import QuartzCore
#else
    import PenumbraQuartzCore
#endif

/// A mask that is clear within a radius, and opaque beyond a feather.
final class FeatherLayer: CALayer {
    var radius: CGFloat = 0
    var feather: CGFloat = 50

    override func draw(in ctx: CGContext) {
        let middle = CGPoint(x: bounds.midX, y: bounds.midY)
        let colors = [CGColor.clear, CGColor.black]
        guard
            let gradient = CGGradient(
                colorsSpace: CGColorSpaceCreateDeviceRGB(), colors: colors as CFArray, locations: [0, 0.4])
        else { return }
        ctx.drawRadialGradient(
            gradient, startCenter: middle, startRadius: radius, endCenter: middle, endRadius: radius + feather,
            options: [.drawsBeforeStartLocation, .drawsAfterEndLocation])
    }
}

let size = CGSize(width: 240, height: 180)
if let image = photo(width: 240, height: 180) {
    func page() -> CALayer {
        let page = CALayer()
        page.bounds = CGRect(origin: .zero, size: size)
        let picture = CALayer()
        picture.frame = page.bounds
        picture.contents = image
        picture.contentsGravity = .resizeAspectFill
        picture.masksToBounds = true
        page.addSublayer(picture)
        return page
    }
    var recipe = Focus(photo: .data([UInt8](try image.pngData())), size: Size(width: 240, height: 180))
    recipe.circle.diameter = 100

    // A rectangle and a circle in one path: the even-odd rule leaves the circle open.
    let sharp = page()
    let around = CGMutablePath()
    around.addRect(sharp.bounds)
    around.addEllipse(in: CGRect(x: 70, y: 40, width: 100, height: 100))
    let dimming = CAShapeLayer()
    dimming.frame = sharp.bounds
    dimming.path = around
    dimming.fillRule = .evenOdd
    dimming.opacity = 0.5
    sharp.addSublayer(dimming)
    recipe.isSharp = true
    try compare("BlurMaskSharp", sharp, with: recipe.scene)

    // A gradient drawn into the mask of a black layer.
    let feathered = page()
    let shade = CALayer()
    shade.frame = feathered.bounds
    shade.backgroundColor = .black
    shade.opacity = 0.5
    let mask = FeatherLayer()
    mask.frame = shade.bounds
    mask.radius = 50
    mask.setNeedsDisplay()
    shade.mask = mask
    feathered.addSublayer(shade)
    recipe.isSharp = false
    try compare("BlurMaskFeathered", feathered, with: recipe.scene)

    // The clear circle follows a path over a larger photo.
    if let large = photo(width: 960, height: 720) {
        feathered.sublayers?[0].contents = large
        mask.frame = shade.bounds.insetBy(dx: -240, dy: -180)
        mask.setNeedsDisplay()
        let way = CAKeyframeAnimation(keyPath: "position")
        way.path = CGPath(ellipseIn: CGRect(x: 60, y: 50, width: 120, height: 80), transform: nil)
        way.calculationMode = .paced
        way.duration = 2
        mask.add(way, forKey: "way")
        try film("BlurMaskFilm", feathered, scale: 6)
    }
}
