import Penumbra
import PenumbraSystem

/// A change of one value of the document, in memory.
struct StudioEdit: Sendable {
    enum Step: Sendable, Hashable {
        case key(String)
        case index(Int)
    }

    var path: [Step]
    /// The new value. Nil removes the old one.
    var value: JSONValue?

    /// The most edits of one request.
    static let most = 10_000
    /// The most steps of one path.
    static let mostSteps = 200

    /// Reads `{"path": ["layers", 0, "opacity"], "value": 0.5}`.
    init(_ json: JSONValue, place: String) throws(ServiceError) {
        guard case .object(let object) = json, case .array(let steps)? = object["path"], !steps.isEmpty,
            steps.count <= Self.mostSteps
        else { throw ServiceError(400, "found \(json.summary), expected an object with \"path\"", place: place) }
        path = []
        for step in steps {
            switch step {
            case .string(let key): path.append(.key(key))
            case .number(let number) where (0...1e6).contains(number) && number.rounded() == number:
                path.append(.index(Int(number)))
            case .number, .null, .bool, .array, .object:
                throw ServiceError(400, "found \(step.summary), expected a key or an index", place: "\(place).path")
            }
        }
        value = object["value"]
    }

    /// The document with the change. A missing key is added, and so is the element after the last of an array.
    func applied(to document: JSONValue, place: String) throws(ServiceError) -> JSONValue {
        try Self.changed(document, path[...], to: value, place: place)
    }

    private static func changed(
        _ value: JSONValue, _ path: ArraySlice<Step>, to new: JSONValue?, place: String
    ) throws(ServiceError) -> JSONValue {
        guard let step = path.first else { return value }
        let rest = path.dropFirst()
        switch (step, value) {
        case (.key(let key), .object(var object)):
            guard !rest.isEmpty else {
                object[key] = new
                return .object(object)
            }
            guard let inner = object[key] else { throw missing(place) }
            object[key] = try changed(inner, rest, to: new, place: place)
            return .object(object)
        case (.index(let index), .array(var elements)):
            guard index < elements.count || (index == elements.count && rest.isEmpty) else { throw missing(place) }
            if !rest.isEmpty {
                elements[index] = try changed(elements[index], rest, to: new, place: place)
            } else if let new {
                if index < elements.count { elements[index] = new } else { elements.append(new) }
            } else if index < elements.count {
                elements.remove(at: index)
            }
            return .array(elements)
        default: throw missing(place)
        }
    }

    private static func missing(_ place: String) -> ServiceError {
        ServiceError(409, "the file has no such value any more; reset the changes", place: place)
    }
}
