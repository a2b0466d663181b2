import PenumbraElementary
import PenumbraGeometry
import PenumbraJSON

enum DecimalText {
    /// A number with at most six decimals.
    static func short(_ value: Double) -> String { DecimalNumber.text((value * 1e6).rounded() / 1e6 + 0) }
}

enum Rotation {
    static func cosineAndSine(_ radians: Double) -> (Double, Double) { Elementary.cosineAndSine(radians) }
}

extension AffineTransform {
    func apply(_ point: Point) -> Point { point.applying(self) }
}
