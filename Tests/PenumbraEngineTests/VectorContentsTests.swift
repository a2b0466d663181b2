import PenumbraBitmap
import PenumbraFiles
import PenumbraSVG
import PenumbraScene
import PenumbraSystem
import PenumbraTestFolders
import PenumbraText
import Testing

@testable import PenumbraEngine

struct VectorContentsTests {
    private static let document =
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 4 2'><rect width='2' height='2' fill='red'/></svg>"

    private func picture(_ contents: ImageContents, frame: Rect = Rect(x: 0, y: 0, width: 8, height: 8)) throws -> Bitmap {
        let layer = Layer(kind: .image(contents), frame: frame)
        let scene = Scene(canvas: Canvas(size: Size(width: 8, height: 8)), layers: [layer])
        let engine = Engine(threads: 1)
        let assets = try engine.assets(for: scene, shaper: TextShaper())
        let plan = try engine.passes(of: scene, assets)
        return try engine.drawing(on: try Device.open(.cpu).device, mayLeaveDevice: true).draw(
            plan, wanted: nil, within: .default)
    }

    /// The red part of the document, as the first and last red pixel of each axis.
    private func red(_ bitmap: Bitmap) -> [Int] {
        var (xs, ys): ([Int], [Int]) = ([], [])
        for y in 0..<8 {
            for x in 0..<8 where bitmap.pixels[4 * (y * 8 + x) + 3] == 255 {
                xs.append(x)
                ys.append(y)
            }
        }
        return [xs.min() ?? -1, xs.max() ?? -1, ys.min() ?? -1, ys.max() ?? -1]
    }

    @Test func documentsFollowTheGravity() throws {
        for (gravity, wanted) in [
            (ContentsGravity.resize, [0, 3, 0, 7]), (.resizeAspect, [0, 3, 2, 5]), (.resizeAspectFill, [0, 3, 0, 7]),
            (.topLeft, [0, 1, 0, 1]), (.bottomRight, [4, 5, 6, 7]), (.center, [2, 3, 3, 4]), (.scaleDown, [2, 3, 3, 4]),
        ] {
            let contents = ImageContents(source: .data(Array(Self.document.utf8)), gravity: gravity)
            let found = red(try picture(contents))
            // The left half of a document that is twice as wide as the frame shows the left half of its own.
            #expect(found == (gravity == .resizeAspectFill ? [0, 3, 0, 7] : wanted), "\(gravity): \(found)")
        }
        var part = ImageContents(source: .data(Array(Self.document.utf8)))
        part.contentsRect = Rect(x: 0.25, y: 0, width: 0.5, height: 1)
        #expect(red(try picture(part)) == [0, 3, 0, 7])
        part.tint = Color(red: 0, green: 0, blue: 1)
        let tinted = try picture(part)
        #expect(Array(tinted.pixels[0..<4]) == [0, 0, 255, 255])
    }

    @Test func textsOfDocumentsShareOneTime() throws {
        let text = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><text rotate='5'>abc</text></svg>"
        let (shaper, limits) = (TextShaper(), RenderLimits.default)
        func read(_ clock: TextClock) throws(SVGError) {
            let options = SVGOptions(
                baseFolder: "", shaper: shaper, clock: clock, limits: limits, memory: .max
            ) { path throws(FileError) in try FileRoots.or("", nil).open(path) }
            _ = try SVGDocument(Array(text.utf8), options: options)
        }
        let clock = TextClock(nanoseconds: 1_000_000_000_000)
        try read(clock)
        #expect(clock.left < 1_000_000_000_000)
        do throws(SVGError) {
            try read(TextClock(nanoseconds: 0))
            Issue.record("accepted")
        } catch {
            #expect("\(error)".contains("texts may take half of"))
        }
    }

    @Test func brokenDocumentsAreErrorsOfTheScene() throws {
        let broken = ImageContents(source: .data(Array("<svg".utf8)))
        #expect(throws: RenderError.self) { try picture(broken) }
        var parts = ImageContents(source: .data(Array(Self.document.utf8)))
        parts.contentsCenter = Rect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
        do {
            _ = try picture(parts)
            Issue.record("accepted")
        } catch {
            #expect("\(error)" == "layers[0].contentsCenter: an SVG document has no parts that stretch")
        }
    }
}
