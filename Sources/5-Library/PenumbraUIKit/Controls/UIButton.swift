import PenumbraCoreGraphics
import PenumbraQuartzCore

/// A control with an image and a title beside each other.
open class UIButton: UIControl {
    public enum ButtonType: Int, Sendable {
        case custom = 0
        case system = 1
        case detailDisclosure, infoLight, infoDark, contactAdd, plain, close
    }

    private struct Look {
        var title: String?
        var attributedTitle: NSAttributedString?
        var titleColor: UIColor?
        var titleShadowColor: UIColor?
        var image: UIImage?
        var backgroundImage: UIImage?
    }

    public let buttonType: ButtonType
    private let label = UILabel()
    private let picture = UIImageView(frame: .zero)
    private let background = UIImageView(frame: .zero)
    private var looks: [State: Look] = [:]
    open var contentEdgeInsets = UIEdgeInsets.zero { didSet { setNeedsLayout() } }
    open var titleEdgeInsets = UIEdgeInsets.zero { didSet { setNeedsLayout() } }
    open var imageEdgeInsets = UIEdgeInsets.zero { didSet { setNeedsLayout() } }
    open var adjustsImageWhenHighlighted = true
    open var adjustsImageWhenDisabled = true

    public override init(frame: CGRect) {
        buttonType = .custom
        super.init(frame: frame)
        addParts()
    }

    public override init(frame: CGRect, primaryAction: UIAction?) {
        buttonType = .system
        super.init(frame: frame, primaryAction: primaryAction)
        addParts()
        setTitle(primaryAction?.title, for: .normal)
        setImage(primaryAction?.image, for: .normal)
    }

    public init(type buttonType: ButtonType) {
        self.buttonType = buttonType
        super.init(frame: .zero)
        addParts()
    }

    public required init?(coder: NSCoder) {
        buttonType = .custom
        super.init(coder: coder)
        addParts()
    }

    private func addParts() {
        (label.textAlignment, label.font) = (.center, .systemFont(ofSize: UIFont.buttonFontSize))
        for part in [background, picture, label] { addSubview(part) }
    }

    open var titleLabel: UILabel? { label }
    open var imageView: UIImageView? { picture }

    private func change(_ state: State, _ change: (inout Look) -> Void) {
        change(&looks[state, default: Look()])
        setNeedsLayout()
        show()
    }

    open func setTitle(_ title: String?, for state: State) { change(state) { $0.title = title } }
    open func setAttributedTitle(_ title: NSAttributedString?, for state: State) {
        change(state) { $0.attributedTitle = title }
    }
    open func setTitleColor(_ color: UIColor?, for state: State) { change(state) { $0.titleColor = color } }
    open func setTitleShadowColor(_ color: UIColor?, for state: State) { change(state) { $0.titleShadowColor = color } }
    open func setImage(_ image: UIImage?, for state: State) { change(state) { $0.image = image } }
    open func setBackgroundImage(_ image: UIImage?, for state: State) { change(state) { $0.backgroundImage = image } }

    /// The value of a state, or that of the normal state.
    private func look<Value>(_ state: State, _ part: (Look) -> Value?) -> Value? {
        looks[state].flatMap(part) ?? looks[.normal].flatMap(part)
    }

    open func title(for state: State) -> String? { look(state, \.title) }
    open func attributedTitle(for state: State) -> NSAttributedString? { look(state, \.attributedTitle) }
    open func image(for state: State) -> UIImage? { look(state, \.image) }
    open func backgroundImage(for state: State) -> UIImage? { look(state, \.backgroundImage) }

    open func titleColor(for state: State) -> UIColor? {
        look(state, \.titleColor) ?? (buttonType == .custom ? .white : tintColor)
    }

    open var currentTitle: String? { title(for: state) }
    open var currentAttributedTitle: NSAttributedString? { attributedTitle(for: state) }
    open var currentImage: UIImage? { image(for: state) }
    open var currentTitleColor: UIColor { titleColor(for: state) ?? .white }

    open override func tintColorDidChange() { show() }

    private func show() {
        label.textColor = currentTitleColor
        label.shadowColor = look(state, \.titleShadowColor)
        if let title = currentAttributedTitle { label.attributedText = title } else { label.text = currentTitle }
        picture.tintColor = tintColor
        picture.image = currentImage
        background.image = backgroundImage(for: state)
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        show()
        let (title, image) = (label.intrinsicContentSize, currentImage?.size ?? .zero)
        let insets = contentEdgeInsets
        return CGSize(
            width: title.width + image.width + insets.left + insets.right,
            height: max(title.height, image.height) + insets.top + insets.bottom)
    }

    open override var intrinsicContentSize: CGSize { sizeThatFits(.zero) }

    override var textBaselines: (first: CGFloat?, last: CGFloat) {
        let font = label.shownFont
        let above = (intrinsicContentSize.height - contentEdgeInsets.top - contentEdgeInsets.bottom - font.lineHeight) / 2
        return (contentEdgeInsets.top + above + font.ascender, contentEdgeInsets.bottom + above - font.descender)
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        show()
        background.frame = bounds
        let area = bounds.inset(by: contentEdgeInsets)
        let image = currentImage?.size ?? .zero
        var title = label.intrinsicContentSize
        title.width = max(0, min(title.width, area.width - image.width))
        let free = area.width - image.width - title.width
        let start: CGFloat =
            switch contentHorizontalAlignment {
            case .left, .leading, .fill: area.minX
            case .right, .trailing: area.minX + free
            case .center: area.minX + free / 2
            }
        func top(_ height: CGFloat) -> CGFloat {
            switch contentVerticalAlignment {
            case .top, .fill: area.minY
            case .bottom: area.maxY - height
            case .center: area.midY - height / 2
            }
        }
        picture.frame = moved(CGRect(origin: CGPoint(x: start, y: top(image.height)), size: image), by: imageEdgeInsets)
        label.frame = moved(
            CGRect(origin: CGPoint(x: start + image.width, y: top(title.height)), size: title), by: titleEdgeInsets)
    }

    /// Insets move a part by half of their difference, as the part keeps its size.
    private func moved(_ rect: CGRect, by insets: UIEdgeInsets) -> CGRect {
        rect.offsetBy(dx: (insets.left - insets.right) / 2, dy: (insets.top - insets.bottom) / 2)
    }
}
