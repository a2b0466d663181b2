import PenumbraBitmap
import PenumbraCPU
import PenumbraGPU
import PenumbraGeometry
import PenumbraPlan

/// Draws plans whole or in tiles, on a GPU as far as it goes and on the CPU from there on.
///
/// What has no room in the memory that may be taken is drawn in tiles. A tile for which the device has no memory, or that is beyond
/// its limits, is cut further; what fails down to the smallest tiles is drawn on the CPU. The bytes are the same on each of these
/// ways. Used by one thread at a time.
package final class TiledDrawing {
    private let gpu: GPURenderer?
    /// Draws when there is no GPU, or when it fails.
    private let cpu: CPURenderer
    /// What had to be done otherwise than asked for; a line each.
    private(set) var notices: [String] = []
    private var hasCutTiles = false
    /// Whether the CPU drew what the device could not.
    package private(set) var hasLeftDevice = false
    /// Working memory of the CPU renderer that may lie unused between tiles.
    var idleBytes = 256 << 20
    /// Tiles that the device could draw after larger ones had failed.
    private var deviceTile: TileSize?

    /// Whether the CPU takes over when the device fails in any way; otherwise only when it has too little memory or is too small.
    private let mayLeaveDevice: Bool

    package init(gpu: GPURenderer?, cpu: CPURenderer, mayLeaveDevice: Bool) {
        self.gpu = gpu
        self.cpu = cpu
        self.mayLeaveDevice = mayLeaveDevice
    }

    /// The tiles that cost the least within some memory, and what they take; more than that where no tiles are small enough.
    ///
    /// - Parameters:
    ///   - bytes: for surfaces. Pictures that are shown are not counted, nor is the finished picture where it is kept.
    ///   - keepsPicture: whether the whole picture is held in any case.
    func size(for plan: RenderPlan, in bytes: Int, keepsPicture: Bool) -> (size: TileSize, bytes: Int) {
        TileSize.fitting(plan, in: bytes, keepsPicture: keepsPicture) { [gpu, cpu] plan in
            gpu == nil ? cpu.memoryEstimate(plan) : GPURenderer.memoryEstimate(plan)
        }
    }

    /// Draws a plan in tiles of a size.
    package func draw(_ plan: RenderPlan, in size: TileSize) throws(GPUError) -> Bitmap {
        if size.width >= plan.width && size.height >= plan.height {
            do {
                return try drawWhole(plan)
            } catch {
                guard let smaller = try retreat(from: error, TileSize(width: plan.width, height: plan.height)) else {
                    return cpu.execute(plan)
                }
                deviceTile = smaller
            }
        }
        return try Bitmap(width: plan.width, height: plan.height) { (pixels) throws(GPUError) in
            guard let base = pixels.baseAddress else { return }
            let tiles = size.tiles(width: plan.width, height: plan.height)
            for tile in tiles.joined() {
                try draw(plan, tile, into: base + 4 * (tile.y * plan.width + tile.x), rowBytes: 4 * plan.width)
            }
        }
    }

    /// Draws a picture from the top, some rows at a time, of which only those exist at a time.
    ///
    /// - Parameters:
    ///   - multiple: rows come in multiples of this, but for the last.
    ///   - each: called for every run of rows in order, with their straight RGBA bytes; returns false to end.
    func draw<Failure: Error>(
        _ plan: RenderPlan, in size: TileSize, inMultiplesOf multiple: Int,
        each: (Range<Int>, UnsafeMutableBufferPointer<UInt8>) throws(Failure) -> Bool
    ) throws(StripFailure<Failure>) {
        var size = size
        size.height = min(plan.height, max(1, size.height / multiple) * multiple)
        let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 4 * plan.width * size.height)
        defer { memory.deallocate() }
        for row in size.tiles(width: plan.width, height: plan.height) {
            guard let first = row.first, let base = memory.baseAddress else { continue }
            for tile in row {
                do {
                    try draw(plan, tile, into: base + 4 * tile.x, rowBytes: 4 * plan.width)
                } catch {
                    throw .drawing(.gpu(error))
                }
            }
            let rows = UnsafeMutableBufferPointer(rebasing: memory[..<(4 * plan.width * first.height)])
            do {
                guard try each(first.y..<first.maxY, rows) else { return }
            } catch {
                throw .taking(error)
            }
        }
    }

    /// Draws a part to where its first pixel belongs.
    private func draw(
        _ plan: RenderPlan, _ tile: PixelRect, into target: UnsafeMutablePointer<UInt8>, rowBytes: Int
    ) throws(GPUError) {
        if let deviceTile, tile.width > deviceTile.width || tile.height > deviceTile.height, gpu != nil {
            return try draw(plan, tile, in: deviceTile, into: target, rowBytes: rowBytes)
        }
        let (part, bounds) = plan.cropped(to: tile)
        defer { cpu.freeIdleMemory(beyond: idleBytes) }
        let bitmap: Bitmap
        do {
            bitmap = try drawWhole(part)
        } catch {
            guard let smaller = try retreat(from: error, TileSize(width: tile.width, height: tile.height)) else {
                return copy(cpu.execute(part), bounds, tile, to: target, rowBytes: rowBytes)
            }
            deviceTile = smaller
            return try draw(plan, tile, in: smaller, into: target, rowBytes: rowBytes)
        }
        copy(bitmap, bounds, tile, to: target, rowBytes: rowBytes)
    }

    private func draw(
        _ plan: RenderPlan, _ area: PixelRect, in size: TileSize, into target: UnsafeMutablePointer<UInt8>, rowBytes: Int
    ) throws(GPUError) {
        for tile in size.tiles(width: area.width, height: area.height).joined() {
            try draw(
                plan, tile.offset(x: area.x, y: area.y), into: target + tile.y * rowBytes + 4 * tile.x, rowBytes: rowBytes)
        }
    }

    /// Copies the part of a bitmap that was wanted: `bounds` may be larger than `tile`.
    private func copy(
        _ bitmap: Bitmap, _ bounds: PixelRect, _ tile: PixelRect, to target: UnsafeMutablePointer<UInt8>, rowBytes: Int
    ) {
        guard let base = bitmap.pixels.baseAddress else { return }
        for y in 0..<tile.height {
            let row = base + 4 * ((tile.y - bounds.y + y) * bounds.width + tile.x - bounds.x)
            (target + y * rowBytes).update(from: row, count: 4 * tile.width)
        }
    }

    private func drawWhole(_ plan: RenderPlan) throws(GPUError) -> Bitmap {
        guard let gpu else { return cpu.execute(plan) }
        return try gpu.execute(plan)
    }

    /// What to do after the device failed on a tile.
    ///
    /// - Returns: smaller tiles to try, or nil for the CPU.
    /// - Throws: the error, when neither helps.
    private func retreat(from error: GPUError, _ size: TileSize) throws(GPUError) -> TileSize? {
        switch error {
        case .outOfMemory, .limitExceeded:
            if let smaller = size.halved {
                if !hasCutTiles { notices.append("\(error) Drew in tiles.") }
                hasCutTiles = true
                return smaller
            }
        case .invalidPlan: throw error
        default: if !mayLeaveDevice { throw error }
        }
        if !hasLeftDevice { notices.append("\(error) Drew on the CPU.") }
        hasLeftDevice = true
        return nil
    }
}

/// Why a picture that was drawn in strips is not whole.
public enum StripFailure<Failure: Error>: Error {
    case drawing(RenderError)
    /// What took the rows threw.
    case taking(Failure)
}
