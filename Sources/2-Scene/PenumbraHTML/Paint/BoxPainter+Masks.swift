import PenumbraCSS
import PenumbraGeometry
import PenumbraScene

/// `mask`: CSS Masking 1, section 7.
extension BoxPainter {
    /// The masks that cut the element, from the inside out.
    func masks() -> [Layer] {
        if values.has("mask-border-source") || values.has("mask-border") || values.has("-webkit-mask-box-image-source") {
            warn("mask-border", "it isn't supported")
        }
        let images = values.list("mask-image", "none")
        guard images.contains(where: { !$0.isEqualIgnoringCase(to: "none") }) else { return [] }
        let composites = values.list("mask-composite", "add").map(\.asciiLowercased)
        var painted: [(layer: Layer, composite: String)] = []
        for index in images.indices.prefix(PaintLimits.items) {
            painted.append((maskLayer(images[index], index), composites[index % composites.count]))
        }
        let kinds = Set(painted.dropLast().map(\.composite))
        if painted.count == 1 { return [painted[0].layer] }
        if kinds == ["add"] { return [group(painted.reversed().map(\.layer))] }
        if kinds == ["intersect"] { return painted.map(\.layer) }
        return composited(painted).map { [$0] } ?? []
    }

    private func group(_ layers: [Layer]) -> Layer { Layer(frame: geometry.borderBox, sublayers: layers) }

    /// One mask image with its copies. An image that isn't there is transparent.
    private func maskLayer(_ text: String, _ index: Int) -> Layer {
        let frame = geometry.borderBox
        func value(_ name: String, _ initial: String) -> String {
            let values = values.list("mask-\(name)", initial)
            return values[index % values.count]
        }
        if text.isEqualIgnoringCase(to: "none") { return Layer(frame: frame) }
        if let name = PaintText.address(text), name.hasPrefix("#") {
            // As in browsers, a mask that doesn't exist hides nothing.
            return stencil("mask", String(name.dropFirst())) ?? Layer(frame: frame, backgroundColor: .black)
        }
        let clip = value("clip", "border-box").asciiLowercased
        let outline = clip == "no-clip" ? BoxOutline(frame.inset(by: -1e4)) : area(clip)
        let painted =
            attempt("mask-image") { () throws(NotationError) -> Layer? in
                guard let image = try image(text) else { return nil }
                return try tiles(
                    TiledImage(
                        image: image, size: value("size", "auto"), position: try position("mask", index),
                        repetition: value("repeat", "repeat"), area: area(value("origin", "border-box")).rect,
                        painted: outline.rect))
            } ?? nil
        guard let painted else { return Layer(frame: frame) }
        let cut = BoxPainter.clipped([painted], to: outline)
        var layer = group(cut)
        if value("mode", "match-source").asciiLowercased == "luminance" {
            // The luminance becomes the alpha of a black rectangle.
            layer.maskType = .luminance
            layer = Layer(frame: frame, backgroundColor: .black, mask: layer)
        }
        return layer
    }

    /// Several mask images, each combined with those below: section 7.8.
    private func composited(_ images: [(layer: Layer, composite: String)]) -> Layer? {
        // Images that exclude each other appear twice.
        guard images.count <= PaintLimits.combinedMasks else {
            warn(
                "mask-composite",
                "more than \(PaintLimits.combinedMasks) images can't be combined, unless all are added or intersected")
            return nil
        }
        guard var result = images.last?.layer else { return nil }
        for (image, composite) in images.dropLast().reversed() {
            switch composite {
            case "add": result = group([result, image])
            case "intersect": result = cut(image, result, isInverse: false)
            case "subtract": result = cut(image, result, isInverse: true)
            case "exclude":
                var other = cut(image, result, isInverse: true)
                other.blendMode = .plusLighter
                result = Self.isolated(group([cut(result, image, isInverse: true), other]))
            default:
                warn("mask-composite", "found \"\(composite.prefix(20))\", expected add, subtract, intersect or exclude")
                return nil
            }
        }
        return result
    }

    /// The first picture where the second is, or where it isn't.
    private func cut(_ image: Layer, _ mask: Layer, isInverse: Bool) -> Layer {
        var result = group([image])
        var stencil = group([mask])
        if isInverse {
            stencil.filter = [.color(.brightness, amount: 0)]
            stencil = group([Layer(frame: geometry.borderBox, backgroundColor: .white), stencil])
            stencil.maskType = .luminance
        }
        result.mask = stencil
        return result
    }
}
