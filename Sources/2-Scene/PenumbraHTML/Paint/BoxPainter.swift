import PenumbraCSS
import PenumbraElementary
import PenumbraGeometry
import PenumbraScene
import PenumbraSystem

/// Paints one box of CSS as layers, in the coordinates of its border box.
package struct BoxPainter {
    /// Finds a picture by the address that `url()` has. Nil leaves the picture out.
    package typealias Images = (_ address: String) -> ImageAsset?
    /// Draws a black or white rectangle of a size that an element of SVG clips or masks. Nil if there is no such element.
    package typealias Stencils = (_ attribute: String, _ element: String, _ size: Size) -> [Layer]?
    /// Receives a property whose value isn't painted, and the reason.
    package typealias Warn = (_ property: String, _ reason: Message) -> Void

    let values: PaintValues
    let geometry: BoxGeometry
    let images: Images
    let warn: Warn
    /// The outline of the border box.
    let border: BoxOutline
    /// Clips and masks of SVG elements in the page.
    package var stencils: Stencils = { _, _, _ in nil }
    /// Counts a mask that a group of the box is given.
    package var countMask: (Layer) -> Void = { _ in }
    /// The canvas in the coordinates of the border box, which fixed backgrounds refer to. Nil treats them as scrolled.
    package var canvas: Rect?
    /// The horizontal range of the area that background pictures are placed in, of an element that goes on from line to line.
    var slice: ClosedRange<Double>?
    /// The device pixels per point.
    package var scale = 1.0

    package init(
        _ values: PaintValues, _ geometry: BoxGeometry, images: @escaping Images = { _ in nil },
        warn: @escaping Warn = { _, _ in }
    ) {
        (self.values, self.geometry, self.images) = (values, geometry, images)
        let told = ToldWarnings()
        self.warn = { property, reason in
            if told.isNew(property, reason) { warn(property, reason) }
        }
        border = Self.outline(values, geometry, self.warn)
    }

    var units: CSSUnits { values.units }
    var padding: BoxOutline { border.inset(by: geometry.border) }
    var content: BoxOutline { border.inset(by: geometry.contentDistances) }

    /// Everything that the box paints behind its content. A plain box is one layer.
    package func box() -> [Layer] {
        if let layer = simpleLayer() { return [layer] }
        return shadowsAndBackgrounds() + borders()
    }

    // MARK: - Values

    /// Reads a value. A value that can't be painted is one warning.
    func read<Value>(_ property: String, _ read: (String) throws(NotationError) -> Value) -> Value? {
        guard let text = values[property] else { return nil }
        return attempt(property) { () throws(NotationError) in try read(text) }
    }

    func attempt<Value>(_ property: String, _ read: () throws(NotationError) -> Value) -> Value? {
        do throws(NotationError) {
            return try read()
        } catch {
            warn(property, error.words)
            return nil
        }
    }

    /// A colour. `color(_:)` of a missing property is nil.
    func color(_ property: String) -> Color? {
        read(property) { text throws(NotationError) in try color(text: text) }
    }

    func color(text: String) throws(NotationError) -> Color { try Color(css: try units.normalized(text)) }

    /// The colour of text, which `currentcolor` names.
    var currentColor: Color { (try? Color(css: units.currentColor)) ?? .black }

    /// A length in points.
    ///
    /// - Parameter base: the length that percentages refer to.
    func length(_ text: String, base: Double) throws(NotationError) -> Double {
        guard let amount = try CSSCalculation(text, units).resolved(base: base) else { throw unexpected(text, "a length") }
        guard amount.kind == .length || amount.value == 0 else { throw unexpected(text, "a length") }
        guard amount.value.isFinite, abs(amount.value) < 1e8 else {
            throw NotationError("the value \"\(text.prefix(30))\" is too large")
        }
        return amount.value
    }

    /// A length or a number, with the share of a reference length.
    func amount(_ text: String) throws(NotationError) -> CSSAmount {
        guard let amount = try CSSCalculation(text, units).resolved() else {
            throw NotationError("a percentage can't be compared with a length here")
        }
        guard amount.value.isFinite, amount.fraction.isFinite, abs(amount.value) < 1e8, abs(amount.fraction) < 1e6 else {
            throw NotationError("the value \"\(text.prefix(30))\" is too large")
        }
        return amount
    }

    /// A number, or a percentage as a number.
    func number(_ text: String) throws(NotationError) -> Double {
        let amount = try amount(text)
        if amount.kind == .number { return amount.value }
        guard amount.kind == .length, amount.value == 0 else { throw unexpected(text, "a number") }
        return amount.fraction
    }

    func unexpected(_ text: String, _ wanted: String) -> NotationError {
        NotationError("found \"\(text.prefix(40))\", expected \(wanted)")
    }

    // MARK: - Corners

    private static let corners = ["top-left", "top-right", "bottom-right", "bottom-left"]

    /// The outline of the border box by `border-radius` and `corner-shape`.
    private static func outline(_ values: PaintValues, _ geometry: BoxGeometry, _ warn: Warn) -> BoxOutline {
        let box = geometry.borderBox
        var radii: [Size] = []
        for corner in corners {
            let property = "border-\(corner)-radius"
            guard let value = values[property] else {
                radii.append(Size(width: 0, height: 0))
                continue
            }
            let words = PaintText.words(value).filter { $0 != "/" }
            func axis(_ text: String?, _ base: Double) -> Double {
                guard let text else { return 0 }
                do throws(NotationError) {
                    guard let amount = try CSSCalculation(text, values.units).resolved(base: base), amount.value >= 0 else {
                        return 0
                    }
                    return min(amount.value, 1e8)
                } catch {
                    warn(property, error.words)
                    return 0
                }
            }
            radii.append(Size(width: axis(words.first, box.width), height: axis(words.last, box.height)))
        }
        let shapes = corners.map { corner in
            values["corner-\(corner)-shape"].flatMap { BoxOutline.shape($0, values.units) } ?? 1
        }
        return BoxOutline(box, radii: radii.fitted(to: box.size), shapes: shapes)
    }
}

/// The warnings of one box so far, since several steps may read one value.
private final class ToldWarnings {
    private var told: Set<String> = []

    func isNew(_ property: String, _ reason: Message) -> Bool { told.insert("\(property) \(reason)").inserted }
}

extension Array {
    /// The element at an index. Nil beyond the end.
    subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
