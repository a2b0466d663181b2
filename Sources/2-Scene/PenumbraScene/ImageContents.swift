/// The source of a picture. Nothing is ever fetched from a network.
public enum ImageSource: Hashable, Sendable {
    /// A file. Relative paths were joined to the scene's folder when the scene was read.
    case file(String)
    /// The bytes of an encoded picture, from a `data:` URL.
    case data([UInt8])

    /// Compares the bytes of paths. Two Unicode spellings of one letter are equal as strings, but name two files.
    public static func == (a: ImageSource, b: ImageSource) -> Bool {
        switch (a, b) {
        case (.file(let a), .file(let b)): a.utf8.elementsEqual(b.utf8)
        case (.data(let a), .data(let b)): a == b
        case (.file, .data), (.data, .file): false
        }
    }

    public func hash(into hasher: inout Hasher) {
        switch self {
        case .file(let path): hasher.combine(path)
        case .data(let bytes): hasher.combine(bytes)
        }
    }
}

/// How a picture is placed in its layer's frame: the twelve gravities of Core Animation, and `scaleDown`. `top` is the upper
/// edge.
public enum ContentsGravity: String, Hashable, Sendable, CaseIterable {
    case center, top, bottom, left, right, topLeft, topRight, bottomLeft, bottomRight
    case resize, resizeAspect, resizeAspectFill
    /// Like `resizeAspect`, but never enlarges the picture.
    case scaleDown
}

/// How a picture's pixels are converted to pixels of the canvas.
public enum ImageInterpolation: String, Hashable, Sendable, CaseIterable {
    /// Reduces by the exact area of the target pixel, and enlarges bilinearly.
    case area
    /// Lanczos's kernel of three lobes, widened when the picture is reduced. The result is sharper than `area`, with slight
    /// halos along hard edges.
    ///
    /// Under a rotation or skew, the picture is scaled to its size first and then turned as with `area`. Nine-part pictures are
    /// stretched as with `area`.
    case lanczos
    /// Takes the source pixel that contains the target pixel's centre.
    case nearest
}

/// The picture of an image layer, and how the layer shows it.
public struct ImageContents: Hashable, Sendable {
    public var source: ImageSource
    public var gravity: ContentsGravity
    /// The used part of the picture, in unit coordinates. Nothing outside this part bleeds in.
    public var contentsRect: Rect
    /// The part of `contentsRect` that stretches when the gravity resizes the picture, in unit coordinates of `contentsRect`.
    ///
    /// The parts to the left and right keep their width at `contentsScale`. The parts above and below keep their height, and
    /// the corners keep both. All of them shrink together if the frame is too small. Nil stretches the whole picture evenly.
    public var contentsCenter: Rect?
    /// Pixels of the picture per point. Above zero.
    public var contentsScale: Double
    public var interpolation: ImageInterpolation
    /// Uses the picture as a template: paints this colour through the picture's alpha.
    public var tint: Color?

    public init(
        source: ImageSource, gravity: ContentsGravity = .resize,
        contentsRect: Rect = Rect(x: 0, y: 0, width: 1, height: 1), contentsCenter: Rect? = nil,
        contentsScale: Double = 1,
        interpolation: ImageInterpolation = .area, tint: Color? = nil
    ) {
        self.source = source
        self.gravity = gravity
        self.contentsRect = contentsRect
        self.contentsCenter = contentsCenter
        self.contentsScale = contentsScale
        self.interpolation = interpolation
        self.tint = tint
    }
}
