// What a user of the library needs by `import Penumbra` alone: scenes and their values, recipes that make scenes, bitmaps, and the
// codecs that read and write them.
@_exported import PenumbraBitmap
@_exported import PenumbraCodecs
@_exported import PenumbraGeometry
@_exported import PenumbraRecipes
@_exported import PenumbraScene
@_exported import PenumbraText
