// Scenes are made of points, paths and JSON values. Users of scenes need these modules too.
@_exported import PenumbraGeometry
@_exported import PenumbraJSON
