/// What a scene may ask for. Nobody's picture comes near; a broken or hostile document does.
public enum SceneLimits {
    /// The length of a document, `data:` URLs included. Parsed values may take some twenty times that in memory.
    public static let documentBytes = 64 << 20
    /// Arrays and objects inside each other; room for the deepest layers, each an object in an array.
    public static let jsonDepth = 256
    /// Layers inside each other, masks counted like sublayers. Whatever walks the tree may spend 4 KiB of a 512 KiB stack on each;
    /// what needs more goes on on a larger one from `depthOnSmallStacks` on.
    public static let layerDepth = 112
    static let depthOnSmallStacks = 40
    /// Layers in a scene, masks among them.
    public static let layerCount = 100_000
    /// Shadows in a scene, inner and outer.
    public static let shadowCount = 100_000
    /// Functions of one CSS filter: each takes surfaces as large as the layer.
    public static let filterFunctions = 100
    /// Segments of all paths of a scene together.
    public static let pathElements = 2_000_000
    /// Colours of one gradient.
    public static let gradientColors = 1_000
    /// Colours of all gradients of a scene together.
    public static let sceneGradientColors = 1_000_000
    /// Lengths of one dash pattern.
    public static let dashLengths = 1_000
    /// The length of one layer's text in UTF-8.
    public static let textBytes = 100_000
    /// The length of all texts of a scene together; every letter becomes a path of some twenty segments.
    public static let sceneTextBytes = 1_000_000
    /// The length of a font's name or path in UTF-8: no file system takes a longer path.
    public static let fontBytes = 4_096
    /// The longest side of the picture in pixels: what GPUs take as one texture.
    public static let canvasSide = 32_768
    /// The magnitude of lengths, coordinates and entries of transforms: beyond it fractions of a pixel are lost.
    public static let coordinate = 1e9
    /// The text that parameters put into longer strings, in bytes, over the whole scene.
    public static let boundText = 64 << 20
}
