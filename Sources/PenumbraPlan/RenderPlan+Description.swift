extension RenderPlan: CustomStringConvertible {
    /// The plan as text: a line for the picture, then one for each image, surface and pass. Equal plans print alike.
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

extension PolyphaseKernel: CustomStringConvertible {
    public var description: String { "[\(label), \(taps) taps, phase \(phase), offset \(offset)]" }
}

extension Pass: CustomStringConvertible {
    public var description: String {
        switch self {
        case .clear(let target, let color):
            return "clear \(target) \(color)"
        case .fillMesh(let target, let coverage):
            return "fillMesh \(target) \(coverage.strips.count) strips"
        case .extractAlpha(let source, let target, let dx, let dy):
            return "extractAlpha \(source) → \(target) at (\(dx), \(dy))"
        case .downsample(let source, let target, let dx, let dy):
            return "downsample \(source) → \(target) at (\(dx), \(dy))"
        case .convolve(let source, let target, let axis, let kernel, let crossOffset):
            let across = crossOffset == 0 ? "" : " across \(crossOffset)"
            return "convolve \(source) → \(target) \(axis.rawValue) \(kernel)\(across)"
        case .resample(let image, let target, let columns, let rows):
            let taps = "\(columns.weights.count) column weights, \(rows.weights.count) row weights"
            return "resample \(image) → \(target) \(columns.isIdentity && rows.isIdentity ? "1:1" : taps)"
        case .transformImage(let source, let target, let sampling):
            let how = sampling.isPointSampled ? "points" : "bilinear"
            return "transformImage \(source) → \(target) \(sampling.subsamples)×\(sampling.subsamples) \(how)"
        case .composite(let composite):
            return "composite \(composite)"
        }
    }
}

extension Composite: CustomStringConvertible {
    public var description: String {
        var text: String
        switch source {
        case .color(let color): text = "\(color)"
        case .surface(let id, let dx, let dy): text = "\(id) at (\(dx), \(dy))"
        }
        text += " → \(target) \(region)"
        switch mask {
        case .none: break
        case .surface(let id, let dx, let dy): text += " mask \(id) at (\(dx), \(dy))"
        case .convolvedRows(let id, let kernel, let dx, let dy):
            text += " mask \(id) rows \(kernel) at (\(dx), \(dy))"
        }
        if UInt32(opacity) != Q15.one { text += " opacity \(opacity)" }
        return text
    }
}

extension Pass {
    /// The surface this pass writes.
    public var target: SurfaceID {
        switch self {
        case .clear(let target, _), .fillMesh(let target, _), .extractAlpha(_, let target, _, _),
            .downsample(_, let target, _, _), .convolve(_, let target, _, _, _), .resample(_, let target, _, _),
            .transformImage(_, let target, _):
            target
        case .composite(let composite): composite.target
        }
    }

    /// The surfaces this pass reads, its target left out.
    public var sources: [SurfaceID] {
        switch self {
        case .clear, .fillMesh, .resample: return []
        case .extractAlpha(let source, _, _, _), .downsample(let source, _, _, _), .convolve(let source, _, _, _, _),
            .transformImage(let source, _, _):
            return [source]
        case .composite(let composite):
            var result: [SurfaceID] = []
            if case .surface(let id, _, _) = composite.source { result.append(id) }
            switch composite.mask {
            case .none: break
            case .surface(let id, _, _), .convolvedRows(let id, _, _, _): result.append(id)
            }
            return result
        }
    }
}
