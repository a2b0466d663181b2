import PenumbraBitmap
import PenumbraGeometry

/// A picture as a list of passes over surfaces. A plan has decided everything and drawn nothing.
///
/// The plan holds every number that a renderer needs; renderers execute passes in order without knowing their meaning. Two
/// renderers that execute the same plan give the same bytes, because passes define all pixel arithmetic in integers.
public struct RenderPlan: Sendable {
    /// The size of the picture in pixels, each at least 1.
    public var width: Int
    public var height: Int
    /// The bits per channel of the finished picture.
    public var depth = PixelDepth.eight
    /// The pictures that `resample` reads.
    public var images: [Bitmap]
    public var surfaces: [Surface]
    public var passes: [Pass]
    /// The colour surface, `width` × `height`, that becomes the picture when all passes are done.
    public var canvas: SurfaceID
    /// Surfaces that no pass makes, because they exist already. Only the CPU renderer draws plans with such surfaces.
    public var kept: [SurfaceID: KeptSurface] = [:]
    /// The estimated time of planning on one core, in nanoseconds. The planning of passes counts in their own work.
    package var workOfPlanning = 0
    /// The bytes of the pictures that are held while the plan is drawn. It may show only some of the glyphs that texts have.
    package var bytesOfAssets = 0

    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
        images = []
        surfaces = [Surface(format: .color, width: width, height: height, label: "canvas")]
        passes = []
        canvas = SurfaceID(index: 0)
    }

    /// The bytes of the finished picture.
    public var pictureBytes: Int { rowBytes * height }
    /// The bytes of a row of the finished picture.
    public var rowBytes: Int { width * depth.bytesPerPixel }

    public subscript(id: SurfaceID) -> Surface { surfaces[id.index] }

    /// Adds a surface. Its contents are undefined until a pass writes them.
    public mutating func addSurface(_ surface: Surface) -> SurfaceID {
        surfaces.append(surface)
        return SurfaceID(index: surfaces.count - 1)
    }
}

/// The name of a surface in a plan.
public struct SurfaceID: Hashable, Sendable {
    public var index: Int

    public init(index: Int) {
        self.index = index
    }
}

/// The name of a picture in a plan.
public struct ImageID: Hashable, Sendable {
    public var index: Int

    public init(index: Int) {
        self.index = index
    }
}

/// A rectangle of working pixels with its own coordinates, from (0, 0) at its top left.
public struct Surface: Hashable, Sendable {
    public enum Format: Hashable, Sendable {
        /// One Q15 value per pixel.
        case mask
        /// Four Q15 values per pixel: premultiplied red, green, blue, then alpha.
        case color

        /// The bytes per pixel in either renderer.
        public var bytesPerPixel: Int {
            switch self {
            case .mask: 2
            case .color: 8
            }
        }
    }

    public var format: Format
    /// The number of columns, at least 1.
    public var width: Int
    /// The number of rows, at least 1.
    public var height: Int
    /// A description for people who read plans: `shadow of "photo"`.
    public var label: String

    public init(format: Format, width: Int, height: Int, label: String) {
        self.format = format
        self.width = width
        self.height = height
        self.label = label
    }

    public var byteCount: Int { pixelCount * format.bytesPerPixel }

    package var pixelCount: Int { width * height }

    /// The rectangle of the whole surface.
    package var bounds: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }
}
