/// The place in an HTML document while a template is read.
struct MarkupState: Equatable {
    private enum Mode: Equatable {
        case text, tagName, tag, attributeName, afterName, beforeValue, value, comment, declaration
        /// The content of an element such as `style`, which ends at its end tag only.
        case rawText
        /// After a section with attributes, where a name of the tag may end. A space has to follow.
        case joint
        /// The space after such a section.
        case gap
        /// A part that a section may leave in or out, so that its state is unknown. No value can follow.
        case unclear
    }

    private var mode = Mode.text
    /// The name of the tag that is read, and of the element whose text is read.
    private var element: [UInt8] = []
    private var attribute: [UInt8] = []
    private var isEndTag = false
    /// The quote around the attribute's value; 0 if there is none.
    private var quote: UInt8 = 0
    private var beginsValue = false
    private var style: StyleState?

    private static let rawElements = ["style", "script", "title", "textarea", "xmp", "iframe", "noembed", "noframes"].map {
        Array($0.utf8)
    }
    private static let addresses = [
        "href", "src", "srcset", "poster", "action", "formaction", "data", "xlink:href", "background", "cite", "longdesc",
    ].map { Array($0.utf8) }
    private static let longestName = 64

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }

    private static func lower(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

    /// Reads bytes of the document.
    mutating func read(_ bytes: [UInt8], _ range: Range<Int>) {
        var index = range.lowerBound
        while index < range.upperBound { index = read(bytes, index, range.upperBound) }
    }

    private func has(_ text: StaticString, _ bytes: [UInt8], _ index: Int) -> Bool {
        guard index + text.utf8CodeUnitCount <= bytes.count else { return false }
        for position in 0..<text.utf8CodeUnitCount where bytes[index + position] != text.utf8Start[position] { return false }
        return true
    }

    /// Reads a byte, or several that belong together. Returns the index after them.
    private mutating func read(_ bytes: [UInt8], _ index: Int, _ end: Int) -> Int {
        let byte = bytes[index]
        switch mode {
        case .text: return readText(bytes, index, end)
        case .comment:
            if has("-->", bytes, index) {
                mode = .text
                return index + 3
            }
        case .declaration: if byte == UInt8(ascii: ">") { mode = .text }
        case .rawText: return readRawText(bytes, index)
        case .tagName:
            if Self.isSpace(byte) || byte == UInt8(ascii: "/") {
                mode = .tag
            } else if byte == UInt8(ascii: ">") {
                endTag()
            } else if element.count < Self.longestName {
                element.append(Self.lower(byte))
            }
        case .tag:
            if byte == UInt8(ascii: ">") {
                endTag()
            } else if !Self.isSpace(byte), byte != UInt8(ascii: "/") {
                (mode, attribute) = (.attributeName, [Self.lower(byte)])
            }
        case .attributeName, .afterName: readName(byte)
        case .beforeValue:
            if byte == UInt8(ascii: ">") {
                endTag()
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                beginValue(quote: byte)
            } else if !Self.isSpace(byte) {
                beginValue(quote: 0)
                return index
            }
        case .value: readValue(byte)
        case .joint, .gap:
            if byte == UInt8(ascii: ">") {
                endTag()
            } else if Self.isSpace(byte) || byte == UInt8(ascii: "/") {
                mode = .gap
            } else if mode == .joint || byte == UInt8(ascii: "=") {
                mode = .unclear
            } else {
                (mode, attribute) = (.attributeName, [Self.lower(byte)])
            }
        case .unclear: break
        }
        return index + 1
    }

    private mutating func readText(_ bytes: [UInt8], _ index: Int, _ end: Int) -> Int {
        guard bytes[index] == UInt8(ascii: "<") else { return index + 1 }
        // A value after this would be the name of an element.
        let isEnd = index + 1 < end && bytes[index + 1] == UInt8(ascii: "/")
        if index + (isEnd ? 2 : 1) == end {
            (mode, element, isEndTag) = (.tagName, [], isEnd)
            return end
        }
        if has("<!--", bytes, index) {
            mode = .comment
            return index + 4
        }
        let next = bytes[index + 1]
        isEndTag = next == UInt8(ascii: "/")
        if next == UInt8(ascii: "!") || next == UInt8(ascii: "?") {
            mode = .declaration
        } else if isEndTag, Self.isLetter(bytes[index + 2]) {
            (mode, element) = (.tagName, [])
            return index + 2
        } else if Self.isLetter(next) {
            (mode, element) = (.tagName, [])
        }
        return index + 1
    }

    private mutating func readRawText(_ bytes: [UInt8], _ index: Int) -> Int {
        let end = index + 2 + element.count
        if has("</", bytes, index), end <= bytes.count,
            bytes[(index + 2)..<end].elementsEqual(element, by: { Self.lower($0) == $1 }),
            end == bytes.count || Self.isSpace(bytes[end]) || bytes[end] == UInt8(ascii: ">") || bytes[end] == UInt8(ascii: "/")
        {
            (mode, isEndTag, style, element) = (.tagName, true, nil, [])
            return index + 2
        }
        style?.read(bytes[index])
        return index + 1
    }

    private mutating func readName(_ byte: UInt8) {
        if byte == UInt8(ascii: "=") {
            mode = .beforeValue
        } else if byte == UInt8(ascii: ">") {
            endTag()
        } else if byte == UInt8(ascii: "/") {
            mode = .tag
        } else if Self.isSpace(byte) {
            mode = .afterName
        } else if mode == .afterName {
            (mode, attribute) = (.attributeName, [Self.lower(byte)])
        } else if attribute.count < Self.longestName {
            attribute.append(Self.lower(byte))
        }
    }

    private mutating func readValue(_ byte: UInt8) {
        if quote != 0 ? byte == quote : Self.isSpace(byte) {
            (mode, style) = (.tag, nil)
        } else if quote == 0, byte == UInt8(ascii: ">") {
            style = nil
            endTag()
        } else {
            style?.read(byte)
            beginsValue = false
        }
    }

    private mutating func beginValue(quote: UInt8) {
        (mode, self.quote, beginsValue) = (.value, quote, true)
        style = attribute.elementsEqual("style".utf8) ? StyleState() : nil
    }

    private mutating func endTag() {
        mode = .text
        guard !isEndTag, Self.rawElements.contains(element) else { return }
        mode = .rawText
        style = element.elementsEqual("style".utf8) ? StyleState() : nil
    }

    /// Takes a value, and returns its place. Nil if no value can be here.
    mutating func takeValue(isRaw: Bool) -> ValueContext? {
        if mode == .beforeValue { beginValue(quote: 0) }
        var context: ValueContext
        switch mode {
        case .text: context = ValueContext(place: .text)
        case .comment: context = ValueContext(place: .hidden)
        case .value: context = ValueContext(place: .attribute(quote: quote))
        case .rawText where style != nil: context = ValueContext(place: .styleSheet)
        case .rawText where element.elementsEqual("title".utf8) || element.elementsEqual("textarea".utf8):
            context = ValueContext(place: .text)
        case .rawText: context = ValueContext(place: .hidden)
        case .tagName, .tag, .attributeName, .afterName, .beforeValue, .declaration, .joint, .gap, .unclear: return nil
        }
        context.isRaw = isRaw
        if mode == .value {
            context.beginsAttribute = beginsValue
            context.beginsAddress = beginsValue && Self.addresses.contains(attribute)
            beginsValue = false
        }
        if let style {
            if let place = style.context {
                context.style = place.place
                context.beginsAddress = place.beginsAddress
                if place.isHidden { context.place = .hidden }
            } else if isRaw {
                // Raw values may be whole declarations and rules.
                context.style = .value
            } else {
                return nil
            }
            self.style?.takeValue()
        }
        return context
    }

    /// The state after a section, which may be left out. Nil if the section begins and ends in different parts of the markup.
    func joined(with other: MarkupState) -> MarkupState? {
        guard mode == other.mode else { return joinedInTag(with: other) }
        var result = other
        switch mode {
        case .value, .rawText:
            guard quote == other.quote || mode == .rawText,
                mode == .rawText ? element == other.element : attribute == other.attribute
            else { return nil }
            result.beginsValue = beginsValue || other.beginsValue
            if let style, let last = other.style {
                guard let joined = style.joined(with: last) else { return nil }
                result.style = joined
            }
        case .tagName, .attributeName, .beforeValue, .afterName:
            return element == other.element && attribute == other.attribute ? other : joinedInTag(with: other)
        case .tag, .joint, .gap, .unclear: guard element == other.element, isEndTag == other.isEndTag else { return nil }
        case .text, .comment, .declaration: break
        }
        return result
    }

    /// The state after a section with whole attributes, as in `<p{{#wide}} class="wide"{{/wide}}>`.
    private func joinedInTag(with other: MarkupState) -> MarkupState? {
        let between: [Mode] = [.tagName, .tag, .attributeName, .afterName, .joint, .gap]
        guard between.contains(mode), between.contains(other.mode), element == other.element, isEndTag == other.isEndTag else {
            return nil
        }
        var result = other
        (result.mode, result.attribute) = (.joint, [])
        return result
    }
}
