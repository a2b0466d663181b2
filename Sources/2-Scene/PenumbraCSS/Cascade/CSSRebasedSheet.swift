import PenumbraScene
import PenumbraSystem

/// A style sheet of a file. Its addresses start at the folder of the document, and no longer at that of the sheet.
package struct CSSRebasedSheet: Sendable {
    package let original: String
    package private(set) var text: String
    /// The ends of changed addresses in the text, and how many bytes the text is longer there than the original.
    private var moves: [(place: Int, bytes: Int)] = []

    /// - Parameter address: the address of the sheet in the document.
    package init(_ original: String, at address: String) {
        (self.original, text) = (original, original)
        let path = address.prefix { $0 != "?" && $0 != "#" }
        guard let slash = path.lastIndex(of: "/"), !DataURL.isDataURL(address) else { return }
        let folder = String(path[...slash])
        let bytes = CSSTokenizer.prepared(original)
        var (result, done): ([UInt8], Int) = ([], 0)
        for token in Self.addresses(in: CSSTokenizer.tokens(bytes)) where Self.isRelative(token.text) {
            result += bytes[done..<token.range.lowerBound]
            let address = Self.joined(folder, token.text).quotedForCSS
            result += Array((token.kind == .url ? "url(\(address))" : address).utf8)
            done = token.range.upperBound
            moves.append((result.count, result.count - done))
        }
        if done > 0 { text = String(decoding: result + bytes[done...], as: UTF8.self) }
    }

    /// The place in the original of a byte of the text.
    package func original(_ offset: Int) -> Int { offset - (moves.last { $0.place <= offset }?.bytes ?? 0) }

    /// The URLs, and the strings that stand for URLs.
    private static func addresses(in tokens: [CSSToken]) -> [CSSToken] {
        var result: [CSSToken] = []
        // The names of the functions around, and empty names for brackets.
        var around: [String] = []
        var previous: CSSToken?
        for token in tokens where !token.isSpace {
            let isImport = previous?.kind == .atKeyword && previous?.text.asciiLowercased == "import"
            let isInSet = around.last == "image-set" || around.last == "-webkit-image-set"
            let isString = token.kind == .string && (isImport || isInSet || around.last == "url" || around.last == "src")
            if token.kind == .url || isString { result.append(token) }
            if token.closing != nil {
                around.append(token.kind == .function ? token.text.asciiLowercased : "")
            } else if [.closeParenthesis, .closeBracket, .closeBrace].contains(token.kind) {
                _ = around.popLast()
            }
            previous = token
        }
        return result
    }

    /// Whether an address starts at the folder of its sheet.
    private static func isRelative(_ address: String) -> Bool {
        guard let first = address.utf8.first, first != UInt8(ascii: "/"), first != UInt8(ascii: "#") else { return false }
        let scheme = address.prefix { $0 != ":" && $0 != "/" && $0 != "?" && $0 != "#" }
        return scheme.endIndex == address.endIndex || address[scheme.endIndex] != ":"
    }

    /// An address in a folder, without detours such as `css/../`.
    private static func joined(_ folder: String, _ address: String) -> String {
        let end = address.firstIndex { $0 == "?" || $0 == "#" } ?? address.endIndex
        var steps: [Substring] = []
        for step in (folder + address[..<end]).split(separator: "/", omittingEmptySubsequences: false) where step != "." {
            if step == "..", let last = steps.last, last != "..", !last.isEmpty {
                steps.removeLast()
            } else {
                steps.append(step)
            }
        }
        return steps.joined(separator: "/") + address[end...]
    }
}
