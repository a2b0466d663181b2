/// A choice made when a shader is compiled. Programs that differ in one have parameters of different types.
protocol ShaderVariant {
    static var definition: ShaderDefinition { get }
}

/// Outside a mask is 0.
enum ZeroEdge: ShaderVariant {
    static var definition: ShaderDefinition { ("CLAMPED", "0") }
}

/// Outside a mask are the nearest of its pixels.
enum ClampedEdge: ShaderVariant {
    static var definition: ShaderDefinition { ("CLAMPED", "1") }
}

/// A kernel runs along rows.
enum AlongRows: ShaderVariant {
    static var definition: ShaderDefinition { ("VERTICAL", "0") }
}

/// A kernel runs along columns.
enum AlongColumns: ShaderVariant {
    static var definition: ShaderDefinition { ("VERTICAL", "1") }
}

/// Two masks, which become one of a pixel's two words.
enum TwoChannels: ShaderVariant {
    static var definition: ShaderDefinition { ("CHANNELS", "2") }
}

/// Red, green and blue; alpha is one.
enum ThreeChannels: ShaderVariant {
    static var definition: ShaderDefinition { ("CHANNELS", "3") }
}

/// Red, green, blue and alpha.
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

/// Source-over, and replacing by a share.
enum PlainPainting: ShaderVariant {
    static var definition: ShaderDefinition { ("BLENDING", "0") }
}

/// Blend modes.
enum BlendedPainting: ShaderVariant {
    static var definition: ShaderDefinition { ("BLENDING", "1") }
}
