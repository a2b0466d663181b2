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
let (depth, control) = (CGFloat(10), CGPoint(x: 0.3 * size.width, y: 0.7 * size.height))

let curl = CGMutablePath()
curl.move(to: CGPoint(x: 0, y: control.y))
curl.addLine(to: CGPoint(x: size.width, y: control.y))
curl.addLine(to: CGPoint(x: size.width, y: size.height + depth))
curl.addCurve(
    to: CGPoint(x: 0, y: size.height + depth), control1: CGPoint(x: size.width - control.x, y: control.y),
    control2: CGPoint(x: control.x, y: control.y))
curl.closeSubpath()

let frame = CALayer()
frame.bounds = CGRect(origin: .zero, size: size)
frame.backgroundColor = .white
frame.shadowPath = curl
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
}
