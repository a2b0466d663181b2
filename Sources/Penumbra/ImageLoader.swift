import PenumbraBitmap
import PenumbraCodecs
import PenumbraScene

/// Reads the pictures a scene shows.
struct ImageLoader {
    var limits: ImageLimits
    private(set) var images: [ImageSource: Bitmap]

    init(images: [ImageSource: Bitmap], limits: ImageLimits) {
        self.images = images
        self.limits = limits
    }

    /// Loads every picture of visible layers, their masks among them, that is not there yet.
    mutating func load(_ layers: [Layer], place: String) throws(RenderError) {
        for index in layers.indices { try load(layers[index], place: "\(place)[\(index)]") }
    }

    private mutating func load(_ layer: Layer, place: String) throws(RenderError) {
        if layer.isHidden { return }
        if case .image(let contents) = layer.kind, images[contents.source] == nil {
            images[contents.source] = try decode(contents.source, place: "\(place).contents")
        }
        if let mask = layer.mask { try load(mask, place: "\(place).mask") }
        try load(layer.sublayers, place: "\(place).sublayers")
    }

    private func decode(_ source: ImageSource, place: String) throws(RenderError) -> Bitmap {
        let bytes: [UInt8]
        switch source {
        case .data(let data):
            bytes = data
        case .file(let path):
            do {
                bytes = try FileReader.read(path)
            } catch {
                throw .file(place: place, error)
            }
        }
        do {
            return try ImageDecoder.decode(bytes, limits: limits)
        } catch {
            guard case .file(let path) = source else { throw .image(place: place, file: nil, error) }
            throw .image(place: place, file: path, error)
        }
    }
}
