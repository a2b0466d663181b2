import PenumbraCSS
import PenumbraScene
import PenumbraSystem

/// The fonts of a document's `@font-face` rules.
package final class EmbeddedFonts: Hashable, Sendable {
    struct Face: Sendable {
        /// The family in lower case.
        var family: String
        var weights: ClosedRange<Double>
        var isSlanted: Bool
        /// The font as a list of fonts names it.
        var font: String
    }

    let faces: [Face]

    private init(_ faces: [Face]) { self.faces = faces }

    package static func == (a: EmbeddedFonts, b: EmbeddedFonts) -> Bool { a === b }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

    /// The fonts of rules. Nil if there are none that can be read.
    ///
    /// - Parameter note: takes what is left out, with its rule.
    static func read(
        _ rules: [CSSFontFace], _ addFont: ((_ bytes: [UInt8]) -> String?)?, note: (CSSFontFace, Message) -> Void
    ) -> EmbeddedFonts? {
        var faces: [Face] = []
        for rule in rules {
            guard let family = rule["font-family"], let source = rule["src"] else {
                note(rule, "@font-face needs font-family and src")
                continue
            }
            guard faces.count < SVGLimits.fonts else {
                note(rule, "more than \(SVGLimits.fonts) fonts in @font-face rules")
                break
            }
            guard let font = font(source, addFont) else {
                note(rule, "the font of @font-face is in no data: URL that holds a font, nor local()")
                continue
            }
            let numbers = (rule["font-weight"] ?? "400").split(whereSeparator: \.isWhitespace).map { word in
                word == "normal" ? 400 : word == "bold" ? 700 : Double(word) ?? 400
            }
            let (low, high) = (numbers.min() ?? 400, numbers.max() ?? 400)
            let style = rule["font-style"]?.asciiLowercased ?? "normal"
            faces.append(
                Face(
                    family: name(family), weights: low...high,
                    isSlanted: style.hasPrefix("italic") || style.hasPrefix("oblique"),
                    font: font))
        }
        return faces.isEmpty ? nil : EmbeddedFonts(faces)
    }

    /// The first source that can be read.
    private static func font(_ source: String, _ addFont: ((_ bytes: [UInt8]) -> String?)?) -> String? {
        for part in CSSTokenizer.split(CSSTokenizer.tokens(source), at: .comma) {
            let tokens = part.filter { !$0.isSpace }
            guard let first = tokens.first else { continue }
            let text = first.kind == .function && tokens.count > 1 ? tokens[1].text : first.text
            if first.kind == .url || first.kind == .function && first.text == "url" {
                guard DataURL.isDataURL(text), let bytes = try? DataURL.bytes(of: text), let path = addFont?(bytes) else {
                    continue
                }
                return FontStack([.file(path)]).text
            } else if first.kind == .function, first.text == "local" {
                return FontStack.escaped(family: text)
            }
        }
        return nil
    }

    private static func name(_ family: String) -> String {
        family.filter { $0 != "\"" && $0 != "'" }.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
    }

    /// The font of a family that is nearest to a style. Nil for families of the host.
    func font(_ family: String, weight: Double, isSlanted: Bool) -> String? {
        let wanted = Self.name(family)
        func distance(_ face: Face) -> Double {
            let away = max(0, face.weights.lowerBound - weight, weight - face.weights.upperBound)
            return away + (face.isSlanted == isSlanted ? 0 : 10_000)
        }
        return faces.filter { $0.family == wanted }.min { distance($0) < distance($1) }?.font
    }
}
