import PenumbraScene
import PenumbraSystem

/// An HTML document with tags of Mustache, which values fill: `{{title}}`, `{{{html}}}`, `{{#list}}…{{/list}}`.
///
/// Values are escaped by their place, so that they can't leave a text, an attribute or a declaration of CSS.
public struct HTMLTemplate: Sendable {
    /// The names of the parameters with their defaults, from `<script type="application/json" id="parameters">`. Without that
    /// element, every name of a tag is a parameter.
    public let defaults: [String: JSONValue]
    /// The names of the parameters in the order of the document.
    public let names: [String]
    /// Whether the document declares its parameters.
    public let declaresParameters: Bool
    /// The document's bytes as they were read.
    package let source: [UInt8]
    /// The parameters that an empty field of a table leaves at their defaults: all that do more than show text.
    package let namesOutsideTexts: Set<String>
    /// The parameters that are lists.
    package let namesOfLists: Set<String>
    /// The parts that the pages of the template share.
    let pages = KeptPage.Pages(budget: KeptPage.mostBytesOfPages)
    private let template: [UInt8]
    private let nodes: [TemplateNode]
    private let limits: HTMLLimits

    /// Reads a template.
    ///
    /// - Parameter bytes: the template in UTF-8. `HTMLDocument.decoded` reads files of other encodings.
    /// - Throws: `HTMLError` for mistakes in tags and in the defaults.
    public init(_ bytes: [UInt8], limits: HTMLLimits = HTMLLimits()) throws(HTMLError) {
        guard bytes.count <= limits.documentBytes else {
            throw HTMLError(
                at: HTMLPlace(),
                "the template has \(bytes.count) bytes, at most \(limits.documentBytes) are read; raise \(limit: .sceneSize)")
        }
        let declared = try TemplateParameters(bytes, memory: limits.memory)
        template = declared.template
        var reader = TemplateReader(template)
        nodes = try reader.read()
        (source, self.limits) = (bytes, limits)
        var (defaults, names) = (declared.defaults ?? [:], declared.names)
        var (outside, lists): (Set<String>, Set<String>) = ([], [])
        for use in reader.uses {
            if !use.isText { outside.insert(use.name) }
            if declared.defaults == nil {
                if defaults[use.name] == nil { names.append(use.name) }
                // The text of a section's value may be JSON, such as a list.
                if use.isSection {
                    defaults[use.name] = .null
                } else if defaults[use.name] == nil {
                    defaults[use.name] = .string("")
                }
            } else if !use.isInside, defaults[use.name] == nil {
                let hint = Self.hint(use.name, names)
                throw HTMLError(
                    at: Self.place(use.offset, in: bytes), "\(quoted(use.name)) isn't a parameter of the template\(hint)")
            }
        }
        for (name, value) in defaults { if case .array = value { lists.insert(name) } }
        (self.defaults, self.names, declaresParameters) = (defaults, names, declared.defaults != nil)
        (namesOutsideTexts, namesOfLists) = (outside, lists)
    }

    /// Whether a document declares parameters. Such a document is a template even if no values are given.
    public static func declaresParameters(_ bytes: [UInt8]) -> Bool {
        TemplateParameters.element(in: bytes) != nil
    }

    /// The document with values.
    ///
    /// - Parameter values: values that replace the defaults.
    /// - Throws: `HTMLError` for values without a parameter, and for values that can't be at their place.
    public func document(_ values: [String: JSONValue] = [:]) throws(HTMLError) -> [UInt8] { try filled(values).bytes }

    /// The document with values, and where its parts come from.
    func filled(_ values: [String: JSONValue]) throws(HTMLError) -> FilledTemplate {
        for name in values.keys.sorted() where defaults[name] == nil {
            throw HTMLError(
                at: HTMLPlace(),
                "a value is given for \(quoted(name)), but the template doesn't have this parameter\(Self.hint(name, names))")
        }
        var writer = TemplateWriter(
            template, defaults.merging(values) { _, value in value }, limits)
        try writer.write(nodes)
        return FilledTemplate(bytes: writer.output, parts: writer.parts)
    }

    func places(_ filled: FilledTemplate) -> TemplatePlaces {
        TemplatePlaces(filled.parts, document: filled.bytes, template: source)
    }

    private static func hint(_ name: String, _ names: [String]) -> String {
        if names.isEmpty { return "; it has none" }
        return Spelling.nearest(to: name, in: names).map { "; did you mean \(quoted($0))?" }
            ?? "; it has \(Spelling.list(Array(names.prefix(20))))"
    }

    static func place(_ offset: Int, in bytes: [UInt8]) -> HTMLPlace {
        let before = bytes[..<min(offset, bytes.count)]
        let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        return HTMLPlace(
            line: before.count { $0 == 0x0A } + 1, column: before[start...].count { $0 & 0xC0 != 0x80 } + 1)
    }
}
