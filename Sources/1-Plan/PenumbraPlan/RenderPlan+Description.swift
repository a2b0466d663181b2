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
        case .extractChannel(let source, let target, let channel, let dx, let dy):
            return "extractChannel \(source) \(channel) → \(target) at (\(dx), \(dy))"
        case .mapMask(let source, let target, let map, let dx, let dy):
            return "mapMask \(source) → \(target) \(map) at (\(dx), \(dy))"
        case .filterColors(let source, let target, let axis, let table):
            return "filterColors \(source) → \(target) \(axis.rawValue) \(table)"
        case .noise(let target, _, _, let amount, let seed): return "noise \(target) amount \(amount) seed \(seed)"
        case .dither(let source, let target): return "dither \(source) → \(target)"
        case .peaks(let source, let target, let dx, let dy, let isInverted):
            return "peaks \(isInverted ? "not " : "")\(source) → \(target) at (\(dx), \(dy))"
        case .rowMaxima(let source, let target, let levels):
            return "rowMaxima \(source) → \(target) \(levels) levels"
        case .spread(let source, let target, let disc, let isInverted):
            return "spread \(isInverted ? "not " : "")\(source) → \(target) \(disc)"
        case .downsample(let source, let target, let dx, let dy, let edge):
            return "downsample \(source) → \(target) at (\(dx), \(dy))\(edge.suffix)"
        case .convolve(let source, let target, let axis, let kernel, let crossOffset, let edge):
            let across = crossOffset == 0 ? "" : " across \(crossOffset)"
            return "convolve \(source) → \(target) \(axis.rawValue) \(kernel)\(across)\(edge.suffix)"
        case .mergeChannels(let sources, let target, let kernel, let dx, let dy, let edge):
            let names = sources.map(\.description).joined(separator: " ")
            return "mergeChannels \(names) → \(target) rows \(kernel) at (\(dx), \(dy))\(edge.suffix)"
        case .shade(let target, let shading):
            return "shade \(target) \(shading)"
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
        let not = isMaskInverted ? " not" : ""
        switch mask {
        case .none: break
        case .surface(let id, let dx, let dy): text += "\(not) mask \(id) at (\(dx), \(dy))"
        case .convolvedRows(let id, let kernel, let dx, let dy):
            text += "\(not) mask \(id) rows \(kernel) at (\(dx), \(dy))"
        }
        if let clip { text += "\(clip.isInverted ? " not" : "") clip \(clip.surface) at (\(clip.dx), \(clip.dy))" }
        if operation != .over { text += " \(operation.rawValue)" }
        if UInt32(opacity) != Q15.one { text += " opacity \(opacity)" }
        return text
    }
}

extension Edge {
    fileprivate var suffix: String { self == .zero ? "" : " \(rawValue)" }
}

extension MaskMap: CustomStringConvertible {
    public var description: String {
        switch self {
        case .inverted: "inverted"
        case .above(let threshold): "above \(threshold)"
        case .squareRamp(let low, let high): "squareRamp \(low)…\(high)"
        }
    }
}

extension Pass {
    /// The surface this pass writes.
    public var target: SurfaceID {
        switch self {
        case .clear(let target, _), .fillMesh(let target, _), .extractChannel(_, let target, _, _, _),
            .mapMask(_, let target, _, _, _), .peaks(_, let target, _, _, _), .rowMaxima(_, let target, _),
            .spread(_, let target, _, _), .noise(let target, _, _, _, _), .dither(_, let target),
            .filterColors(_, let target, _, _), .downsample(_, let target, _, _, _), .convolve(_, let target, _, _, _, _),
            .mergeChannels(_, let target, _, _, _, _), .shade(let target, _), .resample(_, let target, _, _),
            .transformImage(_, let target, _):
            target
        case .composite(let composite): composite.target
        }
    }

    /// The surfaces this pass reads, its target left out.
    public var sources: [SurfaceID] {
        switch self {
        case .clear, .fillMesh, .resample, .shade, .noise: return []
        case .extractChannel(let source, _, _, _, _), .mapMask(let source, _, _, _, _),
            .peaks(let source, _, _, _, _), .rowMaxima(let source, _, _), .spread(let source, _, _, _), .dither(let source, _),
            .filterColors(let source, _, _, _),
            .downsample(let source, _, _, _, _),
            .convolve(let source, _, _, _, _, _), .transformImage(let source, _, _):
            return [source]
        case .mergeChannels(let sources, _, _, _, _, _): return sources
        case .composite(let composite):
            var result: [SurfaceID] = []
            if case .surface(let id, _, _) = composite.source { result.append(id) }
            switch composite.mask {
            case .none: break
            case .surface(let id, _, _), .convolvedRows(let id, _, _, _): result.append(id)
            }
            if let clip = composite.clip { result.append(clip.surface) }
            return result
        }
    }
}

extension SpreadDisc: CustomStringConvertible {
    public var description: String { "disc \(2 * reachX + 1)×\(2 * reachY + 1), ring of \(ring.count)" }
}
