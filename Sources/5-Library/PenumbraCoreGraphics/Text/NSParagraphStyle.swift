import Foundation

public enum NSTextAlignment: Int, Sendable {
    case left, center, right, justified, natural
}

public enum NSLineBreakMode: Int, Sendable {
    case byWordWrapping, byCharWrapping, byClipping, byTruncatingHead, byTruncatingTail, byTruncatingMiddle
}

public enum NSWritingDirection: Int, Sendable {
    case natural = -1
    case leftToRight, rightToLeft
}

/// The arrangement of a paragraph's lines.
open class NSParagraphStyle: NSObject {
    private let type = ComparedByFoundation()
    /// What both kinds of styles hold.
    struct Values: Hashable {
        var alignment = NSTextAlignment.natural
        var lineBreakMode = NSLineBreakMode.byWordWrapping
        var baseWritingDirection = NSWritingDirection.natural
        var lineSpacing: CGFloat = 0
        var paragraphSpacing: CGFloat = 0
        var paragraphSpacingBefore: CGFloat = 0
        var firstLineHeadIndent: CGFloat = 0
        var headIndent: CGFloat = 0
        var tailIndent: CGFloat = 0
        var minimumLineHeight: CGFloat = 0
        var maximumLineHeight: CGFloat = 0
        var lineHeightMultiple: CGFloat = 0
        var hyphenationFactor: Float = 0
    }

    var values = Values()

    public override init() {}

    public class var `default`: NSParagraphStyle { NSParagraphStyle() }

    public var alignment: NSTextAlignment { values.alignment }
    public var lineBreakMode: NSLineBreakMode { values.lineBreakMode }
    public var baseWritingDirection: NSWritingDirection { values.baseWritingDirection }
    /// Points between lines.
    public var lineSpacing: CGFloat { values.lineSpacing }
    public var paragraphSpacing: CGFloat { values.paragraphSpacing }
    public var paragraphSpacingBefore: CGFloat { values.paragraphSpacingBefore }
    public var firstLineHeadIndent: CGFloat { values.firstLineHeadIndent }
    public var headIndent: CGFloat { values.headIndent }
    public var tailIndent: CGFloat { values.tailIndent }
    public var minimumLineHeight: CGFloat { values.minimumLineHeight }
    /// The most height of a line. Zero is no limit.
    public var maximumLineHeight: CGFloat { values.maximumLineHeight }
    /// The factor of the font's line height. Zero counts as one.
    public var lineHeightMultiple: CGFloat { values.lineHeightMultiple }
    public var hyphenationFactor: Float { values.hyphenationFactor }

    public override func isEqual(_ object: Any?) -> Bool { values == (object as? NSParagraphStyle)?.values }
    public override var hash: Int { values.hashValue }

    open override func copy() -> Any { self }

    open override func mutableCopy() -> Any {
        let copy = NSMutableParagraphStyle()
        copy.values = values
        return copy
    }
}

/// A paragraph style that can change.
public final class NSMutableParagraphStyle: NSParagraphStyle {
    public override var alignment: NSTextAlignment {
        get { values.alignment }
        set { values.alignment = newValue }
    }
    public override var lineBreakMode: NSLineBreakMode {
        get { values.lineBreakMode }
        set { values.lineBreakMode = newValue }
    }
    public override var baseWritingDirection: NSWritingDirection {
        get { values.baseWritingDirection }
        set { values.baseWritingDirection = newValue }
    }
    public override var lineSpacing: CGFloat {
        get { values.lineSpacing }
        set { values.lineSpacing = newValue }
    }
    public override var paragraphSpacing: CGFloat {
        get { values.paragraphSpacing }
        set { values.paragraphSpacing = newValue }
    }
    public override var paragraphSpacingBefore: CGFloat {
        get { values.paragraphSpacingBefore }
        set { values.paragraphSpacingBefore = newValue }
    }
    public override var firstLineHeadIndent: CGFloat {
        get { values.firstLineHeadIndent }
        set { values.firstLineHeadIndent = newValue }
    }
    public override var headIndent: CGFloat {
        get { values.headIndent }
        set { values.headIndent = newValue }
    }
    public override var tailIndent: CGFloat {
        get { values.tailIndent }
        set { values.tailIndent = newValue }
    }
    public override var minimumLineHeight: CGFloat {
        get { values.minimumLineHeight }
        set { values.minimumLineHeight = newValue }
    }
    public override var maximumLineHeight: CGFloat {
        get { values.maximumLineHeight }
        set { values.maximumLineHeight = newValue }
    }
    public override var lineHeightMultiple: CGFloat {
        get { values.lineHeightMultiple }
        set { values.lineHeightMultiple = newValue }
    }
    public override var hyphenationFactor: Float {
        get { values.hyphenationFactor }
        set { values.hyphenationFactor = newValue }
    }

    public func setParagraphStyle(_ style: NSParagraphStyle) { values = style.values }

    public override func copy() -> Any {
        let copy = NSParagraphStyle()
        copy.values = values
        return copy
    }
}
