import PenumbraBitmap
import PenumbraCodecs
import PenumbraGPU
import PenumbraPlan
import PenumbraSystem

/// Decides how drawing goes on after a GPU failed on a part of a picture: in smaller tiles, on the processor for this picture,
/// or on the processor from now on.
///
/// A part that exceeds the GPU's memory or limits is cut into smaller tiles. If even the smallest tiles fail, the processor
/// draws the rest of the picture. After three resets in a row without a finished picture, the GPU is no longer used.
package struct DeviceFallback {
    private let gpu: GPURenderer?
    /// True while the processor draws because it is faster.
    var isDeclined = false
    /// True lets the processor take over after any failure of the GPU. Otherwise it takes over only when the GPU is too small
    /// or has too little memory.
    private let mayLeave: Bool
    /// One line for each deviation from the request.
    private(set) var notices: [String] = []
    private var hasCutTiles = false
    /// True when the processor drew a part that the GPU could not draw.
    private(set) var hasLeft = false
    /// True while the GPU draws the current plan.
    private(set) var usesDevice: Bool
    private var resetsInARow = 0
    /// The tile size that the GPU could draw after larger tiles had failed.
    private(set) var tile: TileSize?

    private static let mostResets = 3

    init(_ gpu: GPURenderer?, mayLeave: Bool) {
        (self.gpu, self.mayLeave) = (gpu, mayLeave)
        usesDevice = gpu != nil
    }

    /// True if a GPU was meant to draw, even if it no longer does.
    var isWanted: Bool { gpu != nil && !isDeclined }
    /// The GPU that draws the next plan. Nil if the processor draws it.
    var next: GPURenderer? { resetsInARow < Self.mostResets && !isDeclined ? gpu : nil }

    /// Begins a plan.
    mutating func begin(_ plan: RenderPlan) {
        usesDevice = next != nil
        // Every tile needs the pictures that the scene shows, and they aren't cut.
        if usesDevice, let image = plan.images.first(where: { max($0.width, $0.height) > GPULimits.longestSide }) {
            leave(
                saying:
                    "a picture of \(image.width)×\(image.height) pixels is beyond the device's \(GPULimits.longestSide) per side."
            )
        }
    }

    /// True if the GPU could not draw parts as large as this one.
    func mustCut(width: Int, height: Int) -> Bool { tile.map { width > $0.width || height > $0.height } ?? false }

    /// Draws a plan on the GPU.
    mutating func draw(_ plan: RenderPlan) throws(RenderError) -> Bitmap? {
        let bitmap = try rethrowing(try gpu?.execute(plan), as: RenderError.gpu)
        resetsInARow = 0
        return bitmap
    }

    /// Draws a plan on the GPU, and makes the samples of a video's frame there.
    mutating func draw(_ plan: RenderPlan, as form: VideoForm) throws(RenderError) -> VideoPicture? {
        let pending = gpu?.submit([plan], files: [.video(form)]).first
        let picture = try rethrowing(try pending?.picture(), as: RenderError.gpu)
        resetsInARow = 0
        switch picture {
        case .video(let video): return video
        case .bitmap(let bitmap): return try form.picture(bitmap)
        case .file, nil: return nil
        }
    }

    /// Decides how to continue after the GPU failed on a part of this size.
    ///
    /// - Returns: true to try smaller tiles, false to draw on the processor.
    /// - Throws: the error, if neither smaller tiles nor the processor would help.
    mutating func retreat(from error: RenderError, width: Int, height: Int) throws(RenderError) -> Bool {
        guard case .gpu(let failure) = error else { throw error }
        switch failure {
        case .outOfMemory, .limitExceeded:
            if let smaller = TileSize(width: width, height: height).halved {
                if !hasCutTiles { notices.append("\(error) Drew in tiles.") }
                hasCutTiles = true
                tile = smaller
                return true
            }
        case .invalidPlan, .picture: throw error
        case .contextLost:
            guard mayLeave else { throw error }
            resetsInARow += 1
        case .noDevice, .deviceNotFound, .badSelector, .shaderFiles, .compileFailed, .driver, .noThread:
            guard mayLeave else { throw error }
        }
        leave(saying: "\(error)")
        if case .contextLost = failure { usesDevice = next != nil }
        return false
    }

    private mutating func leave(saying reason: String) {
        if !hasLeft { notices.append("\(reason) Drew on the CPU.") }
        hasLeft = true
        usesDevice = false
    }
}
