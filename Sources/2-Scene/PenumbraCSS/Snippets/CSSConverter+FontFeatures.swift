import PenumbraJSON
import PenumbraScene
import PenumbraSystem

/// The OpenType features and the axes of the text's font.
extension CSSConverter {
    /// Writes `fontFeatures` and `fontVariations`. `font-feature-settings` counts more than the variants: CSS Fonts 4, 7.2.
    mutating func fontFeatures(_ layer: inout JSONObject) {
        var features: JSONObject = [:]
        for (property, keywords) in CSSFontFeatures.variants {
            for word in CSSPieces.words(cascade[property] ?? "normal").map({ $0.lowercased() }) {
                if let tags = keywords[word] {
                    for (tag, value) in tags { features[tag] = .number(Double(value)) }
                } else if word != "normal" {
                    refuse(
                        property,
                        "found \"\(word.prefix(40))\", expected one of \(keywords.keys.sorted().joined(separator: ", "))")
                }
            }
        }
        settings("font-feature-settings", CSSFontFeatures.features) { features[$0] = .number(Double($1)) }
        if !features.members.isEmpty { layer["fontFeatures"] = .object(features) }
        var axes: JSONObject = [:]
        settings("font-variation-settings", CSSFontFeatures.axes) { axes[$0] = .measure($1) }
        if !axes.members.isEmpty { layer["fontVariations"] = .object(axes) }
    }

    private mutating func settings<Value>(
        _ property: String, _ read: (String) -> [String: Value]?, _ set: (String, Value) -> Void
    ) {
        guard let text = cascade[property] else { return }
        guard let values = read(text) else {
            refuse(
                property,
                "found \"\(oneLine(String(text.prefix(40))))\", expected a tag of four letters in quotes and its value")
            return
        }
        for (tag, value) in values.sorted(by: { $0.key < $1.key }) { set(tag, value) }
    }
}
