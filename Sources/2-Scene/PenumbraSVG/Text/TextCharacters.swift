import PenumbraCSS
import PenumbraScene

/// What the characters of one text in an element share. A style takes more than a kilobyte, so no character has its own.
final class TextRun: Sendable {
    /// The element that the characters belong to.
    let node: Int
    let style: Style
    /// How far the baseline lies above that of the text, in points.
    let raised: Double
    /// The lines along the characters, those of outer elements first.
    let lines: [TextLine]
    let bidi: TextBidi

    init(node: Int, style: Style, raised: Double, lines: [TextLine], bidi: TextBidi) {
        (self.node, self.style, self.raised, self.lines, self.bidi) = (node, style, raised, lines, bidi)
    }

    func with(_ style: Style) -> TextRun { TextRun(node: node, style: style, raised: raised, lines: lines, bidi: bidi) }

    /// The bytes of a run, with the texts in its style.
    static let byteCount = MemoryLayout<Style>.stride + 512
}

/// A character of a text element with its style and its place.
struct TextCharacter {
    var character: Character
    var run: TextRun
    var x: Double?
    var y: Double?
    var dx = 0.0
    var dy = 0.0
    var rotation = 0.0
    /// The path that the character follows.
    var track: TextTrack?
    /// The length that the character and its neighbours take.
    var fit: TextFit?

    var node: Int { run.node }
    var style: Style { run.style }
    var raised: Double { run.raised }
    var lines: [TextLine] { run.lines }

    /// Whether the character stands upright in vertical text: ideographs, syllables and their signs, unless the style says how
    /// letters stand.
    var isUpright: Bool {
        guard style.font.isVertical, style.font.orientation != "sideways", style.font.writingMode != "sideways-rl" else {
            return false
        }
        if style.font.orientation == "upright" { return true }
        guard let scalar = character.unicodeScalars.first?.value else { return false }
        let ranges: [ClosedRange<UInt32>] = [
            0x1100...0x11FF, 0x2E80...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFE30...0xFE4F,
            0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1F000...0x3FFFF,
        ]
        return ranges.contains { $0.contains(scalar) }
    }
}

extension FontStyle {
    var isVertical: Bool {
        writingMode.hasPrefix("tb") || writingMode.hasPrefix("vertical") || writingMode == "sideways-rl"
    }

    /// The OpenType features of the font's variants and settings.
    var allFeatures: [String: Int] { CSSFontFeatures.all(variants: variants, kerns: kerns, settings: features) }
}

extension Resolver {
    /// The characters of a text element after white space is collapsed, with the attributes that place them.
    func characters(_ node: Int, _ style: Style, _ viewport: Size) throws(SVGError) -> [TextCharacter] {
        var result: [TextCharacter] = []
        var state = TextState()
        try add(node, style, viewport, &state, to: &result, depth: 0)
        // White space at the end is dropped.
        if let last = result.last, last.character == " ", !last.style.font.keepsSpace { result.removeLast() }
        return result
    }

    private struct TextState {
        var raised = 0.0
        var lines: [TextLine] = []
        var bidi = TextBidi()
        var lastWasSpace = true
        /// Whether the characters follow a path.
        var isOnPath = false
    }

    private func add(
        _ node: Int, _ style: Style, _ viewport: Size, _ state: inout TextState, to result: inout [TextCharacter], depth: Int
    ) throws(SVGError) {
        try visit(node, depth: depth)
        let outer = state
        let start = result.count
        if depth == 0 {
            // The lines of the elements around the text.
            for decoration in style.decorations where decoration.node != node {
                state.lines += decoration.style.own.lines.map {
                    TextLine(kind: $0, node: decoration.node, style: decoration.style, raised: 0)
                }
            }
        }
        state.bidi.add(node, style, isText: depth == 0)
        if let shift = style.own.baselineShift { state.raised += baselineShift(shift, style) }
        if !style.own.lines.isEmpty {
            state.lines += style.own.lines.map { TextLine(kind: $0, node: node, style: style, raised: state.raised) }
            try hold(texts: state.lines.count * (MemoryLayout<TextLine>.stride + 512), at: node)
        }
        for child in document.nodes[node].children {
            let element = document.nodes[child]
            if element.isText {
                try add(element.text, node, style, &state, to: &result)
                continue
            }
            guard element.isSVG, passesConditions(child) else { continue }
            var own = cascade.style(of: child, parent: style)
            // Only a text as a whole has a writing mode.
            own.font.writingMode = style.font.writingMode
            switch element.name {
            case "tref":
                guard own.own.isDisplayed, let target = hrefTarget(child) else { continue }
                let first = result.count
                let bidi = state.bidi
                state.bidi.add(child, own, isText: false)
                try add(try flattened(target, depth: depth + 1), child, own, &state, to: &result)
                state.bidi = bidi
                place(child, own, viewport, &result, from: first)
            case "tspan", "a", "altGlyph":
                guard own.own.isDisplayed else { continue }
                try add(child, own, viewport, &state, to: &result, depth: depth + 1)
            case "textPath":
                // A text path stands in the text itself, and in no other text path.
                guard own.own.isDisplayed, !state.isOnPath, ["text", "a"].contains(document.nodes[node].name),
                    let track = try track(child, own, viewport)
                else { continue }
                let first = result.count
                state.isOnPath = true
                try add(child, own, viewport, &state, to: &result, depth: depth + 1)
                state.isOnPath = false
                for index in first..<result.count { result[index].track = track }
            default: break
            }
        }
        (state.raised, state.lines, state.bidi) = (outer.raised, outer.lines, outer.bidi)
        if document.nodes[node].name != "textPath" { place(node, style, viewport, &result, from: start) }
        if let fit = fit(node, style, viewport) {
            for index in start..<result.count where result[index].fit == nil { result[index].fit = fit }
        }
    }

    private func add(
        _ text: String, _ node: Int, _ style: Style, _ state: inout TextState, to result: inout [TextCharacter]
    ) throws(SVGError) {
        try spend(text.utf8.count, at: node)
        let text = try transformed(text, node, style, after: result)
        let run = TextRun(node: node, style: style, raised: state.raised, lines: state.lines, bidi: state.bidi)
        try hold(texts: 2 * TextRun.byteCount + 128 * state.bidi.levels.count, at: node)
        let small = try madeCapitals(run)
        for character in text {
            var character = character
            if character.isNewline || character == "\t" { character = " " }
            if character == " ", !style.font.keepsSpace {
                if state.lastWasSpace { continue }
                state.lastWasSpace = true
            } else {
                state.lastWasSpace = false
            }
            guard result.count < Self.mostCharacters else {
                throw error(node, "more than \(Self.mostCharacters) characters in a text")
            }
            try hold(texts: Self.bytesOfCharacter, at: node)
            if let small, small.contain(character) {
                result += String(character).uppercased().map { TextCharacter(character: $0, run: small.run) }
            } else {
                result.append(TextCharacter(character: character, run: run))
            }
        }
    }

    /// The most characters of a text element.
    private static let mostCharacters = 100_000
    /// The bytes of a character while its text is placed. Growing arrays take up to twice as much.
    private static let bytesOfCharacter = 2 * MemoryLayout<TextCharacter>.stride

    /// The texts inside an element, one after another.
    private func flattened(_ node: Int, depth: Int) throws(SVGError) -> String {
        try visit(node, depth: depth)
        var text = ""
        for child in document.nodes[node].children {
            text += document.nodes[child].isText ? document.nodes[child].text : try flattened(child, depth: depth + 1)
            guard text.utf8.count <= 16 * Self.mostCharacters else {
                throw error(node, "more than \(Self.mostCharacters) characters in a text")
            }
        }
        return text
    }

    /// A text in its case. The letters before it tell whether it continues a word.
    private func transformed(
        _ text: String, _ node: Int, _ style: Style, after before: [TextCharacter]
    ) throws(SVGError) -> String {
        guard style.font.transform != .none else { return text }
        guard let transform = options.transform else {
            warn(node, "text-transform needs fonts")
            return text
        }
        try hold(texts: 4 * text.utf8.count, at: node)
        do throws(SVGTextFailure) {
            return try transform(text, style.font.transform, style.font.language, String(before.suffix(2).map(\.character)))
        } catch {
            throw self.error(node, error.words)
        }
    }

    private func baselineShift(_ text: String, _ style: Style) -> Double {
        switch text.lowercased() {
        case "baseline": 0
        case "super": style.font.size * 0.4
        case "sub": style.font.size * -0.2
        default: Length(text).map { resolved($0, .vertical, style, Size(width: style.font.size, height: style.font.size)) } ?? 0
        }
    }
}
