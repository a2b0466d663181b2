// Scenes are made of points, paths, JSON values, layouts and animations. Users of scenes need these modules too.
@_exported import PenumbraGeometry
@_exported import PenumbraJSON
@_exported import PenumbraLayout
@_exported import PenumbraMotion
