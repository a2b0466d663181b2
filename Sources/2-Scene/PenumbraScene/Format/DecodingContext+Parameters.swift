/// The look-up of parameters, of the items of repeated layers, and of their fields.
extension DecodingContext {
    /// The most fields in a row, as in `${row.price.amount}`.
    private static let mostFields = 16

    /// The name in a string that is exactly `${name}`. Nil for other strings.
    static func onlyReference(in string: String) -> String? {
        guard string.hasPrefix("${"), string.hasSuffix("}") else { return nil }
        let name = string.dropFirst(2).dropLast()
        return name.utf8.contains(UInt8(ascii: "}")) ? nil : String(name)
    }

    /// The parameter, item or field with the given name.
    func parameter(_ name: String, at place: Place) throws(SceneError) -> Parameter {
        try field(name, at: place, isOptional: false) ?? Parameter(value: .null, origin: .literal)
    }

    /// The parameter, item or field with the given name. Nil if a value has no such field.
    func optionalParameter(_ name: String, at place: Place) throws(SceneError) -> Parameter? {
        try field(name, at: place, isOptional: true)
    }

    private func field(_ name: String, at place: Place, isOptional: Bool) throws(SceneError) -> Parameter? {
        if let parameter = parameters[name] { return parameter }
        // A name may have dots itself, so the longest one counts.
        var fields: [Substring] = []
        var head = Substring(name)
        while fields.count < Self.mostFields, let dot = head.lastIndex(of: ".") {
            fields.append(head[head.index(after: dot)...])
            head = head[..<dot]
            guard var parameter = parameters[String(head)] else { continue }
            var owner = String(head)
            for field in fields.reversed() {
                if parameter.isUnknown { return parameter }
                guard let value = try self.field(String(field), of: parameter.value, owner, at: place, isOptional) else {
                    return nil
                }
                parameter.value = value
                owner += ".\(field)"
            }
            return parameter
        }
        throw unknown(name, at: place)
    }

    private func field(
        _ field: String, of value: JSONValue, _ owner: String, at place: Place, _ isOptional: Bool
    ) throws(SceneError) -> JSONValue? {
        guard case .object(let object) = value else {
            if isOptional, value == .null { return nil }
            throw place.error("\(quoted(owner)) is \(value.summary), which has no field \(quoted(field))")
        }
        // A look-up compares names one by one.
        try addBoundText(object.members.count, at: place)
        if let value = object[field] { return value }
        if isOptional { return nil }
        let names = object.members.prefix(20).map(\.key)
        let hint =
            Spelling.nearest(to: field, in: names).map { "did you mean \(quoted($0))?" }
            ?? "it has \(Spelling.list(names)); `if` leaves a layer out where a field is missing"
        throw place.error("\(quoted(owner)) has no field \(quoted(field)), \(hint)")
    }

    private func unknown(_ name: String, at place: Place) -> SceneError {
        let names = parameterNames + namesOfItems
        if names.isEmpty { return place.error("unknown parameter \(quoted(name)); the scene declares no parameters") }
        let hint =
            Spelling.nearest(to: name, in: names).map { "did you mean \(quoted($0))?" }
            ?? "declared are \(Spelling.list(Array(names.prefix(20))))"
        return place.error("unknown parameter \(quoted(name)), \(hint)")
    }
}
