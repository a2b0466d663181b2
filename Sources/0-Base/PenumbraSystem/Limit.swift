/// A limit on what pictures may cost, by the name it has in files of limits and in messages.
///
/// The engine gives each a value and a range; the command gives each an option.
public enum Limit: String, Sendable, Hashable, CaseIterable {
    case picturePixels, pictureSide, pictureMemory, pictureFileSize, jpegScans
    case canvasPixels, canvasSide
    case memory, work
    case sceneSize, layers, layerDepth, shadows, pathSegments, gradientStops, textLength
    case manifestSize, manifestEntrySize
    case seconds
}
