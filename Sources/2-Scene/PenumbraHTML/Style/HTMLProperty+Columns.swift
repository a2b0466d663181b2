import PenumbraCSS
import PenumbraScene

/// The properties of columns and of breaks across them.
struct ColumnValues: Hashable, Sendable {
    /// The most columns. Nil is `auto`.
    var count: Int?
    var width: Double?
    var isBalanced = true
    var spansAll = false
    var ruleWidth = 3.0
    var ruleStyle = "none"
    var ruleColor = "currentcolor"
    var before = "auto"
    var after = "auto"
    var inside = "auto"

    /// Whether a block container has columns.
    var isUsed: Bool { count != nil || width != nil }
}

extension HTMLProperty {
    static let columns: [String: HTMLProperty] = [
        "column-count": HTMLProperty(\.box.columns.count) { reader in
            if reader.word == "auto" { return .some(nil) }
            return reader.integer().flatMap { $0 > 0 ? .some($0) : nil }
        },
        "column-width": HTMLProperty(\.box.columns.width) { reader in
            reader.word == "auto" ? .some(nil) : reader.points().map { .some($0) }
        },
        "column-fill": HTMLProperty(\.box.columns.isBalanced) { reader in
            reader.one(of: ["auto", "balance", "balance-all"]).map { $0 != "auto" }
        },
        "column-span": HTMLProperty(\.box.columns.spansAll) { $0.one(of: ["none", "all"]).map { $0 == "all" } },
        "column-rule-width": HTMLProperty(\.box.columns.ruleWidth) { lineWidth($0) },
        "column-rule-style": word(\.box.columns.ruleStyle, lineStyles),
        "column-rule-color": HTMLProperty(\.box.columns.ruleColor) { $0.color() },
        "break-before": word(\.box.columns.before, breaks.union(places)),
        "break-after": word(\.box.columns.after, breaks.union(places)),
        "break-inside": word(\.box.columns.inside, breaks),
        "orphans": HTMLProperty(\.text.orphans) { $0.integer().flatMap { $0 > 0 ? $0 : nil } },
        "widows": HTMLProperty(\.text.widows) { $0.integer().flatMap { $0 > 0 ? $0 : nil } },
    ]

    private static let breaks: Set<String> = ["auto", "avoid", "avoid-page", "avoid-column", "avoid-region"]
    private static let places: Set<String> = [
        "column", "page", "always", "left", "right", "recto", "verso", "all", "region",
    ]
}
