import PenumbraBitmap
import PenumbraCPU
import PenumbraGPU
import PenumbraGeometry
import PenumbraPlan
import PenumbraSystem

/// Draws plans whole or in tiles, on a GPU as far as it goes and on the CPU from there on.
///
/// What has no room in the memory that may be taken is drawn in tiles. A tile for which the device has no memory, or that is
/// beyond its limits, is cut further; what fails down to the smallest tiles is drawn on the CPU, and so is all that is left of
/// the picture then. After three resets without a picture between them the device is tried no more. The bytes are the same on
/// each of these ways. Used by one thread at a time.
package final class TiledDrawing {
    private let gpu: GPURenderer?
    /// Draws when there is no GPU, or when it fails.
    private let cpu: CPURenderer
    /// What had to be done otherwise than asked for; a line each.
    package private(set) var notices: [String] = []
    private var hasCutTiles = false
    /// Whether the picture drawn last leaves little beside itself and what is made of it.
    private var isShortOfMemory = false
    /// Whether the CPU drew what the device could not.
    package private(set) var hasLeftDevice = false
    /// Whether the device draws the plan at hand. Never again true after `mostResets`.
    private var usesDevice: Bool
    private var resetsInARow = 0
    /// Tiles that the device could draw after larger ones had failed.
    private var deviceTile: TileSize?
    /// What the CPU draws the plan at hand in, where the device was to draw it.
    private var processorTile: TileSize?
    /// Bytes for surfaces and tiles, whatever draws.
    private var bytes: Int
    /// Cuts the plan that is being drawn.
    private var cropper: PlanCropper?
    /// Whether every tile is known to have room for them.
    private var isCertain: Bool
    /// Of those, what rows take that are on their way to a file.
    private var heldBytes = 0
    /// Threads of the CPU renderer, where there is no room for what all of them work with.
    private var threads = Int.max
    private var deadline: ContinuousClock.Instant?
    /// Whether it took too long: what was drawn is then not whole.
    private var isLate = false

    /// Whether the CPU takes over when the device fails in any way; otherwise only when it has too little memory or is too
    /// small.
    private let mayLeaveDevice: Bool
    private static let mostResets = 3

    /// - Parameters:
    ///   - bytes: for what the CPU draws after a device failed, and for tiles of which not all were looked at; `choose` changes
    ///     it.
    ///   - isCertain: whether every tile is known to have room.
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

    /// Draws a picture within some memory.
    ///
    /// - Parameters:
    ///   - wanted: the tiles to draw in; nil takes those that cost the least.
    ///   - limits: what it may take, the pictures that it shows among it.
    /// - Throws: `RenderError.needsMemory` when no tiles are small enough, `.slowInTiles` when those are too much work,
    ///   `.outOfMemory` when the system gives none, `.gpu`.
    package func draw(_ plan: RenderPlan, wanted: TileSize?, within limits: RenderLimits) throws(RenderError) -> Bitmap {
        try draw(plan, in: try tiles(of: plan, wanted: wanted, within: limits, keepsPicture: true))
    }

    /// Draws a picture within some memory from the top, some rows at a time, of which only those exist at a time.
    ///
    /// - Parameters:
    ///   - multiple: rows come in multiples of this, but for the last.
    ///   - each: called for every run of rows in order, with their straight RGBA bytes; returns false to end.
    package func draw<Failure: Error>(
        _ plan: RenderPlan, wanted: TileSize?, within limits: RenderLimits, inMultiplesOf multiple: Int,
        each: (Range<Int>, UnsafeMutableBufferPointer<UInt8>) throws(Failure) -> Bool
    ) throws(StripFailure<Failure>) {
        let size = try rethrowing(
            try tiles(of: plan, wanted: wanted, within: limits, keepsPicture: false, multiple: max(1, multiple)),
            as: StripFailure<Failure>.drawing)
        try draw(plan, in: size, inMultiplesOf: max(1, multiple), each: each)
    }

    /// Working memory that is kept from picture to picture.
    private static let mostIdle = 256 << 20
    /// Beyond so many bytes it takes longer to get memory than to draw some of the picture twice.
    private static let quickBytes = 1 << 30

    private func tiles(
        of plan: RenderPlan, wanted: TileSize?, within limits: RenderLimits, keepsPicture: Bool, multiple: Int = 1
    ) throws(RenderError) -> TileSize {
        let allowed = limits.pictureMemory
        let held =
            plan.images.reduce(keepsPicture ? 4 * plan.width * plan.height : 0) { $0 + $1.pixels.count } + plan.bytesOfSteps
        let left = max(0, allowed - held)
        var wanted = wanted
        if !keepsPicture, let height = wanted?.height {
            // Tiles may be as high as the picture: the rows that they are parts of take a quarter of what there is, or one multiple.
            wanted?.height = min(height, max(multiple, left / 4 / (8 * plan.width)))
        }
        let choice = choose(
            plan, wanted: wanted, in: left, quickly: Self.quickBytes, keepsPicture: keepsPicture, multiple: multiple)
        guard choice.bytes <= left else { throw .needsMemory(bytes: choice.bytes + held, allowed: allowed) }
        guard choice.work <= limits.workInNanoseconds || choice.size.isWhole(plan) else {
            throw .slowInTiles(work: choice.work, allowed: limits.workInNanoseconds, memory: allowed)
        }
        let idle = min(Self.mostIdle, left - choice.bytes)
        cpu.retainIdleMemory(atMost: idle)
        isShortOfMemory = allowed < 16 * plan.width * plan.height + held + idle
        // Asked for before it is taken: where an allocation fails, the process ends.
        let taken = choice.bytes + (keepsPicture ? 4 * plan.width * plan.height : 0)
        guard AddressSpace.hasRoom(for: taken) else { throw .outOfMemory(bytes: taken) }
        return choice.size
    }

    /// The tiles for what draws now; the CPU draws with no more threads than they have room for from now on.
    func choose(
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

    /// Gives back to the system what working memory is kept for the next picture, where the memory for a picture is short.
    package func freeIdleMemory() {
        if isShortOfMemory { cpu.retainIdleMemory(atMost: 0) }
    }

    // MARK: Drawing

    /// Draws a plan in tiles of a size.
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
        return try Bitmap(width: plan.width, height: plan.height) { (pixels) throws(RenderError) in
            guard let base = pixels.baseAddress else { return }
            let all = PixelRect(x: 0, y: 0, width: plan.width, height: plan.height)
            if isOnProcessor {
                try drawOnProcessor(plan, all, into: base, rowBytes: 4 * plan.width)
            } else {
                try draw(plan, all, in: size, into: base, rowBytes: 4 * plan.width)
            }
        }
    }

    /// Draws a plan in tiles of a size, unless that takes too long.
    ///
    /// - Parameter deadline: looked at before each tile, and on the CPU before each band of rows; nil draws however long it
    ///   takes.
    /// - Throws: `RenderError.late` where it was not drawn by then.
    package func draw(
        _ plan: RenderPlan, in size: TileSize, until deadline: ContinuousClock.Instant?
    ) throws(RenderError) -> Bitmap {
        self.deadline = deadline
        defer { self.deadline = nil }
        let bitmap = try draw(plan, in: size)
        if isLate { throw .late }
        return bitmap
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
        begin(plan)
        defer { cropper = nil }
        let height = size.rowsAtOnce(of: plan.height, multiple: multiple)
        heldBytes = 8 * plan.width * height
        let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 4 * plan.width * height)
        defer { memory.deallocate() }
        guard let base = memory.baseAddress else { return }
        for y in stride(from: 0, to: plan.height, by: height) {
            let strip = PixelRect(x: 0, y: y, width: plan.width, height: min(height, plan.height - y))
            try rethrowing(
                try draw(plan, strip, in: size, into: base, rowBytes: 4 * plan.width), as: StripFailure<Failure>.drawing)
            let rows = UnsafeMutableBufferPointer(rebasing: memory[..<(4 * plan.width * strip.height)])
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
        // Pictures that are shown stay whole in every tile.
        if usesDevice, let image = plan.images.first(where: { max($0.width, $0.height) > GPULimits.longestSide }) {
            leave(
                saying:
                    "a picture of \(image.width)×\(image.height) pixels is beyond the device's \(GPULimits.longestSide) a side."
            )
        }
    }

    /// A whole plan; nil where it is to be drawn in tiles.
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

    /// Draws a part, in tiles, to where its first pixel belongs.
    private func draw(
        _ plan: RenderPlan, _ area: PixelRect, in size: TileSize, into target: UnsafeMutablePointer<UInt8>, rowBytes: Int
    ) throws(RenderError) {
        let began = usesDevice
        for y in stride(from: 0, to: area.height, by: size.height) {
            let height = min(size.height, area.height - y)
            if began, !usesDevice {
                // What is left is drawn in the largest tiles that the CPU has room for.
                let rest = PixelRect(x: area.x, y: area.y + y, width: area.width, height: area.height - y)
                return try drawOnProcessor(plan, rest, into: target + y * rowBytes, rowBytes: rowBytes)
            }
            for x in stride(from: 0, to: area.width, by: size.width) {
                let tile = PixelRect(x: area.x + x, y: area.y + y, width: min(size.width, area.width - x), height: height)
                try draw(plan, tile, into: target + y * rowBytes + 4 * x, rowBytes: rowBytes)
                if isLate { return }
            }
        }
    }

    /// Draws a tile, on the device as far as it goes.
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

    /// Draws a part on the CPU, in tiles where it has no room for it as a whole.
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
                try drawTileOnProcessor(plan, tile, into: target + y * rowBytes + 4 * x, rowBytes: rowBytes)
            }
        }
    }

    /// Draws a tile on the CPU; cuts it where nobody has looked yet whether it has room.
    private func drawTileOnProcessor(
        _ plan: RenderPlan, _ tile: PixelRect, into target: UnsafeMutablePointer<UInt8>, rowBytes: Int
    ) throws(RenderError) {
        let (part, bounds) = cropped(plan, to: tile)
        let left = max(0, bytes - heldBytes)
        if !isCertain, case let needed = cpu.memoryEstimate(part, threads: threads) + 4 * part.width * part.height,
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

    /// The tiles of a plan that a device was to draw.
    private func sizeOnProcessor(_ plan: RenderPlan) throws(RenderError) -> TileSize {
        if let processorTile { return processorTile }
        let left = max(0, bytes - heldBytes)
        // A tile is copied from where it was drawn, even if it is all of the picture.
        let choice = TileChoice(plan, in: left, keepsPicture: true, copiesWhole: true, on: cpu)
        threads = choice.threads
        isCertain = choice.isCertain
        guard AddressSpace.hasRoom(for: choice.bytes) else { throw .outOfMemory(bytes: choice.bytes) }
        processorTile = choice.size
        return choice.size
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

    // MARK: Devices that fail

    /// Decides what to do after the device failed on a tile: smaller ones, or the CPU, for this one or for all that are left.
    ///
    /// - Returns: whether smaller tiles are to be tried.
    /// - Throws: the error, when neither helps.
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
        case .noDevice, .deviceNotFound, .badSelector, .shaderFiles, .compileFailed, .parametersDiffer, .driver, .noThread:
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

/// Why a picture that was drawn in strips is not whole.
public enum StripFailure<Failure: Error>: Error {
    case drawing(RenderError)
    /// What took the rows threw.
    case taking(Failure)
}
