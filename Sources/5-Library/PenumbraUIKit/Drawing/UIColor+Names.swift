import PenumbraCoreGraphics

extension UIColor {
    public static let black = UIColor(white: 0, alpha: 1)
    public static let darkGray = UIColor(white: 1.0 / 3, alpha: 1)
    public static let lightGray = UIColor(white: 2.0 / 3, alpha: 1)
    public static let white = UIColor(white: 1, alpha: 1)
    public static let gray = UIColor(white: 0.5, alpha: 1)
    public static let clear = UIColor(white: 0, alpha: 0)
    public static let red = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
    public static let green = UIColor(red: 0, green: 1, blue: 0, alpha: 1)
    public static let blue = UIColor(red: 0, green: 0, blue: 1, alpha: 1)
    public static let cyan = UIColor(red: 0, green: 1, blue: 1, alpha: 1)
    public static let yellow = UIColor(red: 1, green: 1, blue: 0, alpha: 1)
    public static let magenta = UIColor(red: 1, green: 0, blue: 1, alpha: 1)
    public static let orange = UIColor(red: 1, green: 0.5, blue: 0, alpha: 1)
    public static let purple = UIColor(red: 0.5, green: 0, blue: 0.5, alpha: 1)
    public static let brown = UIColor(red: 0.6, green: 0.4, blue: 0.2, alpha: 1)

    public static let lightText = UIColor(white: 1, alpha: 0.6)
    public static let darkText = UIColor(white: 0, alpha: 1)
    public static let tintColor = systemBlue

    // Apple's documentation gives the values of both appearances.
    public static let systemRed = dynamic(bytes(255, 59, 48), bytes(255, 69, 58))
    public static let systemOrange = dynamic(bytes(255, 149, 0), bytes(255, 159, 10))
    public static let systemYellow = dynamic(bytes(255, 204, 0), bytes(255, 214, 10))
    public static let systemGreen = dynamic(bytes(52, 199, 89), bytes(48, 209, 88))
    public static let systemMint = dynamic(bytes(0, 199, 190), bytes(99, 230, 226))
    public static let systemTeal = dynamic(bytes(48, 176, 199), bytes(64, 200, 224))
    public static let systemCyan = dynamic(bytes(50, 173, 230), bytes(100, 210, 255))
    public static let systemBlue = dynamic(bytes(0, 122, 255), bytes(10, 132, 255))
    public static let systemIndigo = dynamic(bytes(88, 86, 214), bytes(94, 92, 230))
    public static let systemPurple = dynamic(bytes(175, 82, 222), bytes(191, 90, 242))
    public static let systemPink = dynamic(bytes(255, 45, 85), bytes(255, 55, 95))
    public static let systemBrown = dynamic(bytes(162, 132, 94), bytes(172, 142, 104))
    public static let systemGray = bytes(142, 142, 147)
    public static let systemGray2 = dynamic(bytes(174, 174, 178), bytes(99, 99, 102))
    public static let systemGray3 = dynamic(bytes(199, 199, 204), bytes(72, 72, 74))
    public static let systemGray4 = dynamic(bytes(209, 209, 214), bytes(58, 58, 60))
    public static let systemGray5 = dynamic(bytes(229, 229, 234), bytes(44, 44, 46))
    public static let systemGray6 = dynamic(bytes(242, 242, 247), bytes(28, 28, 30))
    public static let label = dynamic(bytes(0, 0, 0), bytes(255, 255, 255))
    public static let secondaryLabel = dynamic(bytes(60, 60, 67, alpha: 0.6), bytes(235, 235, 245, alpha: 0.6))
    public static let tertiaryLabel = dynamic(bytes(60, 60, 67, alpha: 0.3), bytes(235, 235, 245, alpha: 0.3))
    public static let quaternaryLabel = dynamic(bytes(60, 60, 67, alpha: 0.18), bytes(235, 235, 245, alpha: 0.16))
    public static let placeholderText = dynamic(bytes(60, 60, 67, alpha: 0.3), bytes(235, 235, 245, alpha: 0.3))
    public static let separator = dynamic(bytes(60, 60, 67, alpha: 0.29), bytes(84, 84, 88, alpha: 0.6))
    public static let opaqueSeparator = dynamic(bytes(198, 198, 200), bytes(56, 56, 58))
    public static let systemBackground = dynamic(bytes(255, 255, 255), bytes(0, 0, 0))
    public static let secondarySystemBackground = dynamic(bytes(242, 242, 247), bytes(28, 28, 30))
    public static let tertiarySystemBackground = dynamic(bytes(255, 255, 255), bytes(44, 44, 46))
    public static let systemGroupedBackground = dynamic(bytes(242, 242, 247), bytes(0, 0, 0))
    public static let secondarySystemGroupedBackground = dynamic(bytes(255, 255, 255), bytes(28, 28, 30))
    public static let tertiarySystemGroupedBackground = dynamic(bytes(242, 242, 247), bytes(44, 44, 46))
    public static let systemFill = dynamic(bytes(120, 120, 128, alpha: 0.2), bytes(120, 120, 128, alpha: 0.36))
    public static let secondarySystemFill = dynamic(bytes(120, 120, 128, alpha: 0.16), bytes(120, 120, 128, alpha: 0.32))
    public static let tertiarySystemFill = dynamic(bytes(118, 118, 128, alpha: 0.12), bytes(118, 118, 128, alpha: 0.24))
    public static let quaternarySystemFill = dynamic(bytes(116, 116, 128, alpha: 0.08), bytes(118, 118, 128, alpha: 0.18))
    public static let link = dynamic(bytes(0, 122, 255), bytes(9, 132, 255))

    private static func bytes(_ red: CGFloat, _ green: CGFloat, _ blue: CGFloat, alpha: CGFloat = 1) -> UIColor {
        UIColor(red: red / 255, green: green / 255, blue: blue / 255, alpha: alpha)
    }

    private static func dynamic(_ light: UIColor, _ dark: UIColor) -> UIColor {
        UIColor { $0.userInterfaceStyle == .dark ? dark : light }
    }
}
