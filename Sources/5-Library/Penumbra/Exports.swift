// Users of the library only need `import Penumbra`. It exports scenes and their values, the recipes that make scenes, bitmaps,
// limits, and the codecs and files that read and write bitmaps.
@_exported import PenumbraBitmap
@_exported import PenumbraCodecs
@_exported import PenumbraEngine
@_exported import PenumbraFiles
@_exported import PenumbraGeometry
@_exported import PenumbraHTML
@_exported import PenumbraJSON
@_exported import PenumbraRecipes
@_exported import PenumbraSVG
@_exported import PenumbraScene
import PenumbraSystem
@_exported import PenumbraText

@_exported import enum PenumbraSystem.FailureKind
@_exported import enum PenumbraSystem.Limit
@_exported import struct PenumbraSystem.Message
@_exported import enum PenumbraSystem.Setting
@_exported import protocol PenumbraSystem.Worded
