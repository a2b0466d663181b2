import PenumbraScene
import PenumbraSystem

extension RenderLimits {
    /// Sets the limits that a JSON document names. Other limits keep their values.
    ///
    /// The document is an object. Its keys are the names of limits, its values numbers or texts such as `"512M"`.
    ///
    /// - Throws: one error that names the key, and for an unknown key also the nearest known key. No limit is then set.
    public mutating func set(json: [UInt8]) throws(SceneError) {
        for (limit, value) in try Self.values(json: json) {
            do { try set(limit, to: value) } catch { throw SceneError(place: limit.rawValue, message: "\(error.message)") }
        }
    }

    /// The limits in a JSON document, each value within its limit's range.
    public static func values(json: [UInt8]) throws(SceneError) -> [Limit: Double] {
        let document = try JSONValue(document: json, limit: longestDocument)
        guard case .object(let object) = document else {
            throw SceneError(place: "limits", message: "found \(document.summary), expected an object of limits")
        }
        var values: [Limit: Double] = [:]
        for member in object.members where member.key != "$schema" {
            guard let limit = Limit(rawValue: member.key) else {
                let names = Limit.allCases.map(\.rawValue)
                let hint = Spelling.nearest(to: member.key, in: names).map { "did you mean \"\($0)\"?" }
                throw SceneError(
                    place: oneLine(member.key),
                    message: "unknown limit, \(hint ?? "there are \(names.joined(separator: ", "))")")
            }
            values[limit] = try rethrowing(
                try value(member.value, of: limit),
                as: { (error: LimitError) in SceneError(place: member.key, message: "\(error.message)") })
        }
        return values
    }

    private static func value(_ json: JSONValue, of limit: Limit) throws(LimitError) -> Double {
        let value: Double
        switch json {
        case .number(let number): value = number
        case .string(let text): value = try limit.value(text)
        default: throw LimitError("found \(json.summary), expected \(limit.expected)")
        }
        var probe = RenderLimits.default
        try probe.set(limit, to: value)
        return value
    }

    /// The longest accepted document in bytes. A real file of limits has a few hundred bytes.
    package static let longestDocument = 1 << 20

    /// The limits as a document that `set(json:)` reads back. Unset limits are left out.
    public var jsonValue: JSONValue {
        .object(
            JSONObject(
                Limit.allCases.compactMap { limit in
                    self[limit].map { JSONObject.Member(key: limit.rawValue, value: .number($0)) }
                }))
    }
}
