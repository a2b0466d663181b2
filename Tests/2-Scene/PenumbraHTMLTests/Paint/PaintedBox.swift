import PenumbraCSS
import PenumbraGeometry
import PenumbraHTML
import PenumbraScene

/// A box with its painter, and the warnings of painting.
final class PaintedBox {
    private(set) var warnings: [String] = []
    private(set) var painter: BoxPainter

    /// - Parameter values: longhands, as in a style sheet without shorthands.
    init(
        _ values: [String: String], width: Double = 200, height: Double = 120, border: Double = 0, padding: Double = 0,
        images: [String: ImageAsset] = [:]
    ) {
        let geometry = BoxGeometry(
            size: Size(width: width, height: height), border: Array(repeating: border, count: 4),
            padding: Array(repeating: padding, count: 4))
        let units = CSSUnits(viewport: Size(width: 400, height: 300))
        painter = BoxPainter(PaintValues(values, units: units), geometry)
        painter = BoxPainter(
            PaintValues(values, units: units), geometry, images: { images[$0] },
            warn: { [weak self] property, reason in self?.warnings.append("\(property): \(reason)") })
    }

    static let sides = ["top", "right", "bottom", "left"]

    /// The values of a border of one style on all sides.
    static func border(_ style: String, _ color: String) -> [String: String] {
        var values: [String: String] = [:]
        for side in sides { (values["border-\(side)-style"], values["border-\(side)-color"]) = (style, color) }
        return values
    }

    static func radius(_ text: String) -> [String: String] {
        let corners = ["top-left", "top-right", "bottom-right", "bottom-left"]
        return Dictionary(uniqueKeysWithValues: corners.map { ("border-\($0)-radius", text) })
    }
}

extension Layer {
    var shape: Shape? { if case .shape(let shape) = kind { shape } else { nil } }

    /// The layer with all layers inside it, masks included.
    var all: [Layer] { [self] + (mask?.all ?? []) + sublayers.flatMap(\.all) }
}
