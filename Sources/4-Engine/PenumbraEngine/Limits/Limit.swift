import PenumbraCodecs
import PenumbraScene
import PenumbraSystem

/// The quantity, the unit and the allowed values of each limit.
extension Limit {
    public enum Unit: Sendable, Hashable {
        case count, pixels, bytes, seconds
    }

    private struct Facts {
        var unit: Unit
        var meaning: String
        /// The upper ends are set by formats, libraries and arithmetic, or are a thousand times the usual need.
        var range: ClosedRange<Double>
        var place: WritableKeyPath<RenderLimits, Int>?

        init(
            _ unit: Unit, _ meaning: String, _ range: ClosedRange<Double>, _ place: WritableKeyPath<RenderLimits, Int>? = nil
        ) {
            (self.unit, self.meaning, self.range, self.place) = (unit, meaning, range, place)
        }
    }

    private var facts: Facts {
        switch self {
        case .picturePixels: Facts(.pixels, "Pixels of an input picture.", 1...0x1p31, \.images.maximumPixels)
        case .pictureSide: Facts(.pixels, "Pixels per side of an input picture.", 1...0x1p20, \.images.maximumSide)
        case .pictureMemory: Facts(.bytes, "Memory for decoding one picture.", 1...0x1p44, \.images.maximumBytes)
        case .pictureFileSize: Facts(.bytes, "Length of a picture's file.", 1...0x1p30, \.images.maximumFileBytes)
        case .jpegScans:
            Facts(.count, "Scans of an input JPEG.", 1...Double(ImageLimits.mostScans), \.images.maximumScans)
        case .canvasPixels:
            Facts(.pixels, "Pixels of an output picture.", 1...Double(CanvasLimits.mostPixels), \.scene.canvas.pixels)
        case .canvasSide:
            Facts(
                .pixels, "Pixels per side of an output picture.", 1...Double(CanvasLimits.longestSide), \.scene.canvas.side)
        case .memory: Facts(.bytes, "Memory for all pictures in progress.", 1...0x1p44)
        case .work:
            Facts(.seconds, "CPU seconds for one picture, estimated from the scene.", 0.001...31_536_000)
        case .animationWork:
            Facts(.seconds, "CPU seconds for all frames of an animation, estimated from the scene.", 0.001...31_536_000)
        case .sceneSize: Facts(.bytes, "Length of a scene's file.", 1...0x1p30, \.scene.documentBytes)
        case .layers: Facts(.count, "Layers of a scene, including masks.", 1...10_000_000, \.scene.layerCount)
        case .layerDepth:
            Facts(.count, "Layers inside each other.", 1...Double(SceneLimits.deepestLayer), \.scene.layerDepth)
        case .shadows: Facts(.count, "Shadows and effects of a scene.", 1...10_000_000, \.scene.shadowCount)
        case .pathSegments: Facts(.count, "Segments of all paths of a scene.", 1...100_000_000, \.scene.pathSegments)
        case .gradientStops:
            Facts(
                .count, "Colours of one gradient; a scene's gradients together may have 1000 times as many.", 1...1_000_000,
                \.scene.gradientStops)
        case .textLength:
            Facts(
                .bytes, "Length of one text; a scene's texts together may have ten times as much.", 1...1_000_000,
                \.scene.textBytes)
        case .manifestSize: Facts(.bytes, "Length of a batch's manifest or table.", 1...0x1p44, \.manifestBytes)
        case .manifestEntrySize:
            Facts(.bytes, "Length of one line of a manifest, or of one row.", 1...0x1p30, \.manifestEntryBytes)
        case .seconds: Facts(.seconds, "Time for one job, or for a whole single-picture command.", 0.001...31_536_000)
        }
    }

    public var unit: Unit { facts.unit }

    /// The quantity that the limit bounds, as worded in the help.
    public var meaning: String { facts.meaning }

    /// The default in words, for limits whose default is not a fixed number.
    public var standardWords: String? {
        switch self {
        case .memory: "half of free memory in a batch, otherwise 896M"
        case .seconds: "none"
        default: nil
        }
    }

    /// The values that the limit accepts.
    public var range: ClosedRange<Double> { facts.range }

    /// The property that holds the limit. Nil for limits that may be unset or aren't whole numbers.
    fileprivate var place: WritableKeyPath<RenderLimits, Int>? { facts.place }
}

extension RenderLimits {
    /// The value of a limit. Nil when no value is set.
    public subscript(limit: Limit) -> Double? {
        if let place = limit.place { return Double(self[keyPath: place]) }
        switch limit {
        case .memory: return memory.map(Double.init)
        case .work: return work
        case .animationWork: return animationWork
        default: return jobSeconds
        }
    }

    /// Sets a limit.
    ///
    /// - Parameter value: the value in the limit's unit: a whole number, except for seconds.
    /// - Throws: an error that names the limit's range, for a value outside that range.
    public mutating func set(_ limit: Limit, to value: Double) throws(LimitError) {
        guard limit.range.contains(value), limit.unit == .seconds || value == value.rounded() else {
            throw LimitError("found \(limit.words(value)), expected \(limit.expected)")
        }
        if let place = limit.place {
            self[keyPath: place] = Int(value)
        } else {
            switch limit {
            case .memory: memory = Int(value)
            case .work: work = value
            case .animationWork: animationWork = value
            default: jobSeconds = value
            }
        }
    }
}

/// The reason why a limit cannot have a value. The description is one line and doesn't name the source of the value.
public struct LimitError: Error, Hashable, Sendable, CustomStringConvertible {
    public var message: String

    init(_ message: String) {
        self.message = message
    }

    public var description: String { message }
}
