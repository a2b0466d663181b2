extension RenderPlan: CustomStringConvertible {
    /// The plan as text: one line for the picture, then one line per image, surface and pass. Equal plans print alike.
    public var description: String {
        var lines = ["picture \(width)×\(height)"]
        for (index, image) in images.enumerated() {
            lines.append("image i\(index) \(image.width)×\(image.height)\(image.isOpaque ? " opaque" : "")")
        }
        for (index, surface) in surfaces.enumerated() {
            let format = surface.format == .mask ? "mask" : "color"
            lines.append("surface s\(index) \(format) \(surface.width)×\(surface.height)  \(surface.label)")
        }
        for (index, pass) in passes.enumerated() { lines.append("\(index): \(pass)") }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension SurfaceID: CustomStringConvertible {
    public var description: String { "s\(index)" }
}

extension ImageID: CustomStringConvertible {
    public var description: String { "i\(index)" }
}
