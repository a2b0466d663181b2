import PenumbraGeometry
import PenumbraScene
import TestSupport
import Testing

@Suite(.timed) struct NotationTests {
    @Test(
        arguments: [
            ("white", 0xFFFF_FFFF), ("BLACK", 0x0000_00FF), (" Red ", 0xFF00_00FF), ("rebeccapurple", 0x6633_99FF),
            ("lightgoldenrodyellow", 0xFAFA_D2FF), ("transparent", 0x0000_0000), ("#abc", 0xAABB_CCFF), ("#abcd", 0xAABB_CCDD),
            ("#1a2B3c", 0x1A2B_3CFF), ("#1a2b3c80", 0x1A2B_3C80), ("rgb(1, 2, 3)", 0x0102_03FF), ("rgb(1 2 3)", 0x0102_03FF),
            ("rgba(1,2,3,0)", 0x0102_0300), ("RGB(255 0 0 / 100%)", 0xFF00_00FF), ("rgb(100%, 0%, 20%)", 0xFF00_33FF),
            ("rgb(100% 0 20%)", 0xFF00_33FF), ("rgb(none none none / none)", 0x0000_0000), ("rgb(300 -20 0)", 0xFF00_00FF),
            ("rgb(0 0 0 / 5)", 0x0000_00FF), ("rgb(0 0 0/.2)", 0x0000_0033), ("hsl(0 100% 50%)", 0xFF00_00FF),
            ("hsl(120, 100%, 50%)", 0x00FF_00FF), ("hsl(120deg 100% 25%)", 0x0080_00FF), ("hsl(0.5turn 100% 50%)", 0x00FF_FFFF),
            ("hsl(-120 100 50 / 40%)", 0x0000_FF66), ("hsla(200grad, 100%, 50%, 0.2)", 0x00FF_FF33),
            ("hsl(600 100% 50%)", 0x0000_FFFF),
            ("hsl(30 100% 50%)", 0xFF80_00FF), ("hwb(0 0% 0%)", 0xFF00_00FF), ("hwb(90 40% 40%)", 0x8099_66FF),
            ("hwb(45 60% 60%)", 0x8080_80FF), ("hwb(120 0 50 / 0.2)", 0x0080_0033),
        ] as [(String, Int)])
    func coloursAreRead(_ text: String, _ expected: Int) throws {
        let color = try Color(css: text)
        let bytes = [color.red, color.green, color.blue, color.alpha].map { Int(($0 * 255).rounded()) }
        #expect(bytes.reduce(0) { $0 << 8 | $1 } == expected)
    }

    @Test(
        arguments: [
            ("", "found \"\", expected a CSS colour such as \"white\", \"#1a2b3c80\" or \"rgb(0 0 0 / 40%)\""),
            (
                "zzzzzzzzz",
                "found \"zzzzzzzzz\", expected a CSS colour such as \"white\", \"#1a2b3c80\" or \"rgb(0 0 0 / 40%)\""
            ),
            ("lightgrene", "found \"lightgrene\", which is no CSS colour; did you mean \"lightgreen\"?"),
            ("#12", "found \"#12\"; `#` takes 3, 4, 6 or 8 hexadecimal digits"),
            ("#1234567890", "found \"#1234567890\"; `#` takes 3, 4, 6 or 8 hexadecimal digits"),
            ("#ggg", "found \"#ggg\"; `#` takes 3, 4, 6 or 8 hexadecimal digits"),
            (
                "currentColor",
                "the colour notation currentcolor is not supported; use #rrggbb, a name, rgb(), hsl(), hwb(), lab(), lch(), oklab(), oklch() or color()"
            ),
            ("rgb(1 2)", "found \")\" in rgb(), expected a number"),
            ("rgb(1, 2 3)", "found \"3)\" in rgb(), expected a comma"),
            ("rgb(1 2 3, 0.5)", "found \", 0.5)\" in rgb(), expected `/` or `)`"),
            ("rgb(1 2 3", "found the end in rgb(), expected `/` or `)`"),
            ("rgb(1 2 3) x", "found \"x\", expected nothing after the colour"),
            ("rgb(10%, 2, 3)", "rgb() with commas takes three numbers or three percentages, not both"),
            ("rgb(none, 2, 3)", "`none` in rgb() needs the notation without commas"),
            ("rgb(1deg 2 3)", "rgb() takes numbers and percentages, found the unit \"deg\""),
            ("rgb(1 2 3 / 4px)", "an alpha in rgb() takes a number or a percentage, found the unit \"px\""),
            ("hsl(1, 2, 3)", "hsl() with commas takes percentages: hsl(120, 100%, 50%)"),
            ("hsl(1px 2% 3%)", "a hue in hsl() is a number or has deg, grad, rad or turn, found \"px\""),
            ("hwb(1, 2%, 3%)", "hwb() takes no commas: hwb(120 20% 10%)"),
            ("rgb(1e999 0 0)", "the number 1e999 is too large"),
        ] as [(String, String)])
    func badColoursAreRefused(_ text: String, _ message: String) {
        #expect(throws: NotationError("\(message)")) { try Color(css: text) }
    }

    @Test func namedColoursAre148() {
        #expect(CSSColorNames.values.count == 148)
    }

    @Test func writtenColoursReadBackEqual() throws {
        for seed in 0..<rounds(20_000 as UInt64) {
            var random = SeededGenerator(seed: seed)
            let color = Color(
                red: random.number(0...1), green: random.number(0...0.001), blue: random.length(0...1),
                alpha: random.number(0...1))
            #expect(try Color(css: color.css) == color, "seed \(seed): \(color.css)")
        }
        for name in CSSColorNames.values.keys {
            let color = try Color(css: name)
            #expect(try Color(css: color.css) == color, "\(name)")
        }
    }

    private func transform(_ css: String) throws -> AffineTransform {
        try AffineTransform(css: css, frame: Size(width: 200, height: 100))
    }

    @Test func transformsAreRead() throws {
        #expect(try transform("") == .identity)
        #expect(try transform(" none ") == .identity)
        #expect(try transform("translate(10px, 4px)") == .translation(10, 4))
        #expect(try transform("translate(10)") == .translation(10, 0))
        #expect(try transform("translate(50%, -10%)") == .translation(100, -10))
        #expect(try transform("translateX(50%) translateY(50%)") == .translation(100, 50))
        #expect(try transform("scale(2)") == .scale(2, 2))
        #expect(try transform("scale(2, .5)") == .scale(2, 0.5))
        #expect(try transform("scale(50%)") == .scale(0.5, 0.5))
        #expect(try transform("scaleX(-1)scaleY(3)") == .scale(-1, 3))
        #expect(try transform("rotate(90deg)") == .rotation(degrees: 90))
        #expect(try transform("rotate(100grad)") == .rotation(degrees: 90))
        #expect(try transform("ROTATE(0.25TURN)") == .rotation(degrees: 90))
        #expect(try transform("rotate(0)") == .identity)
        #expect(try transform("rotate(1rad)") == .rotation(degrees: 180 / .pi))
        #expect(try transform("skew(30deg, 10deg)") == .skew(xDegrees: 30, yDegrees: 10))
        #expect(try transform("skewX(30deg)") == .skew(xDegrees: 30, yDegrees: 0))
        #expect(try transform("skewY(30deg)") == .skew(xDegrees: 0, yDegrees: 30))
        #expect(try transform("matrix(1, 2, 3, 4, 5px, 6)") == AffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6))
    }

    @Test func leftmostTransformActsLast() throws {
        let map = try transform("translate(10px, 4px) rotate(90deg) scale(2)")
        #expect(Point(1, 0).applying(map) == Point(10, 6))
        #expect(Point(0, 1).applying(map) == Point(8, 4))
    }

    @Test(
        arguments: [
            ("translate(1 2)", "found \"2)\" in translate(), expected `,` or `)`"),
            ("translate()", "found \")\" in translate(), expected a number"),
            ("translate(1,2,3)", "translate() has 3 numbers, expected 1 or 2"),
            ("matrix(1,2,3)", "matrix() has 3 numbers, expected 6"),
            ("scale(2px)", "scale() takes plain numbers, found the unit \"px\""),
            ("rotate(5px)", "rotate() takes deg, grad, rad or turn, found the unit \"px\""),
            ("translateZ(5%)", "translateZ() takes px along the z axis, found a percentage"),
            ("translate3d(1px, 2px)", "translate3d() has 2 numbers, expected 3"),
            ("perspective(-1px)", "perspective() takes a distance of 0 or more, found -1"),
            ("rotate3d(1, 0, 0)", "rotate3d() has 3 numbers, expected 4"),
            ("rotate3d(1px, 0, 0, 5deg)", "rotate3d() takes plain numbers, found the unit \"px\""),
            ("matrix3d(1, 2, 3)", "matrix3d() has 3 numbers, expected 16"),
            ("translate 5", "found \" 5\" after translate, expected `(`"),
            ("translate(5", "found the end in translate(), expected `,` or `)`"),
            ("5", "found \"5\", expected a CSS transform such as \"translate(10px, 4px) rotate(15deg)\""),
            ("none scale(2)", "found \"scale(2)\" after none, expected nothing"),
        ] as [(String, String)])
    func badTransformsAreRefused(_ css: String, _ message: String) {
        #expect(throws: NotationError("\(message)")) { try TransformList(css: css) }
    }

    @Test func dataURLsAreDecoded() throws {
        #expect(try DataURL.bytes(of: "data:,a%20b") == Array("a b".utf8))
        #expect(try DataURL.bytes(of: "DATA:text/plain;BASE64,aGVsbG8=") == Array("hello".utf8))
        #expect(try DataURL.bytes(of: "data:;base64,aGVs\n bG8") == Array("hello".utf8))
        #expect(try DataURL.bytes(of: "data:;base64,%2F%2b8%3D") == [0xFF, 0xEF])
        #expect(try DataURL.bytes(of: "data:;base64,") == [])
        for text in [
            "data:", "data:,%4", "data:,%zz", "data:;base64,a", "data:;base64,ab=c", "data:;base64,abc==", "data:;base64,é",
        ] {
            #expect(throws: NotationError.self, "\(text)") { try DataURL.bytes(of: text) }
        }
        for count in 0..<64 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ count) }
            #expect(try DataURL.bytes(of: DataURL.url(of: bytes)) == bytes)
        }
    }

    @Test(
        arguments: [
            ("opactiy", "opacity"), ("shadowz", "shadows"), ("corner-radius", "cornerRadius"), ("Frame", "frame"),
            ("nmae", "name"),
            ("x", nil), ("", nil), ("completely", nil),
        ] as [(String, String?)])
    func misspellingsFindTheNearestWord(_ word: String, _ expected: String?) {
        let keys = ["opacity", "shadows", "cornerRadius", "frame", "name"]
        #expect(Spelling.nearest(to: word, in: keys) == expected)
    }
}
