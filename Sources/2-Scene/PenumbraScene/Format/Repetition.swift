import PenumbraSystem

/// The readings of one element of an array that has `forEach`, `if` or `unless`: one for each item that meets its conditions.
///
/// An element without any reading is still read once, so that its misspelt keys are found. That reading's result is dropped.
final class Repetition {
    static let keys = ["forEach", "as", "separator", "if", "unless"]

    /// The things that the element is repeated for.
    private enum Items {
        case once
        case values([JSONValue], DecodingContext.Origin)
        /// The numbers from 1 on.
        case numbers(Int)
        case texts([Substring])

        var count: Int {
            switch self {
            case .once: 1
            case .values(let values, _): values.count
            case .numbers(let count): count
            case .texts(let texts): texts.count
            }
        }
    }

    private let element: Node
    private let object: JSONObject
    private var items = Items.once
    /// The parameter that has the list, for messages.
    private var list: String?
    private var index = -1
    private var readings = 0
    /// Whether the element is read only to find its mistakes.
    private(set) var isOnlyChecked = false

    private enum Condition {
        case constant(Bool)
        case parameter(String)
    }

    /// The conditions, their keys, and whether each must hold.
    private var conditions: [(condition: Condition, key: String, wanted: Bool)] = []
    private let names: (item: String, index: String, number: String)
    /// The values that the names have outside this element.
    private var outer: [(name: String, value: DecodingContext.Parameter?)] = []

    private var context: DecodingContext { element.context }

    /// Reads the keys of a repetition. Nil if the element has none of them.
    init?(_ element: Node, as name: String = "item") throws(SceneError) {
        guard case .object(let object) = element.value, object.members.contains(where: { Self.keys.contains($0.key) }) else {
            return nil
        }
        (self.element, self.object) = (element, object)
        let item = try Self.name(object, element.place) ?? name
        names = (item, item + "Index", item + "Number")
        if object["forEach"] == nil {
            for key in ["as", "separator"] where object[key] != nil {
                throw Place.key(element.place, key).error("found without `forEach`, which it belongs to; leave it out")
            }
        } else {
            items = try readItems()
        }
        // A list without items, or another condition, may keep these values from being used.
        if let condition = try condition("if") { conditions.append((condition, "if", true)) }
        if let condition = try condition("unless") { conditions.append((condition, "unless", false)) }
        _ = try separator()
        // Elements that are left out are counted too, since they also take time.
        try context.tally.addRepetitions(max(1, items.count), at: element.place)
        if case .once = items { return }
        outer = [names.item, names.index, names.number].map { ($0, context.parameters[$0]) }
        context.namesOfItems += outer.map(\.name)
    }

    private static func name(_ object: JSONObject, _ place: Place) throws(SceneError) -> String? {
        guard let value = object["as"] else { return nil }
        let place = Place.key(place, "as")
        guard case .string(let name) = value else {
            throw place.error("found \(value.summary), expected a name such as \"tag\"")
        }
        if let fault = Parameter.fault(inName: name) { throw place.error(fault) }
        if name.contains(".") || name.contains("$") {
            throw place.error("found \(quoted(name)), expected a name without `.` and `$`, such as \"tag\"")
        }
        return name
    }

    // MARK: - Items

    private static let wanted =
        "a list such as \"${tags}\" or a whole number"

    private func readItems() throws(SceneError) -> Items {
        let place = Place.key(element.place, "forEach")
        guard let raw = object["forEach"] else { return .once }
        var value = raw
        // Lists in the document are plain values, like the defaults of parameters.
        var origin = element.origin == .document ? DecodingContext.Origin.defaultValue : element.origin
        if case .string(let string) = raw, element.origin == .document {
            // Text alone is no list; the text of a parameter may be one.
            guard let name = DecodingContext.onlyReference(in: string) else {
                throw place.error("found \(quoted(string)), expected \(Self.wanted)")
            }
            list = name
            let parameter = try context.optionalParameter(name, at: place)
            (value, origin) = (parameter?.value ?? .null, parameter?.origin ?? .literal)
        }
        let most = context.limits.layerCount
        switch value {
        case .null: return .values([], .literal)
        case .array(let values):
            try context.tally.checkRepetitions(values.count, at: place)
            return .values(values, origin)
        case .number(let number) where number >= 0 && number == number.rounded(.down):
            // The comparison comes before the conversion, which a large number would trap.
            try context.tally.checkRepetitions(number > Double(most) ? most + 1 : Int(number), at: place)
            return .numbers(Int(number))
        case .string(let text):
            return .texts(try pieces(of: text, at: place))
        case .number, .bool, .object:
            throw place.error("found \(value.summary), expected \(Self.wanted)")
        }
    }

    private func separator() throws(SceneError) -> String? {
        guard let value = object["separator"] else { return nil }
        guard case .string(let mark) = value, !mark.isEmpty else {
            throw Place.key(element.place, "separator").error("found \(value.summary), expected text such as \",\"")
        }
        return mark
    }

    private func pieces(of text: String, at place: Place) throws(SceneError) -> [Substring] {
        guard let mark = try separator() else {
            if text.isEmpty { return [] }
            throw place.error("found the text \(quoted(text)), expected a list; add \"separator\": \",\" to split the text")
        }
        try context.addBoundText(text.utf8.count, at: place)
        var pieces: [Substring] = []
        let (bytes, marks) = (text.utf8, Array(mark.utf8))
        var start = bytes.startIndex
        var i = start
        func add(upTo end: String.Index) throws(SceneError) {
            var piece = text[start..<end]
            while let first = piece.unicodeScalars.first, first == " " || first == "\t" || first == "\r" || first == "\n" {
                piece = piece[piece.unicodeScalars.index(after: piece.startIndex)...]
            }
            while let last = piece.unicodeScalars.last, last == " " || last == "\t" || last == "\r" || last == "\n" {
                piece = piece[..<piece.unicodeScalars.index(before: piece.endIndex)]
            }
            pieces.append(piece)
            try context.tally.checkRepetitions(pieces.count, at: place)
        }
        while i < bytes.endIndex {
            if bytes[i] == marks[0], bytes[i...].starts(with: marks) {
                try add(upTo: i)
                i = bytes.index(i, offsetBy: marks.count)
                start = i
            } else {
                i = bytes.index(after: i)
            }
        }
        try add(upTo: i)
        return pieces.count == 1 && pieces[0].isEmpty ? [] : pieces
    }

    // MARK: - Readings

    /// Moves on to the next reading, and binds the names of its item. False after the last reading.
    func next() throws(SceneError) -> Bool {
        while !isOnlyChecked {
            index += 1
            guard index < items.count else {
                guard readings == 0, element.origin == .document else { break }
                isOnlyChecked = true
                if items.count == 0 { bind(nil) }
                return true
            }
            bind(item)
            if try isWanted() {
                readings += 1
                return true
            }
        }
        for (name, value) in outer { context.parameters[name] = value }
        context.namesOfItems.removeLast(outer.count)
        return false
    }

    private var item: DecodingContext.Parameter {
        switch items {
        case .once: .init(value: .null, origin: .literal)
        case .values(let values, let origin): .init(value: values[index], origin: origin)
        case .numbers: .init(value: .number(Double(index + 1)), origin: .literal)
        case .texts(let texts): .init(value: .string(String(texts[index])), origin: .literal)
        }
    }

    private func bind(_ item: DecodingContext.Parameter?) {
        if case .once = items { return }
        let index = max(0, min(index, items.count - 1))
        context.parameters[names.item] = item ?? .init(value: .null, origin: .literal, isUnknown: true)
        context.parameters[names.index] = .init(value: .number(Double(index)), origin: .literal)
        context.parameters[names.number] = .init(value: .number(Double(index + 1)), origin: .literal)
    }

    private func isWanted() throws(SceneError) -> Bool {
        for (condition, key, wanted) in conditions {
            let holds =
                switch condition {
                case .constant(let holds): holds
                case .parameter(let name):
                    try context.optionalParameter(name, at: .key(element.place, key))?.value.isYes ?? false
                }
            if holds != wanted { return false }
        }
        return true
    }

    private func condition(_ key: String) throws(SceneError) -> Condition? {
        guard let value = object[key] else { return nil }
        let place = Place.key(element.place, key)
        switch value {
        case .bool(let flag): return .constant(flag)
        case .string(let string) where element.origin == .document:
            guard let name = DecodingContext.onlyReference(in: string) else { break }
            return .parameter(name)
        default: break
        }
        throw place.error("found \(value.summary), expected true, false or one parameter such as \"${isNew}\"")
    }

    /// The error of a reading with the item in which it was found. Nil if the reading is only a check, and the mistake may come
    /// from values that the document doesn't have.
    func located(_ error: SceneError) -> SceneError? {
        let isCertain = error.isIndependentOfParameters(in: context.document)
        if isCertain || isOnlyChecked { return isCertain ? error : nil }
        if case .once = items { return error }
        let item = list.map { "item \(index + 1) of ${\($0)}" } ?? "item \(index + 1)"
        var located = error
        located.message = error.message + "; this is \(item)"
        return located
    }
}

extension JSONValue {
    /// Whether a condition with this value holds. Fields of tables are text, so the texts `false` and `0` count as the values.
    fileprivate var isYes: Bool {
        switch self {
        case .null: false
        case .bool(let flag): flag
        case .number(let number): number != 0
        case .string(let text): !text.isEmpty && text != "false" && text != "0"
        case .array(let elements): !elements.isEmpty
        case .object(let object): !object.members.isEmpty
        }
    }
}

extension SceneError {
    /// Whether the error would remain with other values of the parameters: the faulty part of the document names no parameter,
    /// or a key or a parameter doesn't exist.
    package func isIndependentOfParameters(in document: JSONValue) -> Bool {
        var node = document
        var keys = place == "scene" ? [] : place.split { $0 == "." || $0 == "[" || $0 == "]" }
        while let key = keys.first {
            switch node {
            case .object(let object):
                guard let next = object[String(key)] else { return true }
                node = next
            case .array(let elements):
                guard let index = Int(key), elements.indices.contains(index) else { return false }
                node = elements[index]
            default: return false
            }
            keys.removeFirst()
        }
        return message.text().hasPrefix("unknown ") || !node.compact().contains("${")
    }
}
