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

    /// Loads every picture of visible layers that is not there yet.
    mutating func load(_ layers: [Layer], place: String) throws(RenderError) {
        for (index, layer) in layers.enumerated() where !layer.isHidden {
            let here = "\(place)[\(index)]"
            if case .image(let contents) = layer.kind, images[contents.source] == nil {
                images[contents.source] = try decode(contents.source, place: "\(here).contents")
            }
            try load(layer.sublayers, place: "\(here).sublayers")
        }
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
