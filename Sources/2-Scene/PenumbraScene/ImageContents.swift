/// Where a picture comes from. Nothing is ever fetched from a network.
public enum ImageSource: Hashable, Sendable {
    /// A file; relative paths were joined to the scene's folder when the scene was read.
    case file(String)
    /// The bytes of an encoded picture, from a `data:` URL.
    case data([UInt8])

    /// Paths are the same when their bytes are: two spellings of one letter, equal as strings, are two files.
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

/// How a picture sits in its layer's frame: Core Animation's twelve, and `scaleDown`. `top` is the upper edge.
public enum ContentsGravity: String, Hashable, Sendable, CaseIterable {
    case center, top, bottom, left, right, topLeft, topRight, bottomLeft, bottomRight
    case resize, resizeAspect, resizeAspectFill
    /// As `resizeAspect`, never enlarged.
    case scaleDown
}

/// How a picture's pixels become the canvas's.
public enum ImageInterpolation: String, Hashable, Sendable, CaseIterable {
    /// Reduction by the exact area of the target pixel, enlargement bilinear.
    case area
    /// Lanczos's kernel of three lobes, widened where the picture is reduced: sharper than `area`, with slight halos along hard
    /// edges. Under a rotation or skew the picture is brought to its size first, then turned as by `area`; nine parts are
    /// stretched as by `area`.
    case lanczos
    /// The source pixel that holds the target pixel's centre.
    case nearest
}

/// What an image layer shows.
public struct ImageContents: Hashable, Sendable {
    public var source: ImageSource
    public var gravity: ContentsGravity
    /// The part of the picture that is used, in unit coordinates; nothing outside it bleeds in.
    public var contentsRect: Rect
    /// The part of what is used, in unit coordinates of `contentsRect`, that is stretched where the gravity resizes the
    /// picture: what lies beside it keeps its width, what lies above and below it its height, and the corners both, at
    /// `contentsScale`. They shrink together where there is no room. Nil stretches all of it alike.
    public var contentsCenter: Rect?
    /// Image pixels a point, above zero.
    public var contentsScale: Double
    public var interpolation: ImageInterpolation
    /// Uses the picture as a template: this colour, through the picture's alpha.
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
