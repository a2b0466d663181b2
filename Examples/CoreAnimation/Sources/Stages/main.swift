import Foundation
import PenumbraQuartzCore

// The time of frames at 1920 × 1080 pixels, by stage: a list of 200 rows, a dashboard of 500 layers, and 2,000 particles.

/// Draws sixty frames and prints the milliseconds that one took.
func measure(_ name: String, _ root: CALayer, scale: CGFloat, prepare: (_ number: Int) -> Void = { _ in }) throws {
    let renderer = CARenderer(size: root.bounds.size, scale: scale, layer: root)
    renderer.backgroundColor = .white
    let start = clock()
    try renderer.frames(60) { number, _ in
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        prepare(number)
        CATransaction.commit()
    } each: { _, _ in
    }
    let times = renderer.times
    func milliseconds(_ duration: Duration) -> String {
        String(format: "%.1f", duration / .milliseconds(1) / Double(times.frames))
    }
    // POSIX counts processor time in microseconds.
    let processor = String(format: "%.1f", Double(clock() - start) / 1000 / Double(times.frames))
    let stages = [("snapshot", times.snapshot), ("plan", times.plan), ("draw", times.draw)]
    let parts = stages.map { stage, duration in "\(stage) \(milliseconds(duration))" }.joined(separator: ", ")
    print("\(name): \(parts) ms; \(processor) ms of processor time")
}

func list() -> (page: CALayer, rows: CALayer) {
    let page = CALayer()
    page.frame = CGRect(x: 0, y: 0, width: 640, height: 360)
    page.masksToBounds = true
    let rows = CALayer()
    rows.anchorPoint = .zero
    rows.bounds.size = CGSize(width: 640, height: 200 * 60)
    page.addSublayer(rows)
    let arrow = CGMutablePath()
    arrow.addLines(between: [CGPoint(x: 0, y: 0), CGPoint(x: 7, y: 7), CGPoint(x: 0, y: 14)])
    for index in 0..<200 {
        let row = CALayer()
        row.frame = CGRect(x: 0, y: index * 60, width: 640, height: 60)
        row.backgroundColor = CGColor(gray: index % 2 == 0 ? 1 : 0.96, alpha: 1)
        let portrait = CALayer()
        portrait.frame = CGRect(x: 12, y: 10, width: 40, height: 40)
        portrait.cornerRadius = 20
        portrait.backgroundColor = CGColor(red: CGFloat(index % 7) / 7, green: 0.4, blue: 0.7, alpha: 1)
        (portrait.shadowOpacity, portrait.shadowOffset) = (0.3, CGSize(width: 0, height: 2))
        func text(_ string: String, _ y: CGFloat, _ size: CGFloat) -> CATextLayer {
            let text = CATextLayer()
            text.frame = CGRect(x: 64, y: y, width: 400, height: 22)
            (text.string, text.fontSize, text.foregroundColor) = (string, size, .black)
            return text
        }
        let chevron = CAShapeLayer()
        chevron.frame = CGRect(x: 610, y: 23, width: 8, height: 14)
        (chevron.path, chevron.fillColor, chevron.lineWidth) = (arrow, nil, 2)
        chevron.strokeColor = CGColor(gray: 0.7, alpha: 1)
        for layer in [portrait, text("Row number \(index)", 8, 17), text("Some detail of row \(index)", 32, 13), chevron] {
            row.addSublayer(layer)
        }
        rows.addSublayer(row)
    }
    return (page, rows)
}

func dashboard() -> CALayer {
    let page = CALayer()
    page.frame = CGRect(x: 0, y: 0, width: 960, height: 540)
    func animate(_ layer: CALayer, _ key: String, from: Double, to: Double, _ offset: Double) {
        let animation = CABasicAnimation(keyPath: key)
        (animation.fromValue, animation.toValue, animation.duration) = (from, to, 0.8)
        (animation.autoreverses, animation.repeatCount, animation.timeOffset) = (true, .infinity, offset)
        layer.add(animation, forKey: key)
    }
    for number in 0..<25 {
        let card = CALayer()
        card.frame = CGRect(x: 12 + number % 5 * 190, y: 10 + number / 5 * 106, width: 178, height: 96)
        (card.backgroundColor, card.cornerRadius, card.shadowOpacity) = (.white, 12, 0.2)
        page.addSublayer(card)
        let title = CATextLayer()
        title.frame = CGRect(x: 10, y: 6, width: 100, height: 16)
        (title.string, title.fontSize, title.foregroundColor) = ("Metric \(number)", 11, .black)
        card.addSublayer(title)
        let ring = CAShapeLayer()
        ring.frame = CGRect(x: 120, y: 22, width: 50, height: 50)
        ring.path = CGPath(ellipseIn: CGRect(x: 4, y: 4, width: 42, height: 42), transform: nil)
        (ring.fillColor, ring.lineWidth, ring.lineCap) = (nil, 6, .round)
        ring.strokeColor = CGColor(red: 0.2, green: 0.6, blue: 0.9, alpha: 1)
        animate(ring, "strokeEnd", from: 0, to: 1, Double(number) * 0.07)
        card.addSublayer(ring)
        for place in 0..<17 {
            let bar = CALayer()
            bar.anchorPoint = CGPoint(x: 0.5, y: 1)
            bar.bounds = CGRect(x: 0, y: 0, width: 4, height: 50)
            bar.position = CGPoint(x: 14 + place * 6, y: 88)
            bar.backgroundColor = CGColor(red: 0.3, green: 0.8, blue: CGFloat(place) / 17, alpha: 1)
            bar.cornerRadius = 2
            animate(bar, "bounds.size.height", from: 8, to: 56, Double(place * 5 + number) * 0.05)
            card.addSublayer(bar)
        }
    }
    return page
}

func fire() -> CALayer {
    let page = CALayer()
    page.frame = CGRect(x: 0, y: 0, width: 960, height: 540)
    page.backgroundColor = .black
    let emitter = CAEmitterLayer()
    emitter.frame = page.bounds
    (emitter.emitterPosition, emitter.renderMode) = (CGPoint(x: 480, y: 270), .additive)
    let spark = CAEmitterCell()
    (spark.birthRate, spark.lifetime, spark.velocity, spark.velocityRange) = (1000, 2, 150, 60)
    (spark.emissionRange, spark.scale, spark.scaleRange, spark.alphaSpeed) = (.pi * 2, 0.5, 0.2, -0.4)
    let context = CGContext(
        data: nil, width: 32, height: 32, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
    let colors = [CGColor(red: 1, green: 0.8, blue: 0.3, alpha: 1), CGColor(red: 1, green: 0.2, blue: 0, alpha: 0)]
    if let context, let glow = CGGradient(colorsSpace: nil, colors: colors as CFArray, locations: nil) {
        let middle = CGPoint(x: 16, y: 16)
        context.drawRadialGradient(glow, startCenter: middle, startRadius: 0, endCenter: middle, endRadius: 16, options: [])
        spark.contents = context.makeImage()
    }
    emitter.emitterCells = [spark]
    // As many particles as there will ever be.
    emitter.beginTime = -3
    page.addSublayer(emitter)
    return page
}

let (page, rows) = list()
try measure("200 rows", page, scale: 3) { number in rows.position.y = -CGFloat(number) * 37 }
try measure("500 layers", dashboard(), scale: 2)
try measure("2,000 particles", fire(), scale: 2)
