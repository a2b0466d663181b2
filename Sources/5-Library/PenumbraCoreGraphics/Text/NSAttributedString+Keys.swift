import Foundation

// Foundation has attributed strings on every system. The keys of text attributes come with UIKit and AppKit.
extension NSAttributedString.Key {
    public static let font = NSAttributedString.Key(rawValue: "NSFont")
    public static let foregroundColor = NSAttributedString.Key(rawValue: "NSColor")
    public static let backgroundColor = NSAttributedString.Key(rawValue: "NSBackgroundColor")
    public static let paragraphStyle = NSAttributedString.Key(rawValue: "NSParagraphStyle")
    public static let kern = NSAttributedString.Key(rawValue: "NSKern")
    public static let tracking = NSAttributedString.Key(rawValue: "CTTracking")
    public static let ligature = NSAttributedString.Key(rawValue: "NSLigature")
    public static let underlineStyle = NSAttributedString.Key(rawValue: "NSUnderline")
    public static let underlineColor = NSAttributedString.Key(rawValue: "NSUnderlineColor")
    public static let strikethroughStyle = NSAttributedString.Key(rawValue: "NSStrikethrough")
    public static let strikethroughColor = NSAttributedString.Key(rawValue: "NSStrikethroughColor")
    public static let baselineOffset = NSAttributedString.Key(rawValue: "NSBaselineOffset")
    public static let strokeColor = NSAttributedString.Key(rawValue: "NSStrokeColor")
    public static let strokeWidth = NSAttributedString.Key(rawValue: "NSStrokeWidth")
    public static let shadow = NSAttributedString.Key(rawValue: "NSShadow")
    public static let attachment = NSAttributedString.Key(rawValue: "NSAttachment")
    // The keys below have no effect.
    public static let obliqueness = NSAttributedString.Key(rawValue: "NSObliqueness")
    public static let expansion = NSAttributedString.Key(rawValue: "NSExpansion")
    public static let link = NSAttributedString.Key(rawValue: "NSLink")
    public static let textEffect = NSAttributedString.Key(rawValue: "NSTextEffect")
    public static let writingDirection = NSAttributedString.Key(rawValue: "NSWritingDirection")
}

public let kCTFontAttributeName = "NSFont"
public let kCTForegroundColorAttributeName = "CTForegroundColor"
public let kCTParagraphStyleAttributeName = "NSParagraphStyle"
public let kCTKernAttributeName = "NSKern"
public let kCTUnderlineStyleAttributeName = "NSUnderline"

public struct NSUnderlineStyle: OptionSet, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    public static let single = NSUnderlineStyle(rawValue: 0x01)
    public static let thick = NSUnderlineStyle(rawValue: 0x02)
    public static let double = NSUnderlineStyle(rawValue: 0x09)
    public static let patternDot = NSUnderlineStyle(rawValue: 0x0100)
    public static let patternDash = NSUnderlineStyle(rawValue: 0x0200)
    public static let byWord = NSUnderlineStyle(rawValue: 0x8000)
}

/// A shadow behind text.
public final class NSShadow: NSObject {
    private let type = ComparedByFoundation()
    public var shadowOffset = CGSize.zero
    public var shadowBlurRadius: CGFloat = 0
    /// A `UIColor` or a `CGColor`. Nil means black with an alpha of a third.
    public var shadowColor: Any?

    public override init() {}

    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSShadow else { return false }
        return shadowOffset == other.shadowOffset && shadowBlurRadius == other.shadowBlurRadius
            && (shadowColor as? any TextColor)?.textColor == (other.shadowColor as? any TextColor)?.textColor
    }

    public override var hash: Int {
        var hasher = Hasher()
        hasher.combine(shadowOffset.width)
        hasher.combine(shadowOffset.height)
        hasher.combine(shadowBlurRadius)
        return hasher.finalize()
    }
}

extension NSAttributedString {
    /// Makes an empty string. Foundation on Linux has no such initializer.
    public convenience init(_ nothing: Void = ()) { self.init(string: "") }
}
