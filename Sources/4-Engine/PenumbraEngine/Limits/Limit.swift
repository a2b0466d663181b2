import PenumbraCodecs
import PenumbraScene
import PenumbraSystem

/// What each limit is of, and what it may be set to.
extension Limit {
    public enum Unit: Sendable, Hashable {
        case count, pixels, bytes, seconds
    }

    private struct Facts {
        var unit: Unit
        var meaning: String
        /// The upper ends are what formats, libraries and arithmetic allow, or a thousand times what anybody needs.
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
        case .picturePixels: Facts(.pixels, "Pixels of a picture that is read.", 1...0x1p31, \.images.maximumPixels)
        case .pictureSide: Facts(.pixels, "Pixels a side of a picture that is read.", 1...0x1p20, \.images.maximumSide)
        case .pictureMemory: Facts(.bytes, "Memory for decoding one picture.", 1...0x1p44, \.images.maximumBytes)
        case .pictureFileSize: Facts(.bytes, "Length of a picture's file.", 1...0x1p30, \.images.maximumFileBytes)
        case .jpegScans:
            Facts(.count, "Scans of a JPEG that is read.", 1...Double(ImageLimits.mostScans), \.images.maximumScans)
        case .canvasPixels:
            Facts(.pixels, "Pixels of a picture that is made.", 1...Double(CanvasLimits.mostPixels), \.scene.canvas.pixels)
        case .canvasSide:
            Facts(
                .pixels, "Pixels a side of a picture that is made.", 1...Double(CanvasLimits.longestSide), \.scene.canvas.side)
        case .memory: Facts(.bytes, "Memory for all pictures under way together.", 1...0x1p44)
        case .work:
            Facts(.seconds, "Time of one core for one picture, told from its scene, not measured.", 0.001...31_536_000)
        case .sceneSize: Facts(.bytes, "Length of a scene's file.", 1...0x1p30, \.scene.documentBytes)
        case .layers: Facts(.count, "Layers of a scene, masks among them.", 1...10_000_000, \.scene.layerCount)
        case .layerDepth:
            Facts(.count, "Layers inside each other.", 1...Double(SceneLimits.deepestLayer), \.scene.layerDepth)
        case .shadows: Facts(.count, "Shadows and effects of a scene.", 1...10_000_000, \.scene.shadowCount)
        case .pathSegments: Facts(.count, "Segments of all paths of a scene.", 1...100_000_000, \.scene.pathSegments)
        case .gradientStops:
            Facts(
                .count, "Colours of one gradient; all of a scene's may have a thousand times as many.", 1...1_000_000,
                \.scene.gradientStops)
        case .textLength:
            Facts(.bytes, "Length of one text; all of a scene's may have ten times as much.", 1...1_000_000, \.scene.textBytes)
        case .manifestSize: Facts(.bytes, "Length of a batch's manifest or table.", 1...0x1p44, \.manifestBytes)
        case .manifestEntrySize:
            Facts(.bytes, "Length of one line of a manifest, or of one row.", 1...0x1p30, \.manifestEntryBytes)
        case .seconds: Facts(.seconds, "Time for one job of a batch.", 0.001...31_536_000)
        }
    }

    public var unit: Unit { facts.unit }

    /// The quantity that the limit bounds, as the help describes it.
    public var meaning: String { facts.meaning }

    /// What it is where nothing sets it, for those that are not a number then.
    public var standardWords: String? {
        switch self {
        case .memory: "of a batch half of what is free, else 896M"
        case .seconds: "any"
        default: nil
        }
    }

    /// The values that the limit accepts.
    public var range: ClosedRange<Double> { facts.range }

    /// Where it stands among the values; nil for those that may be left open or are no whole number.
    fileprivate var place: WritableKeyPath<RenderLimits, Int>? { facts.place }
}

extension RenderLimits {
    /// The value of a limit; nil where none is set.
    public subscript(limit: Limit) -> Double? {
        if let place = limit.place { return Double(self[keyPath: place]) }
        switch limit {
        case .memory: return memory.map(Double.init)
        case .work: return work
        default: return jobSeconds
        }
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
        } else {
            switch limit {
            case .memory: memory = Int(value)
            case .work: work = value
            default: jobSeconds = value
            }
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
