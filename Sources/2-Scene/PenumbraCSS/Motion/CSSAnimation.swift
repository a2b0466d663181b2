import PenumbraElementary
import PenumbraMotion

/// An animation of an element: CSS Animations 1. Times are in seconds.
package struct CSSAnimation: Sendable {
    package var name: String
    var duration = 0.0
    var delay = 0.0
    /// The number of times that the frames play. It may be infinite.
    var iterations = 1.0
    var direction = "normal"
    var fill = "none"
    package var timing = TimingFunction.cubicBezier(.ease)
    var isPaused = false

    /// The properties of animations, which documents keep as they are written.
    package static let properties = [
        "animation-name", "animation-duration", "animation-delay", "animation-iteration-count", "animation-direction",
        "animation-fill-mode", "animation-timing-function", "animation-play-state",
    ]

    /// The animations of an element, the strongest last.
    package static func list(_ values: [String: String]) -> [CSSAnimation] {
        let names = CSSPieces.list(values["animation-name"] ?? "none")
        func parts(_ name: String) -> [String] { values[name].map { CSSPieces.list($0) } ?? [] }
        let (durations, delays) = (parts("animation-duration"), parts("animation-delay"))
        let (counts, directions) = (parts("animation-iteration-count"), parts("animation-direction"))
        let (fills, timings) = (parts("animation-fill-mode"), parts("animation-timing-function"))
        let states = parts("animation-play-state")
        return names.enumerated().compactMap { index, name -> CSSAnimation? in
            guard name.asciiLowercased != "none" else { return nil }
            // A shorter list repeats.
            func part(_ list: [String]) -> String? { list.isEmpty ? nil : list[index % list.count].asciiLowercased }
            var result = CSSAnimation(name: CSSTokenizer.tokens(name).first?.text ?? name)
            result.duration = max(0, part(durations).flatMap(seconds) ?? 0)
            result.delay = part(delays).flatMap(seconds) ?? 0
            if let count = part(counts) {
                result.iterations = count == "infinite" ? .infinity : max(0, number(count) ?? 1)
            }
            result.direction = part(directions) ?? "normal"
            result.fill = part(fills) ?? "none"
            result.timing = part(timings).flatMap { try? TimingFunction($0) } ?? .cubicBezier(.ease)
            result.isPaused = part(states) == "paused"
            return result
        }
    }

    private static func amount(_ text: String) -> CSSAmount? { try? CSSCalculation.value(text, .any, base: nil) }

    private static func seconds(_ text: String) -> Double? { amount(text).flatMap { $0.kind == .time ? $0.value : nil } }

    private static func number(_ text: String) -> Double? { amount(text).flatMap { $0.kind == .number ? $0.value : nil } }

    /// The time after which nothing changes. Infinite for animations without an end.
    package var end: Double { duration == 0 || isPaused ? max(0, delay) : delay + duration * iterations }

    /// The place among the frames, from 0 to 1, at a time. Nil where the animation has no effect.
    package func place(at time: Double) -> Double? {
        let local = (isPaused ? 0 : time) - delay
        let active = duration * iterations
        let isBefore = local < 0
        let isAfter = !isBefore && local >= active
        if isBefore, fill != "backwards", fill != "both" { return nil }
        if isAfter, fill != "forwards", fill != "both" { return nil }
        var overall = isBefore ? 0 : isAfter ? iterations : duration == 0 ? 0 : local / duration
        if overall.isInfinite { overall = 0 }
        var round = overall.rounded(.down)
        var part = overall - round
        if isAfter, part == 0, overall > 0 { (round, part) = (round - 1, 1) }
        let isOdd = round.truncatingRemainder(dividingBy: 2) != 0
        let isReversed = direction == "reverse" || direction == (isOdd ? "alternate" : "alternate-reverse")
        return isReversed ? 1 - part : part
    }
}

extension CSSKeyframes {
    /// The values of the animated properties at a place from 0 to 1.
    ///
    /// - Parameters:
    ///   - timing: the pace between two frames that name none.
    ///   - units: what values refer to.
    ///   - underlying: the value of a property without the animation. Nil if it isn't known.
    package func values(
        at place: Double, timing: TimingFunction, _ units: CSSUnits, underlying: (String) -> String?
    ) -> [(name: String, value: String)] {
        var names: [String] = []
        for frame in frames {
            for declaration in frame.declarations
            where declaration.name != "animation-timing-function" && !names.contains(declaration.name) {
                names.append(declaration.name)
            }
        }
        return names.compactMap { name in
            var steps: [(place: Double, value: String, timing: TimingFunction)] = []
            for frame in frames {
                guard let value = frame.declarations.last(where: { $0.name == name })?.value else { continue }
                let own = frame.declarations.last { $0.name == "animation-timing-function" }
                let step = (frame.place, value, own.flatMap { try? TimingFunction($0.value) } ?? timing)
                if steps.last?.place == frame.place { steps.removeLast() }
                steps.append(step)
            }
            guard let first = steps.first, let last = steps.last else { return nil }
            if first.place > 0, let value = underlying(name) { steps.insert((0, value, timing), at: 0) }
            if last.place < 1, let value = underlying(name) { steps.append((1, value, timing)) }
            let next = steps.firstIndex { $0.place > place } ?? steps.count
            guard next > 0 else { return (name, steps[0].value) }
            guard next < steps.count else { return (name, steps[steps.count - 1].value) }
            let (from, to) = (steps[next - 1], steps[next])
            let progress = from.timing.value(at: (place - from.place) / (to.place - from.place), duration: 1)
            return (name, CSSInterpolation.value(from.value, to.value, progress, units))
        }
    }
}

/// Values between two values of a property: CSS Values 4, section 3.
package enum CSSInterpolation {
    /// The value at a progress, which may lie beyond 0 and 1. Values of different forms change halfway.
    package static func value(_ from: String, _ to: String, _ progress: Double, _ units: CSSUnits) -> String {
        if progress == 0 || from == to { return from }
        if progress == 1 { return to }
        if let result = numeric(from, to, progress, units) ?? color(from, to, progress, units) { return result }
        let (first, second) = (functions(from, like: to), functions(to, like: from))
        if let result = byParts(first, second, progress, units) { return result }
        return progress < 0.5 ? from : to
    }

    private static func mixed(_ a: Double, _ b: Double, _ progress: Double) -> Double { a + (b - a) * progress }

    private static func numeric(_ from: String, _ to: String, _ progress: Double, _ units: CSSUnits) -> String? {
        guard let a = (try? CSSCalculation(from, units).resolved()) ?? nil,
            let b = (try? CSSCalculation(to, units).resolved()) ?? nil
        else { return nil }
        let kind = a.kind == .number && a.value == 0 ? b.kind : a.kind
        guard kind == b.kind || b.kind == .number && b.value == 0 else { return nil }
        let value = mixed(a.value, b.value, progress)
        switch kind {
        case .number: return CSSUnits.text(value)
        case .angle: return CSSUnits.text(value) + "deg"
        case .time: return CSSUnits.text(value) + "s"
        case .resolution: return CSSUnits.text(value) + "dppx"
        case .length:
            let share = mixed(a.fraction, b.fraction, progress)
            if share == 0 { return CSSUnits.text(value) + "px" }
            if value == 0 { return CSSUnits.text(share * 100) + "%" }
            return "calc(\(CSSUnits.text(share * 100))% + \(CSSUnits.text(value))px)"
        }
    }

    private static func color(_ from: String, _ to: String, _ progress: Double, _ units: CSSUnits) -> String? {
        func isColor(_ text: String) -> Bool {
            guard let plain = try? units.normalized(text) else { return false }
            return CSSColorMix.isColor(plain)
        }
        guard isColor(from), isColor(to) else { return nil }
        let share = max(0, min(1, progress)) * 100
        return try? units.normalized("color-mix(in srgb, \(from), \(to) \(CSSUnits.text(share))%)")
    }

    /// `none` in the form of the other value, with functions that change nothing.
    private static func functions(_ text: String, like other: String) -> String {
        guard text.asciiLowercased == "none" else { return text }
        var result = ""
        let bytes = CSSTokenizer.prepared(other)
        var open: [String] = []
        for token in CSSTokenizer.tokens(bytes) {
            switch token.kind {
            case .function:
                open.append(token.text)
                result += "\(token.text)("
            case .closeParenthesis:
                if !open.isEmpty { open.removeLast() }
                result += ")"
            case .number, .percentage, .dimension:
                let isOne = open.last.map { $0.hasPrefix("scale") || neutral.contains($0) } ?? false
                result +=
                    isOne
                    ? (token.kind == .percentage ? "100%" : "1")
                    : "0" + (token.kind == .dimension ? token.text : token.kind == .percentage ? "%" : "")
            default: result += String(decoding: bytes[token.range], as: UTF8.self)
            }
        }
        return result
    }

    /// Functions of filters that change nothing at 1.
    private static let neutral: Set = ["brightness", "contrast", "saturate", "opacity"]

    /// Mixes values with the same functions and words, number by number. Nil if they differ otherwise.
    private static func byParts(_ from: String, _ to: String, _ progress: Double, _ units: CSSUnits) -> String? {
        func parts(_ text: String) -> [CSSToken] { CSSTokenizer.tokens(text).filter { !$0.isSpace } }
        let (first, second) = (parts(from), parts(to))
        guard first.count == second.count, !first.isEmpty else { return nil }
        var result = ""
        var last: CSSToken?
        for (a, b) in zip(first, second) {
            var piece: String
            switch (a.kind, b.kind) {
            case (.number, .number), (.percentage, .percentage):
                piece = CSSUnits.text(mixed(a.number, b.number, progress)) + (a.kind == .percentage ? "%" : "")
            case (.dimension, .dimension), (.number, .dimension), (.dimension, .number):
                guard let mixed = numeric(text(a), text(b), progress, units) else { return nil }
                piece = mixed
            case (.hash, .hash), (.hash, .ident), (.ident, .hash):
                guard let mixed = color(text(a), text(b), progress, units) else { return nil }
                piece = mixed
            case (.string, .string):
                // The data of paths, whose numbers mix like all others.
                guard a.text != b.text else {
                    piece = "\"\(a.text)\""
                    break
                }
                guard let mixed = byNumbers(a.text, b.text, progress) else { return nil }
                piece = "\"\(mixed)\""
            default:
                guard a.kind == b.kind, a.text.isEqualIgnoringCase(to: b.text) else {
                    guard a.kind == .ident, b.kind == .ident, let mixed = color(a.text, b.text, progress, units) else {
                        return nil
                    }
                    piece = mixed
                    break
                }
                piece = text(a)
            }
            let isTight = last.map { $0.closing != nil } ?? true || [.closeParenthesis, .comma].contains(a.kind)
            result += isTight ? piece : " " + piece
            last = a
        }
        return result
    }

    /// The sum of two values of the same unit. Nil for others.
    package static func sum(_ a: String, _ b: String) -> String? {
        guard let first = (try? CSSCalculation(a, .any).resolved()) ?? nil,
            let second = (try? CSSCalculation(b, .any).resolved()) ?? nil,
            first.kind == second.kind || first.value == 0, first.fraction == 0, second.fraction == 0
        else { return nil }
        let unit = ["", "px", "deg", "s", "dppx"][
            [.number, .length, .angle, .time, .resolution].firstIndex(of: second.kind) ?? 0]
        return CSSUnits.text(first.value + second.value) + unit
    }

    /// The data of a path, or points, between two others. Data with different commands changes halfway.
    package static func data(_ from: String, _ to: String, _ progress: Double) -> String {
        byNumbers(from, to, progress) ?? (progress < 0.5 ? from : to)
    }

    /// Mixes the numbers of two data of paths with the same commands. Nil if they differ otherwise.
    private static func byNumbers(_ from: String, _ to: String, _ progress: Double) -> String? {
        let (a, b) = (Array(from.utf8), Array(to.utf8))
        func skip(_ bytes: [UInt8], _ index: inout Int) {
            while index < bytes.count, bytes[index] <= 0x20 || bytes[index] == UInt8(ascii: ",") { index += 1 }
        }
        var (i, j) = (0, 0)
        var result: [UInt8] = []
        while true {
            skip(a, &i)
            skip(b, &j)
            guard i < a.count, j < b.count else {
                return i == a.count && j == b.count ? String(decoding: result, as: UTF8.self) : nil
            }
            if let (end, other) = DecimalNumber.end(in: a, from: i).flatMap({ end in
                DecimalNumber.end(in: b, from: j).map { (end, $0) }
            }) {
                let (x, y) = (DecimalNumber.value(of: a, in: i..<end), DecimalNumber.value(of: b, in: j..<other))
                result += " \(CSSUnits.text(mixed(x, y, progress)))".utf8
                (i, j) = (end, other)
            } else {
                guard a[i] == b[j] else { return nil }
                result.append(a[i])
                (i, j) = (i + 1, j + 1)
            }
        }
    }

    private static func text(_ token: CSSToken) -> String {
        switch token.kind {
        case .number: CSSUnits.text(token.number)
        case .percentage: CSSUnits.text(token.number) + "%"
        case .dimension: CSSUnits.text(token.number) + token.text
        case .function: token.text + "("
        case .hash: "#" + token.text
        case .string: "\"\(token.text)\""
        case .openParenthesis: "("
        case .closeParenthesis: ")"
        case .comma: ","
        case .url: "url(\(token.text))"
        default: token.text
        }
    }
}
