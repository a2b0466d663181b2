/// A limit on the cost of pictures, by the name it has in limits files and in messages.
///
/// The engine gives each limit a value and a range; the command gives each limit an option.
public enum Limit: String, Sendable, Hashable, CaseIterable {
    case picturePixels, pictureSide, pictureMemory, pictureFileSize, jpegScans
    case canvasPixels, canvasSide
    case memory, work, animationWork
    case sceneSize, layers, layerDepth, shadows, pathSegments, gradientStops, textLength
    case manifestSize, manifestEntrySize
    case seconds
}
