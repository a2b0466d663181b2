import PenumbraElementary
import PenumbraScene

/// Gradients that mix in another colour space than sRGB, written with many colours that sRGB mixes to the same gradient.
enum CSSGradientSpaces {
    /// The colours between two colours of a gradient.
    private static let steps = 16

    /// The gradient without `in …`.
    static func mixedInSRGB(_ text: String) throws(NotationError) -> String {
        guard let (name, arguments) = CSSPieces.function(text.trimmingSpace()), name.hasSuffix("gradient") else { return text }
        var parts = CSSPieces.list(arguments)
        guard let first = parts.first else { return text }
        var words = CSSPieces.words(first)
        guard let index = words.firstIndex(where: { $0.lowercased() == "in" }), index + 1 < words.count else { return text }
        let space = words[index + 1].lowercased()
        var end = index + 2
        var hue = "shorter"
        if end + 1 < words.count, words[end + 1].lowercased() == "hue" {
            hue = words[end].lowercased()
            end += 2
        }
        guard ["shorter", "longer", "increasing", "decreasing"].contains(hue) else {
            throw NotationError("found \"\(hue.prefix(20)) hue\", expected shorter, longer, increasing or decreasing")
        }
        words.removeSubrange(index..<end)
        parts.removeFirst()
        let prelude = words.isEmpty ? [] : [words.joined(separator: " ")]
        if space == "srgb" { return "\(name)(\((prelude + parts).joined(separator: ", ")))" }
        guard let mixing = CSSMixing(space: space, hue: hue) else {
            throw NotationError("the colour space \"\(space.prefix(30))\" has no equal in gradients")
        }
        let stops = try self.stops(parts)
        return "\(name)(\((prelude + written(stops, mixing)).joined(separator: ", ")))"
    }

    private struct Stop {
        var color: Color
        /// In px, degrees or per cent.
        var position: Double?
        var unit = "%"
    }

    private static func stops(_ parts: [String]) throws(NotationError) -> [Stop] {
        var result: [Stop] = []
        for part in parts {
            let words = CSSPieces.words(part)
            guard let colorIndex = words.firstIndex(where: { !CSSShorthand.startsLength($0) }) else {
                throw NotationError("a hint has no equal in a gradient with a colour space; write a colour there")
            }
            let color = try Color(css: words[colorIndex])
            let positions = words.indices.filter { $0 != colorIndex }.map { words[$0] }
            if positions.isEmpty { result.append(Stop(color: color, position: nil)) }
            for text in positions {
                let digits = text.prefix { !$0.isLetter && $0 != "%" }
                guard let value = Double(digits) else { throw NotationError("found \"\(part.prefix(40))\" in a gradient") }
                let unit = text.dropFirst(digits.count).lowercased()
                result.append(Stop(color: color, position: value, unit: unit.isEmpty ? "%" : unit))
            }
        }
        guard result.count >= 2, result.count <= 200 else { throw NotationError("a gradient takes 2 to 200 colours") }
        let units = Set(result.filter { ($0.position ?? 0) != 0 }.map(\.unit))
        guard units.count <= 1 else { throw NotationError("a gradient with a colour space needs positions of one unit") }
        let unit = units.first ?? "%"
        guard unit == "%" || unit == "deg" || result.allSatisfy({ $0.position != nil }) else {
            throw NotationError("a gradient with a colour space needs a position at each colour, or percentages")
        }
        for index in result.indices { result[index].unit = unit }
        return placed(result)
    }

    /// The stops with the positions that CSS gives to stops without one: CSS Images 4, section 3.5.3.
    private static func placed(_ stops: [Stop]) -> [Stop] {
        var stops = stops
        let whole = stops[0].unit == "deg" ? 360.0 : 100
        stops[0].position = stops[0].position ?? 0
        stops[stops.count - 1].position = stops[stops.count - 1].position ?? whole
        var largest = -Double.infinity
        for index in stops.indices {
            guard let position = stops[index].position else { continue }
            largest = max(largest, position)
            stops[index].position = largest
        }
        var index = 0
        while index < stops.count {
            guard stops[index].position == nil else {
                index += 1
                continue
            }
            var next = index
            while stops[next].position == nil { next += 1 }
            let (low, high) = (stops[index - 1].position ?? 0, stops[next].position ?? whole)
            for middle in index..<next {
                stops[middle].position = low + (high - low) * Double(middle - index + 1) / Double(next - index + 1)
            }
            index = next
        }
        return stops
    }

    private static func written(_ stops: [Stop], _ mixing: CSSMixing) -> [String] {
        func text(_ color: Color, _ position: Double) -> String {
            let channels = [color.red, color.green, color.blue].map { channel in
                CSSUnits.text((max(0, min(1, channel)) * 100_000).rounded() / 1000) + "%"
            }
            let alpha = color.alpha < 1 ? " / \(CSSUnits.text(color.alpha))" : ""
            return "rgb(\(channels.joined(separator: " "))\(alpha)) \(CSSUnits.text(position))\(stops[0].unit)"
        }
        var result: [String] = []
        for (a, b) in zip(stops, stops.dropFirst()) {
            let (low, high) = (a.position ?? 0, b.position ?? 0)
            let count = high > low && (a.color != b.color || !mixing.isShort) ? (mixing.isShort ? steps : 4 * steps) : 1
            for step in 0..<count {
                let share = Double(step) / Double(count)
                result.append(text(step == 0 ? a.color : mixing.color(a.color, b.color, share), low + (high - low) * share))
            }
        }
        if let last = stops.last { result.append(text(last.color, last.position ?? 100)) }
        return result
    }
}
