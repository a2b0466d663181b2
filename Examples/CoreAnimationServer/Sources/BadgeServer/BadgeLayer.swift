import PenumbraQuartzCore

/// A badge with a name, as an app would draw it.
final class BadgeLayer: CALayer {
    init(name: String) {
        super.init()
        frame = CGRect(x: 0, y: 0, width: 320, height: 96)
        let card = CAGradientLayer()
        card.frame = bounds.insetBy(dx: 12, dy: 12)
        card.colors = [
            CGColor(srgbRed: 0.36, green: 0.35, blue: 0.9, alpha: 1), CGColor(srgbRed: 0.69, green: 0.32, blue: 0.87, alpha: 1),
        ]
        (card.startPoint, card.endPoint) = (CGPoint(x: 0, y: 0.5), CGPoint(x: 1, y: 0.5))
        card.cornerRadius = card.bounds.height / 2
        (card.shadowOpacity, card.shadowRadius, card.shadowOffset) = (0.35, 5, CGSize(width: 0, height: 3))
        addSublayer(card)

        let dot = CAShapeLayer()
        dot.path = CGPath(ellipseIn: CGRect(x: 20, y: 24, width: 24, height: 24), transform: nil)
        (dot.fillColor, dot.strokeColor, dot.lineWidth) = (CGColor(gray: 1, alpha: 0.25), .white, 3)
        dot.strokeEnd = 0.8
        card.addSublayer(dot)

        let text = CATextLayer()
        text.frame = CGRect(x: 58, y: 20, width: card.bounds.width - 80, height: 34)
        (text.string, text.fontSize, text.foregroundColor) = (name, 26, .white)
        text.truncationMode = .end
        card.addSublayer(text)
    }

    override init(layer: Any) { super.init(layer: layer) }

    required init?(coder: NSCoder) { super.init(coder: coder) }
}
