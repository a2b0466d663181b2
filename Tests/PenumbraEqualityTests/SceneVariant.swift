import Penumbra
import PenumbraBitmap
import PenumbraGeometry
import PenumbraPlan
import PenumbraScene

/// Another picture of a scene whose pixels are known from the scene's own: the same pixels in another order, or a part of them.
enum SceneVariant: Hashable, Sendable, CustomStringConvertible {
    /// In a layer that does nothing.
    case wrapped
    case flippedHorizontally
    case flippedVertically
    /// Clockwise; the canvas's sides swap.
    case turnedBy90, turnedBy180, turnedBy270
    /// To another place of a larger canvas.
    case moved
    /// By a smaller canvas.
    case clipped(PixelRect)

    /// All eight for a picture of so many pixels.
    ///
    /// - Parameter looksBehind: clips little, so that something is left that is far from all edges.
    static func all(width: Int, height: Int, looksBehind: Bool) -> [SceneVariant] {
        // Odd places and sizes: nothing falls on the grids that blurs are made on.
        let part =
            looksBehind
            ? PixelRect(
                x: min(5, width - 1), y: min(3, height - 1), width: max(1, width - 8), height: max(1, height - 5))
            : PixelRect(x: width * 3 / 10, y: height / 4, width: max(1, width / 2 - 1), height: max(1, height * 3 / 5))
        return [
            .wrapped, .flippedHorizontally, .flippedVertically, .turnedBy90, .turnedBy180, .turnedBy270, .moved, .clipped(part),
        ]
    }

    /// What is to the left of, above, to the right of and below the picture in a larger canvas.
    private static let margins = (left: 13, top: 7, right: 6, bottom: 9)

    /// The variant's pixels, for a picture of so many.
    func size(width: Int, height: Int) -> (width: Int, height: Int) {
        switch self {
        case .wrapped, .flippedHorizontally, .flippedVertically, .turnedBy180: (width, height)
        case .turnedBy90, .turnedBy270: (height, width)
        case .moved:
            (width + Self.margins.left + Self.margins.right, height + Self.margins.top + Self.margins.bottom)
        case .clipped(let part): (part.width, part.height)
        }
    }

    /// From pixels of a picture of that size to pixels of the variant.
    func map(width: Int, height: Int) -> AffineTransform {
        let (w, h) = (Double(width), Double(height))
        return switch self {
        case .wrapped: .identity
        case .flippedHorizontally: AffineTransform(a: -1, b: 0, c: 0, d: 1, tx: w, ty: 0)
        case .flippedVertically: AffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: h)
        case .turnedBy90: AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: h, ty: 0)
        case .turnedBy180: AffineTransform(a: -1, b: 0, c: 0, d: -1, tx: w, ty: h)
        case .turnedBy270: AffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: w)
        case .moved: .translation(Double(Self.margins.left), Double(Self.margins.top))
        case .clipped(let part): .translation(-Double(part.x), -Double(part.y))
        }
    }

    /// Whether neither more nor less than the picture is seen.
    var keepsEdges: Bool {
        switch self {
        case .moved, .clipped: false
        default: true
        }
    }

    /// Whether columns become rows.
    var isTurnedToTheSide: Bool { self == .turnedBy90 || self == .turnedBy270 }

    /// Whether it only moves pixels, all by the same.
    var isMove: Bool {
        let map = map(width: 1, height: 1)
        return map.a == 1 && map.d == 1
    }

    var description: String {
        switch self {
        case .wrapped: "wrapped"
        case .flippedHorizontally: "flipped horizontally"
        case .flippedVertically: "flipped vertically"
        case .turnedBy90: "turned by 90°"
        case .turnedBy180: "turned by 180°"
        case .turnedBy270: "turned by 270°"
        case .moved: "moved"
        case .clipped(let part): "clipped to \(part)"
        }
    }
}

extension SceneVariant {
    /// The scene as this variant of itself: all layers in one that places them.
    ///
    /// The new canvas has a pixel a point, so that its size is a whole number; the scale is the layer's.
    ///
    /// - Parameter picture: the device pixels that the scene's own picture shows.
    func scene(of scene: Scene, showing picture: PixelRect) -> Scene {
        let (width, height) = (picture.width, picture.height)
        let canvas = scene.canvas
        let size = size(width: width, height: height)
        let placed = AffineTransform.scale(canvas.scale, canvas.scale)
            .concatenating(.translation(-Double(picture.x), -Double(picture.y)))
            .concatenating(map(width: width, height: height))
        let wrapper = Layer(
            frame: Rect(origin: .zero, size: canvas.size), transform: placed, anchorPoint: .zero, sublayers: scene.layers)
        return Scene(
            canvas: Canvas(
                size: Size(width: Double(size.width), height: Double(size.height)), background: canvas.background,
                dither: canvas.dither),
            light: light(scene.light), layers: [wrapper])
    }

    /// The light turns with the scene.
    private func light(_ light: Light) -> Light {
        let angle =
            switch self {
            case .wrapped, .moved, .clipped: light.angle
            case .flippedHorizontally: -light.angle
            case .flippedVertically: 180 - light.angle
            case .turnedBy90: light.angle + 90
            case .turnedBy180: light.angle + 180
            case .turnedBy270: light.angle + 270
            }
        return Light(angle: angle, height: light.height)
    }

    /// For each of the variant's pixels, in rows from the top, the place in the picture that it shows; nil where it shows
    /// another.
    ///
    /// - Parameter margin: what to leave out along the picture's and the variant's edges.
    func places(width: Int, height: Int, margin: Int = 0) -> [BitmapComparison.Place?] {
        let size = size(width: width, height: height)
        guard let back = map(width: width, height: height).inverted else { return [] }
        func isInside(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> Bool {
            x >= margin && y >= margin && x < width - margin && y < height - margin
        }
        return (0..<size.width * size.height).map { index in
            let (x, y) = (index % size.width, index / size.width)
            let middle = Point(Double(x) + 0.5, Double(y) + 0.5).applying(back)
            let place = BitmapComparison.Place(x: Int(middle.x.rounded(.down)), y: Int(middle.y.rounded(.down)))
            return isInside(x, y, size.width, size.height) && isInside(place.x, place.y, width, height) ? place : nil
        }
    }
}

/// How far a variant's picture is from the one that the scene's own picture makes.
struct VariantDifference: CustomStringConvertible {
    /// Pixels that both pictures show.
    var compared = 0
    /// Pixels with a byte that differs.
    var different = 0
    /// The largest difference of alpha or of a colour times alpha, in 1/255, rounded: straight colours of pixels that are
    /// hardly there say little.
    var levels = 0
    var first: String?

    /// The part of the pixels compared that differ.
    var share: Double { compared == 0 ? 0 : Double(different) / Double(compared) }

    init(of variant: SceneVariant, _ picture: Bitmap, from original: Bitmap, margin: Int = 0) {
        let places = variant.places(width: original.width, height: original.height, margin: margin)
        for (index, place) in places.enumerated() {
            guard let place else { continue }
            compared += 1
            let (x, y) = (index % picture.width, index / picture.width)
            let (found, expected) = (picture[x, y], original[place.x, place.y])
            guard found != expected else { continue }
            different += 1
            for channel in 0..<4 {
                func seen(_ pixel: SIMD4<UInt8>) -> Int { Int(pixel[channel]) * (channel == 3 ? 255 : Int(pixel.w)) }
                levels = max(levels, (abs(seen(found) - seen(expected)) + 127) / 255)
            }
            first = first ?? "(\(x), \(y)) is \(found) and (\(place.x), \(place.y)) of the scene \(expected)"
        }
    }

    var description: String {
        "\(different) of \(compared) pixels by up to \(levels)/255; \(first ?? "all alike")"
    }
}
