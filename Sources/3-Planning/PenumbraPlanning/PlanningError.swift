import PenumbraGeometry
import PenumbraPlan
import PenumbraScene
import PenumbraSystem
import PenumbraTessellation

/// The reason why a scene cannot be planned. The description is one line.
public enum PlanningError: Error, Hashable, Sendable, Worded {
    /// The planner did not receive the picture of a layer.
    case missingImage(layer: String)
    /// A path of a layer cannot be tessellated.
    case path(layer: String, reason: TessellationError)
    /// A path of a layer cannot be stroked.
    case stroke(layer: String, reason: StrokeError)
    /// The system has no thread for planning deeply nested layers.
    case noThread
    /// A shadow's spread is larger than the largest supported growth of an alpha.
    case spreadTooLarge(layer: String, pixels: Double)
    /// A lens, motion or zoom blur is wider than any renderer supports.
    case blurTooWide(layer: String, pixels: Double, allowed: Int)
    /// The picture is larger than allowed. This includes canvases that fit their content.
    case canvasTooLarge(width: Int, height: Int, limits: CanvasLimits)
    /// The filled outlines have too many edges for their height. `found` and `allowed` count the rows of pixels that edges
    /// cross.
    case tooManyStrips(layer: String, found: Int, allowed: Int)
    /// The plan itself, without any pixels, would take more memory than allowed.
    case planTooLarge(layer: String, bytes: Int, allowed: Int)
    /// Drawing would take longer than allowed. `work` and `allowed` are nanoseconds of one core, estimated from the scene.
    case tooMuchWork(layer: String, work: Int, allowed: Int)
    /// The layers of a space are too many to compare, or cut through each other along more lines than allowed.
    case tooManyCuts(layer: String, allowed: Int)
    /// A working surface would be larger than any renderer supports.
    case surfaceTooLarge(layer: String, width: Int, height: Int)

    public var words: Message { oneLine(sentence) }

    private var sentence: Message {
        switch self {
        case .missingImage(let layer): "\(layer): its picture was not loaded"
        case .path(let layer, let reason): "\(layer): \(reason)"
        case .stroke(let layer, let reason): "\(layer): \(reason)"
        case .noThread: "there is no memory for a thread that plans layers nested this deeply"
        case .spreadTooLarge(let layer, let pixels):
            "\(layer): a shadow's spread of \(Int(min(pixels, 1e9).rounded())) pixels; at most \(SpreadDisc.largestReach - 3) are "
                + "allowed unless the caster is a path. Lower spread or canvas.scale"
        case .blurTooWide(let layer, let pixels, let allowed):
            "\(layer): its blur reaches \(Int(min(pixels, 1e9).rounded())) pixels; at most \(allowed) are allowed. Lower the "
                + "blur's radius or amount, or canvas.scale"
        case .canvasTooLarge(let width, let height, let limits):
            "canvas: \(limits.refusal(width: Double(width), height: Double(height)) ?? "\(width)×\(height) pixels")"
        case .tooManyStrips(let layer, let found, let allowed):
            "\(layer): with it the scene's outlines cross \(found) rows of pixels, each edge counted by itself; at most \(allowed) are "
                + "allowed. Simplify paths or lower canvas.scale"
        case .planTooLarge(let layer, let bytes, let allowed):
            "\(layer): with it layers, outlines and the list of steps alone take \((bytes + (1 << 20) - 1) >> 20) MiB or more; "
                + "\(allowed >> 20) MiB are allowed. Make the scene simpler, or raise \(limit: .memory)"
        case .tooMuchWork(let layer, let work, let allowed):
            "\(layer): the picture up to here takes at least \(Self.seconds(work)) s of one core; \(Self.seconds(allowed)) s "
                + "are allowed. Simplify the scene, lower canvas.scale, or raise \(limit: .work)"
        case .tooManyCuts(let layer, let allowed):
            "\(layer): its sublayers are too many for one space, or cut through each other along more than \(allowed) lines; "
                + "use fewer, or transformStyle \"flat\""
        case .surfaceTooLarge(let layer, let width, let height):
            "\(layer): needs a \(width)×\(height) surface; at most \(ScenePlanner.largestSide) pixels per side and "
                + "\(ScenePlanner.largestPixelCount) in all are allowed. Lower canvas.scale, or the radius of the blur or shadow"
        }
    }

    /// Nanoseconds as seconds with two digits or more: `0.004`, `8`, `12.3`.
    package static func seconds(_ nanoseconds: Int) -> String {
        let seconds = Double(nanoseconds) / 1e9
        let digits = seconds < 0.1 ? 1000.0 : 10
        let rounded = (seconds * digits).rounded() / digits
        return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
    }
}
