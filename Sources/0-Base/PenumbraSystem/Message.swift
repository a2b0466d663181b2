/// A sentence for the user that leaves open how settings are called.
///
/// Libraries know no command-line options. They write `"more than 10 layers; raise \(limit: .layers)"`, and errors carry the
/// sentence like that from floor to floor. Whoever shows it names the settings: `description` as the library knows them
/// ("raise the limit layers"), the command by its options ("raise --max-layers").
///
/// Interpolating an error into a message keeps the error's settings open, too. Interpolating either into a `String` names them
/// the library's way.
public struct Message: Hashable, Sendable {
    private enum Part: Hashable, Sendable {
        case text(String)
        case setting(Setting)
    }

    /// No two texts follow each other, so that equal sentences are equal values.
    private var parts: [Part] = []

    /// - Parameter name: what a setting is called.
    public func text(_ name: (Setting) -> String = \.name) -> String {
        var result = ""
        for part in parts {
            switch part {
            case .text(let text): result += text
            case .setting(let setting): result += name(setting)
            }
        }
        return result
    }

    private mutating func append(_ part: Part) {
        if case .text(let text) = part {
            if text.isEmpty { return }
            if case .text(let last)? = parts.last {
                parts[parts.count - 1] = .text(last + text)
                return
            }
        }
        parts.append(part)
    }

    public static func + (first: Message, second: Message) -> Message {
        var result = first
        for part in second.parts { result.append(part) }
        return result
    }

    /// Each text in it as `oneLine` of a string.
    fileprivate var inOneLine: Message {
        var result = self
        for case (let index, .text(let text)) in parts.enumerated() { result.parts[index] = .text(oneLine(text)) }
        return result
    }
}

/// A message as it may be shown on one line, whatever text from outside it holds.
package func oneLine(_ message: Message) -> Message { message.inOneLine }

/// Something that is told to the user by a message: most errors.
public protocol Worded: CustomStringConvertible {
    var words: Message { get }
}

extension Worded {
    /// The words with settings as the library calls them.
    public var description: String { words.text() }
}

extension Message: Worded {
    public var words: Message { self }
}

extension Message: ExpressibleByStringInterpolation {
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var message = Message()

        public init(literalCapacity: Int, interpolationCount: Int) {}

        public mutating func appendLiteral(_ literal: String) { message.append(.text(literal)) }

        public mutating func appendInterpolation(limit: Limit) { message.append(.setting(.limit(limit))) }

        public mutating func appendInterpolation(setting: Setting) { message.append(.setting(setting)) }

        /// Takes over the words of what has words; of anything else its description.
        public mutating func appendInterpolation<Value>(_ value: Value) {
            guard let worded = value as? any Worded else { return message.append(.text("\(value)")) }
            for part in worded.words.parts { message.append(part) }
        }
    }

    public init(stringInterpolation: StringInterpolation) { self = stringInterpolation.message }

    public init(stringLiteral text: String) { append(.text(text)) }
}
