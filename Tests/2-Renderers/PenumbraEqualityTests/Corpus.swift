import Penumbra
import PenumbraBitmap
import PenumbraCodecs
import PenumbraEngine
import PenumbraFiles
import PenumbraJSON
import PenumbraScene
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// A scene or an HTML document below Tests/Corpus.
struct CorpusScene: Sendable, CustomTestStringConvertible {
    /// The path below the corpus: `shadow/of-a-group`, `html/grid.html`. Scenes have no extension.
    let name: String
    let scene: Scene
    let assets: SceneAssets
    /// True if the scene declares that its picture is empty.
    let expectsEmpty: Bool

    var testDescription: String { name }

    static let folder = Repository.root + "/Tests/Corpus"

    /// The names of the scenes in JSON.
    static let scenes: [String] = files(below: folder, "").filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }
        .sorted()

    static let pages: [String] = files(below: folder, "").filter { $0.hasSuffix(".html") }.sorted()

    static let names = scenes + pages

    static func load(_ name: String) throws -> CorpusScene {
        if name.hasSuffix(".html") { return try page(name) }
        let path = "\(folder)/\(name).json"
        let document = try JSONValue(parsing: try FileReader.read(path))
        let base = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        let scene = try Scene(document: document, baseFolder: base)
        let assets = try Engine().assets(for: scene, shaper: shaper, files: Self.files)
        var empty = false
        if case .object(let object) = document, object["expectsEmpty"] == .bool(true) { empty = true }
        return CorpusScene(name: name, scene: assets.resolvedScene ?? scene, assets: assets, expectsEmpty: empty)
    }

    private static func page(_ name: String) throws -> CorpusScene {
        let path = "\(folder)/\(name)"
        let bytes = try FileReader.read(path)
        let options = HTMLOptions(baseFolder: "\(folder)/html", files: try Self.files, shaper: shaper)
        let document =
            HTMLTemplate.declaresParameters(bytes)
            ? try HTMLDocument(try HTMLTemplate(bytes), options: options) : try HTMLDocument(bytes, options: options)
        #expect(document.warnings.isEmpty, "\(name): \(document.warnings)")
        let scene = document.scene()
        let assets = try Engine().assets(for: scene, shaper: shaper, files: Self.files)
        return CorpusScene(name: name, scene: assets.resolvedScene ?? scene, assets: assets, expectsEmpty: false)
    }

    private static let shaper = TextShaper()
    /// Scenes share pictures.
    static var files: FileRoots { get throws { try FileRoots([folder]) } }

    private static func files(below folder: String, _ prefix: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var result: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasPrefix(".") { continue }
            if entry.pointee.d_type == UInt8(DT_DIR) {
                result += files(below: "\(folder)/\(name)", "\(prefix)\(name)/")
            } else {
                result.append(prefix + name)
            }
        }
        return result
    }
}
