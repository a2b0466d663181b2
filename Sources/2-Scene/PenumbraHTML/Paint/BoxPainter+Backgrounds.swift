import PenumbraBitmap
import PenumbraCSS
import PenumbraGeometry
import PenumbraScene

/// Backgrounds: CSS Backgrounds 3, section 2.
extension BoxPainter {
    /// One layer of a list of background images.
    private struct Background {
        var layer: Layer
        var clip: BoxOutline
        var mode: BlendMode
        var isText: Bool
    }

    /// The layers behind the content, back to front: outer shadows, backgrounds, and inner shadows.
    ///
    /// - Parameter text: the layers of the box's text, which `background-clip: text` cuts backgrounds to.
    package func shadowsAndBackgrounds(text: [Layer] = []) -> [Layer] {
        let shadows = shadows()
        return outerShadows(shadows) + backgrounds(text: text) + innerShadows(shadows)
    }

    /// The area of a box by its name in `background-clip` and `background-origin`.
    ///
    /// - Parameter fallback: the area that `auto` stands for.
    func area(_ name: String, auto fallback: String = "border-box") -> BoxOutline {
        switch name.isEqualIgnoringCase(to: "auto") ? fallback : name.asciiLowercased {
        case "padding-box": padding
        case "content-box": content
        default: border
        }
    }

    /// The outline that a background is cut to. Below an opaque border it is smaller, so that its edge doesn't shine through
    /// the edge of the border.
    private func cut(_ clip: String) -> BoxOutline {
        let outline = area(clip)
        guard outline == border, !border.isSharp, hasOpaqueBorder else { return outline }
        return border.inset(by: geometry.border.map { $0 / 2 })
    }

    private func backgrounds(text: [Layer]) -> [Layer] {
        let clips = values.list("background-clip", "border-box").map { $0.asciiLowercased }
        var backgrounds: [Background] = []
        let images = values.has("background-image") ? values.list("background-image", "none") : []
        if let color = color("background-color"), color.alpha > 0 {
            let clip = clips[max(0, images.count - 1) % clips.count]
            let outline = cut(clip)
            backgrounds.append(
                Background(
                    layer: Layer(frame: outline.rect, backgroundColor: .color(color)), clip: outline, mode: .normal,
                    isText: clip.contains("text")))
        }
        let modes = values.list("background-blend-mode", "normal")
        for index in images.indices.reversed().suffix(PaintLimits.items) {
            guard let layer = imageLayer(images[index], index) else { continue }
            let clip = clips[index % clips.count]
            let name = modes[index % modes.count].asciiLowercased
            if BlendMode(rawValue: name) == nil {
                warn("background-blend-mode", "found \"\(name.prefix(40))\", expected a blend mode")
            }
            backgrounds.append(
                Background(
                    layer: layer, clip: cut(clip), mode: BlendMode(rawValue: name) ?? .normal, isText: clip.contains("text")))
        }
        return joined(backgrounds, text)
    }

    private func joined(_ backgrounds: [Background], _ text: [Layer]) -> [Layer] {
        let blends = backgrounds.contains { $0.mode != .normal }
        var result: [Layer] = []
        var index = 0
        while index < backgrounds.count {
            let first = backgrounds[index]
            var layers = [first.layer]
            index += 1
            // Neighbours with one outline are cut together.
            while !blends, index < backgrounds.count, backgrounds[index].clip == first.clip,
                backgrounds[index].isText == first.isText
            {
                layers.append(backgrounds[index].layer)
                index += 1
            }
            if first.isText {
                var group = Layer(frame: geometry.borderBox, sublayers: layers)
                group.mask = Layer(frame: geometry.borderBox, sublayers: text)
                group.blendMode = first.mode
                result.append(group)
                continue
            }
            var group = Self.clipped(layers, to: first.clip)
            if blends {
                if group.count > 1 { group = [Layer(frame: geometry.borderBox, sublayers: group)] }
                group[0].blendMode = first.mode
            }
            result += group
        }
        guard blends, !result.isEmpty else { return result }
        return [Self.isolated(Layer(frame: geometry.borderBox, sublayers: result))]
    }

    /// The copies of one background image, before they are cut to their area.
    private func imageLayer(_ text: String, _ index: Int) -> Layer? {
        guard !text.isEqualIgnoringCase(to: "none") else { return nil }
        func value(_ name: String, _ initial: String) -> String {
            let values = values.list("background-\(name)", initial)
            return values[index % values.count]
        }
        return attempt("background-image") { () throws(NotationError) in
            guard let image = try image(text) else { return nil }
            let (clip, origin) = (value("clip", "border-box"), value("origin", "padding-box"))
            let attachment = value("attachment", "scroll").asciiLowercased
            var area = area(origin, auto: "padding-box").rect
            if attachment == "fixed" {
                if let canvas { area = canvas } else { warn("background-attachment", "fixed is painted as scroll here") }
            }
            if let slice {
                area = Rect(
                    x: slice.lowerBound, y: area.minY, width: slice.upperBound - slice.lowerBound, height: area.height)
            }
            let painted = self.area(clip).rect
            return try tiles(
                TiledImage(
                    image: image, size: value("size", "auto"), position: try position("background", index),
                    repetition: value("repeat", "repeat"), area: area, painted: hiddenBehindBorder(painted)))
        } ?? nil
    }

    /// The part of the painted area that an opaque border leaves visible.
    private func hiddenBehindBorder(_ painted: Rect) -> Rect {
        guard painted == geometry.borderBox, border.isSharp, hasOpaqueBorder else { return painted }
        return geometry.paddingBox
    }

    /// The position of an image of a list, from the properties for both axes or for each axis.
    func position(_ owner: String, _ index: Int) throws(NotationError) -> BoxPosition {
        let (x, y) = ("\(owner)-position-x", "\(owner)-position-y")
        if values[x] != nil || values[y] != nil {
            let (xs, ys) = (values.list(x, "0%"), values.list(y, "0%"))
            return BoxPosition(
                x: try BoxPosition.axis(xs[index % xs.count], self), y: try BoxPosition.axis(ys[index % ys.count], self))
        }
        let all = values.list("\(owner)-position", "0% 0%")
        return try BoxPosition(all[index % all.count], self)
    }

    // MARK: - Groups

    /// Layers of the border box's coordinates, cut to an outline.
    static func clipped(_ layers: [Layer], to outline: BoxOutline) -> [Layer] {
        let rect = outline.rect
        guard !rect.isEmpty else { return [] }
        if outline.isSharp, layers.allSatisfy({ $0.reach.map(rect.contains) ?? false }) { return layers }
        if layers.count == 1, let radii = outline.circular, layers[0].isCut(to: rect, radii) { return layers }
        if layers.count == 1, layers[0].frame == rect, layers[0].canHaveCorners, let radii = outline.circular {
            var layer = layers[0]
            layer.cornerRadii = radii
            return [layer]
        }
        var group = Layer(frame: rect)
        group.sublayers = layers.map { $0.moved(by: Point(-rect.minX, -rect.minY)) }
        if let first = layers.first, first.frame == rect, first.isPlainColor {
            group.backgroundColor = first.backgroundColor
            group.sublayers.removeFirst()
        }
        if let radii = outline.circular {
            (group.cornerRadii, group.masksToBounds) = (radii, true)
        } else {
            group.mask = Layer(
                kind: .shape(Shape(path: outline.path.applying(.translation(-rect.minX, -rect.minY)))),
                frame: Rect(origin: .zero, size: rect.size))
        }
        return [group]
    }

    /// The layer as a group of its own, so that blend modes inside see only the group.
    static func isolated(_ layer: Layer) -> Layer {
        guard layer.filter.isEmpty, layer.mask == nil, layer.opacity >= 1, layer.blendMode == .normal else { return layer }
        var result = layer
        // A filter that changes nothing makes a group.
        result.filter = [.color(.opacity, amount: 1)]
        return result
    }
}

extension Layer {
    /// Whether the layer is combined with what lies behind it by a blend mode.
    var blends: Bool {
        if blendMode != .normal { return true }
        guard filter.isEmpty, mask == nil, opacity >= 1 else { return false }
        return sublayers.contains(where: \.blends)
    }

    func moved(by offset: Point) -> Layer {
        var result = self
        result.frame = frame?.offset(by: offset)
        return result
    }

    /// Whether the layer is a rectangle of one colour.
    var isPlainColor: Bool {
        guard case .layer = kind, let frame else { return false }
        return self == Layer(frame: frame, backgroundColor: backgroundColor)
    }

    /// Whether the layer does nothing but cut layers to a rectangle with such corners.
    fileprivate func isCut(to rect: Rect, _ radii: CornerRadii) -> Bool {
        var cut = Layer(frame: rect, sublayers: sublayers)
        (cut.cornerRadii, cut.masksToBounds) = (radii, true)
        return self == cut
    }

    /// Whether corners of the layer's own have the effect of a cut.
    var canHaveCorners: Bool {
        guard sublayers.isEmpty, replication == nil, mask == nil, shadows.isEmpty, cornerRadii.isZero else { return false }
        switch kind {
        case .gradient: return backgroundColor == nil
        case .layer: return true
        default: return false
        }
    }

    /// The rectangle that a layer of colours and tiles fills. Nil for other layers.
    var reach: Rect? {
        guard let frame, sublayers.isEmpty, shadows.isEmpty, boxShadows.isEmpty, transform == .identity else { return nil }
        guard let replication else { return frame }
        guard replication.count > 0 else { return frame }
        let last = Double(replication.count - 1)
        return frame.union(frame.offset(by: Point(replication.transform.tx * last, replication.transform.ty * last)))
    }
}
