import PenumbraElementary
import PenumbraSystem

/// Limits for the contents of a scene. No real picture comes near the limits, but a broken or hostile document does.
///
/// A limit of zero or less allows nothing. Limits that are constants cannot be raised, because other code depends on them.
public struct SceneLimits: Sendable, Hashable {
    /// The largest length of a document in bytes, `data:` URLs included.
    public var documentBytes: Int
    /// The most memory in bytes that the values of a document may take while it is read. Many small values take about twenty
    /// times as much memory as their text.
    public var documentMemory = 640 << 20
    /// The most layers in a scene, masks included.
    public var layerCount: Int
    /// The deepest nesting of layers. Masks count like sublayers. Values above `deepestLayer` count as `deepestLayer`.
    public var layerDepth: Int
    /// The most shadows and other effects in a scene: inner and outer shadows, Figma effects, and the functions of filters.
    public var shadowCount: Int
    /// The most path segments in a scene, all paths together.
    public var pathSegments: Int
    /// The most colours in one gradient. All gradients of a scene together may have a thousand times as many.
    public var gradientStops: Int
    /// The largest length of one layer's text in UTF-8 bytes. All texts of a scene together may have ten times as many.
    public var textBytes: Int
    /// The limits for the size of the picture.
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

    /// The most colours of all gradients of a scene together.
    public var sceneGradientStops: Int { Self.product(gradientStops, 1000) }
    /// The largest length of all texts of a scene together, in UTF-8 bytes. Every letter becomes a path of about twenty
    /// segments.
    public var sceneTextBytes: Int { Self.product(textBytes, 10) }

    /// A product that saturates at the largest and smallest `Int`.
    private static func product(_ a: Int, _ b: Int) -> Int {
        let (result, isTooMuch) = a.multipliedReportingOverflow(by: b)
        return isTooMuch ? (a < 0) == (b < 0) ? .max : .min : result
    }

    // MARK: Fixed limits

    /// The deepest nesting of layers that is possible.
    ///
    /// Code that walks the tree may use 4 KiB of a 512 KiB stack per level. Code that needs more continues on a larger stack
    /// from `depthOnSmallStacks` on.
    public static let deepestLayer = 112
    static let depthOnSmallStacks = 40
    /// The most functions of one CSS filter. Each function takes surfaces as large as the layer.
    public static let filterFunctions = 100
    /// The most steps of one filter. Each step takes surfaces as large as the filter's region.
    public static let filterSteps = 1_000
    /// The most values of one transfer function.
    public static let filterNumbers = 1_000
    /// The most weights of one convolution.
    public static let filterKernel = 4_096
    /// The most lengths in one dash pattern.
    public static let dashLengths = 1_000
    /// The most runs of one text.
    public static let runs = 10_000
    /// The most entries of `paragraphs` of one text.
    public static let paragraphs = 10_000
    /// The most code points of a paragraph's marker.
    public static let markerLength = 64
    /// The most OpenType features of one run.
    public static let fontFeatures = 64
    /// The most axes of a variable font that one run sets.
    public static let fontVariations = 64
    /// The most font files in one list of fonts.
    public static let fontFiles = 16
    /// The largest length of a font's name or path in UTF-8 bytes. No file system takes a longer path.
    public static let fontBytes = 4_096
    /// The largest magnitude of lengths, coordinates and entries of transforms. Beyond it, fractions of a pixel are lost.
    public static let coordinate = 1e9
    /// The most text in bytes that parameters may add to longer strings, in the whole scene.
    public static let boundText = 64 << 20
}

/// Limits for the size of a picture. A limit of zero or less allows no picture.
public struct CanvasLimits: Sendable, Hashable {
    /// The longest side in pixels. Values above `longestSide` count as `longestSide`.
    public var side: Int
    /// The most pixels, width × height. Values above `mostPixels` count as `mostPixels`.
    public var pixels: Int

    public init(side: Int = 16_384, pixels: Int = 100_000_000) {
        self.side = side
        self.pixels = pixels
    }

    /// 16384 pixels per side, 100 megapixels.
    public static let `default` = CanvasLimits()

    /// The longest side that outlines support. Twice this length, to include parts outside the picture, fits in their 32-bit
    /// coordinates.
    public static let longestSide = 32_768
    /// The pixels of a square with the longest side.
    public static let mostPixels = longestSide * longestSide

    /// The reason why a picture of this size is refused and the advice for the user, without the place. Nil if the size is
    /// allowed.
    ///
    /// - Parameters:
    ///   - width: the width in pixels, a whole number of any size.
    ///   - height: the height in pixels, a whole number of any size.
    package func refusal(width: Double, height: Double) -> Message? {
        let (side, pixels) = (min(side, Self.longestSide), min(pixels, Self.mostPixels))
        let size = "\(DecimalNumber.text(width))×\(DecimalNumber.text(height)) pixels"
        func advice(_ name: Limit, _ limit: Int, _ most: Int) -> Message {
            "; lower width, height or scale" + (limit < most ? ", or raise \(limit: name, most: most)" : "")
        }
        if !(width <= Double(side) && height <= Double(side)) {
            return "\(size), at most \(side) per side are allowed" + advice(.canvasSide, side, Self.longestSide)
        }
        if !(width * height <= Double(pixels)) {
            return "\(size), at most \(pixels) in all are allowed" + advice(.canvasPixels, pixels, Self.mostPixels)
        }
        return nil
    }
}
