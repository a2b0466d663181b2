import PenumbraElementary
import PenumbraSystem

/// The shadows of a design tokens file: tokens of `$type` `shadow` in the format of the W3C community group (DTCG).
///
/// Aliases (`{group.token}`) are followed inside the file. Lengths are in px. Colours are CSS strings, or objects with
/// `colorSpace` and `components`.
public struct DesignTokens: Sendable {
    private let document: JSONObject

    /// Reads a design tokens file.
    ///
    /// - Throws: `SceneError`, with the place, for bytes that are not a JSON object.
    public init(json: [UInt8]) throws(SceneError) {
        let value = try JSONValue(document: json)
        guard case .object(let object) = value else {
            throw SceneError(place: "document", message: "found \(value.summary), expected an object of design tokens")
        }
        document = object
    }

    /// The paths of all shadow tokens in the order of the file. A path looks like `shadow.card`.
    public var shadowPaths: [String] {
        var result: [String] = []
        func walk(_ object: JSONObject, _ path: [String]) {
            for member in object.members where !member.key.hasPrefix("$") {
                guard case .object(let inner) = member.value else { continue }
                let path = path + [member.key]
                if inner["$value"] == nil {
                    walk(inner, path)
                } else if type(of: path, followed: 0) == "shadow" {
                    result.append(path.joined(separator: "."))
                }
            }
        }
        walk(document, [])
        return result
    }

    /// The shadows of one token, front-most first as in the file.
    ///
    /// - Parameter path: the names of the token's groups and of the token, joined with dots: `shadow.card`.
    /// - Throws: `SceneError`, with the place, for a missing token, a token of another type, or a value that breaks the format.
    public func boxShadows(_ path: String) throws(SceneError) -> [BoxShadow] {
        let context = DecodingContext(baseFolder: "")
        let names = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        let token = try token(names, from: SceneError(place: path, message: ""), context)
        let type = type(of: names, followed: 0)
        guard type == "shadow" else {
            throw token.place.error("its $type is \(type.map(quoted) ?? "missing"), expected \"shadow\"")
        }
        let value = try resolved(token, followed: 0)
        guard case .array = value.value else { return [try shadow(value)] }
        var result: [BoxShadow] = []
        for element in try value.elements("an array of shadows") {
            result.append(try shadow(try resolved(element, followed: 0)))
        }
        return result
    }

    // MARK: - Tokens

    /// The longest chain of aliases. Longer chains are treated as circular.
    private static let longestChain = 32

    private func object(_ names: [String]) -> JSONObject? {
        var object = document
        for name in names {
            guard !name.hasPrefix("$"), case .object(let inner)? = object[name] else { return nil }
            object = inner
        }
        return object
    }

    /// Returns a token's `$value`.
    ///
    /// - Parameter origin: the place of the alias with this path, for errors.
    private func token(_ names: [String], from origin: SceneError, _ context: DecodingContext) throws(SceneError) -> Node {
        guard let token = object(names), let value = token["$value"] else {
            let path = names.joined(separator: ".")
            let nearest = Spelling.nearest(to: path, in: shadowPaths)
            throw SceneError(
                place: origin.place,
                message: "no token \(quoted(path)) in this file" + (nearest.map { "; did you mean \"\($0)\"?" } ?? ""))
        }
        let place = names.reduce(Place.scene) { .key($0, $1) }
        return try Node(value, .key(place, "$value"), .literal, context)
    }

    /// The `$type` of a token: its own, the type of the token its alias names, or the nearest group's.
    private func type(of names: [String], followed: Int) -> String? {
        guard let token = object(names), followed <= Self.longestChain else { return nil }
        if case .string(let type)? = token["$type"] { return type }
        if case .string(let text)? = token["$value"], let target = Self.alias(text) {
            return type(of: target, followed: followed + 1)
        }
        for count in (0..<names.count).reversed() {
            if case .string(let type)? = object(Array(names.prefix(count)))?["$type"] { return type }
        }
        return nil
    }

    /// The path inside an alias such as `{group.token}`. Nil for other texts.
    private static func alias(_ text: String) -> [String]? {
        guard text.hasPrefix("{"), text.hasSuffix("}"), text.utf8.count > 2 else { return nil }
        return text.dropFirst().dropLast().split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    }

    /// The final value of a node after following aliases.
    private func resolved(_ node: Node, followed: Int) throws(SceneError) -> Node {
        guard case .string(let text) = node.value, let names = Self.alias(text) else { return node }
        guard followed < Self.longestChain else {
            throw node.place.error(
                "the alias \(quoted(text)) leads through more than \(Self.longestChain) others, or in a circle")
        }
        return try resolved(try token(names, from: node.place.error(""), node.context), followed: followed + 1)
    }

    // MARK: - Values

    private static let keys = KeyTable(
        "a shadow of design tokens", ["color", "offsetX", "offsetY", "blur", "spread", "inset"],
        wanted: "a shadow, which is an object with color, offsetX, offsetY and blur")

    private func shadow(_ node: Node) throws(SceneError) -> BoxShadow {
        try node.context.tally.addShadows(at: node.place)
        let fields = try Fields(node, Self.keys)
        func length(_ key: String) throws(SceneError) -> Double {
            try self.length(try resolved(try fields.required(key, Self.lengthWanted), followed: 0))
        }
        let blur = try length("blur")
        guard blur >= 0 else {
            throw Place.key(node.place, "blur").error("found \(DecimalNumber.text(blur))px, expected 0 or more")
        }
        var shadow = BoxShadow(
            color: try color(try resolved(try fields.required("color", Node.colorWanted), followed: 0)),
            offset: Point(try length("offsetX"), try length("offsetY")), radius: Sigma(contextBlur: blur))
        if fields.has("spread") { shadow.spread = try length("spread") }
        if let inset = try fields["inset"] { shadow.isInset = try resolved(inset, followed: 0).bool() }
        return shadow
    }

    private static let lengthWanted = "a length such as \"4px\" or {\"value\": 4, \"unit\": \"px\"}"

    private func length(_ node: Node) throws(SceneError) -> Double {
        switch node.value {
        case .string(let text):
            var scanner = CSSScanner(text)
            scanner.skipSpace()
            let length: Double?
            do { length = try scanner.length(in: "a shadow token") } catch { throw node.place.error(error.message) }
            scanner.skipSpace()
            guard let length, scanner.isAtEnd else { throw node.mismatch(Self.lengthWanted) }
            return length
        case .object:
            let fields = try Fields(node, KeyTable("a dimension", ["value", "unit"], wanted: Self.lengthWanted))
            let unit = try resolved(try fields.required("unit", "\"px\""), followed: 0)
            guard unit.value == "px" else { throw unit.mismatch("\"px\"") }
            return try resolved(try fields.required("value", "a number"), followed: 0).number()
        case .number(0): return 0
        default: throw node.mismatch(Self.lengthWanted)
        }
    }

    private func color(_ node: Node) throws(SceneError) -> Color {
        guard case .object = node.value else { return try node.color() }
        let wanted = "a CSS colour, or an object with \"colorSpace\" and \"components\""
        let fields = try Fields(
            node, KeyTable("a colour token", ["colorSpace", "components", "alpha", "hex"], wanted: wanted))
        let space = try fields.required("colorSpace", "the name of a colour space").string("the name of a colour space")
        let components = try fields.required("components", "an array of 3 components")
        let elements = try components.elements("an array of 3 components")
        guard elements.count == 3 else { throw components.mismatch("an array of 3 components") }
        var parts: [String] = []
        for (index, element) in elements.enumerated() {
            if element.value == "none" {
                parts.append("none")
            } else {
                let isPercentage = ["hsl", "hwb"].contains(space) && index > 0
                parts.append(DecimalNumber.text(try element.number()) + (isPercentage ? "%" : ""))
            }
        }
        let isFunction = ["hsl", "hwb", "lab", "lch", "oklab", "oklch"].contains(space)
        let alpha = DecimalNumber.text(try fields.number("alpha", .unit, default: 1))
        // The CSS parser refuses unknown colour spaces. This check only ensures that the name is a single name.
        guard space.utf8.allSatisfy({ JSONParser.isWordByte($0) || $0 == UInt8(ascii: "-") }) else {
            throw Place.key(node.place, "colorSpace").error("found \(quoted(space)), expected the name of a colour space")
        }
        let css = "\(isFunction ? "\(space)(" : "color(\(space) ")\(parts.joined(separator: " ")) / \(alpha))"
        do { return try Color(css: css) } catch { throw node.place.error(error.message) }
    }
}
