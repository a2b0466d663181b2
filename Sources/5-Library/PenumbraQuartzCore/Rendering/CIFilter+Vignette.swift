import Foundation
import PenumbraCoreGraphics
import PenumbraGeometry
import PenumbraScene

extension CIFilter {
    /// The picture that a vignette paints over a layer: black, or white for negative intensities, that grows towards the edge.
    ///
    /// Lenses darken by the fourth power of the cosine of the angle to their axis. The radius is the tangent of that angle in
    /// the corners of the bounds. Nil for other filters.
    func vignette(size: CGSize) -> Layer? {
        guard kind == "CIVignette" else { return nil }
        let (width, height) = (abs(Double(size.width)), abs(Double(size.height)))
        let corner = (width * width + height * height).squareRoot() / 2
        let reach = Self.reachOfVignette(size)
        let intensity = max(-1, min(1, input("inputIntensity")))
        let radius = max(0, min(1000, input("inputRadius")))
        guard corner > 0, reach.isFinite, intensity != 0, radius > 0 else { return Layer(frame: .zero) }
        let stops = (0...Self.stops).map { Double($0) / Double(Self.stops) }
        let colors = stops.map { stop -> Color in
            let tangent = radius * stop * reach / corner
            let cosine4 = 1 / ((1 + tangent * tangent) * (1 + tangent * tangent))
            let paint: Color = intensity > 0 ? .black : .white
            return paint.multiplyingAlpha(by: abs(intensity) * (1 - cosine4))
        }
        let circle = Rect(x: width / 2 - reach, y: height / 2 - reach, width: 2 * reach, height: 2 * reach)
        let gradient = Gradient(
            .radial(startPoint: Point(0.5, 0.5), endPoint: Point(1, 1)), colors: colors, locations: stops)
        return Layer(kind: .gradient(gradient), frame: circle)
    }

    /// The distance from the middle of the bounds in which a layer with a vignette is shown.
    static func reachOfVignette(_ size: CGSize) -> Double {
        let (width, height) = (abs(Double(size.width)), abs(Double(size.height)))
        return (width * width + height * height).squareRoot() / 2 + min(2000, max(width, height))
    }

    /// Straight lines between so many places stay within a level of the curve.
    private static let stops = 48
}

extension SnapshotBuilder {
    /// A layer with a picture on top, as far as the layer paints.
    func painted(_ layer: Layer, with picture: Layer, bounds: Rect, reach: Double) -> Layer {
        var result = Layer(name: layer.name, frame: bounds, sublayers: [picture, layer])
        result.sublayers[1].name = nil
        let region = Rect(x: bounds.midX - reach, y: bounds.midY - reach, width: 2 * reach, height: 2 * reach)
        result.filter = [
            .graph(
                FilterGraph(
                    region: region,
                    steps: [
                        FilterGraph.Step(.sublayer(0)),
                        FilterGraph.Step(.composite(.atop, .step(0), .source), isLinear: true),
                    ]))
        ]
        return result
    }
}
