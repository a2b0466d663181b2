import PenumbraBitmap
import PenumbraCPU
import PenumbraGPU
import PenumbraGeometry
import PenumbraPlan
import PenumbraSystem

/// Draws plans whole or in tiles, on a GPU as far as possible and on the processor otherwise.
///
/// `DrawingChoice` chooses the tiles, and `DeviceFallback` decides how drawing goes on after a GPU failed. The bytes are the
/// same in every case.
/// Only one thread at a time may use an instance.
package final class TiledDrawing {
    private let cpu: CPURenderer
    /// Chooses between the GPU and the processor. Nil if the GPU draws all it can.
    private let model: DeviceModel?
    /// The expected time of the current plan, if it decided who draws.
    package private(set) var estimate: DeviceModel.Estimate?
    private var fallback: DeviceFallback
    /// How the current plan is drawn on the processor. Nil if there is no limit of memory.
    private var choice: DrawingChoice?
    /// How the processor draws the current plan after the GPU failed.
    private var choiceAfterFailure: DrawingChoice?
    /// The bytes that drawing may take on the processor after a GPU failed.
    private var bytes: Int
    /// True when the picture drawn last leaves little memory for anything but itself and its output.
    private var isShortOfMemory = false
    /// Cuts the current plan into tiles.
    private var cropper: PlanCropper?
    /// The bytes of rows on their way to a file.
    private var heldBytes = 0
    private var deadline: ContinuousClock.Instant?
    /// True when drawing passed the deadline. The picture is then incomplete.
    private var isLate = false

    /// - Parameters:
    ///   - mayLeaveDevice: true lets the processor take over after any failure of the GPU. Otherwise it takes over only when
    ///     the GPU is too small or has too little memory.
    ///   - model: chooses between the GPU and the processor. Nil if the GPU draws all it can.
    ///   - bytes: the memory for drawing on the processor after a GPU failed. `choose` changes it.
    package init(
        gpu: GPURenderer?, cpu: CPURenderer, mayLeaveDevice: Bool, model: DeviceModel? = nil, bytes: Int = 1 << 30
    ) {
        (self.cpu, self.model) = (cpu, model)
        self.bytes = bytes
        fallback = DeviceFallback(gpu, mayLeave: mayLeaveDevice)
    }

    /// One line for each deviation from the request.
    package var notices: [String] { fallback.notices }
    /// True when the processor drew a part that the device could not draw.
    package var hasLeftDevice: Bool { fallback.hasLeft }

    // MARK: Within a limit of memory

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
        of plan: RenderPlan, wanted: TileSize?, within limits: RenderLimits, keepsPicture: Bool, multiple: Int = 1,
        bytesDown: Int? = nil
    ) throws(RenderError) -> TileSize {
        var needs = DrawingChoice.Needs()
        (needs.tile, needs.keepsPicture, needs.multiple) = (wanted, keepsPicture, multiple)
        needs.besides = plan.bytesOfPictures
        needs.quickBytes = Self.quickBytes
        let choice = choose(plan, within: limits.pictureMemory, needs, bytesDown: bytesDown)
        try choice.check(plan, limits)
        let idle = min(Self.mostIdle, choice.allowed - choice.bytes)
        cpu.retainIdleMemory(atMost: idle)
        isShortOfMemory = choice.allowed < 4 * plan.pictureBytes + choice.bytes - choice.drawingBytes + idle
        // Check before allocating, because a failed allocation ends the process.
        let taken = choice.tileBytes + (keepsPicture ? plan.pictureBytes : 0)
        guard AddressSpace.hasRoom(for: taken) else { throw .outOfMemory(bytes: taken) }
        return choice.tile
    }

    /// Chooses how to draw a plan.
    ///
    /// - Parameter bytesDown: the bytes that come back from a GPU. Nil means those of a bitmap.
    package func choose(
        _ plan: RenderPlan, within bytes: Int, _ needs: DrawingChoice.Needs = DrawingChoice.Needs(), bytesDown: Int? = nil
    ) -> DrawingChoice {
        estimate = model?.estimate(plan, bytesDown: bytesDown)
        fallback.isDeclined = estimate.map { !$0.prefersDevice } ?? false
        let choice = DrawingChoice(plan, within: bytes, on: fallback.next.map { .gpu($0) } ?? .cpu(cpu), needs)
        use(choice)
        return choice
    }

    /// Draws on the processor as chosen.
    package func use(_ choice: DrawingChoice) {
        self.choice = choice
        bytes = choice.room
    }

    /// Returns the working memory kept for the next picture to the system, if memory for a picture is short.
    package func freeIdleMemory() {
        if isShortOfMemory { cpu.retainIdleMemory(atMost: 0) }
    }

    // MARK: Drawing

    /// Draws a plan in tiles of a given size.
    package func draw(_ plan: RenderPlan, in size: TileSize) throws(RenderError) -> Bitmap {
        try draw(plan, in: size, as: PixelForm())
    }

    /// Draws a plan within a memory limit, in a form of frames.
    package func draw<Form: FrameForm>(
        _ plan: RenderPlan, within limits: RenderLimits, as form: Form
    ) throws(RenderError) -> Form.Picture {
        let size = try tiles(
            of: plan, wanted: nil, within: limits, keepsPicture: true, bytesDown: form.bytes(of: plan))
        return try draw(plan, in: size, as: form)
    }

    private func draw<Form: FrameForm>(
        _ plan: RenderPlan, in size: TileSize, as form: Form
    ) throws(RenderError) -> Form.Picture {
        begin(plan)
        defer { cropper = nil }
        var isOnProcessor = !fallback.usesDevice && fallback.isWanted
        if size.isWhole(plan) {
            do {
                if let picture = try drawAtOnce(plan, as: form) { return picture }
            } catch {
                isOnProcessor = try !fallback.retreat(from: error, width: plan.width, height: plan.height)
            }
        }
        return try form.picture(
            try Bitmap(width: plan.width, height: plan.height, depth: plan.depth) { (pixels) throws(RenderError) in
                guard let base = pixels.baseAddress else { return }
                let all = PixelRect(x: 0, y: 0, width: plan.width, height: plan.height)
                if isOnProcessor {
                    try drawOnProcessor(plan, all, into: base, rowBytes: plan.rowBytes)
                } else {
                    try draw(plan, all, in: size, into: base, rowBytes: plan.rowBytes)
                }
            })
    }

    /// Draws a plan in tiles of a given size, until a deadline.
    ///
    /// - Parameter deadline: checked before each tile, and on the processor before each band of rows. Nil sets no limit.
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

    private func begin(_ plan: RenderPlan) {
        choiceAfterFailure = nil
        isLate = false
        heldBytes = 0
        fallback.begin(plan)
    }

    private func cropped(_ plan: RenderPlan, to tile: PixelRect) -> (plan: RenderPlan, part: PixelRect) {
        let cropper = self.cropper ?? PlanCropper(plan)
        self.cropper = cropper
        return cropper.cropped(to: tile)
    }

    /// Draws a whole plan at once. Nil when the plan must be drawn in tiles.
    private func drawAtOnce<Form: FrameForm>(_ plan: RenderPlan, as form: Form) throws(RenderError) -> Form.Picture? {
        guard fallback.isWanted else {
            let threads = choice?.threads ?? .max
            guard let bitmap = try execute(plan, choice?.takeAnalysis(of: plan), threads: threads) else { return nil }
            return try form.picture(bitmap)
        }
        guard fallback.usesDevice, !fallback.mustCut(width: plan.width, height: plan.height) else { return nil }
        return try form.draw(plan, on: &fallback)
    }

    /// Draws a plan on the processor. Nil after the deadline.
    private func execute(
        _ plan: RenderPlan, _ analysis: PlanAnalysis? = nil, threads: Int
    ) throws(RenderError) -> Bitmap? {
        let bitmap = try rethrowing(
            try cpu.execute(plan, analysis, until: deadline, threads: threads), as: RenderError.invalidPlan)
        if bitmap == nil { isLate = true }
        return bitmap
    }

    /// Draws a part of the picture in tiles, starting where its first pixel belongs.
    private func draw(
        _ plan: RenderPlan, _ area: PixelRect, in size: TileSize, into target: UnsafeMutablePointer<UInt8>, rowBytes: Int
    ) throws(RenderError) {
        let began = fallback.usesDevice
        for y in stride(from: 0, to: area.height, by: size.height) {
            let height = min(size.height, area.height - y)
            if began, !fallback.usesDevice {
                // The processor draws the rest in the largest tiles that fit in memory.
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
        guard fallback.usesDevice else { return try drawOnProcessor(plan, tile, into: target, rowBytes: rowBytes) }
        if let smaller = fallback.tile, fallback.mustCut(width: tile.width, height: tile.height) {
            return try draw(plan, tile, in: smaller, into: target, rowBytes: rowBytes)
        }
        let (part, bounds) = cropped(plan, to: tile)
        do {
            if let bitmap = try fallback.draw(part) { copy(bitmap, bounds, tile, to: target, rowBytes: rowBytes) }
        } catch {
            let isCut = try fallback.retreat(from: error, width: tile.width, height: tile.height)
            if isCut { return try draw(plan, tile, into: target, rowBytes: rowBytes) }
            try drawOnProcessor(plan, tile, into: target, rowBytes: rowBytes)
        }
    }

    // MARK: The processor

    /// Draws a part of the picture on the processor, in tiles if the part doesn't fit in memory.
    private func drawOnProcessor(
        _ plan: RenderPlan, _ area: PixelRect, into target: UnsafeMutablePointer<UInt8>, rowBytes: Int
    ) throws(RenderError) {
        guard fallback.isWanted else {
            return try drawTileOnProcessor(plan, area, choice, into: target, rowBytes: rowBytes)
        }
        let choice = try choiceAfterFailure(plan)
        try drawOnProcessor(plan, area, in: choice.tile, choice, into: target, rowBytes: rowBytes)
    }

    private func drawOnProcessor(
        _ plan: RenderPlan, _ area: PixelRect, in size: TileSize, _ choice: DrawingChoice?,
        into target: UnsafeMutablePointer<UInt8>, rowBytes: Int
    ) throws(RenderError) {
        for y in stride(from: 0, to: area.height, by: size.height) {
            for x in stride(from: 0, to: area.width, by: size.width) where !isLate {
                let tile = PixelRect(
                    x: area.x + x, y: area.y + y, width: min(size.width, area.width - x),
                    height: min(size.height, area.height - y))
                try drawTileOnProcessor(
                    plan, tile, choice, into: target + y * rowBytes + plan.depth.bytesPerPixel * x, rowBytes: rowBytes)
            }
        }
    }

    /// Draws a tile on the processor. A tile that wasn't checked yet is cut if it doesn't fit in memory.
    private func drawTileOnProcessor(
        _ plan: RenderPlan, _ tile: PixelRect, _ choice: DrawingChoice?, into target: UnsafeMutablePointer<UInt8>, rowBytes: Int
    ) throws(RenderError) {
        let (part, bounds) = cropped(plan, to: tile)
        let threads = choice?.threads ?? .max
        let left = max(0, bytes - heldBytes)
        if choice?.isCertain == false, case let needed = cpu.memoryEstimate(part, threads: threads) + part.pictureBytes,
            needed > left
        {
            guard let smaller = TileSize(width: tile.width, height: tile.height).halved else {
                throw .needsMemory(bytes: needed, allowed: left)
            }
            return try drawOnProcessor(plan, tile, in: smaller, choice, into: target, rowBytes: rowBytes)
        }
        guard let bitmap = try execute(part, threads: threads) else { return }
        copy(bitmap, bounds, tile, to: target, rowBytes: rowBytes)
    }

    /// How the processor draws a plan that a device was supposed to draw.
    private func choiceAfterFailure(_ plan: RenderPlan) throws(RenderError) -> DrawingChoice {
        if let choiceAfterFailure { return choiceAfterFailure }
        var needs = DrawingChoice.Needs()
        // Every tile is copied from its own bitmap, even if it is the whole picture.
        needs.copiesWhole = true
        let held = plan.pictureBytes + plan.bytesOfSteps + plan.bytesOfTables
        let choice = DrawingChoice(plan, within: max(0, bytes - heldBytes) + held, on: .cpu(cpu), needs)
        guard AddressSpace.hasRoom(for: choice.tileBytes) else { throw .outOfMemory(bytes: choice.tileBytes) }
        choiceAfterFailure = choice
        return choice
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
}
