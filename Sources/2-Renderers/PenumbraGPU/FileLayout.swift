import PenumbraCodecs
import PenumbraPlan
import PenumbraSystem

/// The layout of a file's finished bytes on the device, and the dispatches that make them.
///
/// Words that describe the coded strips come first. Their bytes follow.
protocol FileLayout {
    /// The bytes of the words that describe the strips.
    var tableBytes: Int { get }
    /// The most bytes that the words and the strips take.
    var byteCount: Int { get }

    /// Records the dispatches that make the finished bytes.
    ///
    /// - Parameter source: memory for the whole picture as bytes, which a dispatch before wrote.
    func record(_ recording: PlanRecording, from source: Resource, _ layout: SurfaceLayout)

    /// Returns the strips that words describe, with the places of their bytes from the picture's first finished byte.
    func strips(_ words: UnsafePointer<UInt32>) -> [CodedStrip]

    /// Assembles the file from coded strips.
    ///
    /// - Parameter start: the address from which the places of the strips count.
    func file(_ strips: [CodedStrip], at start: UnsafeRawPointer) throws(ImageError) -> [UInt8]
}

/// A coded part of a file: the words that describe it, and the place of its bytes.
struct CodedStrip {
    /// The bits of the part.
    var bits: Int
    /// The other words.
    var words: SIMD4<UInt32>
    var bytes: Range<Int>
}

extension PlanRecording {
    /// Returns the layout of the file that the device makes of a plan's picture. Nil if it can't make the file.
    static func layout(_ encoding: FileEncoding?, of plan: RenderPlan, limits: GPULimits) -> (any FileLayout)? {
        guard plan.depth == .eight else { return nil }
        switch encoding {
        case .png(let options): return PNGLayout(width: plan.width, height: plan.height, options: options, limits: limits)
        case .jpeg(let options): return JPEGLayout(width: plan.width, height: plan.height, options: options, limits: limits)
        case .video, nil: return nil
        }
    }

    /// Assembles the file from coded strips.
    ///
    /// - Parameter start: the address from which the places of the strips count.
    func file(_ strips: [CodedStrip], at start: UnsafeRawPointer) throws(GPUError) -> [UInt8] {
        let byteCount = strips.reduce(0) { $0 + $1.bytes.count }
        guard let file else { throw .driver("a file was never recorded") }
        // A driver may have taken nearly all memory, so room is requested even for a small picture.
        guard AddressSpace.hasRoom(for: max(AddressSpace.leastAsked, byteCount)) else {
            throw .outOfMemory(bytes: byteCount, purpose: "the file on the host")
        }
        do throws(ImageError) {
            return try file.file(strips, at: start)
        } catch {
            throw .outOfMemory(bytes: byteCount, purpose: "the file on the host")
        }
    }
}
