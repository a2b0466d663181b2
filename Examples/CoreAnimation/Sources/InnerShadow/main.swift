import Comparison
import Foundation
import Penumbra

#if canImport(QuartzCore)
    import QuartzCore
#else
    import PenumbraQuartzCore
#endif

/// A layer that shows the inverse of a shape: everything around it is black.
final class InverseLayer: CALayer {
    var shape: CGPath?

    override func draw(in ctx: CGContext) {
        guard let shape else { return }
        ctx.addRect(bounds)
        ctx.addPath(shape)
        ctx.setFillColor(.black)
        ctx.fillPath(using: .evenOdd)
    }
}

// A star, pressed into the page. The inverse of the star casts a shadow, of which only the part inside the star is shown.
let size = CGSize(width: 120, height: 120)
let star = CGMutablePath()
for point in 0..<10 {
    let angle = CGFloat(point) * .pi / 5 - .pi / 2
    let radius: CGFloat = point % 2 == 0 ? 56 : 24
    let place = CGPoint(x: 60 + radius * cos(angle), y: 60 + radius * sin(angle))
    if point == 0 { star.move(to: place) } else { star.addLine(to: place) }
}
star.closeSubpath()

let room: CGFloat = 40
let inverse = InverseLayer()
// Larger than the star, so that no edge of the inverse casts a shadow into it.
inverse.frame = CGRect(origin: .zero, size: size).insetBy(dx: -room, dy: -room)
inverse.bounds.origin = CGPoint(x: -room, y: -room)
inverse.shape = star
// The inverse itself stays out of sight. Only its shadow falls into the star.
let away: CGFloat = 400
inverse.position.x -= away
inverse.shadowOpacity = 0.75
inverse.shadowOffset = CGSize(width: away, height: 2)
inverse.shadowRadius = 1
inverse.setNeedsDisplay()

let mask = CAShapeLayer()
mask.frame = CGRect(origin: .zero, size: size)
mask.path = star

let hole = CALayer()
hole.bounds = CGRect(origin: .zero, size: size)
hole.mask = mask
hole.addSublayer(inverse)

// The artwork's path as scenes have it, for the recipe.
var outline = Path()
star.applyWithBlock { element in
    let point = element.pointee.points[0]
    switch element.pointee.type {
    case .moveToPoint: outline.move(to: Point(Double(point.x), Double(point.y)))
    case .addLineToPoint: outline.addLine(to: Point(Double(point.x), Double(point.y)))
    default: outline.close()
    }
}
var recipe = Indent(.path(outline, size: Size(width: 120, height: 120)))
recipe.outsideShadow.color = .transparent
let padding = CGFloat(recipe.neededPadding)
let page = CALayer()
page.bounds = CGRect(x: 0, y: 0, width: size.width + 2 * padding, height: size.height + 2 * padding)
hole.position = CGPoint(x: page.bounds.midX, y: page.bounds.midY)
page.addSublayer(hole)
// The recipe blurs the star, and takes the rest to 255. Here, the inverse is blurred. Both are rounded up where the exact blur
// lies halfway between two bytes, so they may differ by one there.
try compare("InnerShadow", page, with: recipe.scene)

// The light goes around the page, as if the device were tilted: the shadow inside the star points away from it.
let tilt = CAKeyframeAnimation(keyPath: "shadowOffset")
tilt.values = (0...24).map { step in
    let angle = CGFloat(step) * 2 * .pi / 24
    return CGSize(width: away + 5 * sin(angle), height: 5 * cos(angle))
}
tilt.duration = 2
inverse.shadowRadius = 2
inverse.add(tilt, forKey: "tilt")
try film("InnerShadowFilm", hole, scale: 6, background: CGColor(gray: 0.95, alpha: 1))
