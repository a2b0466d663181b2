/// A sentence for the user in which the names of settings are left open.
///
/// Libraries know no command-line options. They write `"more than 10 layers; raise \(limit: .layers)"`, and errors pass the
/// sentence up unchanged. The code that shows the sentence names the settings. `description` uses the library's names
/// ("raise the limit layers"); the command uses its options ("raise --max-layers").
///
/// Interpolating an error into a message keeps the error's settings open, too. Interpolating either into a `String` uses the
/// library's names.
public struct Message: Hashable, Sendable {
    private enum Part: Hashable, Sendable {
        case text(String)
        case setting(Setting)
    }

    /// The parts of the sentence. No two texts follow each other, so equal sentences are equal values.
    private var parts: [Part] = []

    /// Writes the sentence with names for its settings.
    ///
    /// - Parameter name: returns the name of a setting.
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

    /// The limits that the sentence names.
    package var limits: [Limit] {
        parts.compactMap { if case .setting(.limit(let limit, _)) = $0 { limit } else { nil } }
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

    /// The message with `oneLine` applied to each of its texts.
    fileprivate var inOneLine: Message {
        var result = self
        for case (let index, .text(let text)) in parts.enumerated() { result.parts[index] = .text(oneLine(text)) }
        return result
    }
}

/// Makes a message safe to show on one line, whatever foreign text it holds.
package func oneLine(_ message: Message) -> Message { message.inOneLine }

/// A value that is shown to the user as a message, such as most errors.
public protocol Worded: CustomStringConvertible {
    var words: Message { get }
}

extension Worded {
    /// The words, with the library's names for settings.
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

        public mutating func appendInterpolation(limit: Limit, most: Int? = nil) {
            message.append(.setting(.limit(limit, most: most)))
        }

        public mutating func appendInterpolation(setting: Setting) { message.append(.setting(setting)) }

        /// Takes over the words of a `Worded` value; for other values, takes the description.
        public mutating func appendInterpolation<Value>(_ value: Value) {
            guard let worded = value as? any Worded else { return message.append(.text("\(value)")) }
            for part in worded.words.parts { message.append(part) }
        }
    }

    public init(stringInterpolation: StringInterpolation) { self = stringInterpolation.message }

    public init(stringLiteral text: String) { append(.text(text)) }
}
