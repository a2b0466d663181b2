import PenumbraCoreGraphics

/// The appearance that views and colours are shown in.
public enum UIUserInterfaceStyle: Int, Sendable {
    case unspecified, light, dark
}

/// The direction in which a language's text runs.
public enum UIUserInterfaceLayoutDirection: Int, Sendable {
    case leftToRight, rightToLeft
}

/// What views are shown with: the appearance, and the pixels per point.
public final class UITraitCollection: NSObject, Sendable {
    public let userInterfaceStyle: UIUserInterfaceStyle
    /// Pixels per point. Zero is unspecified.
    public let displayScale: CGFloat

    private init(_ style: UIUserInterfaceStyle, _ scale: CGFloat) {
        (userInterfaceStyle, displayScale) = (style, scale)
        super.init()
    }

    public override convenience init() { self.init(.unspecified, 0) }

    public convenience init(userInterfaceStyle: UIUserInterfaceStyle) { self.init(userInterfaceStyle, 0) }

    public convenience init(displayScale: CGFloat) { self.init(.unspecified, displayScale) }

    /// Joins collections. Later ones count where they specify something.
    public convenience init(traitsFrom traitCollections: [UITraitCollection]) {
        let style = traitCollections.last { $0.userInterfaceStyle != .unspecified }?.userInterfaceStyle
        self.init(style ?? .unspecified, traitCollections.last { $0.displayScale > 0 }?.displayScale ?? 0)
    }

    /// The traits that dynamic colours are resolved with on this thread: the light appearance, unless a program sets others.
    public static var current: UITraitCollection {
        get { Thread.current.threadDictionary[key] as? UITraitCollection ?? standard }
        set { Thread.current.threadDictionary[key] = newValue }
    }

    private static let key = "PenumbraUIKit.traits"
    private static let standard = UITraitCollection(.light, UIScreen.main.scale)

    /// Runs code while the traits are the current ones.
    public func performAsCurrent(_ actions: () -> Void) {
        let before = Self.current
        Self.current = self
        defer { Self.current = before }
        actions()
    }

    public func hasDifferentColorAppearance(comparedTo traitCollection: UITraitCollection?) -> Bool {
        userInterfaceStyle != traitCollection?.userInterfaceStyle
    }

    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UITraitCollection else { return false }
        return userInterfaceStyle == other.userInterfaceStyle && displayScale == other.displayScale
    }

    public override var hash: Int {
        var hasher = Hasher()
        hasher.combine(userInterfaceStyle)
        hasher.combine(displayScale)
        return hasher.finalize()
    }
}
