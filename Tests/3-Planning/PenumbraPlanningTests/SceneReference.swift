import PenumbraBitmap
import PenumbraGeometry
import PenumbraScene
import TestSupport

/// Draws scenes in double precision by the text of the scene format. Every step is a dense array, without optimizations.
///
/// Casters more than `margin` pixels outside the canvas aren't visible. Images must lie on whole pixels, with one image pixel
/// per canvas pixel.
struct SceneReference {
    let scene: Scene
    let images: [ImageSource: Bitmap]
    let canvas: PixelRect
    /// The computed area: the canvas and a margin.
    let area: PixelRect
    private let coverages = Coverages()

    init(_ scene: Scene, images: [ImageSource: Bitmap] = [:], margin: Int = 12) {
        self.scene = scene
        self.images = images
        let scale = scene.canvas.scale
        canvas = PixelRect(
            x: 0, y: 0, width: max(1, Int((scene.canvas.size.width * scale).rounded())),
            height: max(1, Int((scene.canvas.size.height * scale).rounded())))
        area = canvas.outset(x: margin, y: margin)
    }

    /// A layer's own coordinates: its bounds and the transform from bounds to pixels.
    struct Place {
        let bounds: Rect
        let map: AffineTransform
        /// The map to pixels of a layer that an eye sees tilted, and how it sees the sublayers.
        var space: Projection?
        var perspective: Transform3D?
        var isSeen = true
        /// The corners, in pixels, of the bounds that cut copies. A copy that covers them has no edge of its own.
        var cut: [Point] = []

        init(bounds: Rect, map: AffineTransform) {
            self.bounds = bounds
            self.map = map
        }

        init(of layer: Layer, in parent: Place) {
            let frame = layer.frame ?? parent.bounds
            bounds = Rect(origin: .zero, size: frame.size)
            let anchor = Point(layer.anchorPoint.x * frame.width, layer.anchorPoint.y * frame.height)
            var all = layer.transform3D.about(anchor).concatenating(.translation(frame.minX, frame.minY, 0))
            if let perspective = parent.perspective { all = all.concatenating(perspective) }
            if layer.backfaceVisibility == .hidden {
                // The area that a small square at the anchor covers, and its side towards the eye.
                isSeen = !all.showsBack
            }
            if parent.space != nil || parent.perspective != nil || layer.transform3D.affine == nil {
                space = Projection(all).concatenating(parent.space ?? Projection(parent.map))
            }
            if let distance = layer.perspective {
                let eye = Point(layer.perspectiveOrigin.x * frame.width, layer.perspectiveOrigin.y * frame.height)
                perspective = Transform3D.perspective(distance).about(eye)
            }
            map = layer.transform
                .about(Point(layer.anchorPoint.x * frame.width, layer.anchorPoint.y * frame.height))
                .concatenating(.translation(frame.minX, frame.minY))
                .concatenating(parent.map)
            cut = parent.cut
        }

        /// Whether the bounds hold all corners of the cut.
        var coversCut: Bool {
            guard !cut.isEmpty, space == nil, let toLocal = map.inverted else { return false }
            let area = bounds.inset(by: -1e-6)
            return cut.map { $0.applying(toLocal) }.allSatisfy {
                $0.x >= area.minX && $0.x <= area.maxX && $0.y >= area.minY && $0.y <= area.maxY
            }
        }
    }

    func draw() -> Planes {
        let scale = scene.canvas.scale
        var picture = Planes(area)
        let root = Place(bounds: Rect(origin: .zero, size: scene.canvas.size), map: .scale(scale, scale))
        if let background = scene.canvas.background {
            fill(&picture, background, through: Field(area, repeating: 1), root)
        }
        for layer in scene.layers.byPosition { paint(layer, over: &picture, in: root) }
        return picture
    }

    /// "Order of painting: shadows, backdrop, background, contents, inner shadows, sublayers, border; then mask, blur,
    /// opacity".
    func paint(_ layer: Layer, over target: inout Planes, in parent: Place) {
        guard !layer.isHidden else { return }
        let place = Place(of: layer, in: parent)
        guard place.isSeen else { return }
        let mask = mask(of: layer, place)
        let behind = target
        let isBlurred = layer.blur.value > 0 || layer.shapedBlur != nil || !layer.filter.isEmpty
        let blends = layer.blendMode != .normal
        // A group by itself. A plain group that shows its backdrop blurred contains that backdrop, unless something in the
        // group reads it.
        let looksBehind = layer.sublayers.contains(where: \.looksBehind)
        // "A shadow with a blend mode blends with what lies behind the layer, also if the layer is a group."
        let lifts = layer.blendsShadows && (isBlurred || blends || layer.opacity < 1)
        let fades = layer.opacity < 1 && (!layer.filtersBackdrop && !lifts || looksBehind)
        let isolated = isBlurred || blends || fades
        var shown = isolated ? Planes(area) : behind
        // The shadows at the back, up to the front-most one with a blend mode, are painted by themselves.
        let masks = shadowMasks(of: layer, place, mask)
        let apart = lifts && isolated ? (masks.lastIndex { $0.shadow.blendMode != .normal } ?? -1) + 1 : 0
        for (shadow, mask) in masks[..<apart] {
            var alone = Planes(area)
            alone.paint(shadow.paint, through: mask)
            let mode = shadow.blendMode == .normal ? layer.blendMode : shadow.blendMode
            target.blend(filtered(alone, layer, place), mode, opacity: 1)
        }
        for (shadow, mask) in masks[apart...] { shown.blend(shadow, through: mask) }
        // For a layer that blends, the blurred backdrop is painted before blending and covers the layer's own shadows.
        let changesBackdrop =
            layer.filtersBackdrop && (layer.backdropBlur?.radius.value ?? 0 > 0 || !layer.backdropFilter.isEmpty)
        if changesBackdrop, isolated {
            target = mixBackdrop(of: layer, behind: behind, under: target, place, mask)
            shown = .mix(shown, Planes(area), by: shareOfBackdrop(layer, place, mask))
        } else if changesBackdrop {
            shown = mixBackdrop(of: layer, behind: behind, under: shown, place, mask)
        }
        if mask != nil || layer.masksToBounds {
            var inside = Planes(area)
            paintInside(layer, over: &inside, place)
            if let mask { inside.multiply(by: mask) }
            shown.paint(inside)
        } else {
            paintInside(layer, over: &shown, place)
        }
        if isolated, !layer.filtersBackdrop, !lifts {
            target.blend(filtered(shown, layer, place), layer.blendMode, opacity: layer.opacity)
        } else {
            if isolated {
                target.blend(filtered(shown, layer, place), layer.blendMode, opacity: 1)
                shown = target
            }
            for i in target.values.indices {
                target.values[i] = behind.values[i] * (1 - layer.opacity) + shown.values[i] * layer.opacity
            }
        }
    }

    /// Paints everything before the mask. "With `masksToBounds` everything inside is cut once by the rounded bounds … The
    /// border is outside that cut."
    private func paintInside(_ layer: Layer, over target: inout Planes, _ place: Place) {
        if layer.masksToBounds {
            var cut = Planes(area)
            paintContents(layer, over: &cut, place)
            cut.multiply(by: coverage(of: outline(layer, place), place))
            target.paint(cut)
        } else {
            paintContents(layer, over: &target, place)
        }
        if layer.borderWidth > 0 {
            let (bounds, width) = (place.bounds, layer.borderWidth)
            // "Twice the width may exceed the bounds: the border then fills them."
            let inner =
                2 * width < min(bounds.width, bounds.height)
                ? Path(bounds.inset(by: width), radii: layer.cornerRadii.fitted(to: bounds.size).inset(by: width)) : Path()
            let hole = coverage(of: inner, place)
            var ring = coverage(of: outline(layer, place), place)
            for i in ring.values.indices { ring.values[i] -= hole.values[i] }
            target.paint(layer.borderColor.premultiplied, through: ring)
        }
    }

    private func paintContents(_ layer: Layer, over target: inout Planes, _ place: Place) {
        let body = body(of: layer, place)
        if layer.drawsContents { target.paint(body) }
        for effect in layer.effects where effect.kind == .inner {
            let own = hardCaster(body.alpha, of: layer, place)
            target.blend(effect.shadow, through: inner(effect.shadow, of: layer, own, place))
        }
        for shadow in layer.boxShadows.reversed() where shadow.isInset {
            target.paint(shadow.color.premultiplied, through: inner(shadow, of: layer, place))
        }
        for shadow in layer.innerShadows.reversed() {
            let own = shadow.hardAlpha ? hardCaster(body.alpha, of: layer, place) : body.alpha
            target.blend(shadow, through: inner(shadow, of: layer, own, place))
        }
        if let replication = layer.replication {
            for copy in 0..<replication.count { paint(copy: copy, replication, of: layer, over: &target, place) }
            return
        }
        var inside = place
        if layer.name != Self.stepOfCopies { inside.cut = [] }
        for sublayer in layer.sublayers.byPosition { paint(sublayer, over: &target, in: inside) }
    }

    private static let stepOfCopies = "a step between copies"

    /// "Copy k is drawn under the k-th power of the transform": a layer within k layers that each have the transform. "Each
    /// copy has an eye of its own": only the innermost layer has the perspective.
    private func paint(
        copy: Int, _ replication: Replication, of layer: Layer, over target: inout Planes, _ place: Place
    ) {
        var place = place
        place.perspective = nil
        if layer.masksToBounds {
            let (left, top, right, bottom) = (place.bounds.minX, place.bounds.minY, place.bounds.maxX, place.bounds.maxY)
            place.cut = [Point(left, top), Point(right, top), Point(right, bottom), Point(left, bottom)].map {
                $0.applying(place.map)
            }
        }
        var nested = Layer(
            kind: layer.kind, cornerRadii: layer.cornerRadii, drawsContents: layer.drawsContents, sublayers: layer.sublayers)
        (nested.perspective, nested.perspectiveOrigin) = (layer.perspective, layer.perspectiveOrigin)
        for _ in 0..<copy {
            nested = Layer(
                name: Self.stepOfCopies, transform: replication.transform, anchorPoint: layer.anchorPoint, sublayers: [nested])
        }
        let color = replication.color(ofCopy: copy)
        guard color != .white else { return paint(nested, over: &target, in: place) }
        var alone = Planes(area)
        paint(nested, over: &alone, in: place)
        for i in alone.values.indices { alone.values[i] *= SIMD4(color.red, color.green, color.blue, 1) * color.alpha }
        target.paint(alone)
    }

    /// Background and contents before any clip.
    private func body(of layer: Layer, _ place: Place) -> Planes {
        var body = Planes(area)
        let everywhere = Field(area, repeating: 1)
        // Content that fills the bounds has no edge of its own where the bounds clip it.
        let isOpen = layer.masksToBounds && !place.bounds.isEmpty || place.coversCut
        let bounds = isOpen ? everywhere : coverage(of: outline(layer, place), place)
        if let background = layer.backgroundColor { fill(&body, background, through: bounds, place) }
        switch layer.replication == nil ? layer.kind : .layer {
        case .layer, .text: break
        case .gradient(let gradient): fill(&body, .gradient(gradient), through: bounds, place)
        case .shape(let shape):
            if let paint = shape.fillColor { fill(&body, paint, through: coverage(of: shape.path, place), place) }
        // Content that fills the bounds extends beyond them where they clip it; a picture repeats its edge.
        case .image(let image): body.paint(pixels(of: image, repeatsEdge: layer.masksToBounds || place.coversCut, place))
        }
        return body
    }

    private func fill(_ target: inout Planes, _ paint: Paint, through mask: Field, _ place: Place) {
        switch paint {
        case .color(let color): target.paint(color.premultiplied, through: mask)
        case .gradient(let gradient):
            guard let toLocal = place.map.inverted else { return }
            let (fromEye, bounds) = (place.space?.inverted, place.bounds)
            for y in area.y..<area.maxY {
                for x in area.x..<area.maxX where mask[x, y] > 0 {
                    let middle = Point(Double(x) + 0.5, Double(y) + 0.5)
                    var color = SIMD4<Double>.zero
                    if let fromEye {
                        // A tilted gradient is averaged over the pixel.
                        for part in 0..<64 {
                            let place = Point(
                                Double(x) + (Double(part % 8) + 0.5) / 8, Double(y) + (Double(part / 8) + 0.5) / 8)
                            color += gradient.premultipliedColor(at: fromEye.applied(to: place), in: bounds.size) / 64
                        }
                    } else {
                        color = gradient.premultipliedColor(at: middle.applying(toLocal), in: place.bounds.size)
                    }
                    let source = color * mask[x, y]
                    target[x, y] = source + target[x, y] * (1 - source.w)
                }
            }
        }
    }

    /// "At 1:1 on whole pixels the photo's own bytes."
    private func pixels(of image: ImageContents, repeatsEdge: Bool, _ place: Place) -> Planes {
        var result = Planes(area)
        guard let bitmap = images[image.source] else { return result }
        let origin = place.bounds.origin.applying(place.map)
        let corner = Point(place.bounds.maxX, place.bounds.maxY).applying(place.map)
        let (left, top) = (Int(origin.x.rounded()), Int(origin.y.rounded()))
        precondition(
            abs(origin.x - Double(left)) < 1e-9 && abs(origin.y - Double(top)) < 1e-9
                && abs(corner.x - origin.x - Double(bitmap.width)) < 1e-9
                && abs(corner.y - origin.y - Double(bitmap.height)) < 1e-9,
            "the reference shows images on whole pixels only")
        for y in area.y..<area.maxY {
            for x in area.x..<area.maxX {
                let (u, v) = (x - left, y - top)
                let (column, row) = (max(0, min(bitmap.width - 1, u)), max(0, min(bitmap.height - 1, v)))
                guard repeatsEdge || (u, v) == (column, row) else { continue }
                let bytes = bitmap[column, row]
                let straight = SIMD4(Double(bytes.x), Double(bytes.y), Double(bytes.z), 255) / 255
                result[x, y] = straight * (Double(bytes.w) / 255)
            }
        }
        return result
    }

    /// The exact area of a path in the layer's coordinates.
    func coverage(of path: Path, _ place: Place) -> Field {
        if let space = place.space {
            let lines = path.flattened(tolerance: 1e-5).map { $0.points.map { space.applied(to: $0) } }
            return exactArea(of: lines, in: area)
        }
        let onDevice = path.applying(place.map)
        if let known = coverages[onDevice] { return known }
        let field = exactArea(of: onDevice.flattened(tolerance: 1e-5).map(\.points), in: area)
        coverages[onDevice] = field
        return field
    }

    /// A cache of path coverages, because many steps need the same coverage.
    private final class Coverages {
        private var fields: [Path: Field] = [:]

        subscript(path: Path) -> Field? {
            get { fields[path] }
            set { fields[path] = newValue }
        }
    }

    func outline(_ layer: Layer, _ place: Place) -> Path {
        Path(place.bounds, radii: layer.cornerRadii)
    }

    /// "A mask's frame is in the masked layer's bounds; … a hidden mask counts as absent."
    private func mask(of layer: Layer, _ place: Place) -> Field? {
        guard let mask = layer.mask, !mask.isHidden else { return nil }
        var picture = Planes(area)
        paint(mask, over: &picture, in: place)
        return picture.alpha
    }

    /// The shadows behind a layer, back to front, with their masks.
    private func shadowMasks(of layer: Layer, _ place: Place, _ mask: Field?) -> [(shadow: Shadow, mask: Field)] {
        if layer.shadows.isEmpty, layer.boxShadows.isEmpty, layer.effects.isEmpty { return [] }
        let full = fullAlpha(of: layer, place, mask)
        func cast(_ shadow: Shadow) -> (Shadow, Field) {
            let caster = shadow.hardAlpha ? hardCaster(full, of: layer, place) : full
            return (shadow, outer(shadow, of: layer, caster, place))
        }
        // "`shadows` stand in front, then those of `boxShadow`, then of `effects`", which are written back to front.
        return layer.effects.filter { $0.kind == .drop }.map { cast($0.shadow) }
            + layer.boxShadows.reversed().filter { !$0.isInset }.map {
                (Shadow(color: $0.color), outer($0, of: layer, place))
            }
            + layer.shadows.reversed().map(cast)
    }

    /// "Full alpha is own alpha, sublayers with their shadows, and border, after the mask, … without this layer's inner
    /// shadows."
    private func fullAlpha(of layer: Layer, _ place: Place, _ mask: Field?) -> Field {
        var caster = layer
        caster.innerShadows = []
        caster.boxShadows = []
        caster.effects = []
        caster.drawsContents = true
        caster.dropBackdrops()
        var inside = Planes(area)
        paintInside(caster, over: &inside, place)
        return mask.map(inside.alpha.times) ?? inside.alpha
    }
}

extension Layer {
    /// The visible backdrop isn't part of any alpha.
    fileprivate mutating func dropBackdrops() {
        backdropBlur = nil
        backdropFilter = []
        for i in sublayers.indices { sublayers[i].dropBackdrops() }
    }
}

extension Color {
    var premultiplied: SIMD4<Double> { SIMD4(red, green, blue, 1) * alpha }
}

extension Shadow {
    /// The premultiplied colour at the shadow's opacity.
    var paint: SIMD4<Double> { color.premultiplied * opacity }
}

extension Layer {
    fileprivate var filtersBackdrop: Bool { backdropBlur != nil || !backdropFilter.isEmpty }

    /// Whether a visible shadow behind the layer has a blend mode.
    fileprivate var blendsShadows: Bool {
        let all = shadows + effects.filter { $0.kind == .drop }.map(\.shadow)
        return all.contains { $0.blendMode != .normal && $0.opacity > 0 && $0.color.alpha > 0 }
    }

    fileprivate var looksBehind: Bool {
        let modes = [blendMode] + (shadows + innerShadows + effects.map(\.shadow)).map(\.blendMode)
        return !isHidden
            && (filtersBackdrop || modes.contains { $0 != .normal } || sublayers.contains(where: \.looksBehind))
    }
}

extension [Layer] {
    /// "Those with less are painted first, and those with as much in the order they stand in."
    fileprivate var byPosition: [Layer] {
        reduce(into: []) { result, layer in
            let above = result.firstIndex { $0.zPosition > layer.zPosition } ?? result.count
            result.insert(layer, at: above)
        }
    }
}
