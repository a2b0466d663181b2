import PenumbraBitmap
import PenumbraGeometry
import PenumbraScene
import TestSupport
import Testing

/// Tests effects in random combinations.
@Suite(.timed) struct RandomEffectTests {
    /// Each seed is a scene; a failing scene can be drawn again by its number.
    @Test(arguments: 0..<48)
    func randomEffectScenesMatchTheReference(seed: UInt64) throws {
        var scenes = RandomEffects(seed: seed)
        let scene = scenes.scene()
        var darker = scene
        for i in darker.layers.indices { darker.layers[i].darken() }
        for scene in darker == scene ? [scene] : [scene, darker] {
            let difference = Difference(try drawn(scene), SceneReference(scene, margin: 40).draw())
            #expect(difference.levels <= Tolerance.combination, "seed \(seed): \(difference)\n\((try? scene.json()) ?? "")")
        }
    }
}

extension Layer {
    fileprivate mutating func darken() {
        if blendMode == .plusLighter { blendMode = .plusDarker }
        mask?.darken()
        for i in sublayers.indices { sublayers[i].darken() }
    }
}

/// Small random scenes of layers with effects.
///
/// Features that no reference reproduces to within a level are left out: distorted alphas, which are sampled at some positions
/// in each pixel, and hard masks of antialiased edges, where rounding decides.
private struct RandomEffects {
    /// All modes but `plusDarker`, which replaces `plusLighter` in separate scenes, so that each seed keeps its scene.
    private static let modes = BlendMode.allCases.filter { $0 != .plusDarker }

    var random: SeededGenerator

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    mutating func scene() -> Scene {
        let scale = [1.0, 1, 2, 1.5][random.integer(0...3)]
        let layers = (0..<random.integer(1...3)).map { _ in layer(depth: 0, canBlurBackdrop: true) }
        return Scene(
            canvas: Canvas(size: Size(width: 48, height: 36), scale: scale, background: .color(color(alpha: 1))), layers: layers
        )
    }

    mutating func layer(depth: Int, canBlurBackdrop: Bool) -> Layer {
        var layer = Layer(frame: rect(in: Rect(x: -6, y: -6, width: 60, height: 48), smallest: 10))
        let size = layer.frame?.size ?? Size(width: 1, height: 1)
        switch random.integer(0...3) {
        case 0: layer.kind = .shape(Shape(path: path(size), fillColor: paint()))
        case 1: layer.kind = .gradient(gradient())
        default: break
        }
        if random.chance(0.7) { layer.backgroundColor = paint() }
        if random.chance(0.5) { layer.cornerRadii = CornerRadii(random.number(0...12)) }
        if random.chance(0.3) {
            layer.borderWidth = random.number(0...4)
            layer.borderColor = color()
        }
        if random.chance(0.3) {
            layer.transform = .rotation(degrees: random.number(-180...180))
            if random.chance(0.5) {
                layer.transform = layer.transform.concatenating(.scale(random.number(0.6...1.3), random.number(0.6...1.3)))
            }
            layer.anchorPoint = Point(random.number(0...1), random.number(0...1))
        }
        if random.chance(0.3) { layer.opacity = random.number(0...1) }
        if random.chance(0.2), let mode = Self.modes.randomElement(using: &random) { layer.blendMode = mode }
        layer.masksToBounds = random.chance(0.3)
        layer.drawsContents = random.chance(0.8)
        for _ in 0..<max(0, random.integer(-1...2)) { layer.shadows.append(shadow(size)) }
        for _ in 0..<max(0, random.integer(-1...2)) {
            var inner = shadow(size)
            inner.transform = .identity
            inner.outside = random.chance(0.7) ? .solid : .empty
            layer.innerShadows.append(inner)
        }
        if depth < 2 && random.chance(0.25) { layer.mask = self.layer(depth: 2, canBlurBackdrop: false) }
        if random.chance(0.15) { layer.blur = Sigma(random.number(0...3)) }
        // Inside an isolated group, there's little backdrop.
        let isolated =
            layer.opacity < 1 || layer.masksToBounds || layer.mask != nil || layer.blur.value > 0
            || layer.blendMode != .normal
        if canBlurBackdrop && layer.blur.value == 0 && random.chance(0.25) {
            layer.backdropBlur = BackdropBlur(radius: Sigma(random.number(0...6)))
        }
        if depth < 2 {
            for _ in 0..<max(0, random.integer(-2...2)) {
                layer.sublayers.append(self.layer(depth: depth + 1, canBlurBackdrop: canBlurBackdrop && !isolated))
            }
        }
        return layer
    }

    mutating func shadow(_ size: Size) -> Shadow {
        var shadow = Shadow(
            color: color(), opacity: random.number(0...1), offset: Point(random.number(-7...7), random.number(-7...7)),
            radius: Sigma([0, 0.3, 0.8, 2, 5][random.integer(0...4)]), knockout: random.chance(0.4))
        if random.chance(0.4) {
            shadow.path = path(size)
            if random.chance(0.5) {
                shadow.transform = AffineTransform.scale(random.number(0.7...1.2), random.number(0.3...1))
                    .concatenating(.skew(xDegrees: random.number(-40...40), yDegrees: 0))
            }
        }
        return shadow
    }

    mutating func path(_ size: Size) -> Path {
        let box = rect(in: Rect(x: -4, y: -4, width: size.width + 8, height: size.height + 8), smallest: 6)
        return switch random.integer(0...2) {
        case 0: cloud(box)
        case 1: Path(ellipseIn: box)
        default: Path(polygon: [Point(box.midX, box.minY), Point(box.maxX, box.midY), Point(box.minX, box.maxY)])
        }
    }

    mutating func paint() -> Paint { random.chance(0.25) ? .gradient(gradient()) : .color(color()) }

    mutating func gradient() -> Gradient {
        let (a, b) = (Point(random.number(0...1), random.number(0...1)), Point(random.number(0...1), random.number(0...1)))
        let geometry: Gradient.Geometry =
            switch random.integer(0...3) {
            case 3:
                .twoCircles(
                    startCenter: Point(20 * a.x, 20 * a.y), startRadius: random.number(0...5),
                    endCenter: Point(20 * a.x + 3, 20 * a.y), endRadius: random.number(9...20))
            case 0: .axial(startPoint: a, endPoint: b + Point(0.5, 0.2))
            case 1: .radial(startPoint: a, endPoint: a + Point(random.number(0.3...1), random.number(0.3...1)))
            default:
                .circles(center: Point(20 * a.x, 20 * a.y), startRadius: random.number(0...5), endRadius: random.number(8...20))
            }
        return Gradient(
            geometry, colors: [color(), color(), color()], locations: random.chance(0.5) ? [0.1, 0.4, 1] : nil,
            interpolation: random.chance(0.5) ? .straight : .premultiplied, falloff: random.chance(0.7) ? .linear : .gaussian)
    }

    mutating func color(alpha: Double? = nil) -> Color {
        Color(
            red: random.number(0...1), green: random.number(0...1), blue: random.number(0...1),
            alpha: alpha ?? (random.chance(0.5) ? 1 : random.number(0...1)))
    }

    mutating func rect(in space: Rect, smallest: Double) -> Rect {
        let isWhole = random.chance(0.5)
        func held(_ value: Double) -> Double { isWhole ? value.rounded() : value }
        let width = held(random.number(min(smallest, space.width)...space.width))
        let height = held(random.number(min(smallest, space.height)...space.height))
        return Rect(
            x: held(space.minX + random.number(0...1) * (space.width - width)),
            y: held(space.minY + random.number(0...1) * (space.height - height)), width: width, height: height)
    }
}
