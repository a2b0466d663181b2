import PenumbraElementary
import PenumbraSystem

/// What a scene may ask for. Nobody's picture comes near; a broken or hostile document does.
///
/// A limit of zero or less allows nothing. Those that are constants cannot be raised: something is built for them.
public struct SceneLimits: Sendable, Hashable {
    /// The length of a document, `data:` URLs included. Parsed values may take some twenty times that in memory.
    public var documentBytes: Int
    /// Layers in a scene, masks among them.
    public var layerCount: Int
    /// Layers inside each other, masks counted like sublayers. Above `deepestLayer` it counts as that.
    public var layerDepth: Int
    /// Shadows in a scene, inner and outer, and its other effects: those in Figma's notation, and the functions of filters.
    public var shadowCount: Int
    /// Segments of all paths of a scene together.
    public var pathSegments: Int
    /// Colours of one gradient; all gradients of a scene together may have a thousand times as many.
    public var gradientStops: Int
    /// The length of one layer's text in UTF-8; all texts of a scene together may have ten times as much.
    public var textBytes: Int
    /// The picture's size.
    public var canvas: CanvasLimits

    public init(
        documentBytes: Int = 64 << 20, layerCount: Int = 100_000, layerDepth: Int = SceneLimits.deepestLayer,
        shadowCount: Int = 100_000, pathSegments: Int = 2_000_000, gradientStops: Int = 1000, textBytes: Int = 100_000,
        canvas: CanvasLimits = .default
    ) {
        self.documentBytes = documentBytes
        self.layerCount = layerCount
        self.layerDepth = layerDepth
        self.shadowCount = shadowCount
        self.pathSegments = pathSegments
        self.gradientStops = gradientStops
        self.textBytes = textBytes
        self.canvas = canvas
    }

    public static let `default` = SceneLimits()

    /// Colours of all gradients of a scene together.
    public var sceneGradientStops: Int { Self.product(gradientStops, 1000) }
    /// The length of all texts of a scene together; every letter becomes a path of some twenty segments.
    public var sceneTextBytes: Int { Self.product(textBytes, 10) }

    /// The largest number there is where the product is beyond it.
    private static func product(_ a: Int, _ b: Int) -> Int {
        let (result, isTooMuch) = a.multipliedReportingOverflow(by: b)
        return isTooMuch ? (a < 0) == (b < 0) ? .max : .min : result
    }

    // MARK: What cannot be raised

    /// The most layers inside each other. Whatever walks the tree may spend 4 KiB of a 512 KiB stack on each; what needs more
    /// goes on on a larger one from `depthOnSmallStacks` on.
    public static let deepestLayer = 112
    static let depthOnSmallStacks = 40
    /// Functions of one CSS filter: each takes surfaces as large as the layer.
    public static let filterFunctions = 100
    /// Lengths of one dash pattern.
    public static let dashLengths = 1_000
    /// The length of a font's name or path in UTF-8: no file system takes a longer path.
    public static let fontBytes = 4_096
    /// The magnitude of lengths, coordinates and entries of transforms: beyond it fractions of a pixel are lost.
    public static let coordinate = 1e9
    /// The text that parameters put into longer strings, in bytes, over the whole scene.
    public static let boundText = 64 << 20
}

/// How large a picture may be made. A limit of zero or less allows none.
public struct CanvasLimits: Sendable, Hashable {
    /// The longest side in pixels. Above `longestSide` it counts as that.
    public var side: Int
    /// The most pixels, width × height. Above `mostPixels` it counts as that.
    public var pixels: Int

    public init(side: Int = 16_384, pixels: Int = 100_000_000) {
        self.side = side
        self.pixels = pixels
    }

    /// 16384 pixels a side, 100 megapixels.
    public static let `default` = CanvasLimits()

    /// What outlines can be laid over: twice it, for what lies outside, fits the 32 bits of their coordinates.
    public static let longestSide = 32_768
    /// A square of that side.
    public static let mostPixels = longestSide * longestSide

    /// Why a picture of this size is refused and what to do, without its place; nil where it is allowed.
    ///
    /// - Parameters: whole numbers of pixels, however large.
    package func refusal(width: Double, height: Double) -> Message? {
        let (side, pixels) = (min(side, Self.longestSide), min(pixels, Self.mostPixels))
        let size = "\(DecimalNumber.text(width))×\(DecimalNumber.text(height)) pixels"
        func advice(_ name: Limit, _ limit: Int, _ most: Int) -> Message {
            "; lower width, height or scale" + (limit < most ? ", or raise \(limit: name) (at most \(most))" : "")
        }
        if !(width <= Double(side) && height <= Double(side)) {
            return "\(size), allowed are \(side) a side" + advice(.canvasSide, side, Self.longestSide)
        }
        if !(width * height <= Double(pixels)) {
            return "\(size), allowed are \(pixels) in all" + advice(.canvasPixels, pixels, Self.mostPixels)
        }
        return nil
    }
}
