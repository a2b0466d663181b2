import PenumbraElementary
import PenumbraGeometry
import PenumbraPlan
import PenumbraScene

extension FilterPixels.Lighting {
    /// Places a light over a surface. Lengths are pixels across, so that an uneven scale stretches the light with its surface.
    ///
    /// - Parameters:
    ///   - color: the opaque colour of the light, in the space of the step.
    ///   - bounds: the pixels that are computed.
    ///   - region: the pixels of the filter, at whose sides neighbours are missing.
    ///   - source: the pixels of the input.
    init(
        _ lighting: FilterGraph.Lighting, _ color: PremultipliedColor, in bounds: PixelRect, of region: PixelRect,
        source: PixelRect, _ toDevice: AffineTransform
    ) {
        let place = LightPlace(lighting.light, region, toDevice, surfaceScale: lighting.surfaceScale)
        let (across, down) = (abs(toDevice.a), abs(toDevice.d))
        var highlight: Exponent?
        if case .specular(let exponent) = lighting.reflection { highlight = Exponent(exponent) }
        self.init(
            colors: [color.red, color.green, color.blue].map { component in
                Self.logarithm(Double(component) / Double(Q15.one) * lighting.constant)
            }, highlight: highlight,
            slopes: Slopes(across: lighting.surfaceScale * across, down: lighting.surfaceScale * down),
            height: place.height, columns: bounds.columns.map { place.distance(column: $0) },
            rows: bounds.rows.map { place.distance(row: $0) }, cone: place.cone,
            area: region.offset(x: -source.x, y: -source.y))
    }
}

/// A light in pixels across.
private struct LightPlace {
    /// The light's place, or the direction to a distant light.
    private var origin: SIMD3<Double>
    private let isDistant: Bool
    /// How many units a pixel down is.
    private let down: Double
    /// The fractions of a pixel that distances are counted in. They follow from the whole region, so that all tiles agree.
    private let unit: Double
    private(set) var cone: FilterPixels.Lighting.Cone?
    let height: FilterPixels.Lighting.Height

    /// Distances have at most this many units.
    private static let far = Double(1 << 29)

    init(_ light: FilterGraph.Light, _ region: PixelRect, _ toDevice: AffineTransform, surfaceScale: Double) {
        let scale = (x: abs(toDevice.a), y: abs(toDevice.d))
        let down = scale.y > 0 ? scale.x / scale.y : 1
        func placed(_ place: SIMD3<Double>) -> SIMD3<Double> {
            let point = Point(place.x, place.y).applying(toDevice)
            return SIMD3(point.x, point.y * down, place.z * scale.x)
        }
        self.down = down
        switch light {
        case .distant(let azimuth, let elevation):
            let (east, south) = Elementary.cosineAndSine(degrees: azimuth)
            let (level, up) = Elementary.cosineAndSine(degrees: elevation)
            origin = SIMD3(east * level, south * level, up)
            (isDistant, unit) = (true, 16384)
            height = FilterPixels.Lighting.Height(base: up * 16384, surface: 0)
            return
        case .point(let position): origin = placed(position)
        case .spot(let position, let pointsAt, let exponent, let coneAngle):
            origin = placed(position)
            cone = FilterPixels.Lighting.Cone(
                axis: origin - placed(pointsAt), exponent: exponent,
                edge: coneAngle.map { Elementary.cosineAndSine(degrees: $0).0 } ?? 0)
        }
        isDistant = false
        let surface = surfaceScale * scale.x
        let sides = [
            origin.x - Double(region.x), origin.x - Double(region.maxX), origin.y - Double(region.y) * down,
            origin.y - Double(region.maxY) * down, origin.z, origin.z - surface,
        ]
        let farthest = sides.reduce(0) { max($0, abs($1)) }
        var unit = 16384.0
        while unit > 1e-6, farthest * unit > Self.far { unit /= 2 }
        self.unit = unit
        height = FilterPixels.Lighting.Height(base: origin.z * unit, surface: surface * unit)
    }

    func distance(column: Int) -> Int32 { Self.held(isDistant ? origin.x * unit : (origin.x - Double(column) - 0.5) * unit) }

    func distance(row: Int) -> Int32 { Self.held(isDistant ? origin.y * unit : (origin.y - (Double(row) + 0.5) * down) * unit) }

    private static func held(_ value: Double) -> Int32 { Int32(value.isNaN ? 0 : max(-far, min(far, value)).rounded()) }
}
