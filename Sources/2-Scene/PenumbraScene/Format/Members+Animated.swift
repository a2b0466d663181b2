/// Values of animations as documents write them.
extension Members {
    /// Filter functions, or "none".
    static func value(of functions: [FilterFunction]) -> JSONValue? {
        var members = Members(.scene)
        guard (try? members.addFilter("filter", functions)) != nil, case .object(let object) = members.value else { return nil }
        return object["filter"] ?? "none"
    }

    /// A list of shadows, or "none".
    static func value(of shadows: [BoxShadow]) -> JSONValue? {
        var members = Members(.scene)
        guard (try? members.add("boxShadow", shadows)) != nil, case .object(let object) = members.value else { return nil }
        return object["boxShadow"] ?? "none"
    }
}
