import PenumbraCSS
import PenumbraElementary
import PenumbraMotion
import PenumbraScene

/// The animation elements of a document: `animate`, `set` and `animateTransform` (SMIL Animation, SVG 2 chapter on animation).
struct TimedAttributes {
    private let document: XMLDocument
    /// The time in seconds after which no element changes anything. Infinite for one without an end.
    private(set) var duration = 0.0
    /// The elements that aren't followed, with the reason.
    private(set) var unsupported: [(node: Int, reason: String)] = []
    private var animations: [Animation] = []

    static let names: Set = ["animate", "set", "animateTransform", "animateMotion", "animateColor"]

    private struct Animation {
        var target: Int
        var attribute: String
        /// The function of a transform. Nil for other attributes.
        var function: String?
        var begins: [Double]
        var simple: Double
        var active: Double
        var freezes: Bool
        var values: [String]
        var keyTimes: [Double]
        var splines: [CubicBezier]
        var isDiscrete: Bool
        var isSum: Bool
    }

    init(_ document: XMLDocument) {
        self.document = document
        for index in document.nodes.indices where document.nodes[index].isSVG && Self.names.contains(document.nodes[index].name)
        {
            add(index)
        }
    }

    var isEmpty: Bool { animations.isEmpty }

    // MARK: - Reading

    private mutating func add(_ index: Int) {
        let node = document.nodes[index]
        guard node.name == "animate" || node.name == "set" || node.name == "animateTransform" else {
            unsupported.append((index, "<\(node.name)> isn't supported"))
            return
        }
        let href = node["href"] ?? node["xlink:href"]
        let target = href.map { document.identifiers[String($0.dropFirst())] } ?? node.parent
        guard let target, let attribute = node["attributeName"]?.trimmingSpaces, !attribute.isEmpty else { return }
        let isSet = node.name == "set"
        var begins: [Double] = []
        for part in (node["begin"] ?? "0s").split(separator: ";") {
            let word = String(part).trimmingSpaces
            if let time = Self.seconds(word) {
                begins.append(time)
            } else if word != "indefinite" {
                unsupported.append((index, "begin=\"\(word)\" waits for an event"))
            }
        }
        guard !begins.isEmpty else { return }
        let simple = node["dur"].flatMap { Self.seconds($0.trimmingSpaces) } ?? .infinity
        guard simple > 0 else { return }
        var active = simple
        if let count = node["repeatCount"]?.trimmingSpaces {
            active = count == "indefinite" ? .infinity : simple * max(0, Double(count) ?? 1)
        }
        if let most = node["repeatDur"]?.trimmingSpaces {
            let limit = most == "indefinite" ? .infinity : Self.seconds(most) ?? .infinity
            active = node["repeatCount"] == nil ? limit : min(active, limit)
        }
        if let end = node["end"].flatMap({ Self.seconds($0.trimmingSpaces) }) { active = min(active, max(0, end - begins[0])) }
        var values = (node["values"] ?? "").split(separator: ";").map { String($0).trimmingSpaces }.filter { !$0.isEmpty }
        if values.isEmpty {
            let base = document.nodes[target][attribute]
            let from = node["from"]?.trimmingSpaces ?? (node.name == "animateTransform" ? "0" : base)
            if let to = node["to"]?.trimmingSpaces {
                values = isSet ? [to] : [from ?? to, to]
            } else if let by = node["by"]?.trimmingSpaces {
                guard let sum = CSSInterpolation.sum(from ?? "0", by) else {
                    unsupported.append((index, "by=\"\(by)\" can't be added"))
                    return
                }
                values = [from ?? "0", sum]
            }
        }
        guard !values.isEmpty else { return }
        let mode = node["calcMode"] ?? "linear"
        let times = (node["keyTimes"] ?? "").split(separator: ";").compactMap { StyleReader.number(String($0)) }
        var splines: [CubicBezier] = []
        if mode == "spline" {
            for part in (node["keySplines"] ?? "").split(separator: ";") {
                let numbers = ValueScanner.numbers(String(part)) ?? []
                if numbers.count == 4, let curve = try? CubicBezier(numbers[0], numbers[1], numbers[2], numbers[3]) {
                    splines.append(curve)
                }
            }
        }
        let end = begins.max().map { $0 + active } ?? 0
        duration = max(duration, active == .infinity && simple == .infinity ? begins.max() ?? 0 : end)
        animations.append(
            Animation(
                target: target, attribute: attribute,
                function: node.name == "animateTransform" ? node["type"]?.trimmingSpaces ?? "translate" : nil,
                begins: begins.sorted(),
                simple: simple, active: active, freezes: node["fill"]?.trimmingSpaces == "freeze", values: values,
                keyTimes: times.count == values.count ? times : [], splines: splines,
                isDiscrete: mode == "discrete" || isSet,
                isSum: node["additive"] == "sum" || node["by"] != nil && node["from"] == nil && node.name == "animateTransform")
        )
    }

    /// A clock value: `2s`, `200ms`, `1.5`, `02:30` or `1min`.
    private static func seconds(_ text: String) -> Double? {
        if text.contains(":") {
            let parts = text.split(separator: ":").map { Double($0) }
            guard (2...3).contains(parts.count), !parts.contains(where: { $0 == nil }) else { return nil }
            return parts.reduce(0) { $0 * 60 + ($1 ?? 0) }
        }
        var scanner = ValueScanner(text)
        guard let value = scanner.number() else { return nil }
        switch scanner.rest {
        case "", "s": return value
        case "ms": return value / 1000
        case "min": return value * 60
        case "h": return value * 3600
        default: return nil
        }
    }

    // MARK: - Values

    /// The document with the values that attributes have at a time.
    func document(at time: Double) -> XMLDocument {
        var result = document
        for animation in animations {
            guard let value = value(animation, at: time) else { continue }
            if let function = animation.function {
                let own = "\(function)(\(value))"
                let base = animation.isSum ? result.nodes[animation.target]["transform"].map { $0 + " " } ?? "" : ""
                result.nodes[animation.target].set("transform", base + own)
                continue
            }
            result.nodes[animation.target].set(animation.attribute, value)
            // Values of properties are stronger than rules of style sheets.
            if StyleProperty.all[animation.attribute] != nil, !StyleProperty.geometryNames.contains(animation.attribute) {
                let style = result.nodes[animation.target]["style"].map { $0 + ";" } ?? ""
                result.nodes[animation.target].set("style", "\(style)\(animation.attribute):\(value)")
            }
        }
        return result
    }

    private func value(_ animation: Animation, at time: Double) -> String? {
        guard let begin = animation.begins.last(where: { $0 <= time }) else { return nil }
        var local = time - begin
        if local >= animation.active {
            guard animation.freezes else { return nil }
            local = animation.active
        }
        var progress = 0.0
        if animation.simple.isFinite, local.isFinite {
            let rounds = local / animation.simple
            progress = rounds - rounds.rounded(.down)
            if local >= animation.active, progress == 0, rounds > 0 { progress = 1 }
        }
        let values = animation.values
        guard values.count > 1 else { return values[0] }
        let last = values.count - 1
        if animation.isDiscrete {
            let times =
                animation.keyTimes.isEmpty ? values.indices.map { Double($0) / Double(values.count) } : animation.keyTimes
            return values[times.lastIndex { $0 <= progress } ?? 0]
        }
        let times = animation.keyTimes.isEmpty ? values.indices.map { Double($0) / Double(last) } : animation.keyTimes
        let next = max(1, min(last, times.firstIndex { $0 > progress } ?? last))
        let span = times[next] - times[next - 1]
        var part = span > 0 ? max(0, min(1, (progress - times[next - 1]) / span)) : 1
        if animation.splines.count == last { part = animation.splines[next - 1].value(at: part) }
        let isData = animation.attribute == "d" || animation.attribute == "points"
        if isData { return CSSInterpolation.data(values[next - 1], values[next], part) }
        return CSSInterpolation.value(values[next - 1], values[next], part, .any)
    }
}

extension XMLNode {
    fileprivate mutating func set(_ name: String, _ value: String) {
        if let index = attributes.firstIndex(where: { $0.name == name }) {
            attributes[index].value = value
        } else {
            attributes.append(XMLAttribute(name: name, value: value))
        }
    }
}
