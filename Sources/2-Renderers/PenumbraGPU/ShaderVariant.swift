/// A choice made when a shader is compiled. Programs with different choices have parameters of different types.
protocol ShaderVariant {
    static var definition: ShaderDefinition { get }
}

/// Pixels outside a mask are 0.
enum ZeroEdge: ShaderVariant {
    static var definition: ShaderDefinition { ("CLAMPED", "0") }
}

/// Pixels outside a mask have the value of the nearest pixel inside.
enum ClampedEdge: ShaderVariant {
    static var definition: ShaderDefinition { ("CLAMPED", "1") }
}

/// The kernel runs along rows.
enum AlongRows: ShaderVariant {
    static var definition: ShaderDefinition { ("VERTICAL", "0") }
}

/// The kernel runs along columns.
enum AlongColumns: ShaderVariant {
    static var definition: ShaderDefinition { ("VERTICAL", "1") }
}

/// Two masks become one of a pixel's two words.
enum TwoChannels: ShaderVariant {
    static var definition: ShaderDefinition { ("CHANNELS", "2") }
}

/// The masks are red, green and blue; alpha is one.
enum ThreeChannels: ShaderVariant {
    static var definition: ShaderDefinition { ("CHANNELS", "3") }
}

/// The masks are red, green, blue and alpha.
enum FourChannels: ShaderVariant {
    static var definition: ShaderDefinition { ("CHANNELS", "4") }
}

/// The target is a colour surface.
enum ColorTarget: ShaderVariant {
    static var definition: ShaderDefinition { ("MASK", "0") }
}

/// The target is a mask.
enum MaskTarget: ShaderVariant {
    static var definition: ShaderDefinition { ("MASK", "1") }
}

/// A target pixel is made from one place of the source.
enum PointSampling: ShaderVariant {
    static var definition: ShaderDefinition { ("AREA", "0") }
}

/// A target pixel is a mean over an area of the source.
enum AreaSampling: ShaderVariant {
    static var definition: ShaderDefinition { ("AREA", "1") }
}

/// Runs of pixels are summed one by one.
enum ShortRuns: ShaderVariant {
    static var definition: ShaderDefinition { ("HAS_SUMS", "0") }
}

/// Runs of pixels are differences of sums.
enum LongRuns: ShaderVariant {
    static var definition: ShaderDefinition { ("HAS_SUMS", "1") }
}

/// Codes a strip of a PNG with as many invocations as every device allows in a work group.
enum NarrowStrips: ShaderVariant {
    static var definition: ShaderDefinition { ("STRIP_LANES", "\(ShaderConstants.groupSize)") }
}

/// More invocations code a strip of a PNG in fewer rounds.
enum WideStrips: ShaderVariant {
    static let lanes = 512
    /// The memory that a work group shares, at most.
    static let sharedBytes = 32 << 10
    static var definition: ShaderDefinition { ("STRIP_LANES", "\(lanes)") }
}

/// Painting is source-over, or replacing by a share.
enum PlainPainting: ShaderVariant {
    static var definition: ShaderDefinition { ("BLENDING", "0") }
}

/// Painting uses blend modes.
enum BlendedPainting: ShaderVariant {
    static var definition: ShaderDefinition { ("BLENDING", "1") }
}
