import PenumbraScene
import PenumbraSystem

/// Reads the tags of a template: Mustache without partials and lambdas.
struct TemplateReader {
    private struct OpenSection {
        var name: TemplateName
        var isInverted: Bool
        var before: [TemplateNode]
        var state: MarkupState
    }

    private let bytes: [UInt8]
    private var nodes: [TemplateNode] = []
    private var open: [OpenSection] = []
    private var state = MarkupState()
    private var count = 0
    private var start = Array("{{".utf8)
    private var end = Array("}}".utf8)
    /// The names of the template's values and sections, in the order of their first use.
    private(set) var uses: [Use] = []
    private var seen: Set<String> = []

    /// A use of a name.
    struct Use {
        /// The part of the name before its first dot.
        var name: String
        var isSection: Bool
        /// Whether the name is in a section, where it may belong to an element of a list.
        var isInside: Bool
        var isText: Bool
        var offset: Int
    }

    private static let deepest = 64
    private static let longestTag = 1000

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func read() throws(HTMLError) -> [TemplateNode] {
        var (index, literal) = (0, 0)
        while let tag = nextTag(from: index) {
            let (content, after, isTriple) = try content(at: tag)
            let first = content.utf8.first
            let isStandalone = first.map { "#^/!=".utf8.contains($0) } ?? false
            var (until, next) = (tag, after)
            if isStandalone, let line = line(around: tag, after, literal) { (until, next) = (line.lowerBound, line.upperBound) }
            addLiteral(literal..<until)
            try read(content, isTriple: isTriple, at: tag)
            (index, literal) = (next, next)
            guard count <= HTMLLimits.nodes else { throw error(tag, "the template has more than \(HTMLLimits.nodes) parts") }
        }
        addLiteral(literal..<bytes.count)
        if let section = open.last {
            throw error(
                section.name.offset,
                "the section \(Self.quoted(section.name.text)) is never closed; add {{/\(section.name.text)}}")
        }
        return nodes
    }

    func place(_ offset: Int) -> HTMLPlace { HTMLTemplate.place(offset, in: bytes) }

    private func error(_ offset: Int, _ message: Message) -> HTMLError { HTMLError(at: place(offset), message) }

    private static func quoted(_ text: String) -> String { "\"\(oneLine(String(text.prefix(100))))\"" }

    private func has(_ text: [UInt8], _ index: Int) -> Bool {
        index + text.count <= bytes.count && bytes[index..<(index + text.count)].elementsEqual(text)
    }

    private func nextTag(from index: Int) -> Int? {
        guard let first = start.first else { return nil }
        var index = index
        while index < bytes.count {
            guard let found = bytes[index...].firstIndex(of: first) else { return nil }
            if has(start, found) { return found }
            index = found + 1
        }
        return nil
    }

    /// The text between a tag's delimiters, the index after the tag, and whether the tag has three braces.
    private func content(at tag: Int) throws(HTMLError) -> (String, Int, Bool) {
        var from = tag + start.count
        let isTriple = start.elementsEqual("{{".utf8) && from < bytes.count && bytes[from] == UInt8(ascii: "{")
        if isTriple { from += 1 }
        let isDelimiters = from < bytes.count && bytes[from] == UInt8(ascii: "=")
        let ending = isTriple ? [UInt8(ascii: "}")] + end : isDelimiters ? [UInt8(ascii: "=")] + end : end
        let isComment = from < bytes.count && bytes[from] == UInt8(ascii: "!")
        let last = isComment ? bytes.count : min(bytes.count, from + Self.longestTag)
        var index = isDelimiters ? from + 1 : from
        while index < last {
            if has(ending, index) {
                return (String(decoding: bytes[from..<index], as: UTF8.self).trimmingSpaces, index + ending.count, isTriple)
            }
            index += 1
        }
        throw error(tag, "the tag has no end; write {{name}}, or put {{=<% %>=}} before text with braces")
    }

    /// The whole line of a tag that is alone in its line. Nil if there is something else in it.
    private func line(around tag: Int, _ after: Int, _ literal: Int) -> Range<Int>? {
        var (first, last) = (tag, after)
        while first > literal, bytes[first - 1] == 0x20 || bytes[first - 1] == 0x09 { first -= 1 }
        guard first == 0 || bytes[first - 1] == 0x0A else { return nil }
        while last < bytes.count, bytes[last] == 0x20 || bytes[last] == 0x09 { last += 1 }
        if last < bytes.count, bytes[last] == 0x0D { last += 1 }
        guard last < bytes.count else { return first..<last }
        return bytes[last] == 0x0A ? first..<(last + 1) : nil
    }

    private mutating func addLiteral(_ range: Range<Int>) {
        guard !range.isEmpty else { return }
        state.read(bytes, range)
        nodes.append(.literal(range))
        count += 1
    }

    private mutating func read(_ content: String, isTriple: Bool, at tag: Int) throws(HTMLError) {
        let sigil = isTriple ? nil : content.utf8.first
        let rest = String(content.dropFirst()).trimmingSpaces
        switch sigil {
        case UInt8(ascii: "!"): break
        case UInt8(ascii: "#"): try openSection(rest, isInverted: false, tag)
        case UInt8(ascii: "^"): try openSection(rest, isInverted: true, tag)
        case UInt8(ascii: "/"): try closeSection(rest, tag)
        case UInt8(ascii: "="): try setDelimiters(rest, tag)
        case UInt8(ascii: ">"), UInt8(ascii: "<"), UInt8(ascii: "$"):
            throw error(tag, "the template includes \(Self.quoted(rest)); partials aren't read, so put the text itself here")
        case UInt8(ascii: "&"): try addValue(rest, isRaw: true, tag)
        default: try addValue(content, isRaw: isTriple, tag)
        }
    }

    private func name(_ text: String, _ tag: Int) throws(HTMLError) -> TemplateName {
        if let name = TemplateName(text, offset: tag) { return name }
        throw error(tag, "\(Self.quoted(text)) is no name of Mustache; write {{name}}, {{#list}} or {{list.name}}")
    }

    private mutating func note(_ name: TemplateName, isSection: Bool, isText: Bool) {
        guard let first = name.parts.first else { return }
        let isInside = open.contains { !$0.isInverted }
        guard seen.insert("\(first) \(isSection) \(isInside) \(isText)").inserted else { return }
        uses.append(Use(name: first, isSection: isSection, isInside: isInside, isText: isText, offset: name.offset))
    }

    private mutating func addValue(_ text: String, isRaw: Bool, _ tag: Int) throws(HTMLError) {
        let name = try name(text, tag)
        guard let context = state.takeValue(isRaw: isRaw) else {
            throw error(
                tag,
                "{{\(name.text)}} can't be here; values can be text, values of attributes, and values of CSS after a colon")
        }
        note(name, isSection: false, isText: context.isText)
        nodes.append(.value(name, context))
        count += 1
    }

    private mutating func openSection(_ text: String, isInverted: Bool, _ tag: Int) throws(HTMLError) {
        let name = try name(text, tag)
        guard open.count < Self.deepest else { throw error(tag, "more than \(Self.deepest) sections inside each other") }
        note(name, isSection: true, isText: true)
        open.append(OpenSection(name: name, isInverted: isInverted, before: nodes, state: state))
        nodes = []
    }

    private mutating func closeSection(_ text: String, _ tag: Int) throws(HTMLError) {
        guard let section = open.popLast() else { throw error(tag, "no section is open here; remove {{/\(oneLine(text))}}") }
        guard section.name.text == text else {
            throw error(tag, "found the end of \(Self.quoted(text)), expected {{/\(section.name.text)}}")
        }
        guard let joined = section.state.joined(with: state) else {
            throw error(
                section.name.offset,
                "the section \(Self.quoted(text)) begins and ends in different parts of the markup; move its tags around whole elements, attributes or values"
            )
        }
        state = joined
        let content = nodes
        nodes = section.before
        nodes.append(.section(section.name, isInverted: section.isInverted, content))
        count += 1
    }

    private mutating func setDelimiters(_ text: String, _ tag: Int) throws(HTMLError) {
        let parts = text.split(whereSeparator: \.isWhitespace)
        guard parts.count == 2, parts.allSatisfy({ $0.utf8.count <= 8 && !$0.contains("=") }) else {
            throw error(tag, "delimiters are two texts, as in {{=<% %>=}}")
        }
        (start, end) = (Array(parts[0].utf8), Array(parts[1].utf8))
    }
}
