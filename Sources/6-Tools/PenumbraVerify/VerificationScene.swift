import Penumbra
import PenumbraFiles
import PenumbraPlan
import PenumbraSystem
import PenumbraText

/// A scene of the corpus with its pictures, ready to be planned.
struct VerificationScene {
    let name: String
    let digest: Digest
    let scene: Scene
    let images: [ImageSource: Bitmap]

    func plan(_ engine: Engine) throws(RenderError) -> RenderPlan {
        try engine.passes(of: scene, try engine.assets(for: scene, images: images, shaper: TextShaper()))
    }

    /// - Parameters:
    ///   - name: the scene's name. That of an HTML document ends in `.html`.
    ///   - contents: the scene's JSON, or the document. Pictures may be named by paths below any folder.
    ///   - pictures: the decoded pictures, keyed by the last part of their paths.
    ///   - files: the bytes of the pictures, keyed in the same way.
    init(
        name: String, digest: Digest, contents: [UInt8], pictures: [String: Bitmap], files: [String: [UInt8]]
    ) throws(SceneError) {
        self.name = name
        self.digest = digest
        let scene = CorpusArchive.isPage(name) ? try Self.page(contents, files) : try Scene(json: contents)
        self.scene = scene
        var images: [ImageSource: Bitmap] = [:]
        for source in scene.imageSources {
            switch source {
            case .file(let path):
                images[source] = pictures[fileName(path)].map { ImageDecoder.converted($0, to: scene.canvas.colorSpace) }
            case .data(let bytes): images[source] = try? ImageDecoder.decode(bytes, to: scene.canvas.colorSpace)
            }
        }
        self.images = images
    }

    /// The scene of an HTML document.
    private static func page(_ bytes: [UInt8], _ files: [String: [UInt8]]) throws(SceneError) -> Scene {
        let nothing: FileRoots
        do throws(FileError) {
            nothing = try FileRoots([])
        } catch {
            throw SceneError(place: "document", message: error.words)
        }
        var options = HTMLOptions(baseFolder: "", files: nothing, shaper: TextShaper())
        options.readFile = { path in files[fileName(path)] }
        do throws(HTMLError) {
            let document =
                HTMLTemplate.declaresParameters(bytes)
                ? try HTMLDocument(try HTMLTemplate(bytes), options: options) : try HTMLDocument(bytes, options: options)
            if let warning = document.warnings.first { throw warning }
            return document.scene()
        } catch {
            throw SceneError(place: "\(error.place)", message: error.message)
        }
    }
}

/// The last part of a path.
func fileName(_ path: String) -> String {
    String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])
}

extension Scene {
    /// The pictures that layers and masks show, hidden layers included.
    var imageSources: Set<ImageSource> {
        var found: Set<ImageSource> = []
        visit { layer in
            if case .image(let contents) = layer.kind { found.insert(contents.source) }
            if case .text(let text) = layer.kind { found.formUnion(text.runs.compactMap(\.picture?.source)) }
        }
        return found
    }

    /// Whether a layer or a mask is a text, whose outlines depend on the host's fonts.
    var hasText: Bool {
        var found = false
        visit { layer in if case .text = layer.kind { found = true } }
        return found
    }

    private func visit(_ body: (Layer) -> Void) {
        var waiting = layers
        while let layer = waiting.popLast() {
            body(layer)
            waiting += layer.sublayers
            if let mask = layer.mask { waiting.append(mask) }
        }
    }
}
