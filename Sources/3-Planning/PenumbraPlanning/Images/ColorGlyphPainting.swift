import PenumbraGeometry
import PenumbraPlan
import PenumbraScene

/// Paints a glyph in colours onto the surface of its text.
struct ColorGlyphPainting {
    private let glyph: ColorGlyph
    /// The map from font units to device pixels.
    private let toDevice: AffineTransform
    /// The colour of the text, for parts that the font leaves to the text.
    private var foreground: Paint
    /// The geometry of the text's layer.
    private let geometry: LayerGeometry
    private let name: String

    init(_ glyph: ColorGlyph, toDevice: AffineTransform, foreground: Paint, _ geometry: LayerGeometry, name: String) {
        (self.glyph, self.toDevice, self.foreground, self.geometry) = (glyph, toDevice, foreground, geometry)
        self.name = name
    }

    private var label: String { "glyph of \(name)" }

    /// Paints the glyph, which is as transparent as the colour of its text.
    func paint(_ planner: inout ScenePlanner, onto target: PaintTarget) throws(PlanningError) {
        guard case .color(var color) = foreground, color.alpha < 1 else {
            return try paint(glyph.drawing, &planner, onto: target)
        }
        let (alpha, pixels) = (color.alpha, pixels(of: glyph.drawing, target))
        guard alpha > 0, !pixels.isEmpty else { return }
        let group = try planner.addTarget(pixels, label)
        color.alpha = 1
        var opaque = self
        opaque.foreground = .color(color)
        try opaque.paint(glyph.drawing, &planner, onto: group)
        planner.compositeSurface(group.surface, bounds: group.bounds, onto: target, opacity: alpha)
    }

    private func paint(
        _ drawing: ColorGlyph.Drawing, _ planner: inout ScenePlanner, onto target: PaintTarget
    ) throws(PlanningError) {
        guard !target.clip.isEmpty else { return }
        switch drawing {
        case .picture(let bitmap, let place):
            let map = place.concatenating(toDevice)
            guard map.inverted != nil else { return }
            try Picture(bitmap, toDevice: map, in: geometry).paint(&planner, inCut: nil, onto: target, name: name)
        case .fill(let path, let brush):
            let mask = try planner.coverage(
                of: path.applying(toDevice), .nonzero, in: target.clip, label: label, name: name)
            guard let mask else { return }
            try paint(brush, &planner, in: mask.bounds, through: mask, onto: target)
        case .brush(let brush): try paint(brush, &planner, in: target.clip, through: nil, onto: target)
        case .layers(let layers): for layer in layers { try paint(layer, &planner, onto: target) }
        case .clip(let path, let inside):
            let mask = try planner.coverage(
                of: path.applying(toDevice), .nonzero, in: pixels(of: inside, target), label: label, name: name)
            guard let mask else { return }
            let group = try planner.addTarget(mask.bounds, "cut \(label)")
            try paint(inside, &planner, onto: group)
            planner.compositeSurface(group.surface, bounds: group.bounds, onto: target, mask: mask.operand(onto: target))
        case .composite(let source, let compositing, let backdrop):
            let pixels = pixels(of: drawing, target)
            guard !pixels.isEmpty else { return }
            let group = try combined(source, compositing, backdrop, &planner, in: pixels)
            planner.compositeSurface(group.surface, bounds: pixels, onto: target)
        }
    }

    /// The device pixels that a drawing may paint on a target.
    private func pixels(of drawing: ColorGlyph.Drawing, _ target: PaintTarget) -> PixelRect {
        guard let bounds = drawing.bounds(toDevice) else { return target.clip }
        return bounds.isEmpty ? .empty : PixelRect(covering: bounds).outset(x: 1, y: 1).intersection(target.clip)
    }

    // MARK: - Compositing

    /// Two drawings combined on a surface of their own. The formulas are those of Porter and Duff: the sum of parts of the
    /// source and of the backdrop.
    private func combined(
        _ source: ColorGlyph.Drawing, _ compositing: ColorGlyph.Compositing, _ backdrop: ColorGlyph.Drawing,
        _ planner: inout ScenePlanner, in pixels: PixelRect
    ) throws(PlanningError) -> PaintTarget {
        func surface(_ drawing: ColorGlyph.Drawing) throws(PlanningError) -> PaintTarget {
            let group = try planner.addTarget(pixels, label)
            try paint(drawing, &planner, onto: group)
            return PaintTarget(surface: planner.live(group.surface), bounds: pixels)
        }
        /// The parts of both drawings: a drawing as a whole, inside the other drawing, or outside it.
        func parts(ofSource: Part?, ofBackdrop: Part?) throws(PlanningError) -> PaintTarget {
            let (over, under) = (try surface(source), try surface(backdrop))
            let result = try planner.addTarget(pixels, "composite \(label)")
            try add(ofBackdrop, of: under, cutBy: over, &planner, to: result)
            try add(ofSource, of: over, cutBy: under, &planner, to: result)
            return result
        }
        switch compositing {
        case .blend(let mode):
            let result = try surface(backdrop)
            let over = try surface(source)
            planner.compositeSurface(over.surface, bounds: pixels, onto: result, operation: .blend(mode))
            return result
        case .clear: return try planner.addTarget(pixels, label)
        case .source: return try surface(source)
        case .destination: return try surface(backdrop)
        case .destinationOver:
            let result = try surface(source)
            let over = try surface(backdrop)
            planner.compositeSurface(over.surface, bounds: pixels, onto: result)
            return result
        case .sourceIn: return try parts(ofSource: .inside, ofBackdrop: nil)
        case .sourceOut: return try parts(ofSource: .outside, ofBackdrop: nil)
        case .destinationIn: return try parts(ofSource: nil, ofBackdrop: .inside)
        case .destinationOut: return try parts(ofSource: nil, ofBackdrop: .outside)
        case .sourceAtop: return try parts(ofSource: .inside, ofBackdrop: .outside)
        case .destinationAtop: return try parts(ofSource: .outside, ofBackdrop: .inside)
        case .xor: return try parts(ofSource: .outside, ofBackdrop: .outside)
        }
    }

    /// The part of a drawing that lies inside or outside another drawing.
    private enum Part {
        case inside, outside
    }

    private func add(
        _ part: Part?, of drawing: PaintTarget, cutBy other: PaintTarget, _ planner: inout ScenePlanner, to result: PaintTarget
    ) throws(PlanningError) {
        guard let part else { return }
        let alpha = try planner.addChannel(.alpha, of: other.surface, other.bounds, in: other.bounds, "alpha of \(label)")
        planner.emit(
            Composite(
                target: result.surface, region: result.local(result.bounds),
                source: result.source(drawing.surface, drawing.bounds), mask: alpha.operand(onto: result),
                isMaskInverted: part == .outside, operation: .blend(.plusLighter)))
    }

    // MARK: - Brushes

    /// Paints device pixels with a brush, through a mask if there is one.
    private func paint(
        _ brush: ColorGlyph.Brush, _ planner: inout ScenePlanner, in pixels: PixelRect, through mask: PlacedMask?,
        onto target: PaintTarget
    ) throws(PlanningError) {
        switch brush {
        case .shade(.color(let color)):
            try planner.paint(.color(color), geometry, in: pixels, through: mask, onto: target, label: label)
        case .shade(.foreground(let alpha)):
            try planner.paint(
                foreground.multiplyingAlpha(by: alpha), geometry, in: pixels, through: mask, onto: target, label: label)
        case .gradient(let gradient):
            let region = pixels.intersection(target.clip)
            let ramp = GlyphRamp(gradient, foreground: foreground.firstColor, over: glyph.bounds)
            guard !region.isEmpty, let ramp, let shading = ramp.shading(toDevice, pixels: region, in: planner.colorSpace) else {
                return
            }
            var clip: Composite.Clip?
            if let area = ramp.area(toDevice) {
                guard let covered = try planner.coverage(of: area, .nonzero, in: region, label: label, name: name) else {
                    return
                }
                clip = covered.clip(onto: target)
            }
            let surface = try planner.addSurface(.color, region, "gradient of \(label)")
            planner.plan.passes.append(.shade(target: surface, shading: shading))
            planner.emit(
                Composite(
                    target: target.surface, region: target.local(region), source: target.source(surface, region),
                    mask: mask?.operand(onto: target) ?? .none, clip: clip))
        }
    }
}

extension Paint {
    fileprivate func multiplyingAlpha(by factor: Double) -> Paint {
        switch self {
        case .color(let color): return .color(color.multiplyingAlpha(by: factor))
        case .gradient(var gradient):
            gradient.colors = gradient.colors.map { $0.multiplyingAlpha(by: factor) }
            return .gradient(gradient)
        }
    }

    /// The colour of the paint, or the first colour of its gradient.
    fileprivate var firstColor: Color {
        switch self {
        case .color(let color): color
        case .gradient(let gradient): gradient.colors.first ?? .transparent
        }
    }
}
