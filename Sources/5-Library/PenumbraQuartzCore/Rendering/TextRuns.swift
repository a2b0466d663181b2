import Foundation
import PenumbraCoreGraphics
import PenumbraScene

/// An object that names a font, such as `UIFont`.
public protocol CATextFont {
    /// The fonts in the order of preference, as scenes name them.
    var penumbraFontStack: String { get }
    var pointSize: CGFloat { get }
}

/// An object that is a colour, such as `UIColor`.
public protocol CATextColor {
    var cgColor: CGColor { get }
}

/// Attributed strings as runs of a scene's text.
enum TextRuns {
    static func runs(of text: NSAttributedString) -> [Text.Run] {
        var runs: [Text.Run] = []
        text.enumerateAttributes(in: NSRange(location: 0, length: text.length)) { attributes, range, _ in
            var run = Text.Run(text.attributedSubstring(from: range).string)
            for (key, value) in attributes { set(key.rawValue, value, &run) }
            runs.append(run)
        }
        return runs
    }

    /// Sets what an attribute means. Each attribute has its own part of the run, so that their order has no effect.
    private static func set(_ key: String, _ value: Any, _ run: inout Text.Run) {
        switch key {
        case "NSFont":
            run.font = stack(value)
            if let font = value as? any CATextFont { run.fontSize = Double(font.pointSize) }
        case "NSColor", "CTForegroundColor": run.color = color(value).map { .color($0) }
        case "NSBackgroundColor": run.backgroundColor = color(value).map { .color($0) }
        case "NSKern": run.letterSpacing = numberValue(value)
        case "NSUnderline": run.underline = (numberValue(value) ?? 0) != 0 ? .solid : nil
        case "NSStrikethrough": run.strikethrough = (numberValue(value) ?? 0) != 0 ? .solid : nil
        case "NSBaselineOffset": run.baselineOffset = numberValue(value)
        default: break
        }
    }

    private static func color(_ any: Any) -> Color? { colorValue(any) ?? (any as? any CATextColor)?.cgColor.scene }

    /// The fonts that an object names. Nil if it names none.
    static func stack(_ any: Any?) -> String? {
        switch any {
        case let name as String: FontStack.escaped(family: name)
        case let font as any CATextFont: font.penumbraFontStack
        case let name as NSString: FontStack.escaped(family: name.description)
        default: nil
        }
    }
}
