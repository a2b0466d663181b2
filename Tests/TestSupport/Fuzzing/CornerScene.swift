import PenumbraBitmap
import PenumbraGeometry
import PenumbraScene
import TestSupport

/// Small scenes that combine two properties of layers: in one layer, or in a layer and its sublayer, mask or parent.
///
/// Slow references draw these scenes too. Features that no reference reproduces to within a level are left out: distorted
/// alphas, hard masks of soft edges, grain, and blend modes that divide by a colour or by its range.
package struct CornerScene {
    /// A property of a layer besides its position and colour.
    package enum Property: CaseIterable, Sendable {
        case opacity, blend, mask, cut, roundCut, backdrop, wideBackdrop, progressive, blur, wideBlur, filter, dropFilter,
            shadow
        case knockout, pathShadow, growingShadow, innerShadow, boxShadow, insetShadow, figmaShadow, transform, part, position,
            border
        case noContents, tiny, beyond, hidden, frosted, blendingInside, groupInside, copies, blendingShadow
        case backdropFilter, space, perspective
    }

    /// All pairs of properties, including each property with itself.
    package static let pairs: [(Property, Property)] = {
        let all = Property.allCases
        return all.indices.flatMap { i in all[i...].map { (all[i], $0) } }
    }()

    private static let modes = BlendMode.allCases.filter { ![.hue, .saturation, .colorBurn, .colorDodge].contains($0) }

    private var random: SeededGenerator
    private var images: [ImageSource: Bitmap] = [:]

    /// - Parameter seed: also selects the two properties. As many consecutive seeds as there are pairs cover every pair.
    package static func make(seed: UInt64) -> (scene: Scene, images: [ImageSource: Bitmap]) {
        var maker = CornerScene(random: SeededGenerator(seed: seed))
        // Neighbouring seeds begin with different properties.
        let pair = pairs[Int(seed % UInt64(pairs.count)) * 128 % pairs.count]
        let scene = maker.scene(pair.0, pair.1)
        return (scene, maker.images)
    }

    private mutating func scene(_ first: Property, _ second: Property) -> Scene {
        let scale = [1.0, 1, 1, 2, 1.5][random.integer(0...4)]
        let canvas = Canvas(
            size: Size(width: 26, height: 20), scale: scale, background: random.chance(0.7) ? .color(color(alpha: 1)) : nil)
        var layer = layer()
        for _ in 0..<random.integer(0...2) { layer.sublayers.append(self.layer(in: layer.frame)) }
        let isFirstInner = random.chance(0.5)
        put(first, anywhereIn: &layer, outer: !isFirstInner)
        put(second, anywhereIn: &layer, outer: isFirstInner || random.chance(0.5))
        for _ in 0..<max(0, random.integer(-1...2)) {
            if let other = Property.allCases.randomElement(using: &random) {
                put(other, anywhereIn: &layer, outer: random.chance(0.5))
            }
        }
        if random.chance(0.3) {
            var parent = self.layer()
            parent.sublayers = [layer]
            if let other = Property.allCases.randomElement(using: &random) { apply(other, to: &parent) }
            layer = parent
        }
        var layers = behind(scale) + [layer]
        if random.chance(0.2) { layers.append(self.layer()) }
        return Scene(canvas: canvas, light: Light(angle: random.number(0...360), height: 50), layers: layers)
    }

    /// A background to blur and to blend with: noise, or a few boxes.
    private mutating func behind(_ scale: Double) -> [Layer] {
        switch random.integer(0...3) {
        case 0:
            let (width, height) = (Int((26 * scale).rounded()), Int((20 * scale).rounded()))
            let source = ImageSource.data([3])
            var generator = random
            images[source] = Bitmap(width: width, height: height) { bytes in
                for i in bytes.indices { bytes[i] = i % 4 == 3 ? 255 : UInt8.random(in: 0...255, using: &generator) }
            }
            random = generator
            return [
                Layer(
                    kind: .image(ImageContents(source: source, contentsScale: scale)),
                    frame: Rect(x: 0, y: 0, width: 26, height: 20))
            ]
        case 1: return []
        default: return (0..<random.integer(1...3)).map { _ in layer() }
        }
    }

    private mutating func put(_ property: Property, anywhereIn layer: inout Layer, outer: Bool) {
        if outer {
            apply(property, to: &layer)
        } else if layer.mask != nil && random.chance(0.4) {
            layer.mask = layer.mask.map { changed($0, property) }
        } else {
            if layer.sublayers.isEmpty { layer.sublayers.append(self.layer(in: layer.frame)) }
            apply(property, to: &layer.sublayers[random.integer(0...layer.sublayers.count - 1)])
        }
    }

    private mutating func changed(_ layer: Layer, _ property: Property) -> Layer {
        var result = layer
        apply(property, to: &result)
        return result
    }

    private mutating func apply(_ property: Property, to layer: inout Layer) {
        switch property {
        case .opacity: layer.opacity = [0.02, 0.5, 0.8, random.number(0...1)][random.integer(0...3)]
        case .blend: layer.blendMode = Self.modes.randomElement(using: &random) ?? .multiply
        case .mask: layer.mask = mask(layer.frame)
        case .cut: layer.masksToBounds = true
        case .roundCut:
            layer.masksToBounds = true
            layer.cornerRadii = CornerRadii(random.number(1...9))
        case .backdrop: layer.backdropBlur = BackdropBlur(radius: Sigma(random.number(0...5)))
        case .wideBackdrop: layer.backdropBlur = BackdropBlur(radius: Sigma(random.number(6...30)))
        case .progressive:
            layer.mask = mask(layer.frame)
            layer.backdropBlur = BackdropBlur(radius: Sigma(random.number(0.5...4)), isProgressive: true)
        case .blur: layer.blur = Sigma(random.number(0...3))
        case .wideBlur: layer.blur = Sigma(random.number(4...12))
        case .filter: layer.filter.append(colorFilter())
        case .dropFilter:
            layer.filter.append(.dropShadow(offset: offset(), radius: sigma(), color: color()))
            if random.chance(0.3) { layer.filter.append(.blur(sigma())) }
        case .shadow: layer.shadows.append(shadow())
        case .knockout:
            layer.shadows.append(shadow())
            layer.shadows[layer.shadows.count - 1].knockout = true
        case .pathShadow:
            layer.shadows.append(shadow())
            layer.shadows[layer.shadows.count - 1].path = Path(ellipseIn: rect())
            layer.shadows[layer.shadows.count - 1].knockout = random.chance(0.3)
        case .growingShadow:
            layer.shadows.append(shadow())
            layer.shadows[layer.shadows.count - 1].penumbra = random.number(0...0.6)
            if random.chance(0.3) { layer.shadows[layer.shadows.count - 1].path = Path(ellipseIn: rect()) }
            if random.chance(0.3) {
                layer.shadows[layer.shadows.count - 1].anchor = Point(random.number(0...1), random.number(-0.2...1.2))
            }
        case .innerShadow:
            layer.innerShadows.append(shadow())
            layer.innerShadows[layer.innerShadows.count - 1].outside = random.chance(0.6) ? .solid : .empty
        case .boxShadow, .insetShadow:
            layer.boxShadows.append(
                BoxShadow(
                    color: color(), offset: offset(), radius: sigma(), spread: random.number(-4...4),
                    isInset: property == .insetShadow))
        case .figmaShadow:
            layer.effects.append(
                FigmaShadow(
                    random.chance(0.6) ? .drop : .inner, color: color(), offset: offset(), radius: sigma(),
                    showsBehindNode: random.chance(0.5)))
        case .transform:
            layer.transform = transform()
            layer.anchorPoint = Point(random.number(0...1), random.number(0...1))
        case .part:
            layer.frame = layer.frame.map {
                Rect(x: $0.minX + random.number(-0.5...0.5), y: $0.minY + 0.5, width: $0.width, height: $0.height)
            }
        case .position: layer.zPosition = Double(random.integer(-1...1))
        case .border:
            layer.borderWidth = random.number(0.5...4)
            layer.borderColor = color()
        case .noContents: layer.drawsContents = false
        case .tiny:
            let sides = [0, 0.01, 0.3, 1]
            layer.frame = Rect(
                x: random.number(2...20), y: random.number(2...16), width: sides[random.integer(0...3)],
                height: random.chance(0.5) ? 6 : sides[random.integer(0...3)])
        case .beyond:
            let size = layer.frame?.size ?? Size(width: 10, height: 10)
            let places = [Point(-size.width / 2, 4), Point(26 - size.width / 2, 6), Point(5, -3), Point(3, 17)]
            layer.frame = Rect(origin: places[random.integer(0...3)], size: size)
        case .hidden: layer.isHidden = true
        case .backdropFilter:
            layer.backdropFilter = (0..<random.integer(1...3)).map { _ in
                random.chance(0.4) ? .blur(Sigma(random.number(0...4))) : colorFilter()
            }
        case .space:
            let axis = SIMD3(random.number(-1...1), random.number(-1...1), 0.2)
            layer.transform3D = Transform3D(layer.transform)
                .concatenating(.rotation(about: axis, degrees: random.number(-70...70)))
                .concatenating(random.chance(0.3) ? .identity : .perspective(random.number(90...400)))
            if random.chance(0.2) { layer.backfaceVisibility = .hidden }
            if random.chance(0.3) { layer.transformStyle = .preserve3D }
        case .perspective:
            layer.perspective = random.number(90...300)
            if random.chance(0.5) { layer.perspectiveOrigin = Point(random.number(0...1), random.number(0...1)) }
            var inner = self.layer(in: layer.frame)
            apply(.space, to: &inner)
            layer.sublayers.append(inner)
        case .copies: layer.replication = copies()
        case .blendingShadow:
            var shadow = shadow()
            shadow.blendMode = Self.modes.randomElement(using: &random) ?? .multiply
            if random.chance(0.6) { layer.shadows.append(shadow) } else { layer.innerShadows.append(shadow) }
        case .frosted:
            var inner = self.layer(in: layer.frame)
            if random.chance(0.6) { inner.backgroundColor = nil }
            inner.backdropBlur = BackdropBlur(radius: Sigma(random.number(0.3...5)))
            layer.sublayers.append(inner)
        case .blendingInside:
            var inner = self.layer(in: layer.frame)
            inner.blendMode = Self.modes.randomElement(using: &random) ?? .screen
            layer.sublayers.append(inner)
        case .groupInside:
            var inner = self.layer(in: layer.frame)
            inner.opacity = 0.7
            inner.sublayers.append(self.layer(in: inner.frame))
            layer.sublayers.append(inner)
        }
    }

    // MARK: - Parts

    /// - Parameter parent: the area in which a sublayer is placed; nil means the canvas.
    private mutating func layer(in parent: Rect? = nil) -> Layer {
        let size = parent?.size ?? Size(width: 26, height: 20)
        var layer = Layer(frame: rect(in: size))
        if random.chance(0.8) { layer.backgroundColor = random.chance(0.15) ? .gradient(gradient()) : .color(color()) }
        if random.chance(0.3) { layer.cornerRadii = CornerRadii(random.number(0...8)) }
        switch random.integer(0...7) {
        case 0:
            let box = rect(in: layer.frame?.size ?? size)
            layer.kind = .shape(Shape(path: Path(ellipseIn: box), fillColor: random.chance(0.8) ? .color(color()) : nil))
        case 1: layer.kind = .gradient(gradient())
        default: break
        }
        return layer
    }

    private mutating func copies() -> Replication {
        var result = Replication(count: random.integer(1...3))
        result.transform = random.chance(0.5) ? .translation(random.number(-6...6), random.number(-6...6)) : transform()
        if random.chance(0.3) { result.color = color() }
        if random.chance(0.3) { result.opacityOffset = random.number(-0.5...0.3) }
        if random.chance(0.3) { result.redOffset = random.number(-0.5...0.5) }
        if random.chance(0.3) { (result.greenOffset, result.blueOffset) = (random.number(-1...1), random.number(-1...1)) }
        return result
    }

    private mutating func mask(_ parent: Rect?) -> Layer {
        var mask = layer(in: parent)
        switch random.integer(0...3) {
        case 0:
            mask.frame = nil
            mask.kind = .gradient(gradient())
        case 1:
            // The mask is much smaller than the masked layer.
            mask.frame = parent.map { Rect(x: $0.width / 3, y: $0.height / 4, width: $0.width / 2, height: $0.height / 2) }
            mask.backgroundColor = .color(.black)
        default: mask.backgroundColor = .color(.black)
        }
        return mask
    }

    private mutating func shadow() -> Shadow {
        var shadow = Shadow(color: color(), opacity: random.number(0.3...1), offset: offset(), radius: sigma())
        if random.chance(0.15) {
            shadow.offset = .zero
            shadow.elevation = random.number(0...8)
        }
        return shadow
    }

    private mutating func sigma() -> Sigma { Sigma([0, 0.4, 1, 2, 3, random.number(0...8)][random.integer(0...5)]) }

    private mutating func offset() -> Point {
        random.chance(0.3)
            ? Point(Double(random.integer(-12...12)), Double(random.integer(-12...12)))
            : Point(random.number(-6...6), random.number(-6...6))
    }

    private mutating func transform() -> AffineTransform {
        switch random.integer(0...4) {
        case 0: .rotation(degrees: 90 * Double(random.integer(1...3)))
        case 1: .scale(random.chance(0.5) ? -1 : random.number(0.4...1.6), random.number(0.4...1.6))
        case 2: .rotation(degrees: random.number(-180...180)).concatenating(.scale(random.number(0.6...1.3), 1))
        case 3: .skew(xDegrees: random.number(-40...40), yDegrees: 0)
        default: .rotation(degrees: random.number(-180...180))
        }
    }

    private mutating func colorFilter() -> FilterFunction {
        let function = FilterFunction.ColorFunction.allCases.randomElement(using: &random) ?? .invert
        return .color(function, amount: function == .hueRotate ? random.number(0...360) : random.number(0...1))
    }

    private mutating func gradient() -> Gradient {
        Gradient(
            .axial(startPoint: Point(random.number(0...1), 0), endPoint: Point(random.number(0...1), 1)),
            colors: [color(), color()], interpolation: random.chance(0.5) ? .straight : .premultiplied)
    }

    private mutating func color(alpha: Double? = nil) -> Color {
        func component() -> Double { random.chance(0.3) ? Double(random.integer(0...1)) : random.number(0...1) }
        return Color(
            red: component(), green: component(), blue: component(),
            alpha: alpha ?? (random.chance(0.6) ? 1 : random.number(0...1)))
    }

    private mutating func rect(in size: Size = Size(width: 26, height: 20)) -> Rect {
        let isWhole = random.chance(0.5)
        func held(_ value: Double) -> Double { isWhole ? value.rounded() : value }
        let width = held(random.number(3...max(4, size.width)))
        let height = held(random.number(3...max(4, size.height)))
        return Rect(
            x: held(random.number(-4...max(0, size.width - width) + 4)),
            y: held(random.number(-4...max(0, size.height - height) + 4)), width: width, height: height)
    }
}
