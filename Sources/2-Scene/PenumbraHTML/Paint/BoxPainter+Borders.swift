import PenumbraCSS
import PenumbraGeometry
import PenumbraScene

/// Borders: CSS Backgrounds 3, section 3. Details that CSS leaves open are Chromium's.
extension BoxPainter {
    private static let sideNames = ["top", "right", "bottom", "left"]

    /// The sides of the border: top, right, bottom, left.
    var sides: [BorderSide] {
        Self.sideNames.indices.map { index in
            let name = "border-\(Self.sideNames[index])"
            let style = BorderSide.Style(rawValue: values.word("\(name)-style", "none")) ?? .none
            guard geometry.border[index] > 0, style != .none, style != .hidden else { return BorderSide() }
            let isOfText = values.word("\(name)-color", "currentcolor") == "currentcolor"
            // As in Chromium, shaded borders without a colour of their own don't follow the text.
            let standard = style.isShaded ? BorderSide.shadedColor : currentColor
            let color = isOfText ? standard : color("\(name)-color") ?? currentColor
            return BorderSide(width: geometry.border[index], style: style, color: color)
        }
    }

    /// Whether nothing shows through the border, and no side is missing.
    var hasOpaqueBorder: Bool {
        !values.has("border-image-source") && sides.allSatisfy { $0.isVisible && $0.style.fillsArea && $0.color.alpha >= 1 }
    }

    /// The layers of the border, back to front.
    package func borders() -> [Layer] {
        guard !border.rect.isEmpty else { return [] }
        if values.has("border-image-source"), let image = borderImage() { return image }
        let sides = sides
        guard sides.contains(where: \.isVisible) else { return [] }
        return BorderPainter(outer: border, inner: padding, sides: sides).layers()
    }

    /// The layers of the outline, back to front.
    package func outline() -> [Layer] {
        let name = values.word("outline-style", "none")
        let isAutomatic = name == "auto"
        guard let style = isAutomatic ? .solid : BorderSide.Style(rawValue: name), style != .none, style != .hidden else {
            return []
        }
        let width = values["outline-width"].flatMap { _ in read("outline-width", lineWidth) } ?? 3
        let distance = read("outline-offset") { text throws(NotationError) in snapped(try length(text, base: 0)) } ?? 0
        let text = values.word("outline-color", "currentcolor")
        let color = ["auto", "invert"].contains(text) ? currentColor : color("outline-color") ?? currentColor
        guard width > 0, color.alpha > 0 else { return [] }
        // An offset inwards leaves at least the outline itself.
        let least = -min(border.rect.width, border.rect.height) / 2
        let inner = border.outset(by: max(distance, least), isExact: true)
        let side = BorderSide(width: width, style: style, color: color)
        return BorderPainter(
            outer: border.outset(by: max(distance, least) + width, isExact: true), inner: inner,
            sides: Array(repeating: side, count: 4)
        ).layers()
    }

    /// A length in whole pixels, as Chromium rounds lines and their distances: towards 0, but at least to 1.
    private func snapped(_ length: Double) -> Double {
        length == 0 ? 0 : max(1, abs(length).rounded(.down)) * (length < 0 ? -1 : 1)
    }

    private func lineWidth(_ text: String) throws(NotationError) -> Double {
        switch text.asciiLowercased {
        case "thin": return 1
        case "medium": return 3
        case "thick": return 5
        default: return snapped(max(0, try length(text, base: 0)))
        }
    }

    /// The whole box as one layer: a colour or a gradient, an even border, circular corners and shadows. Nil for other boxes.
    package func simpleLayer() -> Layer? {
        guard let radii = border.circular, !border.rect.isEmpty, !values.has("border-image-source") else { return nil }
        let sides = sides
        let hasBorder = sides.contains(where: \.isVisible)
        let first = sides[0]
        if hasBorder { guard first.style == .solid, sides.allSatisfy({ $0 == first }) else { return nil } }
        let clips = values.list("background-clip", "border-box")
        guard clips.allSatisfy({ $0.isEqualIgnoringCase(to: "border-box") }) else { return nil }
        var layer = Layer(frame: border.rect, cornerRadii: radii)
        if values.has("background-image") {
            let isWhole = ["background-size", "background-origin", "background-repeat"].allSatisfy { values[$0] == nil }
            let images = values.list("background-image", "none")
            guard images.count == 1, isWhole, geometry.border == [0, 0, 0, 0], values["background-color"] == nil,
                ["linear", "radial", "conic"].contains(where: { images[0].asciiLowercased.contains($0 + "-gradient(") }),
                let gradient = read("background-image", { text throws(NotationError) in try image(text) }),
                case .gradient(let gradient)? = gradient
            else { return nil }
            layer.backgroundColor = .gradient(gradient.settled(in: border.rect.size))
        } else if let color = color("background-color"), color.alpha > 0 {
            layer.backgroundColor = .color(color)
        }
        let shadows = shadows()
        if geometry.border != [0, 0, 0, 0], shadows.contains(where: \.isInset) { return nil }
        layer.boxShadows = shadows
        if hasBorder { (layer.borderWidth, layer.borderColor) = (first.width, first.color) }
        return layer
    }
}
