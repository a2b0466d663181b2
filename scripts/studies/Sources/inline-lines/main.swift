import Foundation
import PenumbraScene
import PenumbraText

// inline-lines < DOCUMENTS > LINES    breaks inline content into lines and prints the place of each character, box and atom

struct StyleInput: Decodable {
    var font: String
    var size: Double
    var lineHeight: Double?
    var align: String?
    var raised, fraction: Double?
    var collapse: String?
    var wraps: Bool?
    var overflowWrap, wordBreak, transform, bidi, language: String?
    var anywhere, rtl: Bool?
    var letterSpacing, wordSpacing, tabSize: Double?

    var style: InlineStyle {
        var look = TextLook(font: .pattern(font), fontSize: size)
        look.lineHeight = lineHeight.map { .points($0) }
        (look.letterSpacing, look.wordSpacing) = (letterSpacing ?? 0, wordSpacing ?? 0)
        var style = InlineStyle(look)
        switch align {
        case "sub": style.verticalAlign = .sub
        case "super": style.verticalAlign = .super
        case "middle": style.verticalAlign = .middle
        case "text-top": style.verticalAlign = .textTop
        case "text-bottom": style.verticalAlign = .textBottom
        case "top": style.verticalAlign = .top
        case "bottom": style.verticalAlign = .bottom
        default: style.verticalAlign = raised.map { .raised($0) } ?? fraction.map { .fraction($0) } ?? .baseline
        }
        switch collapse {
        case "preserve": style.collapse = .preserve
        case "preserve-breaks": style.collapse = .preserveBreaks
        case "break-spaces": style.collapse = .breakSpaces
        default: break
        }
        style.wraps = wraps ?? true
        style.overflowWrap = overflowWrap == "break-word" ? .breakWord : overflowWrap == "anywhere" ? .anywhere : .normal
        style.wordBreak = wordBreak == "break-all" ? .breakAll : wordBreak == "keep-all" ? .keepAll : .normal
        style.breaksAnywhere = anywhere ?? false
        style.transform = transform.flatMap(TextTransform.init(rawValue:)) ?? .none
        style.isRightToLeft = rtl ?? false
        switch bidi {
        case "embed": style.bidi = .embed
        case "isolate": style.bidi = .isolate
        case "bidi-override": style.bidi = .override
        case "isolate-override": style.bidi = .isolateOverride
        case "plaintext": style.bidi = .plaintext
        default: break
        }
        style.language = language
        if let tabSize { style.tabSize = .spaces(tabSize) }
        return style
    }
}

struct BlockInput: Decodable {
    var align, alignLast, balance: String?
    var indent, indentFraction: Double?
    var hanging, eachLine, rtl, plaintext, cuts: Bool?
    var clamp: Int?

    var style: InlineBlockStyle {
        var style = InlineBlockStyle()
        style.align = alignment(align) ?? .start
        style.alignLast = alignment(alignLast)
        style.indent = .init(
            points: indent ?? 0, fraction: indentFraction ?? 0, isHanging: hanging ?? false, countsEachLine: eachLine ?? false)
        style.isRightToLeft = rtl ?? false
        style.isPlaintext = plaintext ?? false
        style.balance = balance == "balance" ? .balance : balance == "pretty" ? .pretty : .none
        return style
    }
}

func alignment(_ name: String?) -> InlineBlockStyle.Alignment? {
    switch name {
    case "start": .start
    case "end": .end
    case "left": .left
    case "right": .right
    case "center": .center
    case "justify": .justify
    default: nil
    }
}

struct ItemInput: Decodable {
    var kind: String
    var text: String?
    var style, number: Int?
    var edge: [Double]?

    var item: InlineItem {
        let edge = edge.map { InlineEdge(margin: $0[0], border: $0[1], padding: $0[2]) } ?? .none
        return switch kind {
        case "text": .text(text ?? "", style: style ?? 0)
        case "open": .open(box: number ?? 0, style: style ?? 0, edge: edge)
        case "close": .close(edge: edge)
        case "atom": .atom(number ?? 0, style: style ?? 0)
        case "anchor": .anchor(number ?? 0)
        case "br": .forcedBreak
        default: .breakOpportunity
        }
    }
}

struct Document: Decodable {
    var width: Double
    var block: BlockInput
    var styles: [StyleInput]
    var items: [ItemInput]
    /// Width, height and baseline of each atom's margin box. A negative baseline is none.
    var atoms: [[Double]]
}

struct Output: Encodable {
    struct Character: Encodable {
        var c: String
        var line: Int
        var x, right, top, bottom: Double
    }
    struct Box: Encodable {
        var number, line: Int
        var x, right, top, bottom: Double
    }
    struct Line: Encodable {
        var top, height, baseline, x, width: Double
        var isEmpty: Bool
        var ellipsis: Double?
    }
    var least, full, height: Double
    var characters: [Character] = []
    var boxes: [Box] = []
    var atoms: [Box] = []
    var lines: [Line] = []
    /// The largest difference between the width of a fragment and the width of the same text, drawn alone.
    var drawn = 0.0
    var notices: [String]
}

/// Lays out a fragment as a text layer does.
func draw(_ text: Text, _ look: TextLook) throws -> TextLayout {
    var style = TextStyle(
        font: .pattern(text.font), fontSize: text.fontSize, alignment: text.alignment, isWrapped: text.isWrapped,
        letterSpacing: text.letterSpacing)
    style.look.wordSpacing = text.wordSpacing
    style.look.features = look.features
    style.direction = text.direction
    style.verticalAlignment = text.verticalAlignment
    style.language = text.language
    // Spaces at the end count.
    return try shaper.layout(text.string + "\u{2060}", style: style, width: nil)
}

let documents = try JSONDecoder().decode([Document].self, from: FileHandle.standardInput.readDataToEndOfFile())
let shaper = TextShaper()
let opener: FontOpener = { path throws(TextError) in
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { throw .fontUnreadable(file: path, reason: "not opened") }
    return descriptor
}
let checksDrawing = CommandLine.arguments.contains("--drawn")
var results: [Output] = []
for document in documents {
    let content = InlineContent(
        styles: document.styles.map(\.style), block: document.block.style, items: document.items.map(\.item))
    let paragraph = try shaper.paragraph(content, openingFonts: opener)
    func atom(_ number: Int) -> InlineAtom {
        let atom = document.atoms[number]
        return InlineAtom(width: atom[0], height: atom[1], baseline: atom[2] < 0 ? nil : atom[2])
    }
    let widths = paragraph.widths(atoms: { InlineWidths(least: atom($0).width, full: atom($0).width) })
    var output = Output(
        least: widths.least, full: widths.full, height: 0, notices: paragraph.notices.map(\.description))
    let ends = paragraph.chosenEnds(within: document.width, atoms: atom) ?? []
    var request = InlineParagraph.Request(width: document.width)
    var number = 0
    var isDone = paragraph.isEmpty
    while !isDone {
        request.end = number < ends.count ? ends[number] : nil
        request.cutsOverflow = document.block.cuts ?? false
        request.isClamped = false
        var line = paragraph.line(request, atoms: atom)
        if let clamp = document.block.clamp, number + 1 == clamp, !line.isLast {
            request.isClamped = true
            line = paragraph.line(request, atoms: atom)
            isDone = true
        }
        let top = output.height
        var ellipsis: Double?
        for text in line.texts.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            if text.isEllipsis { ellipsis = text.x }
            if checksDrawing, !text.isBlank {
                let drawn = try draw(paragraph.sceneText(for: text), paragraph.styles[text.style].look)
                output.drawn = max(output.drawn, abs((drawn.lines.first?.width ?? 0) - text.width))
            }
            for character in paragraph.characters(of: text) {
                output.characters.append(
                    .init(
                        c: String(character.scalar), line: number, x: character.x, right: character.x + character.width,
                        top: top + text.baseline - text.ascent, bottom: top + text.baseline + text.descent))
            }
        }
        for box in line.boxes {
            output.boxes.append(
                .init(
                    number: box.box, line: number, x: box.x, right: box.x + box.width, top: top + box.top,
                    bottom: top + box.top + box.height))
        }
        for placed in line.atoms where !placed.isHidden {
            let size = atom(placed.atom)
            output.atoms.append(
                .init(
                    number: placed.atom, line: number, x: placed.x, right: placed.x + size.width, top: top + placed.y,
                    bottom: top + placed.y + size.height))
        }
        output.lines.append(
            .init(
                top: top, height: line.height, baseline: line.baseline, x: line.x, width: line.width, isEmpty: line.isEmpty,
                ellipsis: ellipsis))
        output.height += line.height
        if line.isLast || line.end <= request.start { isDone = true }
        (request.start, request.isFirst) = (line.end, false)
        number += 1
    }
    results.append(output)
}
print(String(decoding: try JSONEncoder().encode(results), as: UTF8.self))
