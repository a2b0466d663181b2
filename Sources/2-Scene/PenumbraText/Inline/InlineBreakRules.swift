import PenumbraScene

/// The places of a part's text where lines may end, by the properties of the text around each place.
struct InlineBreakRules {
    let paragraph: Paragraph
    /// The unit of each code point.
    let places: [Int]
    let units: [InlineUnit]
    let boxes: [InlineParagraph.Box]
    let styles: [InlineStyle]

    /// The breaks around a code point.
    func flags(_ index: Int) -> InlineUnit.Flags {
        var flags: InlineUnit.Flags = []
        if allowsBreak(after: index) { flags.insert(.breakAfter) }
        let wrap = styles[style(index)].overflowWrap
        if index > 0, wrap != .normal, paragraph.isStart[index], units[places[index]].kind == .text,
            paragraph.scalars[index] != "\u{AD}", styles[style(index - 1)].wraps,
            units[places[index]].flags.isDisjoint(with: [.collapsible, .hanging])
        {
            flags.insert(.emergencyBefore)
            if wrap == .anywhere { flags.insert(.emergencyForLeast) }
        }
        return flags
    }

    /// The number of the style of a code point. Styles are large, so that they aren't copied.
    private func style(_ index: Int) -> Int {
        let unit = units[places[index]]
        // An atom breaks as the text around it.
        return unit.kind == .atom ? unit.box < 0 ? 0 : boxes[Int(unit.box)].style : Int(unit.style)
    }

    private func allowsBreak(after index: Int) -> Bool {
        guard index + 1 < places.count else { return false }
        let next = index + 1
        let (before, after) = (paragraph.scalars[index], paragraph.scalars[next])
        // As in Chromium, the text before a place decides about a break there.
        let style = style(index)
        if units[places[index]].isBreakOpportunity { return true }
        let isSpace = before == " " || before == "\t"
        guard styles[style].wraps || !isSpace && endsUnbroken(places[index], places[next]) else { return false }
        // As in Chromium, no character but a space sticks to an atom.
        let isBesideAtom = units[places[index]].kind == .atom || units[places[next]].kind == .atom
        if isBesideAtom, after != " ", after != "\t" { return true }
        if before == "\u{AD}", !styles[style].hyphenates { return false }
        if isSpace, styles[style].collapse == .breakSpaces { return true }
        if after == " ", styles[style].wraps, endsWrapping(places[index], places[next]) { return true }
        // As in Chromium, a line may end behind any white space.
        if after == " " || after == "\t" { return false }
        if isSpace { return true }
        if styles[style].breaksAnywhere { return paragraph.isStart[next] }
        let isOpen =
            before.isPrintableASCII && after.isPrintableASCII
            ? breaksASCII(before, after, second: index > 0 ? paragraph.scalars[index - 1] : nil)
            : paragraph.allowsBreakAfter[index]
        switch styles[style].wordBreak {
        case .normal: return isOpen
        case .breakAll:
            if isOpen { return true }
            guard paragraph.isStart[next] else { return false }
            if before.isPrintableASCII, after.isPrintableASCII { return breaksAllASCII(before, after) }
            return before.breaksAsIdeograph && after.breaksAsIdeograph
        case .keepAll: return isOpen && !(before.isOfWord && after.isOfWord)
        }
    }

    /// Whether a box whose text breaks ends between two units, and text follows that doesn't.
    private func endsWrapping(_ unit: Int, _ next: Int) -> Bool {
        next > unit + 1 && units[unit + 1..<next].allSatisfy { $0.kind == .close } && !styles[Int(units[next].style)].wraps
    }

    /// Whether a box whose text doesn't break ends between two units, inside a box whose text does.
    private func endsUnbroken(_ unit: Int, _ next: Int) -> Bool {
        units[(unit + 1)..<max(next, unit + 1)].contains { unit in
            guard unit.kind == .close, unit.box >= 0 else { return false }
            let parent = boxes[Int(unit.box)].parent
            return styles[parent < 0 ? 0 : boxes[parent].style].wraps
        }
    }

    /// Whether Chromium breaks lines between two characters of ASCII. It has a table of its own, so that paths, fractions and
    /// programs stay whole.
    ///
    /// - Parameter second: the character before both.
    private func breaksASCII(_ before: Unicode.Scalar, _ after: Unicode.Scalar, second: Unicode.Scalar?) -> Bool {
        switch before {
        case "!", "\"", "#", "%", "&", ")", "*", "+", ",", ".", ":", ";", "=", ">", "\\", "]", "|", "}", "~":
            return "(<[{".unicodeScalars.contains(after)
        case "-":
            // A sign stays with its number.
            if ("0"..."9").contains(after) { return second?.isLetterOrDigitOfASCII ?? false }
            return !"!$),./:;?]}".unicodeScalars.contains(after)
        case "?": return !"!\"'),./:;?]}".unicodeScalars.contains(after)
        default: return false
        }
    }
}

extension InlineBreakRules {
    /// Whether `word-break: break-all` adds a break between two characters of ASCII: letters and digits are ideographs then.
    private func breaksAllASCII(_ before: Unicode.Scalar, _ after: Unicode.Scalar) -> Bool {
        if "!\"'),./:;?]}".unicodeScalars.contains(after) { return false }
        return switch before {
        case "(", "[", "{", "\"", "'", "?", "-": false
        case "$", "\\": after == "%"
        case "!", "%": true
        case ",", ".", ":", ";": !"$%\\".unicodeScalars.contains(after)
        default: after != "%"
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isPrintableASCII: Bool { (0x21...0x7E).contains(value) }

    fileprivate var isLetterOrDigitOfASCII: Bool {
        ("a"..."z").contains(self) || ("A"..."Z").contains(self) || ("0"..."9").contains(self)
    }

    /// Whether `word-break: break-all` treats the character as an ideograph: letters, digits and their marks.
    fileprivate var breaksAsIdeograph: Bool {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .nonspacingMark, .spacingMark, .enclosingMark:
            true
        case .mathSymbol, .otherSymbol, .modifierSymbol: value > 0x7F
        default: false
        }
    }
}
