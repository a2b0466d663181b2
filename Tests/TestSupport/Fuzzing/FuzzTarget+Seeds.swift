import PenumbraJSON
import PenumbraScene
import TestSupport

extension FuzzTarget {
    /// Small valid inputs to start from, taken from the repository's fixtures, scenes and documents.
    public func seeds() -> [[UInt8]] {
        let stored = Self.files(below: "Fuzz/Seeds/\(rawValue)", mostBytes: 8 << 10)
        switch self {
        case .png: return stored + Self.files(below: "docs/format", suffix: ".png", mostBytes: 1500)
        case .jpeg, .webp, .avif, .heic, .gif, .tiff:
            let ending = self == .jpeg ? ".jpg" : self == .tiff ? ".tif" : ".\(rawValue)"
            return stored + Self.files(below: "Tests/1-Codecs/PenumbraCodecsTests/Fixtures", suffix: ending, mostBytes: 8 << 10)
        case .scene: return stored + Self.files(below: "Tests/Corpus", suffix: ".json", mostBytes: 4 << 10)
        case .path:
            return stored + Self.corpusStrings { key, text in key == "path" && !text.contains("$") }
        case .css:
            return stored + Self.corpusStrings { _, text in text.contains("(") || text.hasPrefix("#") || text.contains("px") }
        case .stylesheet: return stored + Self.files(below: "Tests/2-Scene/PenumbraCSSTests/Snippets", mostBytes: 4 << 10)
        case .font: return stored + Self.files(below: "Tests/Corpus/fonts", suffix: ".ttf", mostBytes: 8 << 10)
        case .html: return stored + Self.files(below: "Tests/Corpus/html", suffix: ".html", mostBytes: 4 << 10)
        case .manifest, .svg, .figma, .request: return stored
        case .differential, .encoder:
            return stored
                + (0..<16 as Range<UInt64>).map { seed in
                    var random = SeededGenerator(seed: seed)
                    return (0..<random.integer(20...1200)).map { _ in UInt8.random(in: 0...255, using: &random) }
                }
        }
    }

    /// Inputs of earlier findings; none of them may fail again.
    public func regressions() -> [(name: String, bytes: [UInt8])] {
        Repository.files(below: "Tests/Regressions/\(rawValue)").compactMap { path in
            Repository.bytes(of: path).map { (path, $0) }
        }
    }

    private static func files(below folder: String, suffix: String = "", mostBytes: Int) -> [[UInt8]] {
        Repository.files(below: folder, suffix: suffix).compactMap { Repository.bytes(of: $0, limit: mostBytes) }
            .filter { !$0.isEmpty && $0.count <= mostBytes }
    }

    /// The distinct strings in all corpus scenes for which `isWanted`, called with their keys, is true.
    private static func corpusStrings(_ isWanted: (String, String) -> Bool) -> [[UInt8]] {
        var result: Set<String> = []
        func visit(_ key: String, _ value: JSONValue) {
            switch value {
            case .string(let text): if isWanted(key, text) { result.insert(text) }
            case .array(let elements): for element in elements { visit(key, element) }
            case .object(let object): for member in object.members { visit(member.key, member.value) }
            case .null, .bool, .number: break
            }
        }
        for path in Repository.files(below: "Tests/Corpus", suffix: ".json") {
            guard let bytes = Repository.bytes(of: path), let value = try? JSONValue(parsing: bytes) else { continue }
            visit("", value)
        }
        return result.filter { $0.utf8.count < 2000 }.sorted().map { Array($0.utf8) }
    }
}
