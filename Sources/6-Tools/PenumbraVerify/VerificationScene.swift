import Penumbra
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
    ///   - contents: the scene's JSON. Pictures may be named by paths below any folder.
    ///   - pictures: the decoded pictures, keyed by the last part of their paths.
    init(name: String, digest: Digest, contents: [UInt8], pictures: [String: Bitmap]) throws(SceneError) {
        self.name = name
        self.digest = digest
        let scene = try Scene(json: contents)
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
