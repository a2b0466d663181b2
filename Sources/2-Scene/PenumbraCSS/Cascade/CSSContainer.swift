import PenumbraGeometry
import PenumbraScene
import PenumbraSystem

/// An element that `@container` and units such as `cqw` refer to: CSS Conditional Rules 5.
package final class CSSContainer: Sendable {
    /// The axes whose size can be asked for.
    package enum Axes: Hashable, Sendable {
        case none, inline, both
    }

    private let names: Set<String>
    package let axes: Axes
    /// The size of the content box. Nil while it is unknown.
    package let size: Size?
    let fontSize: Double
    let variables: CSSVariables
    /// The next container around this one.
    package let parent: CSSContainer?
    /// Which queries hold inside, by their numbers. Many elements ask for the same.
    private let results = Mutex<[Int: Bool]>([:])

    package init(
        names: [String], axes: Axes, size: Size?, fontSize: Double, variables: CSSVariables, parent: CSSContainer?
    ) {
        (self.names, self.axes, self.size, self.fontSize) = (Set(names), axes, size, fontSize)
        (self.variables, self.parent) = (variables, parent)
    }

    fileprivate func hasName(_ name: String) -> Bool { names.contains(name) }

    /// Whether a query holds inside.
    fileprivate func known(_ number: Int, _ found: () -> Bool) -> Bool {
        if let known = results.withLock({ $0[number] }) { return known }
        let result = found()
        results.withLock { $0[number] = result }
        return result
    }

    /// The size that `cqw` and `cqh` refer to, of the nearest containers with a size along each axis.
    ///
    /// - Parameter viewport: the size for axes without a container.
    package func reference(else viewport: Size) -> Size {
        var (width, height): (Double?, Double?)
        var here: CSSContainer? = self
        while let container = here, width == nil || height == nil {
            if container.axes != .none { width = width ?? container.size?.width }
            if container.axes == .both { height = height ?? container.size?.height }
            here = container.parent
        }
        return Size(width: width ?? viewport.width, height: height ?? viewport.height)
    }
}

/// The condition of a `@container` rule.
package struct CSSContainerQuery: Sendable {
    var name: String?
    var condition: [CSSToken]
    /// The number of the query around this one.
    var outer: Int?
    /// The axes that a container must have a size along.
    private var axes: CSSContainer.Axes

    /// The tokens to read for an answer, and the way to the container.
    var cost: Int { 2 + condition.count }
    /// The most tokens of a condition.
    private static let mostTokens = 1000

    /// Nil for a malformed prelude.
    init?(_ prelude: [CSSToken], outer: Int?) {
        var tokens = prelude[...].drop(while: \.isSpace)
        if let first = tokens.first, first.kind == .ident, !first.isIdent("not") {
            name = first.text
            tokens = tokens.dropFirst().drop(while: \.isSpace)
        }
        (condition, self.outer) = (Array(tokens), outer)
        guard name != nil || !condition.isEmpty, condition.count <= Self.mostTokens else { return nil }
        var axes = CSSContainer.Axes.none
        for token in condition where token.kind == .ident && !token.text.hasPrefix("--") {
            let word = token.text.asciiLowercased
            let base = word.hasPrefix("min-") || word.hasPrefix("max-") ? String(word.dropFirst(4)) : word
            switch base {
            case "width", "inline-size": if axes == .none { axes = .inline }
            case "height", "block-size", "aspect-ratio", "orientation": axes = .both
            default: break
            }
        }
        self.axes = axes
    }

    /// Whether the condition is malformed or asks for what no container has.
    var isUnknown: Bool {
        guard !condition.isEmpty else { return false }
        var media = CSSMedia(width: 100, height: 100)
        media.isContainer = true
        var reader = MediaReader(tokens: condition, media: media, variables: CSSVariables.none)
        return reader.condition() == .unknown || !reader.isAtEnd
    }

    /// Whether the condition holds inside a container or one around it.
    ///
    /// - Parameters:
    ///   - number: the number of the query.
    ///   - variables: the custom properties of the parent, which conditions without a name ask for.
    func holds(_ number: Int, in container: CSSContainer?, variables: CSSVariables) -> Bool {
        if axes == .none, name == nil { return holds(CSSMedia(), variables) }
        return container?.known(number) { holds(in: container) } ?? false
    }

    private func holds(in container: CSSContainer?) -> Bool {
        var here = container
        while let container = here {
            defer { here = container.parent }
            guard name.map(container.hasName) ?? true, Self.suffices(container.axes, axes) else { continue }
            if condition.isEmpty { return true }
            guard axes != .none else { return holds(CSSMedia(), container.variables) }
            guard let size = container.size else { return false }
            var media = CSSMedia(width: size.width, height: size.height)
            (media.fontSize, media.isContainer) = (container.fontSize, true)
            return holds(media, container.variables)
        }
        return false
    }

    private func holds(_ media: CSSMedia, _ variables: CSSVariables) -> Bool {
        var reader = MediaReader(tokens: condition, media: media, variables: variables)
        return reader.condition() == .yes && reader.isAtEnd
    }

    private static func suffices(_ own: CSSContainer.Axes, _ wanted: CSSContainer.Axes) -> Bool {
        switch wanted {
        case .none: true
        case .inline: own != .none
        case .both: own == .both
        }
    }
}

extension MediaReader {
    var isAtEnd: Bool { index >= tokens.count || tokens[index...].allSatisfy(\.isSpace) && index <= tokens.count }

    /// The condition in `style()`: a custom property, with or without a value, or several of them in parentheses.
    mutating func styleCondition() -> Truth {
        let parts = tokens.filter { !$0.isSpace }
        guard let first = parts.first, first.kind == .ident, first.text.hasPrefix("--") else {
            return depth < 32 ? condition() : .unknown
        }
        guard let variables else { return .unknown }
        let value = variables[first.text]
        if parts.count == 1 { return value == nil ? .no : .yes }
        guard parts[1].kind == .colon else { return .unknown }
        // Values are compared token by token.
        let wanted = parts[2...].map { CSSStyleToken($0) }
        return value.map { CSSStyleToken.list($0) } == wanted ? .yes : .no
    }
}

/// What two equal tokens of different values have in common.
private struct CSSStyleToken: Equatable {
    var kind: CSSToken.Kind
    var text: String
    var number: Double

    init(_ token: CSSToken) { (kind, text, number) = (token.kind, token.text, token.number) }

    /// The last value that was asked for. Elements inherit long values from each other.
    private static let last = Mutex<(value: String, tokens: [CSSStyleToken])>(("", []))

    static func list(_ value: String) -> [CSSStyleToken] {
        if let known = last.withLock({ $0.value == value ? $0.tokens : nil }) { return known }
        let tokens = CSSTokenizer.tokens(value).filter { !$0.isSpace }.map { CSSStyleToken($0) }
        last.withLock { $0 = (value, tokens) }
        return tokens
    }
}
