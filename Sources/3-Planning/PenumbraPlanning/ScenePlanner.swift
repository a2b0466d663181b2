import PenumbraBitmap
import PenumbraGeometry
import PenumbraPlan
import PenumbraScene
import PenumbraSystem

/// Turns scenes into plans. Transforms, order, groups and opacity become device pixels, and each effect adds its passes.
public struct ScenePlanner {
    /// The longest side, in pixels, of any surface except the picture itself. In units of 1/32768 pixel, the right side of a
    /// mask must fit in 32 bits.
    public static let largestSide = 65_535

    /// The most pixels of any surface. Surfaces that don't fit in memory are drawn in tiles.
    public static let largestPixelCount = 1 << 31

    /// The most pieces of outlines, one per row of pixels that an edge crosses. They take up to 800 MB.
    package static let mostStrips = 50_000_000

    var plan: RenderPlan
    /// The pixels of the plane that is painted instead of the canvas, for layers in space.
    var planeBounds: PixelRect?
    /// The pieces of outlines so far.
    var strips = 0
    var bytesOfCoverage = 0
    /// The number of passes whose work was counted, and the sum of their work.
    var countedPasses = 0
    var countedWork = 0
    /// The tables of these passes, which share some of them, and the tables' size.
    var countedTables: Set<ObjectIdentifier> = []
    var bytesOfTables = 0
    /// Counts the work of planning and of the planned passes.
    let work: WorkMeter
    let images: [ImageSource: Bitmap]
    let texts: [TextPlacement: TextOutline]
    let outlines: OutlineCache?
    /// The colour space of the canvas, which all colours are converted to.
    let colorSpace: ColorSpace
    /// The pictures of the plan, by the identity of their bitmaps.
    var imageIDs: [ObjectIdentifier: ImageID] = [:]
    /// The tables of functions of channels so far.
    var channelTables: [FilterGraph.TransferFunction: ChannelTable] = [:]
    /// The pictures of 16 bits per channel, by the identity of their bitmaps.
    var deepPictures: [ObjectIdentifier: DeepPicture] = [:]
    /// Surfaces on which every pixel is opaque.
    var opaqueSurfaces: Set<SurfaceID> = []
    /// The surfaces that were read when half painted, each with the surface that continues it.
    var successors: [SurfaceID: SurfaceID] = [:]

    /// Plans `scene`.
    ///
    /// - Parameters:
    ///   - scene: the scene to plan.
    ///   - images: the decoded picture of every image layer that is not hidden.
    ///   - texts: the outline of every text layer that is not hidden. Text layers without an outline paint nothing.
    ///   - outlines: the tessellated outlines of other scenes. They don't change the plan.
    ///   - limits: the largest picture, including pictures that fit their content. Checked before any surface is planned.
    ///   - memory: the most bytes of the plan and of the layers that are being planned, without the pixels of surfaces.
    ///   - work: the most nanoseconds of one core for planning and drawing together. The time is estimated from the scene, not
    ///     measured.
    /// - Throws: `PlanningError` if the scene cannot be planned or exceeds a limit.
    public static func plan(
        _ scene: Scene, images: [ImageSource: Bitmap] = [:], texts: [TextPlacement: TextOutline] = [:],
        outlines: OutlineCache? = nil, limits: CanvasLimits = .default, memory: Int = .max, work: Int = .max
    ) throws(PlanningError) -> RenderPlan {
        var planner = ScenePlanner(
            plan: RenderPlan(width: 1, height: 1), images: images, texts: texts, outlines: outlines,
            colorSpace: scene.canvas.colorSpace, work: WorkMeter(most: work, bytes: memory))
        return try onDeepStack(for: scene) { () throws(PlanningError) in try planner.planned(scene, limits) }
    }

    /// Runs `body`, which goes through a scene's layers recursively, on a stack that is large enough.
    static func onDeepStack<Value>(
        for scene: Scene, _ body: () throws(PlanningError) -> Value
    ) throws(PlanningError) -> Value {
        guard scene.layers.contains(where: { $0.isDeeper(than: depthOnAnyStack) }) else { return try body() }
        guard let value = try LargeStack.run(body) else { throw .noThread }
        return value
    }

    /// The nesting that fits on the smallest stacks of programs, 512 KiB, with room to spare.
    private static let depthOnAnyStack = 4

    private mutating func planned(_ scene: Scene, _ limits: CanvasLimits) throws(PlanningError) -> RenderPlan {
        var space = LayerSpace(canvasOf: scene)
        var frame = PixelRect(
            x: 0, y: 0, width: Self.pixels(scene.canvas.size.width * scene.canvas.scale),
            height: Self.pixels(scene.canvas.size.height * scene.canvas.scale))
        if scene.canvas.fitsContent {
            frame = content(of: scene, in: space)
            // Without this error, a canvas that leaves out a stroke would hide the failure.
            if let failure = work.strokeFailure ?? work.layerFailure { throw failure }
        }
        let (width, height) = (frame.width, frame.height)
        if limits.refusal(width: Double(width), height: Double(height)) != nil {
            throw .canvasTooLarge(width: width, height: height, limits: limits)
        }
        plan = RenderPlan(width: width, height: height)
        plan.depth = scene.canvas.depth
        let canvas = PaintTarget(surface: plan.canvas, bounds: PixelRect(x: 0, y: 0, width: width, height: height))
        try paintBackground(scene.canvas, onto: canvas)
        space.toDevice = space.toDevice.concatenating(.translation(-Double(frame.x), -Double(frame.y)))
        var run = InstanceRun()
        for index in scene.layers.backToFront {
            work.freeLayers()
            guard let prepared = prepare(scene.layers[index], in: space, place: "layers[\(index)]") else { continue }
            try work.check(0, prepared.place)
            try paint(prepared, in: &run, onto: canvas)
        }
        try finish(&run, onto: canvas)
        plan.canvas = live(canvas.surface)
        if scene.canvas.dither, plan.depth == .eight {
            let dithered = try addSurface(.color, canvas.bounds, "dithered canvas")
            plan.passes.append(.dither(source: plan.canvas, target: dithered))
            plan.canvas = dithered
        }
        var result = plan.removingCopies().removingHiddenFills()
        result.workOfPlanning = work.spent
        try work.spend(on: result)
        return result
    }

    private mutating func paintBackground(_ canvas: Canvas, onto target: PaintTarget) throws(PlanningError) {
        var color = PremultipliedColor.clear
        if case .color(let background)? = canvas.background { color = PremultipliedColor(background, in: colorSpace) }
        clear(target.surface, to: color)
        if case .gradient? = canvas.background {
            // The picture's size in points.
            let bounds = target.bounds.rect.transformed(by: .scale(1 / canvas.scale, 1 / canvas.scale))
            let space = LayerSpace(toDevice: .scale(canvas.scale, canvas.scale), bounds: bounds)
            let layer = Layer(name: "background", backgroundColor: canvas.background)
            if let prepared = prepare(layer, in: space, place: "canvas") { try paint(prepared, onto: target) }
        }
        // Painting over opaque pixels leaves them opaque.
        if canvas.background?.isOpaque ?? false { opaqueSurfaces.insert(target.surface) }
    }

    /// The device pixels of a canvas that grows to hold everything its layers paint: the union of its own size and the content.
    /// At least one pixel.
    package func content(of scene: Scene, in space: LayerSpace) -> PixelRect {
        var result = Rect.zero
        for index in scene.layers.backToFront {
            work.freeLayers()
            let place = "layers[\(index)]"
            guard let layer = prepare(scene.layers[index], in: space, place: place),
                work.count(layer.workOfContent, place)
            else { continue }
            result = result.union(layer.content(over: result))
        }
        let pixels = PixelRect(covering: result, slack: 1e-6)
        let own = PixelRect(covering: space.bounds.transformed(by: space.toDevice), slack: 1e-6)
        let all = own.isEmpty ? pixels : pixels.union(own)
        return all.isEmpty ? PixelRect(x: 0, y: 0, width: 1, height: 1) : all
    }

    /// A length in pixels, rounded to the nearest whole number and at least 1.
    private static func pixels(_ length: Double) -> Int {
        Int(max(1, min(1e9, length.isNaN ? 1 : length.rounded())))
    }

    /// Creates a planner for a picture without layers.
    package init(width: Int, height: Int, images: [ImageSource: Bitmap] = [:], texts: [TextPlacement: TextOutline] = [:]) {
        self.init(
            plan: RenderPlan(width: width, height: height), images: images, texts: texts, outlines: nil,
            work: WorkMeter(most: .max, bytes: .max))
    }

    private init(
        plan: RenderPlan, images: [ImageSource: Bitmap], texts: [TextPlacement: TextOutline], outlines: OutlineCache?,
        colorSpace: ColorSpace = .srgb, work: WorkMeter
    ) {
        self.colorSpace = colorSpace
        self.work = work
        self.outlines = outlines
        self.plan = plan
        self.images = images
        self.texts = texts
    }
}
