import PenumbraCoreGraphics

/// A view that shows text, centred vertically.
open class UILabel: UIView {
    open var text: String? {
        didSet {
            guard text != oldValue || attributed != nil else { return }
            attributed = nil
            textChanged()
        }
    }
    open var font: UIFont! = .systemFont(ofSize: UIFont.labelFontSize) {
        didSet {
            overrideAttribute(.font, font)
            if font != oldValue { textChanged() }
        }
    }
    open var textColor: UIColor! = .label { didSet { overrideAttribute(.foregroundColor, textColor) } }
    open var textAlignment = NSTextAlignment.natural {
        didSet {
            let style = attributed.flatMap { $0.length > 0 ? $0.attribute(.paragraphStyle, at: 0, effectiveRange: nil) : nil }
            let aligned = NSMutableParagraphStyle()
            if let style = style as? NSParagraphStyle { aligned.setParagraphStyle(style) }
            aligned.alignment = textAlignment
            overrideAttribute(.paragraphStyle, aligned)
        }
    }
    open var lineBreakMode = NSLineBreakMode.byTruncatingTail { didSet { setNeedsDisplay() } }
    /// The most lines. Zero allows any number.
    open var numberOfLines = 1 { didSet { if numberOfLines != oldValue { textChanged() } } }
    open var shadowColor: UIColor? { didSet { setNeedsDisplay() } }
    open var shadowOffset = CGSize(width: 0, height: -1) { didSet { setNeedsDisplay() } }
    open var adjustsFontSizeToFitWidth = false { didSet { setNeedsDisplay() } }
    /// The smallest size of text that shrinks, as a share of the font's size.
    open var minimumScaleFactor: CGFloat = 0 { didSet { setNeedsDisplay() } }
    /// The width at which lines of the intrinsic size break. Zero breaks none.
    open var preferredMaxLayoutWidth: CGFloat = 0 { didSet { invalidateIntrinsicContentSize() } }
    open var isEnabled = true { didSet { setNeedsDisplay() } }
    open var isHighlighted = false { didSet { setNeedsDisplay() } }
    /// The colour of text that is highlighted. Nil is the colour of other text.
    open var highlightedTextColor: UIColor? { didSet { setNeedsDisplay() } }
    /// Letters are never moved together here.
    open var allowsDefaultTighteningForTruncation = false
    private var attributed: NSAttributedString?

    public override init(frame: CGRect) { super.init(frame: frame) }

    public required init?(coder: NSCoder) { super.init(coder: coder) }

    open var attributedText: NSAttributedString? {
        get { attributed ?? text.map { NSAttributedString(string: $0, attributes: attributes) } }
        set {
            text = newValue?.string
            attributed = newValue
            textChanged()
        }
    }

    private func textChanged() {
        setNeedsDisplay()
        invalidateIntrinsicContentSize()
    }

    /// Gives all of an attributed text an attribute that was set later.
    private func overrideAttribute(_ key: NSAttributedString.Key, _ value: Any?) {
        setNeedsDisplay()
        guard let value, let old = attributed else { return }
        let changed = NSMutableAttributedString(attributedString: old)
        changed.addAttribute(key, value: value, range: NSRange(location: 0, length: old.length))
        attributed = changed
    }

    private var attributes: [NSAttributedString.Key: Any] {
        let style = NSMutableParagraphStyle()
        (style.alignment, style.lineBreakMode) = (textAlignment, lineBreakMode)
        return [.font: shownFont, .foregroundColor: shownColor, .paragraphStyle: style]
    }

    private var shownColor: UIColor {
        let color: UIColor = (isHighlighted ? highlightedTextColor : nil) ?? textColor ?? .label
        return isEnabled ? color : color.withAlphaComponent(color.cgColor.alpha / 2)
    }

    private func layoutText() -> AttributedText? {
        guard let attributedText, attributedText.length > 0 else { return nil }
        var result = AttributedText(attributedText)
        if numberOfLines > 0 { result.text.maximumLines = numberOfLines }
        if numberOfLines == 1, lineBreakMode == .byClipping { result.text.isWrapped = false }
        if adjustsFontSizeToFitWidth {
            result.text.minimumFontSize = max(1, Double(shownFont.pointSize * minimumScaleFactor))
        }
        return result
    }

    /// The rectangle of the text within bounds.
    open func textRect(forBounds bounds: CGRect, limitedToNumberOfLines numberOfLines: Int) -> CGRect {
        guard var text = layoutText() else { return CGRect(origin: bounds.origin, size: .zero) }
        text.text.maximumLines = numberOfLines > 0 ? numberOfLines : nil
        guard let layout = try? text.layout(width: Double(bounds.width)) else {
            return CGRect(origin: bounds.origin, size: .zero)
        }
        return CGRect(
            x: bounds.minX, y: bounds.minY, width: min(bounds.width, layout.size.width.rounded(.up)),
            height: min(bounds.height, layout.size.height.rounded(.up)))
    }

    open func drawText(in rect: CGRect) {
        guard let context = UIGraphicsGetCurrentContext(), let text = layoutText(), rect.width > 0, rect.height > 0 else {
            return
        }
        do {
            let height = min(rect.height, CGFloat(try text.layout(width: Double(rect.width)).size.height))
            let isShadowed = shadowColor != nil || text.shadow != nil
            // Letters that clip change the context's state.
            if isShadowed { context.saveGState() }
            if let shadowColor { context.setShadow(offset: shadowOffset, blur: 0, color: shadowColor.cgColor) }
            text.setShadow(in: context)
            context.draw(
                text.text,
                in: CGRect(
                    x: rect.minX, y: rect.midY - height / 2, width: CGFloat(text.lineWidth(in: Double(rect.width))),
                    height: height))
            if isShadowed { context.restoreGState() }
        } catch {
            context.take(.render(error))
        }
    }

    open override func draw(_ rect: CGRect) { drawText(in: bounds) }

    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        let width = size.width > 0 && numberOfLines != 1 ? size.width : .greatestFiniteMagnitude
        return textRect(
            forBounds: CGRect(x: 0, y: 0, width: width, height: .greatestFiniteMagnitude), limitedToNumberOfLines: numberOfLines
        ).size
    }

    open override var intrinsicContentSize: CGSize { sizeThatFits(CGSize(width: preferredMaxLayoutWidth, height: 0)) }

    override func wrappedHeight(_ width: CGFloat) -> CGFloat? {
        numberOfLines == 1 || width <= 0 ? nil : sizeThatFits(CGSize(width: width, height: 0)).height
    }

    override var textBaselines: (first: CGFloat?, last: CGFloat) { (shownFont.ascender, -shownFont.descender) }

    /// The font of text that has none of its own.
    var shownFont: UIFont { font ?? .systemFont(ofSize: UIFont.labelFontSize) }
}
