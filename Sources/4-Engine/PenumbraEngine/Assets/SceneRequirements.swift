import PenumbraPlanning
import PenumbraScene

/// The pictures and texts that a scene needs, and their places, found without reading any file.
package struct SceneRequirements {
    package struct Picture {
        package var source: ImageSource
        /// The place of the picture in the scene: `layers[0].contents`.
        package var place: String
    }

    package struct TextBox {
        package var placement: TextPlacement
        /// The place of the text in the scene: `layers[2].sublayers[0]`.
        package var place: String
    }

    /// The pictures of visible layers and of their masks, each once.
    package private(set) var pictures: [Picture] = []
    /// The texts of visible layers, each once.
    package private(set) var texts: [TextBox] = []
    private var sources: Set<ImageSource> = []
    private var placements: Set<TextPlacement> = []

    package init(_ scene: Scene) {
        visit(scene.layers, parent: scene.canvas.size, place: "layers")
    }

    private mutating func visit(_ layers: [Layer], parent: Size, place: String) {
        for index in layers.indices { visit(layers[index], parent: parent, place: "\(place)[\(index)]") }
    }

    private mutating func visit(_ layer: Layer, parent: Size, place: String) {
        if layer.isHidden { return }
        let size = layer.frame?.size ?? parent
        switch layer.kind {
        case .layer, .gradient, .shape: break
        case .image(let contents):
            if sources.insert(contents.source).inserted {
                pictures.append(Picture(source: contents.source, place: "\(place).contents"))
            }
        case .text(let text):
            let area = layer.contentInsets.inside(Rect(origin: .zero, size: size))
            let placement = TextPlacement(text, in: area.size)
            if placements.insert(placement).inserted { texts.append(TextBox(placement: placement, place: place)) }
        }
        if let mask = layer.mask { visit(mask, parent: size, place: "\(place).mask") }
        visit(layer.sublayers, parent: size, place: "\(place).sublayers")
    }
}
