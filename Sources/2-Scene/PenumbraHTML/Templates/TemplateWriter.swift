import PenumbraScene
import PenumbraSystem

/// Writes the document of a template with values.
struct TemplateWriter {
    private let template: [UInt8]
    private let root: [String: JSONValue]
    /// The values of the sections around the current part.
    private var stack: [JSONValue] = []
    private(set) var output: [UInt8] = []
    private(set) var parts = TemplateParts()
    /// The most bytes of the document.
    private let limit: Int
    /// The most bytes that the memory allows: a growing document takes up to three times as much, and is read then.
    private let held: Int
    private var work = 0

    /// A step costs as much as so many bytes of the document, so that sections without text end too.
    private static let bytesOfStep = 16

    init(_ template: [UInt8], _ root: [String: JSONValue], _ limits: HTMLLimits) {
        (self.template, self.root) = (template, root)
        (limit, held) = (limits.documentBytes, limits.memory / 4)
        output.reserveCapacity(min(limit, template.count + template.count / 4))
    }

    private func error(_ name: TemplateName, _ message: Message) -> HTMLError {
        HTMLError(at: HTMLTemplate.place(name.offset, in: template), message)
    }

    private mutating func spend(_ bytes: Int) throws(HTMLError) {
        work += bytes
        guard output.count <= limit, work <= limit else {
            throw HTMLError(
                at: HTMLPlace(),
                "the template with its values takes more than \(limit) bytes; shorten its lists, or raise \(limit: .sceneSize)")
        }
        guard output.count <= held else {
            throw HTMLError(
                at: HTMLPlace(),
                "the template with its values takes more memory than is allowed; shorten its lists, or raise \(limit: .memory)")
        }
    }

    mutating func write(_ nodes: [TemplateNode]) throws(HTMLError) {
        for node in nodes {
            switch node {
            case .literal(let range):
                try spend(Self.bytesOfStep + range.count)
                parts.add(TemplateParts.Part(output: output.count, template: range.lowerBound, isLiteral: true))
                output += template[range]
            case .value(let name, let context): try write(name, context)
            case .section(let name, let isInverted, let content): try write(name, isInverted: isInverted, content)
            }
        }
    }

    private mutating func write(_ name: TemplateName, _ context: ValueContext) throws(HTMLError) {
        let text: String
        switch try value(name) {
        case nil, .null: text = ""
        case .string(let string): text = string
        case .bool(let bool): text = bool ? "true" : "false"
        case .number(let number)?: text = JSONValue.number(number).compact()
        case .array?:
            throw error(
                name,
                "\(quoted(name.text)) is a list; write {{#\(name.text)}}…{{/\(name.text)}} to repeat a part for each element")
        case .object?:
            throw error(name, "\(quoted(name.text)) is an object; name one of its values, as in {{\(name.text).name}}")
        }
        try spend(Self.bytesOfStep + text.utf8.count)
        parts.add(
            TemplateParts.Part(
                output: output.count, template: name.offset, isLiteral: false,
                value: context.isReadAsWritten ? text : nil, place: context.place))
        do throws(TemplateEscape.Refusal) {
            try TemplateEscape.append(text, context, to: &output)
        } catch {
            throw self.error(name, "the value of \(quoted(name.text)) is \(quoted(String(text.prefix(100)))): \(error.message)")
        }
    }

    private mutating func write(_ name: TemplateName, isInverted: Bool, _ content: [TemplateNode]) throws(HTMLError) {
        let value = try value(name) ?? .null
        let isEmpty = Self.isEmpty(value)
        guard isInverted == isEmpty else { return }
        if isInverted { return try write(content) }
        let elements: [JSONValue] = if case .array(let list) = value { list } else { [value] }
        for element in elements {
            try spend(Self.bytesOfStep)
            stack.append(element)
            try write(content)
            stack.removeLast()
        }
    }

    /// Whether a section shows nothing for a value: as in JavaScript, also 0 and an empty text.
    private static func isEmpty(_ value: JSONValue) -> Bool {
        switch value {
        case .null: true
        case .bool(let bool): !bool
        case .number(let number): number == 0
        case .string(let string): string.isEmpty
        case .array(let list): list.isEmpty
        case .object: false
        }
    }

    /// The value of a name: of the innermost section that has it, else of the parameters.
    private mutating func value(_ name: TemplateName) throws(HTMLError) -> JSONValue? {
        guard let first = name.parts.first else { return stack.last }
        var value: JSONValue?
        for context in stack.reversed() {
            guard case .object(let object) = context else { continue }
            // Objects are searched from their beginning.
            try spend(object.members.count)
            if let found = object[first] {
                value = found
                break
            }
        }
        value = value ?? root[first]
        for part in name.parts.dropFirst() {
            guard case .object(let object)? = value else { return nil }
            try spend(object.members.count)
            value = object[part]
        }
        return value
    }
}
