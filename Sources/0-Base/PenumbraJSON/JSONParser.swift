extension JSONValue {
    /// The most levels of nested arrays and objects in a document.
    public static let deepestNesting = 256

    /// Parses a JSON document in UTF-8, strictly by RFC 8259, except that a leading byte order mark is allowed.
    ///
    /// The parser refuses duplicate keys, lone surrogates, bytes that are not UTF-8 and numbers beyond a double. It also
    /// refuses anything after the value, and nesting deeper than `deepestNesting`. The stack it uses does not grow with the
    /// nesting.
    ///
    /// - Parameters:
    ///   - limit: the most bytes, checked before anything is parsed; by default any number.
    ///   - memory: the most bytes of memory that the values may take.
    /// - Throws: `JSONError` with line and column.
    public init(parsing bytes: [UInt8], limit: Int = .max, memory: Int = .max) throws(JSONError) {
        var parser = JSONParser(bytes, limit: limit, memory: memory)
        self = try parser.parseDocument()
    }

    public init(parsing text: String) throws(JSONError) {
        try self.init(parsing: Array(text.utf8))
    }
}

/// A strict JSON parser that keeps its own stack of open containers.
package struct JSONParser {
    let bytes: [UInt8]
    var index = 0

    private enum Container {
        case array([JSONValue])
        case object(OpenObject)
    }

    /// An object whose `}` is still to come.
    private struct OpenObject {
        var object = JSONObject()
        /// The key whose value is being read; its offset is kept as well.
        var key = ""
        /// The offset of each key; filled once a linear search would be slow.
        var keyOffsets: [Int] = []
        var seen: Set<String> = []
    }

    private var stack: [Container] = []
    private let limit: Int
    private let memory: Int
    /// The approximate memory of all values so far.
    private var held = 0

    init(_ bytes: [UInt8], limit: Int, memory: Int) {
        self.bytes = bytes
        self.limit = limit
        self.memory = memory
    }

    /// Counts the memory of a value in an array or an object. Growing arrays take up to twice the size of their values.
    private mutating func hold(_ value: JSONValue, key: String?) throws(JSONError) {
        let own =
            switch value {
            case .null, .bool, .number: 0
            case .string(let text): Self.bytes(of: text)
            case .array, .object: Self.bytesOfHeader
            }
        let place = key.map { MemoryLayout<JSONObject.Member>.stride + Self.bytes(of: $0) } ?? MemoryLayout<JSONValue>.stride
        held += 2 * place + own
        guard held <= memory else {
            throw error(at: index, "the values up to here take more than \(memory >> 20) MiB of memory")
        }
    }

    /// The bytes of an array besides its values.
    private static let bytesOfHeader = 48

    /// Strings of up to fifteen bytes need no memory of their own.
    private static func bytes(of text: String) -> Int { text.utf8.count > 15 ? bytesOfHeader + text.utf8.count : 0 }

    mutating func parseDocument() throws(JSONError) -> JSONValue {
        guard bytes.count <= limit else {
            throw error(at: 0, "the document has \(bytes.count) bytes, more than \(limit)")
        }
        try skipByteOrderMark()
        skipSpace()
        var value = try openOrScalar()
        while true {
            if let complete = value {
                guard !stack.isEmpty else {
                    skipSpace()
                    if index < bytes.count { throw unexpected("the end of the document") }
                    return complete
                }
                value = try add(complete)
            } else {
                value = try firstOfContainer()
            }
        }
    }

    /// Reads a scalar, or pushes the container that opens here and returns nil.
    private mutating func openOrScalar() throws(JSONError) -> JSONValue? {
        guard index < bytes.count else { throw unexpected("a value") }
        switch bytes[index] {
        case UInt8(ascii: "{"):
            try open(.object(OpenObject()))
            return nil
        case UInt8(ascii: "["):
            try open(.array([]))
            return nil
        case UInt8(ascii: "\""):
            return .string(try string())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            return .number(try number())
        default:
            return try keyword()
        }
    }

    private mutating func open(_ container: Container) throws(JSONError) {
        guard stack.count < JSONValue.deepestNesting else {
            throw error(at: index, "nested more than \(JSONValue.deepestNesting) levels deep")
        }
        index += 1
        stack.append(container)
    }

    /// Reads on after `{` or `[`. Returns the empty container, or the first value in it.
    private mutating func firstOfContainer() throws(JSONError) -> JSONValue? {
        skipSpace()
        switch stack.last {
        case .array:
            if index < bytes.count, bytes[index] == UInt8(ascii: "]") { return closeContainer() }
            return try openOrScalar()
        default:
            if index < bytes.count, bytes[index] == UInt8(ascii: "}") { return closeContainer() }
            try key()
            return try openOrScalar()
        }
    }

    /// Puts a finished value into the innermost container, then reads on to the next value or the container's end.
    private mutating func add(_ value: JSONValue) throws(JSONError) -> JSONValue? {
        let closing: UInt8
        // Taking the container off the stack while it grows avoids copying its storage.
        switch stack.removeLast() {
        case .array(var elements):
            try hold(value, key: nil)
            elements.append(value)
            stack.append(.array(elements))
            closing = UInt8(ascii: "]")
        case .object(var open):
            try hold(value, key: open.key)
            open.object.members.append(JSONObject.Member(key: open.key, value: value))
            stack.append(.object(open))
            closing = UInt8(ascii: "}")
        }
        skipSpace()
        let isObject = closing == UInt8(ascii: "}")
        guard index < bytes.count, bytes[index] == UInt8(ascii: ",") || bytes[index] == closing else {
            throw unexpected(isObject ? "`,` or `}`" : "`,` or `]`")
        }
        if bytes[index] == closing { return closeContainer() }
        let comma = index
        index += 1
        skipSpace()
        if index < bytes.count, bytes[index] == closing {
            throw error(at: comma, "a comma before the closing `\(isObject ? "}" : "]")`, which JSON does not allow")
        }
        if isObject { try key() }
        return try openOrScalar()
    }

    private mutating func closeContainer() -> JSONValue {
        index += 1
        switch stack.removeLast() {
        case .array(let elements): return .array(elements)
        case .object(let open): return .object(open.object)
        }
    }

    /// Reads a key and its colon, and stores the key in the innermost object.
    private mutating func key() throws(JSONError) {
        guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else { throw unexpected("a key in double quotes") }
        let offset = index
        let key = try string()
        guard case .object(var open) = stack.popLast() else { return }
        try checkDuplicate(key, at: offset, in: &open)
        open.key = key
        open.keyOffsets.append(offset)
        stack.append(.object(open))
        skipSpace()
        guard index < bytes.count, bytes[index] == UInt8(ascii: ":") else { throw unexpected("`:` after the key") }
        index += 1
        skipSpace()
    }

    private func checkDuplicate(_ key: String, at offset: Int, in open: inout OpenObject) throws(JSONError) {
        let isDuplicate: Bool
        if open.object.members.count < 16 {
            isDuplicate = open.object.members.contains { $0.key == key }
        } else {
            if open.seen.isEmpty { open.seen = Set(open.object.members.map(\.key)) }
            isDuplicate = !open.seen.insert(key).inserted
        }
        guard isDuplicate, let first = open.object.members.firstIndex(where: { $0.key == key }) else { return }
        let place = position(of: open.keyOffsets[first])
        throw error(at: offset, "duplicate key \(quoted(key)), first used in line \(place.line), column \(place.column)")
    }
}
