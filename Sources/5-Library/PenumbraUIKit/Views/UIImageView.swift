import PenumbraCoreGraphics
import PenumbraQuartzCore

/// A view that shows an image.
open class UIImageView: UIView {
    open var image: UIImage? {
        didSet { show() }
    }

    public override init(frame: CGRect) { super.init(frame: frame) }

    public required init?(coder: NSCoder) { super.init(coder: coder) }

    /// Makes a view as large as an image.
    public init(image: UIImage?) {
        super.init(frame: CGRect(origin: .zero, size: image?.size ?? .zero))
        self.image = image
        show()
    }

    /// Makes a view with another image for its highlighted state.
    public convenience init(image: UIImage?, highlightedImage: UIImage?) {
        self.init(image: image)
        self.highlightedImage = highlightedImage
    }

    open var highlightedImage: UIImage? { didSet { show() } }
    open var isHighlighted = false { didSet { show() } }

    open override func tintColorDidChange() { show() }

    private func show() {
        let image = (isHighlighted ? highlightedImage : nil) ?? self.image
        let shown = image?.renderingMode == .alwaysTemplate ? image?.withTintColor(tintColor ?? .systemBlue) : image
        layer.contents = shown?.upright
        layer.contentsScale = shown?.scale ?? 1
        guard let shown, shown.capInsets != .zero, shown.size.width > 0, shown.size.height > 0 else {
            layer.contentsCenter = CGRect(x: 0, y: 0, width: 1, height: 1)
            return
        }
        let center = CGRect(origin: .zero, size: shown.size).inset(by: shown.capInsets)
        layer.contentsCenter = CGRect(
            x: center.minX / shown.size.width, y: center.minY / shown.size.height, width: center.width / shown.size.width,
            height: center.height / shown.size.height)
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize { image?.size ?? .zero }
    open override var intrinsicContentSize: CGSize { image?.size ?? super.intrinsicContentSize }
}
