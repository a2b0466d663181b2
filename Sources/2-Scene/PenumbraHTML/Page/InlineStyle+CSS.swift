import PenumbraScene
import PenumbraText

extension InlineStyle {
    init(_ style: HTMLStyle) {
        let (text, box) = (style.text, style.box)
        var look = TextLook(font: .pattern(text.font), fontSize: text.fontSize)
        switch text.lineHeight {
        case .normal: look.lineHeight = nil
        case .factor(let factor): look.lineHeight = .factor(factor)
        case .points(let points): look.lineHeight = .points(points)
        }
        look.letterSpacing = text.letterSpacing
        look.wordSpacing = text.wordSpacing
        look.features = text.allFeatures.sorted { $0.key < $1.key }
            .map { TextLook.Feature($0.key, UInt32(clamping: $0.value)) }
        look.variations = text.variations.sorted { $0.key < $1.key }.map { TextLook.Variation($0.key, $0.value) }
        self.init(look)
        letterSize = text.sizeOfLetters
        switch box.verticalAlign {
        case .baseline: verticalAlign = .baseline
        case .sub: verticalAlign = .sub
        case .super: verticalAlign = .super
        case .middle: verticalAlign = .middle
        case .textTop: verticalAlign = .textTop
        case .textBottom: verticalAlign = .textBottom
        case .top: verticalAlign = .top
        case .bottom: verticalAlign = .bottom
        case .raised(.amount(let points, let fraction)):
            verticalAlign = fraction != 0 && points == 0 ? .fraction(fraction) : .raised(points)
        case .raised(let length):
            verticalAlign = .raised(length.resolved(text.lineHeightInPoints ?? 1.2 * text.fontSize) ?? 0)
        }
        hasMargins = box.margin.list.contains { $0.resolved(1) != 0 }
        let hasEdges = box.border.list.contains { $0 > 0 } || box.padding.list.contains { $0.resolved(1) != 0 }
        let isShown = Self.shownProperties.contains { box.paint[$0] != nil }
        showsBox = hasMargins || hasEdges || isShown || style.holdsPositionedBoxesInline
        switch text.spaceCollapse {
        case "preserve", "preserve-spaces": collapse = .preserve
        case "preserve-breaks": collapse = .preserveBreaks
        case "break-spaces": collapse = .breakSpaces
        default: collapse = .collapse
        }
        wraps = text.isWrapped
        orientation = text.usedOrientation
        switch text.overflowWrap {
        case "break-word": overflowWrap = .breakWord
        case "anywhere": overflowWrap = .anywhere
        default: overflowWrap = text.wordBreak == "break-word" ? .anywhere : .normal
        }
        wordBreak = text.wordBreak == "break-all" ? .breakAll : text.wordBreak == "keep-all" ? .keepAll : .normal
        breaksAnywhere = text.lineBreak == "anywhere"
        hyphenates = text.hyphens != "none"
        transform = text.transform
        isRightToLeft = text.isRightToLeft
        switch box.unicodeBidi {
        case "embed": bidi = .embed
        case "isolate": bidi = .isolate
        case "bidi-override": bidi = .override
        case "isolate-override": bidi = .isolateOverride
        case "plaintext": bidi = .plaintext
        default: bidi = .normal
        }
        clonesEdges = box.paint["box-decoration-break"] == "clone"
        tabSize = text.isTabOfSpaces ? .spaces(text.tabSize.points) : .points(text.tabSize.points)
        language = text.language
        if text.emphasis.mark != nil { emphasis = text.emphasis.isBelow ? .under : .over }
        if text.skipsInk { inkBands = text.decorations.compactMap { $0.inkBand(ascent: text.fontSize) } }
    }
}

extension InlineStyle {
    /// The properties with which an inline element shows something of its own.
    private static let shownProperties = [
        "background-color", "background-image", "border-image-source", "box-shadow", "outline-style", "opacity", "filter",
        "backdrop-filter", "clip-path", "mask-image", "mix-blend-mode", "isolation",
    ]
}

extension InlineBlockStyle {
    /// - Parameter width: the width of the block's content.
    init(_ style: HTMLStyle, width: Double) {
        self.init()
        let text = style.text
        align = Self.alignment(text.align) ?? .start
        alignLast = Self.alignment(text.alignLast)
        switch text.indent.length {
        case .amount(let points, let fraction): indent = Indent(points: points, fraction: fraction)
        default: indent = Indent(points: text.indent.length.resolved(width) ?? 0)
        }
        (indent.isHanging, indent.countsEachLine) = (text.indent.isHanging, text.indent.countsEachLine)
        isRightToLeft = text.isRightToLeft
        // Lines whose letters all lie on their sides have the baselines of horizontal ones.
        isVertical = WritingMode(text.writingMode).isVertical
        hasCentralBaseline = isVertical && text.usedOrientation != .sideways
        isPlaintext = style.box.unicodeBidi == "plaintext"
        isOverridden = style.box.unicodeBidi == "bidi-override" || style.box.unicodeBidi == "isolate-override"
        strictness = Strictness(rawValue: text.lineBreak)
        mayCutLines = style.box.textOverflow != "clip" || style.box.lineClamp != nil
        balance = text.wrapStyle == "balance" ? .balance : text.wrapStyle == "pretty" ? .pretty : .none
    }

    private static func alignment(_ word: String) -> Alignment? {
        switch word {
        case "start": .start
        case "end": .end
        case "left", "-webkit-left": .left
        case "right", "-webkit-right": .right
        case "center", "-webkit-center": .center
        case "justify": .justify
        default: nil
        }
    }
}
