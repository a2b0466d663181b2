import PenumbraBitmap
import PenumbraCPU
import PenumbraGPU
import PenumbraGeometry
import PenumbraPlan
import PenumbraSystem

/// Draws plans whole or in tiles, on a GPU as far as possible and on the CPU otherwise.
///
/// Pictures that don't fit in the allowed memory are drawn in tiles. A tile that exceeds the device's memory or limits is cut
/// into smaller tiles. If even the smallest tiles fail, the CPU draws the rest of the picture. After three resets in a row
/// without a finished picture, the device is no longer used. The bytes are the same in every case. Only one thread at a time
/// may use an instance.
package final class TiledDrawing {
    private let gpu: GPURenderer?
    /// The CPU renderer, used when there is no GPU or when the GPU fails.
    private let cpu: CPURenderer
    /// One line for each deviation from the request.
    package private(set) var notices: [String] = []
    private var hasCutTiles = false
    /// True when the picture drawn last leaves little memory for anything but itself and its output.
    private var isShortOfMemory = false
    /// True when the CPU drew a part that the device could not draw.
    package private(set) var hasLeftDevice = false
    /// True while the device draws the current plan. It stays false after `mostResets`.
    private var usesDevice: Bool
    private var resetsInARow = 0
    /// The tile size that the device could draw after larger tiles had failed.
    private var deviceTile: TileSize?
    /// The tile size in which the CPU draws the current plan after the device failed.
    private var processorTile: TileSize?
    /// The bytes for surfaces and tiles, on the device or the CPU.
    private var bytes: Int
    /// Cuts the current plan into tiles.
    private var cropper: PlanCropper?
    /// True when every tile is known to fit in these bytes.
    private var isCertain: Bool
    /// The part of these bytes that is held by rows on their way to a file.
    private var heldBytes = 0
    /// The number of threads of the CPU renderer, reduced when their working memory doesn't fit.
    private var threads = Int.max
    private var deadline: ContinuousClock.Instant?
    /// True when drawing passed the deadline. The picture is then incomplete.
    private var isLate = false

    /// True lets the CPU take over after any failure of the device. Otherwise the CPU takes over only when the device is too
    /// small or has too little memory.
    private let mayLeaveDevice: Bool
    private static let mostResets = 3

    /// - Parameters:
    ///   - bytes: the memory for drawing on the CPU after a device failed, and for tiles that weren't all checked. `choose`
    ///     changes it.
    ///   - isCertain: true when every tile is known to fit in memory.
    package init(
        gpu: GPURenderer?, cpu: CPURenderer, mayLeaveDevice: Bool, bytes: Int = 1 << 30, isCertain: Bool = true
    ) {
        self.isCertain = isCertain
        self.gpu = gpu
        self.cpu = cpu
        self.mayLeaveDevice = mayLeaveDevice
        self.bytes = bytes
        usesDevice = gpu != nil
    }

    // MARK: Choosing tiles

    /// Draws a picture within a memory limit.
    ///
    /// - Parameters:
    ///   - wanted: the tile size. Nil takes the cheapest tiles.
    ///   - limits: the limits of the picture, including the pictures that it shows.
    /// - Throws: `RenderError.needsMemory` when no tiles are small enough, `.slowInTiles` when small enough tiles are too much
    ///   work, `.outOfMemory` when the system has no memory left, and `.gpu`.
    package func draw(_ plan: RenderPlan, wanted: TileSize?, within limits: RenderLimits) throws(RenderError) -> Bitmap {
        try draw(plan, in: try tiles(of: plan, wanted: wanted, within: limits, keepsPicture: true))
    }

    /// Draws a picture within a memory limit from the top, a few rows at a time. Only these rows are in memory.
    ///
    /// - Parameters:
    ///   - multiple: the number of rows in each run is a multiple of this, except in the last run.
    ///   - each: called for every run of rows in order, with their straight RGBA bytes. Returning false stops drawing.
    package func draw<Failure: Error>(
        _ plan: RenderPlan, wanted: TileSize?, within limits: RenderLimits, inMultiplesOf multiple: Int,
        each: (Range<Int>, UnsafeMutableBufferPointer<UInt8>) throws(Failure) -> Bool
    ) throws(StripFailure<Failure>) {
        let size = try rethrowing(
            try tiles(of: plan, wanted: wanted, within: limits, keepsPicture: false, multiple: max(1, multiple)),
            as: StripFailure<Failure>.drawing)
        try draw(plan, in: size, inMultiplesOf: max(1, multiple), each: each)
    }

    /// The working memory in bytes that is kept between pictures.
    private static let mostIdle = 256 << 20
    /// The number of bytes beyond which getting memory takes longer than drawing some of the picture twice.
    private static let quickBytes = 1 << 30

    private func tiles(
        of plan: RenderPlan, wanted: TileSize?, within limits: RenderLimits, keepsPicture: Bool, multiple: Int = 1
    ) throws(RenderError) -> TileSize {
        let allowed = limits.pictureMemory
        let held =
            plan.images.reduce(keepsPicture ? plan.pictureBytes : 0) { $0 + $1.byteCount } + plan.bytesOfSteps
            + plan.bytesOfTables
        let left = max(0, allowed - held)
        var wanted = wanted
        if !keepsPicture, let height = wanted?.height {
            // Tiles may be as high as the picture. The rows they belong to take a quarter of the free memory, or one multiple.
            wanted?.height = min(height, max(multiple, left / 4 / (2 * plan.rowBytes)))
        }
        let choice = choose(
            plan, wanted: wanted, in: left, quickly: Self.quickBytes, keepsPicture: keepsPicture, multiple: multiple)
        guard choice.bytes <= left else { throw .needsMemory(bytes: choice.bytes + held, allowed: allowed) }
        guard choice.work <= limits.workInNanoseconds || choice.size.isWhole(plan) else {
            throw .slowInTiles(work: choice.work, allowed: limits.workInNanoseconds, memory: allowed)
        }
        let idle = min(Self.mostIdle, left - choice.bytes)
        cpu.retainIdleMemory(atMost: idle)
        isShortOfMemory = allowed < 4 * plan.pictureBytes + held + idle
        // Check before allocating, because a failed allocation ends the process.
        let taken = choice.bytes + (keepsPicture ? plan.pictureBytes : 0)
        guard AddressSpace.hasRoom(for: taken) else { throw .outOfMemory(bytes: taken) }
        return choice.size
    }

    /// Chooses the tiles for the current renderer. From now on the CPU uses only as many threads as fit in memory.
    package func choose(
        _ plan: RenderPlan, wanted: TileSize? = nil, in bytes: Int, quickly: Int = .max, keepsPicture: Bool, multiple: Int = 1
    ) -> TileChoice {
        self.bytes = bytes
        processorTile = nil
        isCertain = true
        if gpu != nil, resetsInARow < Self.mostResets {
            return TileChoice(
                plan, wanted: wanted, in: bytes, quickly: quickly, keepsPicture: keepsPicture, multiple: multiple,
                memory: GPURenderer.memoryEstimate)
        }
        let choice = TileChoice(
            plan, wanted: wanted, in: bytes, quickly: quickly, keepsPicture: keepsPicture, multiple: multiple, on: cpu)
        threads = choice.threads
        isCertain = choice.isCertain
        return choice
    }

    /// Returns the working memory kept for the next picture to the system, if memory for a picture is short.
    package func freeIdleMemory() {
        if isShortOfMemory { cpu.retainIdleMemory(atMost: 0) }
    }

    // MARK: Drawing

    /// Draws a plan in tiles of a given size.
    package func draw(_ plan: RenderPlan, in size: TileSize) throws(RenderError) -> Bitmap {
        begin(plan)
        defer { cropper = nil }
        var isOnProcessor = !usesDevice && gpu != nil
        if size.width >= plan.width && size.height >= plan.height {
            do {
                if let bitmap = try drawAtOnce(plan) { return bitmap }
            } catch {
                isOnProcessor = try !retreat(from: error, TileSize(width: plan.width, height: plan.height))
            }
        }
        return try Bitmap(width: plan.width, height: plan.height, depth: plan.depth) { (pixels) throws(RenderError) in
            guard let base = pixels.baseAddress else { return }
            let all = PixelRect(x: 0, y: 0, width: plan.width, height: plan.height)
            if isOnProcessor {
                try drawOnProcessor(plan, all, into: base, rowBytes: plan.rowBytes)
            } else {
                try draw(plan, all, in: size, into: base, rowBytes: plan.rowBytes)
            }
        }
    }

    /// Draws a plan in tiles of a given size, until a deadline.
    ///
    /// - Parameter deadline: checked before each tile, and on the CPU before each band of rows. Nil sets no limit.
    /// - Throws: `RenderError.late` when the deadline passed before the picture was complete.
    package func draw(
        _ plan: RenderPlan, in size: TileSize, until deadline: ContinuousClock.Instant?
    ) throws(RenderError) -> Bitmap {
        self.deadline = deadline
        defer { self.deadline = nil }
        let bitmap = try draw(plan, in: size)
        if isLate { throw .late }
        return bitmap
    }

    /// Draws a picture from the top in tiles of a given size, a few rows at a time. Only these rows are in memory.
    ///
    /// - Parameters:
    ///   - multiple: the number of rows in each run is a multiple of this, except in the last run.
    ///   - each: called for every run of rows in order, with their straight RGBA bytes. Returning false stops drawing.
    package func draw<Failure: Error>(
        _ plan: RenderPlan, in size: TileSize, inMultiplesOf multiple: Int,
        each: (Range<Int>, UnsafeMutableBufferPointer<UInt8>) throws(Failure) -> Bool
    ) throws(StripFailure<Failure>) {
        begin(plan)
        defer { cropper = nil }
        let height = size.rowsAtOnce(of: plan.height, multiple: multiple)
        heldBytes = 2 * plan.rowBytes * height
        let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: plan.rowBytes * height)
        defer { memory.deallocate() }
        guard let base = memory.baseAddress else { return }
        for y in stride(from: 0, to: plan.height, by: height) {
            let strip = PixelRect(x: 0, y: y, width: plan.width, height: min(height, plan.height - y))
            try rethrowing(
                try draw(plan, strip, in: size, into: base, rowBytes: plan.rowBytes), as: StripFailure<Failure>.drawing)
            let rows = UnsafeMutableBufferPointer(rebasing: memory[..<(plan.rowBytes * strip.height)])
            guard try rethrowing(try each(strip.y..<strip.maxY, rows), as: StripFailure<Failure>.taking) else { return }
        }
    }

    private func cropped(_ plan: RenderPlan, to tile: PixelRect) -> (plan: RenderPlan, part: PixelRect) {
        let cropper = self.cropper ?? PlanCropper(plan)
        self.cropper = cropper
        return cropper.cropped(to: tile)
    }

    private func begin(_ plan: RenderPlan) {
        processorTile = nil
        isLate = false
        heldBytes = 0
        usesDevice = gpu != nil && resetsInARow < Self.mostResets
        // Every tile needs the pictures that the scene shows, and they aren't cut.
        if usesDevice, let image = plan.images.first(where: { max($0.width, $0.height) > GPULimits.longestSide }) {
            leave(
                saying:
                    "a picture of \(image.width)×\(image.height) pixels is beyond the device's \(GPULimits.longestSide) per side."
            )
        }
    }

    /// Draws a whole plan at once. Nil when the plan must be drawn in tiles.
    private func drawAtOnce(_ plan: RenderPlan) throws(RenderError) -> Bitmap? {
        guard gpu != nil else { return try drawOnProcessor(plan) }
        let isCut = deviceTile.map { plan.width > $0.width || plan.height > $0.height } ?? false
        return usesDevice && !isCut ? try drawOnDevice(plan) : nil
    }

    private func drawOnDevice(_ plan: RenderPlan) throws(RenderError) -> Bitmap? {
        let bitmap = try rethrowing(try gpu?.execute(plan), as: RenderError.gpu)
        resetsInARow = 0
        return bitmap
    }

    private func drawOnProcessor(_ plan: RenderPlan) throws(RenderError) -> Bitmap? {
        let bitmap = try rethrowing(
            try cpu.execute(plan, until: deadline, threads: threads), as: RenderError.invalidPlan)
        if bitmap == nil { isLate = true }
        return bitmap
    }

    /// Draws a part of the picture in tiles, starting where its first pixel belongs.
    private func draw(
        _ plan: RenderPlan, _ area: PixelRect, in size: TileSize, into target: UnsafeMutablePointer<UInt8>, rowBytes: Int
    ) throws(RenderError) {
        let began = usesDevice
        for y in stride(from: 0, to: area.height, by: size.height) {
            let height = min(size.height, area.height - y)
            if began, !usesDevice {
                // The CPU draws the rest in the largest tiles that fit in memory.
                let rest = PixelRect(x: area.x, y: area.y + y, width: area.width, height: area.height - y)
                return try drawOnProcessor(plan, rest, into: target + y * rowBytes, rowBytes: rowBytes)
            }
            for x in stride(from: 0, to: area.width, by: size.width) {
                let tile = PixelRect(x: area.x + x, y: area.y + y, width: min(size.width, area.width - x), height: height)
                try draw(plan, tile, into: target + y * rowBytes + plan.depth.bytesPerPixel * x, rowBytes: rowBytes)
                if isLate { return }
            }
        }
    }

    /// Draws a tile, on the device as far as possible.
    private func draw(
        _ plan: RenderPlan, _ tile: PixelRect, into target: UnsafeMutablePointer<UInt8>, rowBytes: Int
    ) throws(RenderError) {
        if let deadline, ContinuousClock().now >= deadline {
            isLate = true
            return
        }
        guard usesDevice else { return try drawOnProcessor(plan, tile, into: target, rowBytes: rowBytes) }
        if let deviceTile, tile.width > deviceTile.width || tile.height > deviceTile.height {
            return try draw(plan, tile, in: deviceTile, into: target, rowBytes: rowBytes)
        }
        let (part, bounds) = cropped(plan, to: tile)
        do {
            if let bitmap = try drawOnDevice(part) { copy(bitmap, bounds, tile, to: target, rowBytes: rowBytes) }
        } catch {
            let isCut = try retreat(from: error, TileSize(width: tile.width, height: tile.height))
            if isCut { return try draw(plan, tile, into: target, rowBytes: rowBytes) }
            try drawOnProcessor(plan, tile, into: target, rowBytes: rowBytes)
        }
    }

    /// Draws a part of the picture on the CPU, in tiles if the part doesn't fit in memory.
    private func drawOnProcessor(
        _ plan: RenderPlan, _ area: PixelRect, into target: UnsafeMutablePointer<UInt8>, rowBytes: Int
    ) throws(RenderError) {
        let size = gpu == nil ? TileSize(width: area.width, height: area.height) : try sizeOnProcessor(plan)
        try drawOnProcessor(plan, area, in: size, into: target, rowBytes: rowBytes)
    }

    private func drawOnProcessor(
        _ plan: RenderPlan, _ area: PixelRect, in size: TileSize, into target: UnsafeMutablePointer<UInt8>, rowBytes: Int
    ) throws(RenderError) {
        for y in stride(from: 0, to: area.height, by: size.height) {
            for x in stride(from: 0, to: area.width, by: size.width) where !isLate {
                let tile = PixelRect(
                    x: area.x + x, y: area.y + y, width: min(size.width, area.width - x),
                    height: min(size.height, area.height - y))
                try drawTileOnProcessor(
                    plan, tile, into: target + y * rowBytes + plan.depth.bytesPerPixel * x, rowBytes: rowBytes)
            }
        }
    }

    /// Draws a tile on the CPU. A tile that wasn't checked yet is cut if it doesn't fit in memory.
    private func drawTileOnProcessor(
        _ plan: RenderPlan, _ tile: PixelRect, into target: UnsafeMutablePointer<UInt8>, rowBytes: Int
    ) throws(RenderError) {
        let (part, bounds) = cropped(plan, to: tile)
        let left = max(0, bytes - heldBytes)
        if !isCertain, case let needed = cpu.memoryEstimate(part, threads: threads) + part.pictureBytes,
            needed > left
        {
            guard let smaller = TileSize(width: tile.width, height: tile.height).halved else {
                throw .needsMemory(bytes: needed, allowed: left)
            }
            return try drawOnProcessor(plan, tile, in: smaller, into: target, rowBytes: rowBytes)
        }
        guard let bitmap = try drawOnProcessor(part) else { return }
        copy(bitmap, bounds, tile, to: target, rowBytes: rowBytes)
    }

    /// The tile size for a plan that a device was supposed to draw.
    private func sizeOnProcessor(_ plan: RenderPlan) throws(RenderError) -> TileSize {
        if let processorTile { return processorTile }
        let left = max(0, bytes - heldBytes)
        // Every tile is copied from its own bitmap, even if it is the whole picture.
        let choice = TileChoice(plan, in: left, keepsPicture: true, copiesWhole: true, on: cpu)
        threads = choice.threads
        isCertain = choice.isCertain
        guard AddressSpace.hasRoom(for: choice.bytes) else { throw .outOfMemory(bytes: choice.bytes) }
        processorTile = choice.size
        return choice.size
    }

    /// Copies the wanted part of a bitmap, since `bounds` may be larger than `tile`.
    private func copy(
        _ bitmap: Bitmap, _ bounds: PixelRect, _ tile: PixelRect, to target: UnsafeMutablePointer<UInt8>, rowBytes: Int
    ) {
        guard let base = bitmap.pixels.baseAddress else { return }
        let bytes = bitmap.depth.bytesPerPixel
        for y in 0..<tile.height {
            let row = base + bytes * ((tile.y - bounds.y + y) * bounds.width + tile.x - bounds.x)
            (target + y * rowBytes).update(from: row, count: bytes * tile.width)
        }
    }

    // MARK: Devices that fail

    /// Decides how to continue after the device failed on a tile: in smaller tiles, on the CPU for this plan, or on the CPU
    /// from now on.
    ///
    /// - Returns: true to try smaller tiles.
    /// - Throws: the error, if neither smaller tiles nor the CPU would help.
    private func retreat(from error: RenderError, _ size: TileSize) throws(RenderError) -> Bool {
        guard case .gpu(let failure) = error else { throw error }
        switch failure {
        case .outOfMemory, .limitExceeded:
            if let smaller = size.halved {
                if !hasCutTiles { notices.append("\(error) Drew in tiles.") }
                hasCutTiles = true
                deviceTile = smaller
                return true
            }
            leave(saying: "\(error)")
        case .invalidPlan: throw error
        case .contextLost:
            guard mayLeaveDevice else { throw error }
            resetsInARow += 1
            let usesDevice = resetsInARow < Self.mostResets
            leave(saying: "\(error)")
            self.usesDevice = usesDevice
        case .noDevice, .deviceNotFound, .badSelector, .shaderFiles, .compileFailed, .driver, .noThread:
            guard mayLeaveDevice else { throw error }
            leave(saying: "\(error)")
        }
        return false
    }

    private func leave(saying reason: String) {
        if !hasLeftDevice { notices.append("\(reason) Drew on the CPU.") }
        hasLeftDevice = true
        usesDevice = false
    }
}
