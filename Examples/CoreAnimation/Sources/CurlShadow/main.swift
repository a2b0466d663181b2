import Comparison
import Foundation
import Penumbra

#if canImport(QuartzCore)
    import QuartzCore
#else
    import PenumbraQuartzCore
#endif

// A photo with a white border. Its shadow is cast by a path whose lower edge is curved, so that the corners seem to lift.
let size = CGSize(width: 200, height: 160)

/// The shadow's outline, whose lower edge bends up in the middle. More depth lifts the corners further.
func curl(depth: CGFloat) -> CGPath {
    let control = CGPoint(x: 0.3 * size.width, y: 0.7 * size.height)
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 0, y: control.y))
    path.addLine(to: CGPoint(x: size.width, y: control.y))
    path.addLine(to: CGPoint(x: size.width, y: size.height + depth))
    path.addCurve(
        to: CGPoint(x: 0, y: size.height + depth), control1: CGPoint(x: size.width - control.x, y: control.y),
        control2: CGPoint(x: control.x, y: control.y))
    path.closeSubpath()
    return path
}

let frame = CALayer()
frame.bounds = CGRect(origin: .zero, size: size)
frame.backgroundColor = .white
frame.shadowPath = curl(depth: 10)
frame.shadowColor = .black
frame.shadowOpacity = 0.4
frame.shadowOffset = CGSize(width: 0, height: 4)
frame.shadowRadius = 3

if let image = photo(width: 240, height: 180) {
    let picture = CALayer()
    picture.frame = frame.bounds.insetBy(dx: 3, dy: 3)
    picture.contents = image
    picture.contentsGravity = .resizeAspectFill
    picture.backgroundColor = CGColor(gray: 2 / 3, alpha: 1)
    picture.masksToBounds = true
    frame.addSublayer(picture)

    let png = try image.pngData()
    let recipe = PhotoShadow(
        photo: .data([UInt8](png)), photoSize: Size(width: 240, height: 180), size: Size(width: 200, height: 160))
    let margin = CGFloat(recipe.neededMargin)
    let page = CALayer()
    page.bounds = CGRect(x: 0, y: 0, width: size.width + 2 * margin, height: size.height + 2 * margin)
    frame.position = CGPoint(x: page.bounds.midX, y: page.bounds.midY)
    page.addSublayer(frame)
    try compare("CurlShadow", page, with: recipe.scene)

    // The corners rise and sink, and the whole picture sways a little.
    let lift = CABasicAnimation(keyPath: "shadowPath")
    lift.fromValue = curl(depth: 0)
    lift.toValue = curl(depth: 24)
    let sway = CABasicAnimation(keyPath: "transform.rotation.z")
    sway.fromValue = -0.05
    sway.toValue = 0.05
    for animation in [lift, sway] {
        animation.duration = 1
        animation.autoreverses = true
        animation.repeatCount = .infinity
        animation.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
        frame.add(animation, forKey: animation.keyPath)
    }
    try film("CurlShadowFilm", frame, scale: 4)
}
