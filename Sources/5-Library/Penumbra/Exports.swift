// A user of the library needs `import Penumbra` alone: scenes and their values, recipes that make scenes, bitmaps, limits, and
// the codecs and files that bitmaps are read from and written to.
@_exported import PenumbraBitmap
@_exported import PenumbraCodecs
@_exported import PenumbraEngine
@_exported import PenumbraFiles
@_exported import PenumbraGeometry
@_exported import PenumbraJSON
@_exported import PenumbraRecipes
@_exported import PenumbraScene
import PenumbraSystem
@_exported import PenumbraText

@_exported import enum PenumbraSystem.FailureKind
@_exported import enum PenumbraSystem.Limit
@_exported import struct PenumbraSystem.Message
@_exported import enum PenumbraSystem.Setting
@_exported import protocol PenumbraSystem.Worded
