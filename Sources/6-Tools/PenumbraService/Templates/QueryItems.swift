import Penumbra
import PenumbraBatch
import PenumbraSystem

/// The names and values of a query. `scale`, `format` and `signature` are the service's own; the others are parameters.
struct QueryItems: Sendable {
    private(set) var scale: Double?
    private(set) var format: String?
    private(set) var texts: [(name: String, text: String)] = []

    static let scales = 0.01...100.0

    init(_ query: String?, limit: Int) throws(ServiceError) {
        let items = (query ?? "").split(separator: "&")
        guard items.count <= limit else {
            throw ServiceError(400, "the query has \(items.count) items; \(limit) are allowed", place: "query")
        }
        var seen: Set<String> = []
        for item in items {
            let end = item.firstIndex(of: "=") ?? item.endIndex
            let name = try TemplatePath.decoded(String(item[..<end]), plusIsSpace: true, place: "query")
            let text = try TemplatePath.decoded(String(item[end...].dropFirst()), plusIsSpace: true, place: "query.\(name)")
            guard seen.insert(name).inserted else {
                throw ServiceError(400, "\"\(oneLine(name))\" appears twice in the query", place: "query")
            }
            switch name {
            case "signature": break
            case "format": format = text
            case "scale":
                guard let value = Double(text), Self.scales.contains(value) else {
                    throw ServiceError(400, "found \"\(oneLine(text))\", expected 0.01 to 100", place: "query.scale")
                }
                scale = value
            default: texts.append((name, text))
            }
        }
    }

    /// The items as values of a template's parameters, by the rules of a batch's tables.
    func parameters(of template: SceneTemplate) -> [String: JSONValue] {
        var values: [String: JSONValue] = [:]
        for (name, text) in texts {
            switch template.defaults[name] {
            case .some where text.isEmpty && template.keptByEmptyFields.contains(name): continue
            case .string?, nil: values[name] = .string(text)
            case .some where text.isEmpty: continue
            case .some: values[name] = Parameter.value(fromText: text)
            }
        }
        return values
    }
}
