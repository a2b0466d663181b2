// Scenes are told in points, paths and JSON values: whoever has to do with scenes has to do with these.
@_exported import PenumbraGeometry
@_exported import PenumbraJSON
