import PenumbraBitmap
import PenumbraCodecs
import PenumbraScene
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// The scenes below Tests/Corpus.
struct CorpusScene: Sendable, CustomTestStringConvertible {
    /// The path below the corpus, without ending: `shadow/of-a-group`.
    let name: String
    let scene: Scene
    let images: [ImageSource: Bitmap]
    /// True when the scene says that its picture is empty.
    let expectsEmpty: Bool

    var testDescription: String { name }

    static let folder: String = {
        let here = #filePath
        let tests = here.split(separator: "/").dropLast(2).joined(separator: "/")
        return "/\(tests)/Corpus"
    }()

    static let names: [String] = files(below: folder, "").filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }
        .sorted()

    static func load(_ name: String) throws -> CorpusScene {
        let path = "\(folder)/\(name).json"
        let document = try JSONValue(parsing: try FileReader.read(path))
        let base = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        let scene = try Scene(document: document, baseFolder: base)
        var images: [ImageSource: Bitmap] = [:]
        try load(scene.layers, into: &images)
        var empty = false
        if case .object(let object) = document, object["expectsEmpty"] == .bool(true) { empty = true }
        return CorpusScene(name: name, scene: scene, images: images, expectsEmpty: empty)
    }

    private static func load(_ layers: [Layer], into images: inout [ImageSource: Bitmap]) throws {
        for layer in layers {
            if case .image(let contents) = layer.kind, case .file(let path) = contents.source, images[contents.source] == nil {
                images[contents.source] = try ImageDecoder.decode(try FileReader.read(path))
            }
            try load(layer.sublayers, into: &images)
        }
    }

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
