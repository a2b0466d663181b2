import PenumbraBitmap
import PenumbraGeometry
import PenumbraMathematics
import PenumbraScene

/// Scenes that use everything at once: nested groups, transforms, clips, borders, pictures, several shadows of all softnesses.
struct RandomScene {
    private var random: SeededGenerator
    private var images: [ImageSource: Bitmap] = [:]

    static func make(seed: UInt64) -> (scene: Scene, images: [ImageSource: Bitmap]) {
        var maker = RandomScene(random: SeededGenerator(seed: seed))
        let canvas = Canvas(
            size: Size(width: maker.number(1...150).rounded(), height: maker.number(1...120).rounded()),
            scale: maker.chance(0.6) ? 1 : maker.number(0.5...3), background: maker.chance(0.5) ? maker.color() : nil)
        let layers = (0..<maker.count(1...4)).map { _ in maker.layer(depth: 0) }
        return (Scene(canvas: canvas, layers: layers), maker.images)
    }

    private mutating func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
    private mutating func count(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    private mutating func chance(_ probability: Double) -> Bool { number(0...1) < probability }

    /// Whole numbers now and then: edges on pixels take other ways through the planner.
    private mutating func length(_ range: ClosedRange<Double>) -> Double {
        let value = number(range)
        return chance(0.4) ? value.rounded() : value
    }

    private mutating func color() -> Color {
        Color(red: number(0...1), green: number(0...1), blue: number(0...1), alpha: chance(0.5) ? 1 : number(0...1))
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
            color: color(), opacity: number(0...1), offset: Point(length(-20...20), length(-20...20)),
            radius: Sigma(chance(0.5) ? sigmas[count(0...sigmas.count - 1)] : number(0...20)), path: chance(0.4) ? path() : nil,
            fillRule: chance(0.5) ? .nonzero : .evenOdd)
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
        switch count(0...3) {
        case 0:
            return .shape(Shape(path: path(), fillRule: chance(0.5) ? .nonzero : .evenOdd, fillColor: .color(color())))
        case 1:
            let part =
                chance(0.3)
                ? Rect(x: number(0...0.5), y: number(0...0.5), width: number(0.1...0.5), height: number(0.1...0.5))
                : Rect(x: 0, y: 0, width: 1, height: 1)
            return .image(
                ImageContents(
                    source: picture(), gravity: ContentsGravity.allCases[count(0...ContentsGravity.allCases.count - 1)],
                    contentsRect: part, contentsScale: chance(0.5) ? 1 : number(0.5...3),
                    interpolation: chance(0.2) ? .nearest : .area))
        default:
            return .layer
        }
    }

    private mutating func layer(depth: Int) -> Layer {
        Layer(
            kind: kind(), isHidden: chance(0.05),
            frame: chance(0.85)
                ? Rect(x: length(-40...110), y: length(-40...90), width: length(0...120), height: length(0...90)) : nil,
            transform: transform(), anchorPoint: chance(0.5) ? Point(0.5, 0.5) : Point(number(-0.5...1.5), number(-0.5...1.5)),
            opacity: chance(0.7) ? 1 : number(0...1), backgroundColor: chance(0.6) ? .color(color()) : nil,
            cornerRadii: chance(0.5)
                ? .zero
                : CornerRadii(
                    topLeft: length(0...40), topRight: length(0...40), bottomRight: length(0...40), bottomLeft: length(0...40)),
            borderWidth: chance(0.7) ? 0 : length(0...12), borderColor: color(), masksToBounds: chance(0.35),
            shadows: (0..<max(0, count(-2...3))).map { _ in shadow() },
            sublayers: depth > 2 ? [] : (0..<max(0, count(-2...3))).map { _ in layer(depth: depth + 1) })
    }
}
