import PenumbraCoreGraphics
import PenumbraQuartzCore

/// What a `UIVisualEffectView` does with the views behind it.
open class UIVisualEffect: NSObject {
    /// The blur behind the view. Nil for no blur.
    fileprivate var material: Material? { nil }
}

/// A material that blurs what lies behind.
open class UIBlurEffect: UIVisualEffect {
    public enum Style: Int, Sendable {
        case extraLight, light, dark, extraDark, regular, prominent
        case systemUltraThinMaterial, systemThinMaterial, systemMaterial, systemThickMaterial, systemChromeMaterial
        case systemUltraThinMaterialLight, systemThinMaterialLight, systemMaterialLight, systemThickMaterialLight
        case systemChromeMaterialLight
        case systemUltraThinMaterialDark, systemThinMaterialDark, systemMaterialDark, systemThickMaterialDark
        case systemChromeMaterialDark
    }

    private let style: Style

    public init(style: Style) {
        self.style = style
        super.init()
    }

    fileprivate override var material: Material? { Material(style) }
}

/// Contents that stand out from a material. The contents keep their own colours here.
open class UIVibrancyEffect: UIVisualEffect {
    public init(blurEffect: UIBlurEffect) { super.init() }
}

/// A view that blurs what lies behind it, below its `contentView`.
open class UIVisualEffectView: UIView {
    /// The view for subviews.
    public let contentView = UIView()
    private let tint = CALayer()
    open var effect: UIVisualEffect? { didSet { show() } }

    public init(effect: UIVisualEffect?) {
        self.effect = effect
        super.init(frame: .zero)
        build()
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        build()
    }

    private func build() {
        layer.addSublayer(tint)
        contentView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        addSubview(contentView)
        show()
    }

    private func show() {
        guard let material = effect?.material else {
            (layer.backgroundFilters, tint.backgroundColor) = (nil, nil)
            return
        }
        layer.backgroundFilters = material.filters
        tint.backgroundColor = material.tint(for: traitCollection.userInterfaceStyle).cgColor
    }

    open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
        super.traitCollectionDidChange(previousTraitCollection)
        show()
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        tint.frame = bounds
        contentView.frame = bounds
    }
}

/// A blur with a tint. Apple doesn't publish the numbers of its materials: the classic styles follow Apple's sample code
/// *UIImageEffects*, and system materials differ by how much they hide.
private struct Material {
    private enum Appearance {
        case light, dark, adaptive
    }

    private let radius: Double
    private let appearance: Appearance
    /// The alpha of the tint.
    private let alpha: CGFloat
    private let lightGray: CGFloat
    private let darkGray: CGFloat

    init(_ style: UIBlurEffect.Style) {
        lightGray = style == .light || style == .regular ? 1 : 0.97
        darkGray = style == .extraDark ? 0 : 0.11
        switch style {
        case .light: (radius, appearance, alpha) = (15, .light, 0.3)
        case .extraLight: (radius, appearance, alpha) = (10, .light, 0.82)
        case .dark: (radius, appearance, alpha) = (10, .dark, 0.73)
        case .extraDark: (radius, appearance, alpha) = (10, .dark, 0.85)
        case .regular: (radius, appearance, alpha) = (15, .adaptive, 0.5)
        case .prominent: (radius, appearance, alpha) = (15, .adaptive, 0.75)
        case .systemUltraThinMaterial: (radius, appearance, alpha) = (20, .adaptive, 0.35)
        case .systemThinMaterial: (radius, appearance, alpha) = (20, .adaptive, 0.55)
        case .systemMaterial: (radius, appearance, alpha) = (20, .adaptive, 0.7)
        case .systemThickMaterial: (radius, appearance, alpha) = (20, .adaptive, 0.82)
        case .systemChromeMaterial: (radius, appearance, alpha) = (20, .adaptive, 0.75)
        case .systemUltraThinMaterialLight: (radius, appearance, alpha) = (20, .light, 0.35)
        case .systemThinMaterialLight: (radius, appearance, alpha) = (20, .light, 0.55)
        case .systemMaterialLight: (radius, appearance, alpha) = (20, .light, 0.7)
        case .systemThickMaterialLight: (radius, appearance, alpha) = (20, .light, 0.82)
        case .systemChromeMaterialLight: (radius, appearance, alpha) = (20, .light, 0.75)
        case .systemUltraThinMaterialDark: (radius, appearance, alpha) = (20, .dark, 0.35)
        case .systemThinMaterialDark: (radius, appearance, alpha) = (20, .dark, 0.55)
        case .systemMaterialDark: (radius, appearance, alpha) = (20, .dark, 0.7)
        case .systemThickMaterialDark: (radius, appearance, alpha) = (20, .dark, 0.82)
        case .systemChromeMaterialDark: (radius, appearance, alpha) = (20, .dark, 0.75)
        }
    }

    /// The saturation of the sample code.
    private static let saturation = 1.8

    var filters: [CIFilter] {
        [
            CIFilter(name: "CIGaussianBlur", parameters: ["inputRadius": radius]),
            CIFilter(name: "CIColorControls", parameters: ["inputSaturation": Self.saturation]),
        ].compactMap { $0 }
    }

    func tint(for style: UIUserInterfaceStyle) -> UIColor {
        let isDark = appearance == .dark || appearance == .adaptive && style == .dark
        return UIColor(white: isDark ? darkGray : lightGray, alpha: alpha)
    }
}
