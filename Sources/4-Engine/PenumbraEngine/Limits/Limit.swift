import PenumbraCodecs
import PenumbraScene
import PenumbraSystem

/// What each limit is of, and what it may be set to.
extension Limit {
    public enum Unit: Sendable, Hashable {
        case count, pixels, bytes, seconds
    }

    public var unit: Unit {
        switch self {
        case .picturePixels, .pictureSide, .canvasPixels, .canvasSide: .pixels
        case .pictureMemory, .pictureFileSize, .memory, .sceneSize, .textLength, .manifestSize, .manifestEntrySize: .bytes
        case .jpegScans, .layers, .layerDepth, .shadows, .pathSegments, .gradientStops: .count
        case .seconds: .seconds
        }
    }

    /// What it limits, as a sentence of the help says it.
    public var meaning: String {
        switch self {
        case .picturePixels: "Pixels of a picture that is read."
        case .pictureSide: "Pixels a side of a picture that is read."
        case .pictureMemory: "Memory for decoding one picture."
        case .pictureFileSize: "Length of a picture's file."
        case .jpegScans: "Scans of a JPEG that is read."
        case .canvasPixels: "Pixels of a picture that is made."
        case .canvasSide: "Pixels a side of a picture that is made."
        case .memory: "Memory for all pictures under way together."
        case .sceneSize: "Length of a scene's file."
        case .layers: "Layers of a scene, masks among them."
        case .layerDepth: "Layers inside each other."
        case .shadows: "Shadows and effects of a scene."
        case .pathSegments: "Segments of all paths of a scene."
        case .gradientStops: "Colours of one gradient; all of a scene's may have a thousand times as many."
        case .textLength: "Length of one text; all of a scene's may have ten times as much."
        case .manifestSize: "Length of a batch's manifest or table."
        case .manifestEntrySize: "Length of one line of a manifest, or of one row."
        case .seconds: "Time for one job of a batch."
        }
    }

    /// What it is where nothing sets it, for those that are not a number then.
    public var standardWords: String? {
        switch self {
        case .memory: "of a batch half of what is free, else three quarters of what there is"
        case .seconds: "any"
        default: nil
        }
    }

    /// What it may be set to. The upper ends are what formats, libraries and arithmetic allow, or a thousand times what anybody
    /// needs.
    public var range: ClosedRange<Double> {
        switch self {
        case .picturePixels: 1...0x1p31
        case .pictureSide: 1...0x1p20
        case .pictureMemory, .memory, .manifestSize: 1...0x1p44
        case .jpegScans: 1...Double(ImageLimits.mostScans)
        case .canvasPixels: 1...Double(CanvasLimits.mostPixels)
        case .canvasSide: 1...Double(CanvasLimits.longestSide)
        case .sceneSize, .manifestEntrySize, .pictureFileSize: 1...0x1p30
        case .layers, .shadows: 1...10_000_000
        case .layerDepth: 1...Double(SceneLimits.deepestLayer)
        case .pathSegments: 1...100_000_000
        case .gradientStops: 1...1_000_000
        case .textLength: 1...1_000_000
        case .seconds: 0.001...31_536_000
        }
    }

    /// Where it stands among the values; nil for those that may be left open.
    fileprivate var place: WritableKeyPath<RenderLimits, Int>? {
        switch self {
        case .picturePixels: \.images.maximumPixels
        case .pictureSide: \.images.maximumSide
        case .pictureMemory: \.images.maximumBytes
        case .pictureFileSize: \.images.maximumFileBytes
        case .jpegScans: \.images.maximumScans
        case .canvasPixels: \.scene.canvas.pixels
        case .canvasSide: \.scene.canvas.side
        case .sceneSize: \.scene.documentBytes
        case .layers: \.scene.layerCount
        case .layerDepth: \.scene.layerDepth
        case .shadows: \.scene.shadowCount
        case .pathSegments: \.scene.pathSegments
        case .gradientStops: \.scene.gradientStops
        case .textLength: \.scene.textBytes
        case .manifestSize: \.manifestBytes
        case .manifestEntrySize: \.manifestEntryBytes
        case .memory, .seconds: nil
        }
    }
}

extension RenderLimits {
    /// The value of a limit; nil where none is set.
    public subscript(limit: Limit) -> Double? {
        if let place = limit.place { return Double(self[keyPath: place]) }
        return limit == .memory ? memory.map(Double.init) : jobSeconds
    }

    /// Sets a limit.
    ///
    /// - Parameter value: in the limit's unit; a whole number, but for seconds.
    /// - Throws: for a value outside the limit's range, naming it.
    public mutating func set(_ limit: Limit, to value: Double) throws(LimitError) {
        guard limit.range.contains(value), limit.unit == .seconds || value == value.rounded() else {
            throw LimitError("\(limit.words(value)) is not allowed, \(limit.rangeWords) is")
        }
        if let place = limit.place {
            self[keyPath: place] = Int(value)
        } else if limit == .memory {
            memory = Int(value)
        } else {
            jobSeconds = value
        }
    }
}

/// Why a limit cannot be what it was set to. The description is one line, without what set it.
public struct LimitError: Error, Hashable, Sendable, CustomStringConvertible {
    public var message: String

    init(_ message: String) {
        self.message = message
    }

    public var description: String { message }
}
