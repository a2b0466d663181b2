import PenumbraBitmap
import PenumbraEngine
import PenumbraGeometry
import PenumbraPlan
import PenumbraScene
import TestSupport

/// Scenes that use everything at once: nested groups, transforms, clips, borders, pictures, and several shadows of all
/// softnesses.
package struct RandomScene {
    private var random: SeededGenerator
    private var images: [ImageSource: Bitmap] = [:]

    package static func make(seed: UInt64) -> (scene: Scene, images: [ImageSource: Bitmap]) {
        make(SeededGenerator(seed: seed))
    }

    /// - Parameter largest: the longest side of the canvas, in points.
    package static func make(
        _ random: SeededGenerator, largest: Double = 150
    ) -> (scene: Scene, images: [ImageSource: Bitmap]) {
        var maker = RandomScene(random: random)
        let canvas = Canvas(
            size: Size(width: maker.number(1...largest).rounded(), height: maker.number(1...(0.8 * largest)).rounded()),
            scale: maker.chance(0.6) ? 1 : maker.number(0.5...3), background: maker.chance(0.5) ? maker.paint() : nil,
            dither: maker.chance(0.1), colorSpace: maker.chance(0.2) ? .displayP3 : .srgb)
        let light = Light(angle: maker.number(0...360), height: maker.number(20...90))
        let layers = (0..<maker.count(1...4)).map { _ in maker.layer(depth: 0) }
        return (Scene(canvas: canvas, light: light, layers: layers), maker.images)
    }

    private mutating func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
    private mutating func count(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    private mutating func chance(_ probability: Double) -> Bool { number(0...1) < probability }

    /// Dashes that aren't too fine for their outlines to be accepted.
    private mutating func dashes() -> [Double] { (0..<count(1...4)).map { max($0 == 0 ? 0.2 : 0, length(0...20)) } }

    /// A length that is sometimes a whole number: edges on pixels take other paths through the planner.
    private mutating func length(_ range: ClosedRange<Double>) -> Double {
        let value = number(range)
        return chance(0.4) ? value.rounded() : value
    }

    private mutating func color() -> Color {
        if chance(0.1) {
            return Color(red: number(-0.5...1.5), green: number(-0.2...1.2), blue: number(0...1), alpha: number(0...1))
        }
        return Color(red: number(0...1), green: number(0...1), blue: number(0...1), alpha: chance(0.5) ? 1 : number(0...1))
    }

    private mutating func path() -> Path {
        switch count(0...3) {
        case 0:
            return Path(
                Rect(x: length(-20...60), y: length(-20...60), width: length(0...90), height: length(0...70)),
                radii: CornerRadii(length(0...30)))
        case 1:
            return Path(
                ellipseIn: Rect(x: length(-20...60), y: length(-20...60), width: length(0...90), height: length(0...70)))
        case 2: return Path(polygon: (0..<count(1...9)).map { _ in Point(length(-30...120), length(-30...100)) })
        default:
            var path = Path()
            path.move(to: Point(length(-20...100), length(-20...90)))
            for _ in 0..<count(1...4) {
                path.addCubic(
                    to: Point(length(-20...100), length(-20...90)), control1: Point(length(-60...160), length(-60...160)),
                    control2: Point(length(-60...160), length(-60...160)))
            }
            path.close()
            return path
        }
    }

    private mutating func transform() -> AffineTransform {
        switch count(0...5) {
        case 0: return .rotation(degrees: chance(0.3) ? Double(count(0...3)) * 90 : number(0...360))
        case 1: return .scale(number(-1.5...1.5), number(-1.5...1.5))
        case 2:
            return AffineTransform.skew(xDegrees: number(-40...40), yDegrees: 0).concatenating(
                .rotation(degrees: number(0...90)))
        default: return .identity
        }
    }

    private mutating func shadow() -> Shadow {
        let sigmas = [0, 0.3, 1, 3, 3.9, 4, 6.5, 8, 15, 31.7, 90]
        return Shadow(
            color: color(), opacity: number(0...1),
            blendMode: chance(0.9) ? .normal : BlendMode.allCases.randomElement(using: &random) ?? .normal,
            offset: Point(length(-20...20), length(-20...20)),
            elevation: chance(0.85) ? nil : length(0...20),
            radius: Sigma(chance(0.5) ? sigmas[count(0...sigmas.count - 1)] : number(0...20)),
            penumbra: chance(0.8) ? 0 : length(0...1), spread: chance(0.8) ? 0 : length(-8...8),
            noise: chance(0.85) ? 0 : number(0...1), path: chance(0.4) ? path() : nil,
            fillRule: chance(0.5) ? .nonzero : .evenOdd, knockout: chance(0.3),
            transform: chance(0.75) ? .identity : transform(),
            anchor: chance(0.7) ? nil : Point(number(-0.5...1.5), number(-0.5...1.5)),
            outside: chance(0.7) ? .solid : .empty)
    }

    private mutating func gradient() -> Gradient {
        let geometry: Gradient.Geometry
        switch count(0...4) {
        case 3:
            geometry = .conic(
                startPoint: Point(number(-0.2...1.2), number(-0.2...1.2)), endPoint: Point(number(0...1), number(0...1)))
        case 4:
            geometry = .twoCircles(
                startCenter: Point(number(0...60), number(0...60)), startRadius: length(0...60),
                endCenter: Point(number(0...60), number(0...60)), endRadius: length(0...60))
        case 0:
            geometry = .axial(
                startPoint: Point(number(-0.5...1.5), number(-0.5...1.5)),
                endPoint: Point(number(-0.5...1.5), number(-0.5...1.5)))
        case 1:
            geometry = .radial(
                startPoint: Point(number(0...1), number(0...1)), endPoint: Point(number(-0.5...1.5), number(-0.5...1.5)))
        default:
            geometry = .circles(
                center: Point(number(-20...120), number(-20...100)), startRadius: length(0...60), endRadius: length(0...60))
        }
        let colors = (0..<count(1...5)).map { _ in color() }
        let locations = colors.map { _ in chance(0.2) ? number(0...1).rounded() : number(0...1) }.sorted()
        return Gradient(
            geometry, colors: colors, locations: chance(0.5) ? nil : locations,
            interpolation: chance(0.5) ? .straight : .premultiplied, falloff: chance(0.8) ? .linear : .gaussian,
            extendsStart: chance(0.8), extendsEnd: chance(0.8))
    }

    private mutating func paint() -> Paint { chance(0.7) ? .color(color()) : .gradient(gradient()) }

    private mutating func mask() -> Layer {
        switch count(0...2) {
        case 0: return Layer(kind: .gradient(gradient()), frame: chance(0.5) ? nil : frame())
        case 1: return Layer(kind: .shape(Shape(path: path())))
        default: return layer(depth: 3)
        }
    }

    private mutating func frame() -> Rect {
        Rect(x: length(-40...110), y: length(-40...90), width: length(0...120), height: length(0...90))
    }

    /// Features specific to CSS and Figma.
    private mutating func notations(of layer: inout Layer) {
        for _ in 0..<max(0, count(-4...2)) {
            layer.boxShadows.append(
                BoxShadow(
                    color: color(), offset: Point(length(-20...20), length(-20...20)),
                    radius: Sigma(chance(0.3) ? 0 : number(0...12)), spread: chance(0.5) ? 0 : length(-20...20),
                    isInset: chance(0.5)))
        }
        for _ in 0..<max(0, count(-6...2)) {
            let radius = Sigma(number(0...6))
            let function = FilterFunction.ColorFunction.allCases.randomElement(using: &random) ?? .invert
            layer.filter.append(
                chance(0.3)
                    ? .color(function, amount: number(0...1))
                    : chance(0.5)
                        ? .blur(radius)
                        : .dropShadow(offset: Point(length(-20...20), length(-20...20)), radius: radius, color: color()))
        }
        if chance(0.1) {
            layer.effects.append(FigmaShadow(chance(0.5) ? .drop : .inner, color: color(), radius: Sigma(number(0...6))))
        }
        let gradients = [
            "linear-gradient(\(count(-360...360))deg, red, rgb(0 0 255 / 40%) \(count(-40...90))px, 60%, lime)",
            "radial-gradient(at \(count(0...99))% 20px, gold, 30%, navy \(count(0...99))px)",
            "conic-gradient(from \(count(0...360))deg at 30% 40%, red, transparent \(count(0...100))%, blue)",
        ]
        if chance(0.1), let gradient = try? Gradient(css: gradients[count(0...2)]) {
            layer.backgroundColor = .gradient(gradient)
        }
    }

    /// Occasionally adds effects that blur all three or four channels.
    private mutating func blurs(of layer: inout Layer) {
        if chance(0.1) { layer.blur = Sigma(number(0...9)) }
        if chance(0.06) {
            layer.replication = Replication(
                count: count(1...3), transform: chance(0.5) ? transform() : .translation(length(-30...30), length(-30...30)),
                color: chance(0.6) ? .white : color(), opacityOffset: chance(0.6) ? 0 : number(-0.4...0.2))
        }
        if chance(0.12) { layer.backdropBlur = BackdropBlur(radius: Sigma(number(0...12))) }
        if chance(0.06) {
            let function = FilterFunction.ColorFunction.allCases.randomElement(using: &random) ?? .invert
            layer.backdropFilter.append(.color(function, amount: number(0...1.5)))
            if chance(0.3) { layer.backdropFilter.append(.dropShadow(offset: Point(5, 3), radius: Sigma(2), color: color())) }
            if chance(0.5) { layer.backdropFilter.insert(.blur(Sigma(number(0...9))), at: count(0...1)) }
        }
        if chance(0.03) {
            layer.mask = Layer(kind: .gradient(gradient()))
            layer.backdropBlur = BackdropBlur(radius: Sigma(number(0...3)), isProgressive: true)
        }
    }

    /// Occasionally tilts the layer, or what it shows.
    private mutating func space(of layer: inout Layer) {
        if chance(0.08) {
            let axis = SIMD3(number(-1...1), chance(0.3) ? 0 : number(-1...1), number(-0.5...0.5))
            layer.transform3D = Transform3D(layer.transform)
                .concatenating(.rotation(about: axis, degrees: chance(0.8) ? number(-75...75) : number(-180...180)))
                .concatenating(.translation(0, 0, chance(0.7) ? 0 : length(-60...60)))
                .concatenating(chance(0.3) ? .identity : .perspective(chance(0.8) ? number(120...900) : number(0...120)))
        }
        if chance(0.06) { layer.perspective = chance(0.8) ? length(150...900) : length(0...150) }
        if chance(0.04) { layer.perspectiveOrigin = Point(number(0...1), number(0...1)) }
        if chance(0.04) { layer.backfaceVisibility = .hidden }
    }

    private mutating func picture() -> ImageSource {
        let source = ImageSource.data([UInt8(count(0...255)), UInt8(count(0...255))])
        if images[source] != nil { return source }
        let (width, height, opaque) = (count(1...90), count(1...90), chance(0.5))
        var generator = random
        images[source] = Bitmap(width: width, height: height) { bytes in
            for i in bytes.indices { bytes[i] = UInt8.random(in: 0...255, using: &generator) }
            if opaque { for i in 0..<(width * height) { bytes[4 * i + 3] = 255 } }
        }
        random = generator
        return source
    }

    private mutating func kind() -> Layer.Kind {
        switch count(0...4) {
        case 0:
            var shape = Shape(path: path(), fillRule: chance(0.5) ? .nonzero : .evenOdd, fillColor: paint())
            if chance(0.3) {
                shape.strokeColor = paint()
                shape.stroke = StrokeStyle(
                    lineWidth: length(0...14), lineCap: LineCap.allCases[count(0...2)],
                    lineJoin: LineJoin.allCases[count(0...2)], miterLimit: number(1...12),
                    lineDashPattern: chance(0.6) ? [] : dashes(),
                    lineDashPhase: length(-20...20), strokeStart: chance(0.7) ? 0 : number(0...1),
                    strokeEnd: chance(0.7) ? 1 : number(0...1))
            }
            shape.isAntialiased = chance(0.8)
            return .shape(shape)
        case 2: return .gradient(gradient())
        case 1:
            let part =
                chance(0.3)
                ? Rect(x: number(0...0.5), y: number(0...0.5), width: number(0.1...0.5), height: number(0.1...0.5))
                : Rect(x: 0, y: 0, width: 1, height: 1)
            return .image(
                ImageContents(
                    source: picture(), gravity: ContentsGravity.allCases[count(0...ContentsGravity.allCases.count - 1)],
                    contentsRect: part,
                    contentsCenter: chance(0.7) ? nil : Rect(x: 0.3, y: 0.2, width: number(0...0.6), height: 0.5),
                    contentsScale: chance(0.5) ? 1 : number(0.5...3),
                    interpolation: chance(0.2) ? .nearest : .area, tint: chance(0.15) ? color() : nil))
        default:
            return .layer
        }
    }

    private mutating func layer(depth: Int) -> Layer {
        var layer = Layer(
            kind: kind(), isHidden: chance(0.05),
            frame: chance(0.85) ? frame() : nil,
            transform: transform(), anchorPoint: chance(0.5) ? Point(0.5, 0.5) : Point(number(-0.5...1.5), number(-0.5...1.5)),
            zPosition: chance(0.7) ? 0 : number(-1...1),
            opacity: chance(0.7) ? 1 : number(0...1),
            blendMode: chance(0.7) ? .normal : BlendMode.allCases[Int(number(0...15.999)) + 1],
            backgroundColor: chance(0.5) ? paint() : nil,
            cornerRadii: chance(0.5)
                ? .zero
                : CornerRadii(
                    topLeft: length(0...40), topRight: length(0...40), bottomRight: length(0...40), bottomLeft: length(0...40)),
            borderWidth: chance(0.7) ? 0 : length(0...12), borderColor: color(), masksToBounds: chance(0.35),
            mask: depth < 3 && chance(0.15) ? mask() : nil,
            shadows: (0..<max(0, count(-2...3))).map { _ in shadow() },
            innerShadows: (0..<max(0, count(-4...3))).map { _ in shadow() }, drawsContents: chance(0.85),
            clipForAnyAlpha: chance(0.3),
            sublayers: depth > 2 ? [] : (0..<max(0, count(-2...3))).map { _ in self.layer(depth: depth + 1) })
        if chance(0.3) { layer.cornerCurve = layer.opacity < 0.5 ? .smoothed(2 * layer.opacity) : .continuous }
        space(of: &layer)
        blurs(of: &layer)
        notations(of: &layer)
        return layer
    }
}

extension RandomScene {
    /// Returns nil if an outline can't be resolved, for about one scene in a thousand. A wide spread of a path that winds
    /// around itself many times may have millions of crossings. The error states that.
    ///
    /// The merge tier also gets nil for plans above `mostWork`. Copies in copies make these plans, and a software GL draws
    /// some of them for 20 seconds. The full tier draws all plans whose surfaces a software GL has room for.
    package static func plan(_ scene: Scene, _ images: [ImageSource: Bitmap]) throws -> RenderPlan? {
        guard let plan = try unboundedPlan(scene, images) else { return nil }
        guard Tier.isFull else { return plan.work <= mostWork ? plan : nil }
        return plan.surfaces.allSatisfy { $0.byteCount <= mostSurfaceBytes } ? plan : nil
    }

    /// The largest buffer of Mesa's llvmpipe, which counts bytes in 32 bits. One of some thousand scenes has a plane of more.
    private static let mostSurfaceBytes = Int(UInt32.max)

    /// The most nanoseconds of one core for a plan of the merge tier.
    package static let mostWork = 60_000_000

    /// Like `plan`, but for plans of any cost.
    package static func unboundedPlan(_ scene: Scene, _ images: [ImageSource: Bitmap]) throws -> RenderPlan? {
        var limits = RenderLimits.default
        limits.work = 1000
        do {
            return try Kernels.engine.passes(of: scene, SceneAssets(images: images), limits: limits)
        } catch RenderError.planning(.path(_, .tooManyCrossings)) {
            return nil
        } catch RenderError.planning(.surfaceTooLarge), RenderError.planning(.path(_, .coordinateTooLarge)),
            RenderError.planning(.tooMuchWork), RenderError.planning(.spreadTooLarge), RenderError.planning(.blurTooWide)
        {
            // Planes inside planes, or inside nearly flat layers, may be enlarged many times.
            return nil
        } catch {
            // A test that fails on this scene reports only the seed.
            print((try? scene.json()) ?? "")
            throw error
        }
    }
}
