/// Keys and values that the format has and this decoder does not draw.
///
/// They are refused by name, so that a picture never silently lacks something. A value listed beside a key changes nothing and
/// is accepted.
enum UpcomingKeys {
    static let layer: [String: [JSONValue]] = [:]


    static func message(_ name: String) -> String { "`\(name)` is not supported by this version" }
}
