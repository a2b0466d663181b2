import PenumbraBitmap
import PenumbraGeometry
import PenumbraPlan
import PenumbraScene
import PenumbraSystem
import PenumbraTessellation

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
    /// Bytes that the plan itself may take.
    private let mostBytes: Int
    let images: [ImageSource: Bitmap]
    let texts: [TextPlacement: Path]
    let outlines: OutlineCache?
    private var imageIDs: [ImageSource: ImageID] = [:]
    /// Surfaces whose every pixel is opaque.
    private(set) var opaqueSurfaces: Set<SurfaceID> = []
    /// Surfaces that were read when they were half painted, and those that carry on in their place.
    private var successors: [SurfaceID: SurfaceID] = [:]

    /// Plans `scene`.
    ///
    /// - Parameters:
    ///   - images: the decoded picture of every image layer that is not hidden.
    ///   - texts: the outline of every text layer that is not hidden; others paint nothing.
    ///   - outlines: what was tessellated for other scenes; the plan is the same with and without.
    ///   - limits: how large the picture may be, one that fits its content among them; looked at before any surface is planned.
    ///   - memory: bytes that the plan itself may take, its surfaces' pixels not counted.
    public static func plan(
        _ scene: Scene, images: [ImageSource: Bitmap] = [:], texts: [TextPlacement: Path] = [:],
        outlines: OutlineCache? = nil, limits: CanvasLimits = .default, memory: Int = .max
    ) throws(PlanningError) -> RenderPlan {
        let space = LayerSpace(
            toDevice: .scale(scene.canvas.scale, scene.canvas.scale),
            bounds: Rect(origin: .zero, size: scene.canvas.size), light: scene.light.offset)
        var frame = PixelRect(
            x: 0, y: 0, width: pixels(scene.canvas.size.width * scene.canvas.scale),
            height: pixels(scene.canvas.size.height * scene.canvas.scale))
        if scene.canvas.fitsContent {
            let measuring = ScenePlanner(
                plan: RenderPlan(width: 1, height: 1), images: images, texts: texts, outlines: outlines, mostBytes: memory)
            frame = measuring.content(of: scene, in: space)
        }
        let (width, height) = (frame.width, frame.height)
        if limits.refusal(width: Double(width), height: Double(height)) != nil {
            throw .canvasTooLarge(width: width, height: height, limits: limits)
        }
        var planner = ScenePlanner(
            plan: RenderPlan(width: width, height: height), images: images, texts: texts, outlines: outlines, mostBytes: memory)
        let canvas = PaintTarget(
            surface: planner.plan.canvas, bounds: PixelRect(x: 0, y: 0, width: width, height: height))
        let background = scene.canvas.background.map(PremultipliedColor.init) ?? .clear
        planner.plan.passes.append(.clear(target: canvas.surface, color: background))
        // Painting over what is opaque leaves it opaque.
        if background.isOpaque { planner.opaqueSurfaces.insert(canvas.surface) }
        var moved = space
        moved.toDevice = space.toDevice.concatenating(.translation(-Double(frame.x), -Double(frame.y)))
        try planner.paint(scene.layers, in: moved, onto: canvas)
        planner.plan.canvas = planner.live(canvas.surface)
        if scene.canvas.dither {
            let dithered = try planner.addSurface(.color, canvas.bounds, "dithered canvas")
            planner.plan.passes.append(.dither(source: planner.plan.canvas, target: dithered))
            planner.plan.canvas = dithered
        }
        return planner.plan.removingCopies().removingHiddenFills()
    }

    private mutating func paint(_ layers: [Layer], in space: LayerSpace, onto canvas: PaintTarget) throws(PlanningError) {
        // Layers inside each other are painted inside each other's frames on the stack.
        let isDeep = layers.contains { $0.isDeeper(than: Self.depthOnAnyStack) }
        guard isDeep else {
            for (index, layer) in layers.enumerated() { try paint(layer, in: space, onto: canvas, place: "layers[\(index)]") }
            return
        }
        var planner = self
        let painted: Void? = try LargeStack.run { () throws(PlanningError) in
            for (index, layer) in layers.enumerated() {
                try planner.paint(layer, in: space, onto: canvas, place: "layers[\(index)]")
            }
        }
        guard painted != nil else { throw .noThread }
        self = planner
    }

    /// The smallest stacks that programs have, 512 KiB, hold so many layers inside each other and more.
    private static let depthOnAnyStack = 4

    /// A length in pixels as a whole number, to nearest, at least 1.
    private static func pixels(_ length: Double) -> Int {
        Int(max(1, min(1e9, length.isNaN ? 1 : length.rounded())))
    }

    private static func fits(_ width: Int, _ height: Int) -> Bool {
        width <= largestSide && height <= largestSide && width * height <= largestPixelCount
    }

    mutating func imageID(of source: ImageSource, _ bitmap: Bitmap) -> ImageID {
        if let id = imageIDs[source] { return id }
        let id = ImageID(index: plan.images.count)
        plan.images.append(bitmap)
        imageIDs[source] = id
        return id
    }

    /// A new surface for the device pixels of `bounds`, which must not be empty.
    mutating func addSurface(
        _ format: Surface.Format, _ bounds: PixelRect, _ label: String
    ) throws(PlanningError) -> SurfaceID {
        guard Self.fits(bounds.width, bounds.height) else {
            throw .surfaceTooLarge(layer: label, width: bounds.width, height: bounds.height)
        }
        try checkSize(label)
        return plan.addSurface(Surface(format: format, width: bounds.width, height: bounds.height, label: label))
    }

    /// Throws where the plan has become too large.
    func checkSize(_ label: String) throws(PlanningError) {
        let bytes = Self.bytesOfStep * (plan.passes.count + plan.surfaces.count) + MemoryLayout<Coverage.Strip>.stride * strips
        if bytes > mostBytes { throw .planTooLarge(layer: label, bytes: bytes, allowed: mostBytes) }
    }

    /// What a pass or a surface takes, with what renderers note about it: a scene of 30,000 blurred layers with shadows takes
    /// 1,100.
    private static let bytesOfStep = 1200

    /// The surface that is painted on where `id` was asked for.
    func live(_ id: SurfaceID) -> SurfaceID {
        var result = id
        while let next = successors[result] { result = next }
        return result
    }

    /// Adds a composite onto the live surface of its target.
    mutating func emit(_ composite: Composite) {
        var composite = composite
        composite.target = live(composite.target)
        if case .surface(let id, let dx, let dy) = composite.source { composite.source = .surface(live(id), dx: dx, dy: dy) }
        guard !composite.region.isEmpty else { return }
        plan.passes.append(.composite(composite))
    }

    /// Lets painting on `target` carry on in a copy, since no surface changes once it has been read. Returns the one to read.
    mutating func readHalfPainted(_ target: PaintTarget) throws(PlanningError) -> SurfaceID {
        let old = live(target.surface)
        let copy = try addSurface(.color, target.bounds, plan[old].label)
        plan.passes.append(.clear(target: copy, color: .clear))
        plan.passes.append(
            .composite(
                Composite(
                    target: copy, region: target.local(target.bounds), source: .surface(old, dx: 0, dy: 0))))
        successors[old] = copy
        inheritOpacity(of: old, copy)
        return old
    }

    /// Notes that `copy` began as a copy of `original`.
    mutating func inheritOpacity(of original: SurfaceID, _ copy: SurfaceID) {
        if opaqueSurfaces.contains(original) { opaqueSurfaces.insert(copy) }
    }

    /// A planner of a picture without layers.
    init(width: Int, height: Int, images: [ImageSource: Bitmap] = [:], texts: [TextPlacement: Path] = [:]) {
        self.init(plan: RenderPlan(width: width, height: height), images: images, texts: texts, outlines: nil, mostBytes: .max)
    }

    private init(
        plan: RenderPlan, images: [ImageSource: Bitmap], texts: [TextPlacement: Path], outlines: OutlineCache?, mostBytes: Int
    ) {
        self.mostBytes = mostBytes
        self.outlines = outlines
        self.plan = plan
        self.images = images
        self.texts = texts
    }
}

/// A colour surface being painted, and the device pixels it holds.
struct PaintTarget {
    var surface: SurfaceID
    /// Where the surface lies in device pixels; its pixel (0, 0) is `bounds`' top left.
    var bounds: PixelRect
    /// The part that may be painted.
    var clip: PixelRect

    init(surface: SurfaceID, bounds: PixelRect) {
        self.surface = surface
        self.bounds = bounds
        clip = bounds
    }

    /// Device pixels in the surface's own coordinates.
    func local(_ pixels: PixelRect) -> PixelRect { pixels.offset(x: -bounds.x, y: -bounds.y) }

    func clipped(to rect: PixelRect) -> PaintTarget {
        var result = self
        result.clip = clip.intersection(rect)
        return result
    }
}

/// The coordinates a layer's frame is given in: how they lie on the device, and the parent's bounds.
struct LayerSpace {
    var toDevice: AffineTransform
    var bounds: Rect
    /// Where the shadow falls of what stands one point off the page, in points of the canvas.
    var light = Light().offset
}

extension PremultipliedColor {
    init(_ color: Color) {
        self.init(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
    }
}
