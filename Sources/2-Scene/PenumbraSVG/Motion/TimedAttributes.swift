import PenumbraCSS
import PenumbraElementary
import PenumbraMotion
import PenumbraScene

/// The animation elements of a document: `animate`, `set`, `animateTransform` and `animateMotion` (SMIL Animation, and SVG 2's
/// chapter on animation).
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
        /// The path of a motion. Nil for attributes.
        var motion: TimedMotion?
        var simple: Double
        var active: Double
        var freezes: Bool
        var values: [String]
        var keyTimes: [Double]
        var splines: [CubicBezier]
        var isDiscrete: Bool
        var isSum: Bool
        /// Whether each round starts where the last one ended.
        var isCumulative: Bool
        /// The intervals up to the time that is asked for.
        var intervals: [TimedIntervals.Interval] = []

        /// The number of values between which the animation goes.
        var steps: Int { motion?.distances.count ?? values.count }
    }

    /// - Parameter time: the time up to which values are asked for.
    init(_ document: XMLDocument, until time: Double) {
        self.document = document
        var elements: [TimedIntervals.Element] = []
        var places: [Int: Int] = [:]
        var begins: [[Substring]] = []
        for index in document.nodes.indices where document.nodes[index].isSVG && Self.names.contains(document.nodes[index].name)
        {
            guard let element = add(index) else { continue }
            places[index] = elements.count
            elements.append(element)
            begins.append((document.nodes[index]["begin"] ?? "0s").split(separator: ";"))
        }
        for (node, element) in places.sorted(by: { $0.key < $1.key }) {
            for part in begins[element] { elements[element].begins += begin(String(part).trimmingSpaces, of: node, places) }
        }
        let intervals = TimedIntervals(elements, until: time)
        duration = max(0, intervals.last)
        for index in animations.indices { animations[index].intervals = intervals.intervals[index] }
        if intervals.isIncomplete, let node = places.keys.min() {
            unsupported.append((node, "animations begin too often; later beginnings are left out"))
        }
    }

    /// The beginning that a part of `begin` names. Empty for one that never comes.
    private mutating func begin(_ word: String, of node: Int, _ places: [Int: Int]) -> [TimedIntervals.Begin] {
        if let time = Self.seconds(word) { return [.time(time)] }
        for (name, isEnd) in [(".begin", false), (".end", true)] {
            guard let found = word.ranges(of: name).last else { continue }
            let rest = word[found.upperBound...].filter { !$0.isWhitespace }
            // A backslash takes the meaning from a sign in an identifier.
            let id = word[..<found.lowerBound].filter { $0 != "\\" }
            guard let offset = rest.isEmpty ? 0 : Self.seconds(rest) else { continue }
            guard let other = document.identifiers[id].flatMap({ places[$0] }) else { continue }
            return [.element(other, isEnd: isEnd, offset: offset)]
        }
        if word != "indefinite" { unsupported.append((node, "begin=\"\(word)\" waits for an event")) }
        return []
    }

    var isEmpty: Bool { animations.isEmpty }

    // MARK: - Reading

    /// Reads an element. Nil if it changes nothing.
    private mutating func add(_ index: Int) -> TimedIntervals.Element? {
        let node = document.nodes[index]
        guard node.name != "animateColor" else {
            unsupported.append((index, "<animateColor> isn't supported, as in browsers; write <animate>"))
            return nil
        }
        let href = node["href"] ?? node["xlink:href"]
        let target = href.map { document.identifiers[String($0.dropFirst())] } ?? node.parent
        let isMotion = node.name == "animateMotion"
        let attribute = isMotion ? "transform" : node["attributeName"]?.trimmingSpaces ?? ""
        guard let target, !attribute.isEmpty else { return nil }
        let isSet = node.name == "set"
        let simple = node["dur"].flatMap { Self.seconds($0.trimmingSpaces) } ?? .infinity
        guard simple > 0 else { return nil }
        var active = simple
        if let count = node["repeatCount"]?.trimmingSpaces {
            active = count == "indefinite" ? .infinity : simple * max(0, Double(count) ?? 1)
        }
        if let most = node["repeatDur"]?.trimmingSpaces {
            let limit = most == "indefinite" ? .infinity : Self.seconds(most) ?? .infinity
            active = node["repeatCount"] == nil ? limit : min(active, limit)
        }
        let times = (node["keyTimes"] ?? "").split(separator: ";").compactMap { StyleReader.number(String($0)) }
        let motion = isMotion ? TimedMotion(node, document, steps: times.count) : nil
        if isMotion, motion == nil {
            unsupported.append((index, "<animateMotion> has no path"))
            return nil
        }
        var values = (node["values"] ?? "").split(separator: ";").map { String($0).trimmingSpaces }.filter { !$0.isEmpty }
        if values.isEmpty, !isMotion {
            let base = document.nodes[target][attribute]
            let from = node["from"]?.trimmingSpaces ?? (node.name == "animateTransform" ? "0" : base)
            if let to = node["to"]?.trimmingSpaces {
                values = isSet ? [to] : [from ?? to, to]
            } else if let by = node["by"]?.trimmingSpaces {
                guard let sum = CSSInterpolation.sum(from ?? "0", by) else {
                    unsupported.append((index, "by=\"\(by)\" can't be added"))
                    return nil
                }
                values = [from ?? "0", sum]
            }
        }
        guard isMotion || !values.isEmpty else { return nil }
        let mode = node["calcMode"]?.trimmingSpaces ?? "linear"
        var splines: [CubicBezier] = []
        if mode == "spline" {
            for part in (node["keySplines"] ?? "").split(separator: ";") {
                let numbers = ValueScanner.numbers(String(part)) ?? []
                if numbers.count == 4, let curve = try? CubicBezier(numbers[0], numbers[1], numbers[2], numbers[3]) {
                    splines.append(curve)
                }
            }
        }
        let steps = motion?.distances.count ?? values.count
        let paced = mode == "paced" && !isMotion ? Self.paced(values) : []
        animations.append(
            Animation(
                target: target, attribute: attribute,
                function: node.name == "animateTransform" ? node["type"]?.trimmingSpaces ?? "translate" : nil,
                motion: motion, simple: simple, active: active, freezes: node["fill"]?.trimmingSpaces == "freeze",
                values: values, keyTimes: !paced.isEmpty ? paced : times.count == steps ? times : [], splines: splines,
                isDiscrete: mode == "discrete" || isSet,
                isSum: node["additive"] == "sum" || node["by"] != nil && node["from"] == nil && node.name == "animateTransform",
                isCumulative: node["accumulate"]?.trimmingSpaces == "sum" && !isSet)
        )
        return TimedIntervals.Element(
            begins: [], active: active, isMoving: simple.isFinite,
            end: node["end"].flatMap { Self.seconds($0.trimmingSpaces) } ?? .infinity,
            restart: node["restart"] == "whenNotActive" ? .whenNotActive : node["restart"] == "never" ? .never : .always)
    }

    /// The times of values that change at one speed. Empty for values that have no distance.
    private static func paced(_ values: [String]) -> [Double] {
        let lists = values.compactMap { ValueScanner.numbers($0) }
        guard lists.count == values.count, lists.allSatisfy({ $0.count == lists[0].count }) else { return [] }
        var sums = [0.0]
        for (one, next) in zip(lists, lists.dropFirst()) {
            sums.append(sums[sums.count - 1] + zip(one, next).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }.squareRoot())
        }
        guard let length = sums.last, length > 0, length.isFinite else { return [] }
        return sums.map { $0 / length }
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
        var motions: [Int: String] = [:]
        let places = animations.indices.compactMap { index in place(animations[index], at: time).map { (index, $0) } }
        // What began later is stronger, and then what stands later.
        for (index, place) in places.sorted(by: { ($0.1.begin, $0.0) < ($1.1.begin, $1.0) }) {
            let animation = animations[index]
            if let motion = animation.motion {
                let own = motion.transform(at: place, isCumulative: animation.isCumulative)
                motions[animation.target] = animation.isSum ? "\(motions[animation.target] ?? "") \(own)" : own
                continue
            }
            var value = value(animation, place)
            if let function = animation.function {
                let own = "\(function)(\(value))"
                let base = animation.isSum ? result.nodes[animation.target]["transform"].map { $0 + " " } ?? "" : ""
                result.nodes[animation.target].set("transform", base + own)
                continue
            }
            if animation.isSum, let base = result.nodes[animation.target][animation.attribute] {
                value = CSSInterpolation.sum(base, value) ?? value
            }
            result.nodes[animation.target].set(animation.attribute, value)
            // Values of properties are stronger than rules of style sheets.
            if StyleProperty.all[animation.attribute] != nil, !StyleProperty.geometryNames.contains(animation.attribute) {
                let style = result.nodes[animation.target]["style"].map { $0 + ";" } ?? ""
                result.nodes[animation.target].set("style", "\(style)\(animation.attribute):\(value)")
            }
        }
        // Motions lie outside of all transforms.
        for (target, motion) in motions {
            result.nodes[target].set("transform", "\(motion) \(result.nodes[target]["transform"] ?? "")")
        }
        return result
    }

    /// A place among the values of an animation.
    struct Place {
        /// The beginning of the interval.
        var begin: Double
        /// The number of the value that the animation goes to.
        var next: Int
        /// The part of the way to it.
        var part: Double
        /// The number of rounds that are over.
        var rounds: Double
    }

    /// The place of an animation at a time. Nil if it changes nothing.
    private func place(_ animation: Animation, at time: Double) -> Place? {
        guard let interval = animation.intervals.last(where: { $0.begin <= time }) else { return nil }
        var local = time - interval.begin
        if time >= interval.end {
            guard animation.freezes else { return nil }
            local = interval.end - interval.begin
        }
        var (progress, rounds) = (0.0, 0.0)
        if animation.simple.isFinite, local.isFinite {
            rounds = (local / animation.simple).rounded(.down)
            progress = local / animation.simple - rounds
            if time >= interval.end, progress == 0, rounds > 0 { (rounds, progress) = (rounds - 1, 1) }
        }
        let count = animation.steps
        guard count > 1 else { return Place(begin: interval.begin, next: 0, part: 1, rounds: rounds) }
        let last = count - 1
        if animation.isDiscrete {
            let times = animation.keyTimes.isEmpty ? (0..<count).map { Double($0) / Double(count) } : animation.keyTimes
            let next = times.lastIndex { $0 <= progress } ?? 0
            return Place(begin: interval.begin, next: next, part: 1, rounds: rounds)
        }
        let times = animation.keyTimes.isEmpty ? (0..<count).map { Double($0) / Double(last) } : animation.keyTimes
        let next = max(1, min(last, times.firstIndex { $0 > progress } ?? last))
        let span = times[next] - times[next - 1]
        var part = span > 0 ? max(0, min(1, (progress - times[next - 1]) / span)) : 1
        if animation.splines.count == last { part = animation.splines[next - 1].value(at: part) }
        return Place(begin: interval.begin, next: next, part: part, rounds: rounds)
    }

    private func value(_ animation: Animation, _ place: Place) -> String {
        let values = animation.values
        var value = values[place.next]
        if place.next > 0, !animation.isDiscrete {
            let before = values[place.next - 1]
            let isData = animation.attribute == "d" || animation.attribute == "points"
            if isData { return CSSInterpolation.data(before, value, place.part) }
            value = CSSInterpolation.value(before, value, place.part, .any)
        }
        guard animation.isCumulative, place.rounds > 0, let last = values.last else { return value }
        return CSSInterpolation.sum(value, last).map { CSSInterpolation.value(value, $0, place.rounds, .any) } ?? value
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
