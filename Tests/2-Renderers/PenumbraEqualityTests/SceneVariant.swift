import Penumbra
import PenumbraBitmap
import PenumbraGeometry
import PenumbraPlan
import PenumbraScene

/// A variant of a scene whose pixels follow from the scene's own: the same pixels in another order, or a part of them.
enum SceneVariant: Hashable, Sendable, CustomStringConvertible {
    /// The scene inside a layer that does nothing.
    case wrapped
    case flippedHorizontally
    case flippedVertically
    /// The scene turned clockwise; the canvas's sides are swapped.
    case turnedBy90, turnedBy180, turnedBy270
    /// The scene at another position on a larger canvas.
    case moved
    /// The scene clipped by a smaller canvas.
    case clipped(PixelRect)

    /// All eight variants of a picture with the given number of pixels.
    ///
    /// - Parameter looksBehind: clips little, so that some pixels remain far from all edges.
    static func all(width: Int, height: Int, looksBehind: Bool) -> [SceneVariant] {
        // Odd positions and sizes: nothing is aligned with the grids of blurs.
        let part =
            looksBehind
            ? PixelRect(
                x: min(5, width - 1), y: min(3, height - 1), width: max(1, width - 8), height: max(1, height - 5))
            : PixelRect(x: width * 3 / 10, y: height / 4, width: max(1, width / 2 - 1), height: max(1, height * 3 / 5))
        return [
            .wrapped, .flippedHorizontally, .flippedVertically, .turnedBy90, .turnedBy180, .turnedBy270, .moved, .clipped(part),
        ]
    }

    /// The margins around the picture on a larger canvas: left, top, right and bottom.
    private static let margins = (left: 13, top: 7, right: 6, bottom: 9)

    /// The variant's size in pixels, for a picture of the given size.
    func size(width: Int, height: Int) -> (width: Int, height: Int) {
        switch self {
        case .wrapped, .flippedHorizontally, .flippedVertically, .turnedBy180: (width, height)
        case .turnedBy90, .turnedBy270: (height, width)
        case .moved:
            (width + Self.margins.left + Self.margins.right, height + Self.margins.top + Self.margins.bottom)
        case .clipped(let part): (part.width, part.height)
        }
    }

    /// The map from the picture's pixels to the variant's pixels.
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

    /// Whether the variant shows exactly the picture, without cropping or margins.
    var keepsEdges: Bool {
        switch self {
        case .moved, .clipped: false
        default: true
        }
    }

    /// Whether columns become rows.
    var isTurnedToTheSide: Bool { self == .turnedBy90 || self == .turnedBy270 }

    /// Whether the variant only moves all pixels by the same amount.
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
    /// The scene as this variant of itself, with one layer that positions all others.
    ///
    /// The new canvas has one pixel per point, so its size is a whole number; the layer carries the scale.
    ///
    /// - Parameter picture: the device pixels that the scene's own picture shows.
    func scene(of scene: Scene, showing picture: PixelRect) -> Scene {
        let (width, height) = (picture.width, picture.height)
        let canvas = scene.canvas
        let size = size(width: width, height: height)
        let placed = AffineTransform.scale(canvas.scale, canvas.scale)
            .concatenating(.translation(-Double(picture.x), -Double(picture.y)))
            .concatenating(map(width: width, height: height))
        var layers = scene.layers
        var background = canvas.background
        if case .gradient? = background {
            // A gradient covers the canvas, which the variant changes. As a layer, it moves with the picture.
            let shown = picture.rect.transformed(by: .scale(1 / canvas.scale, 1 / canvas.scale))
            let isLowest = Layer(frame: shown, zPosition: -.greatestFiniteMagnitude, backgroundColor: background)
            layers.insert(isLowest, at: 0)
            background = nil
        }
        let wrapper = Layer(
            frame: Rect(origin: .zero, size: canvas.size), transform: placed, anchorPoint: .zero, sublayers: layers)
        return Scene(
            canvas: Canvas(
                size: Size(width: Double(size.width), height: Double(size.height)), background: background,
                dither: canvas.dither, colorSpace: canvas.colorSpace),
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

    /// For each pixel of the variant, in rows from the top, the picture's pixel that it shows. Nil if it shows none.
    ///
    /// - Parameter margin: the margin to ignore along the edges of the picture and the variant.
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

/// The difference between a variant's picture and the scene's own picture.
struct VariantDifference: CustomStringConvertible {
    /// The number of pixels that both pictures show.
    var compared = 0
    /// The number of pixels with a differing byte.
    var different = 0
    /// The largest difference of alpha or of a colour times alpha, in 1/255, rounded. Straight colours of nearly transparent
    /// pixels would reveal little.
    var levels = 0
    var first: String?

    /// The fraction of the compared pixels that differ.
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
