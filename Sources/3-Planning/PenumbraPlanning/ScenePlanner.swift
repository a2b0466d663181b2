import PenumbraBitmap
import PenumbraGeometry
import PenumbraPlan
import PenumbraScene
import PenumbraSystem

/// Turns scenes into plans: transforms, order, groups and opacity become device pixels, each effect writes its passes.
public struct ScenePlanner {
    /// The longest side, in pixels, of any surface besides the picture itself: in 1/32768 pixel, the right side of a mask is
    /// the largest number of 32 bits.
    public static let largestSide = 65_535

    /// The most pixels of any surface. What has no room in memory is drawn in tiles.
    public static let largestPixelCount = 1 << 31

    /// The most pieces of outlines, one for each row of pixels that an edge crosses: 800 MB of them.
    static let mostStrips = 50_000_000

    var plan: RenderPlan
    /// Pieces of outlines so far.
    var strips = 0
    /// Passes whose work was looked at, and their work.
    var countedPasses = 0
    var countedWork = 0
    /// Bytes that the plan itself may take.
    let mostBytes: Int
    /// Counts the work of planning and of the passes planned.
    let work: WorkMeter
    let images: [ImageSource: Bitmap]
    let texts: [TextPlacement: Path]
    let outlines: OutlineCache?
    var imageIDs: [ImageSource: ImageID] = [:]
    /// Surfaces whose every pixel is opaque.
    var opaqueSurfaces: Set<SurfaceID> = []
    /// Surfaces that were read when they were half painted, and those that carry on in their place.
    var successors: [SurfaceID: SurfaceID] = [:]

    /// Plans `scene`.
    ///
    /// - Parameters:
    ///   - images: the decoded picture of every image layer that is not hidden.
    ///   - texts: the outline of every text layer that is not hidden; others paint nothing.
    ///   - outlines: what was tessellated for other scenes; the plan is the same with and without.
    ///   - limits: how large the picture may be, one that fits its content among them; looked at before any surface is planned.
    ///   - memory: bytes that the plan itself may take, its surfaces' pixels not counted.
    ///   - work: nanoseconds of one core that planning and drawing may take together, as they are told from what is asked for.
    public static func plan(
        _ scene: Scene, images: [ImageSource: Bitmap] = [:], texts: [TextPlacement: Path] = [:],
        outlines: OutlineCache? = nil, limits: CanvasLimits = .default, memory: Int = .max, work: Int = .max
    ) throws(PlanningError) -> RenderPlan {
        var planner = ScenePlanner(
            plan: RenderPlan(width: 1, height: 1), images: images, texts: texts, outlines: outlines, mostBytes: memory,
            work: WorkMeter(most: work, bytes: memory))
        // Layers inside each other are painted inside each other's frames on the stack.
        guard scene.layers.contains(where: { $0.isDeeper(than: depthOnAnyStack) }) else {
            return try planner.planned(scene, limits)
        }
        guard let plan = try LargeStack.run({ () throws(PlanningError) in try planner.planned(scene, limits) }) else {
            throw .noThread
        }
        return plan
    }

    /// The smallest stacks that programs have, 512 KiB, hold so many layers inside each other and more.
    private static let depthOnAnyStack = 4

    private mutating func planned(_ scene: Scene, _ limits: CanvasLimits) throws(PlanningError) -> RenderPlan {
        var space = LayerSpace(
            toDevice: .scale(scene.canvas.scale, scene.canvas.scale),
            bounds: Rect(origin: .zero, size: scene.canvas.size), light: scene.light.offset)
        var frame = PixelRect(
            x: 0, y: 0, width: Self.pixels(scene.canvas.size.width * scene.canvas.scale),
            height: Self.pixels(scene.canvas.size.height * scene.canvas.scale))
        if scene.canvas.fitsContent {
            frame = content(of: scene, in: space)
            // A canvas that leaves out a stroke would hide the error.
            if let failure = work.strokeFailure { throw failure }
        }
        let (width, height) = (frame.width, frame.height)
        if limits.refusal(width: Double(width), height: Double(height)) != nil {
            throw .canvasTooLarge(width: width, height: height, limits: limits)
        }
        plan = RenderPlan(width: width, height: height)
        let canvas = PaintTarget(surface: plan.canvas, bounds: PixelRect(x: 0, y: 0, width: width, height: height))
        let background = scene.canvas.background.map(PremultipliedColor.init) ?? .clear
        clear(canvas.surface, to: background)
        // Painting over what is opaque leaves it opaque.
        if background.isOpaque { opaqueSurfaces.insert(canvas.surface) }
        space.toDevice = space.toDevice.concatenating(.translation(-Double(frame.x), -Double(frame.y)))
        for (index, layer) in scene.layers.backToFront {
            guard let prepared = prepare(layer, in: space, place: "layers[\(index)]") else { continue }
            try paint(prepared, onto: canvas)
        }
        plan.canvas = live(canvas.surface)
        if scene.canvas.dither {
            let dithered = try addSurface(.color, canvas.bounds, "dithered canvas")
            plan.passes.append(.dither(source: plan.canvas, target: dithered))
            plan.canvas = dithered
        }
        let result = plan.removingCopies().removingHiddenFills()
        try work.spend(on: result)
        return result
    }

    /// The device pixels of a canvas that grows to hold what its layers paint: its own size and the content's, at least one
    /// pixel.
    func content(of scene: Scene, in space: LayerSpace) -> PixelRect {
        var result = Rect.zero
        for (index, layer) in scene.layers.backToFront {
            result = result.union(prepare(layer, in: space, place: "layers[\(index)]")?.content(over: result) ?? .zero)
        }
        let pixels = PixelRect(covering: result, slack: 1e-6)
        let own = PixelRect(covering: space.bounds.transformed(by: space.toDevice), slack: 1e-6)
        let all = own.isEmpty ? pixels : pixels.union(own)
        return all.isEmpty ? PixelRect(x: 0, y: 0, width: 1, height: 1) : all
    }

    /// A length in pixels as a whole number, to nearest, at least 1.
    private static func pixels(_ length: Double) -> Int {
        Int(max(1, min(1e9, length.isNaN ? 1 : length.rounded())))
    }

    /// A planner of a picture without layers.
    init(width: Int, height: Int, images: [ImageSource: Bitmap] = [:], texts: [TextPlacement: Path] = [:]) {
        self.init(
            plan: RenderPlan(width: width, height: height), images: images, texts: texts, outlines: nil, mostBytes: .max,
            work: WorkMeter(most: .max, bytes: .max))
    }

    private init(
        plan: RenderPlan, images: [ImageSource: Bitmap], texts: [TextPlacement: Path], outlines: OutlineCache?, mostBytes: Int,
        work: WorkMeter
    ) {
        self.work = work
        self.mostBytes = mostBytes
        self.outlines = outlines
        self.plan = plan
        self.images = images
        self.texts = texts
    }
}
