import PenumbraBitmap
import PenumbraGeometry
import PenumbraPlan
import PenumbraScene
import PenumbraTessellation

/// Turns scenes into plans: transforms, order, groups and opacity become device pixels, each effect writes its passes.
public struct ScenePlanner {
    /// The longest side, in pixels, of the picture and of any surface it needs.
    public static let largestSide = 65_536

    /// The most pixels of any surface: 20,000², three gigabytes of colour.
    public static let largestPixelCount = 400_000_000

    var plan: RenderPlan
    let images: [ImageSource: Bitmap]
    private var imageIDs: [ImageSource: ImageID] = [:]

    /// Plans `scene`.
    ///
    /// - Parameter images: the decoded picture of every image layer that is not hidden.
    public static func plan(
        _ scene: Scene, images: [ImageSource: Bitmap] = [:]
    ) throws(PlanningError) -> RenderPlan {
        let width = pixels(scene.canvas.size.width * scene.canvas.scale)
        let height = pixels(scene.canvas.size.height * scene.canvas.scale)
        guard fits(width, height) else { throw .surfaceTooLarge(layer: "canvas", width: width, height: height) }
        var planner = ScenePlanner(plan: RenderPlan(width: width, height: height), images: images)
        let canvas = PaintTarget(
            surface: planner.plan.canvas, bounds: PixelRect(x: 0, y: 0, width: width, height: height))
        let background = scene.canvas.background.map(PremultipliedColor.init) ?? .clear
        planner.plan.passes.append(.clear(target: canvas.surface, color: background))
        let space = LayerSpace(
            toDevice: .scale(scene.canvas.scale, scene.canvas.scale),
            bounds: Rect(origin: .zero, size: scene.canvas.size))
        for (index, layer) in scene.layers.enumerated() {
            try planner.paint(layer, in: space, onto: canvas, place: "layers[\(index)]")
        }
        return planner.plan.removingHiddenFills()
    }

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
        return plan.addSurface(Surface(format: format, width: bounds.width, height: bounds.height, label: label))
    }

    /// A planner of a picture without layers.
    init(width: Int, height: Int, images: [ImageSource: Bitmap] = [:]) {
        self.init(plan: RenderPlan(width: width, height: height), images: images)
    }

    private init(plan: RenderPlan, images: [ImageSource: Bitmap]) {
        self.plan = plan
        self.images = images
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
}

extension PremultipliedColor {
    init(_ color: Color) {
        self.init(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
    }
}
