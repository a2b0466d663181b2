import PenumbraScene
import PenumbraSystem

extension CSSStyleSheets.Options {
    /// The declarations that a document has use for, with shorthands split, and what is to be said about the others.
    package func reviewed(
        _ declarations: [CSSDeclaration]
    ) -> (declarations: [CSSDeclaration], notices: [(offset: Int, message: Message)]) {
        var result: [CSSDeclaration] = []
        var notices: [(offset: Int, message: Message)] = []
        for declaration in declarations {
            var declaration = declaration
            if !declaration.isCustom, let plain = CSSProperty.unprefixed(declaration.name) {
                // The standard property, if it's there too, has the value that is meant.
                if declarations.contains(where: { $0.name == plain }) { continue }
                declaration.name = plain
                if plain == "mask-composite" { declaration.value = CSSProperty.composites(declaration.value) }
            }
            if declaration.isCustom || declaration.hasReferences {
                result.append(declaration)
                continue
            }
            switch split(declaration) {
            case .success(let list): result += list
            case .failure(let refusal):
                let name = oneLine(String(declaration.name.prefix(60)))
                if let message = refusal.message { notices.append((declaration.offset, "\(name): \(message)")) }
            }
        }
        return (result, notices)
    }

    package struct Refusal: Error {
        package var message: Message?
        /// Whether the value may be one of the property's, which has no effect here.
        var mayBeValid = false
    }

    /// The longhands of a declaration. Fails if the document has no use for them.
    package func split(_ declaration: CSSDeclaration) -> Result<[CSSDeclaration], Refusal> {
        var declaration = declaration
        if hasQuirks { declaration.value = CSSQuirks.standardValue(declaration.name, declaration.value) }
        let (name, value) = (declaration.name, declaration.value)
        let word = value.asciiLowercased
        let isKeyword = CSSStyleSheets.globalKeywords.contains(word)
        lazy var followsDirection = CSSProperty.followsDirection(name)
        func made(_ name: String, _ value: String) -> CSSDeclaration {
            var result = declaration
            (result.name, result.value) = (name, value)
            result.followsDirection = followsDirection
            return result
        }
        if name == "all" {
            return isKeyword
                ? .success([declaration]) : .failure(Refusal(message: "it takes initial, inherit, unset or revert"))
        }
        guard let longhands = wholes.contains(name) ? nil : CSSProperty.shorthands[name] else {
            if isKeyword, CSSProperty.isKnown(name) { return .success([declaration]) }
            switch review(name, value) {
            case .accepted: return .success([declaration])
            case .refused(let message): return .failure(Refusal(message: message))
            case .ignored(let message): return .failure(Refusal(message: message, mayBeValid: true))
            }
        }
        // `border` begins anew with pictures, too: CSS Backgrounds 3, section 3.4.
        if isKeyword {
            let pictures = name == "border" ? CSSProperty.shorthands["border-image"] ?? [] : []
            return .success((longhands + pictures).map { made($0, value) })
        }
        var parts: [(String, String)]
        do throws(NotationError) {
            parts = try CSSShorthand.longhands(name, value)
            if name == "border" { parts += try CSSShorthand.longhands("border-image", "none") }
        } catch {
            let message = CSSProperty.hasNoEffect(name, word) ? nil : error.words
            return .failure(Refusal(message: message, mayBeValid: longhands.allSatisfy(isIgnored)))
        }
        var result: [CSSDeclaration] = []
        var reason: Message?
        for (part, text) in parts {
            switch review(part, text) {
            case .accepted: result.append(made(part, text))
            case .refused(let message): return .failure(Refusal(message: message))
            case .ignored(let message): reason = reason ?? message
            }
        }
        return result.isEmpty ? .failure(Refusal(message: reason, mayBeValid: true)) : .success(result)
    }

    /// Whether a longhand has no effect, whatever its value.
    private func isIgnored(_ name: String) -> Bool {
        if case .ignored = review(name, "initial") { true } else { false }
    }
}

extension CSSStyleSheets {
    static let globalKeywords: Set = ["inherit", "initial", "unset", "revert", "revert-layer"]
}
