import PenumbraPlanning
import PenumbraScene

/// The pictures and texts that a scene needs, and their places, found without reading any file.
package struct SceneRequirements: Sendable {
    package struct Picture: Sendable {
        package var source: ImageSource
        /// The place of the picture in the scene: `layers[0].contents`.
        package var place: String
    }

    package struct TextBox: Sendable {
        package var placement: TextPlacement
        /// The place of the text in the scene: `layers[2].sublayers[0]`.
        package var place: String
        /// The largest scale at which the text is shown.
        package var pixelsPerPoint: Double
    }

    /// The pictures of visible layers and of their masks, each once.
    package private(set) var pictures: [Picture] = []
    /// The texts of visible layers, each once.
    package private(set) var texts: [TextBox] = []
    private var sources: Set<ImageSource> = []
    /// The index of each text in `texts`.
    private var placements: [TextPlacement: Int] = [:]
    /// The steps from the scene to the layer that is visited. Most layers need no place in words.
    private var steps: [Step] = []

    private enum Step: Sendable {
        case layer(Int)
        case mask
    }

    init() {}

    package init(_ scene: Scene) {
        visit(scene.layers, parent: scene.canvas.size, scale: scene.canvas.scale)
    }

    private mutating func visit(_ layers: [Layer], parent: Size, scale: Double) {
        layers.forEachInPlace { index, layer in
            steps.append(.layer(index))
            visit(layer, parent: parent, scale: scale)
            steps.removeLast()
        }
    }

    /// Collects the pictures and texts of a layer, its mask and its sublayers.
    ///
    /// - Parameter scale: pixels per point of the parent, or more.
    private mutating func visit(_ layer: borrowing Layer, parent: Size, scale: Double) {
        if layer.isHidden { return }
        // Near the eye, a layer in space grows further; glyphs made of pixels are then chosen from a larger size.
        let grows = layer.transform3D.affine == nil || layer.perspective != nil
        let scale = scale * layer.transform.largestScale * (grows ? 4 : 1)
        let size = layer.frame?.size ?? parent
        switch layer.kind {
        case .layer, .gradient, .shape: break
        case .image(let contents):
            if sources.insert(contents.source).inserted {
                pictures.append(Picture(source: contents.source, place: "\(place).contents"))
            }
        case .text(let text):
            for (index, run) in text.runs.enumerated() {
                guard let source = run.picture?.source, sources.insert(source).inserted else { continue }
                pictures.append(Picture(source: source, place: "\(place).runs[\(index)].image"))
            }
            let area = layer.contentInsets.inside(Rect(origin: .zero, size: size))
            let placement = TextPlacement(text, in: area.size)
            if let known = placements[placement] {
                texts[known].pixelsPerPoint = max(scale, texts[known].pixelsPerPoint)
            } else {
                placements[placement] = texts.count
                texts.append(TextBox(placement: placement, place: place, pixelsPerPoint: scale))
            }
        }
        if let mask = layer.mask {
            steps.append(.mask)
            visit(mask, parent: size, scale: scale)
            steps.removeLast()
        }
        visit(layer.sublayers, parent: size, scale: scale)
    }

    private var place: String {
        steps.enumerated().map { index, step in
            switch step {
            case .layer(let number): "\(index == 0 ? "layers" : ".sublayers")[\(number)]"
            case .mask: ".mask"
            }
        }.joined()
    }
}
