import PenumbraGeometry
import TestSupport
import Testing

@Suite(.timed) struct PathDataTests {
    private func elements(_ data: String) throws -> [Path.Element] { try Path(svgPathData: data).elements }

    @Test func absoluteAndRelativeLinesAreEqual() throws {
        let expected: [Path.Element] = [
            .move(to: Point(100, 100)), .line(to: Point(300, 100)), .line(to: Point(200, 300)), .close,
        ]
        for data in [
            "M 100 100 L 300 100 L 200 300 z", "M100,100 300,100 200,300Z", "m100 100 200 0-100 200z",
            "m100 100h200l-1e2 2e+2z", "M100 100H200H300L200 300Z", "M100 100H200 300L200 300z",
        ] {
            var elements = try elements(data)
            // The two notations with two steps along the upper side have one more line.
            elements.removeAll { $0 == .line(to: Point(200, 100)) }
            #expect(elements == expected, "\(data)")
        }
    }

    @Test func pathDataNumbersNeedNoSeparators() throws {
        #expect(try elements("M.5.5-1-2") == [.move(to: Point(0.5, 0.5)), .line(to: Point(-1, -2))])
        #expect(try elements("M1e-3,2E+1L+3.-.4") == [.move(to: Point(0.001, 20)), .line(to: Point(3, -0.4))])
        #expect(try elements("M0 0 1-2") == [.move(to: .zero), .line(to: Point(1, -2))])
        #expect(try elements("\n\t M\u{0C}0\r\n0") == [.move(to: .zero)])
        #expect(try elements("") == [])
        #expect(try elements("  ") == [])
    }

    @Test func arcFlagsNeedNoSeparators() throws {
        let compact = try Path(svgPathData: "M0 0a1 1 0 01.5.5a25,25 -30 0,1 50,-25")
        let spaced = try Path(svgPathData: "M0 0 a 1 1 0 0 1 0.5 0.5 a 25 25 -30 0 1 50 -25")
        #expect(compact == spaced)
        #expect(compact.elements.count == 3)
    }

    /// The curves of SVG 2, 9.3.6: `S` mirrors the control point before it.
    @Test func smoothCubicMirrorsTheControlPoint() throws {
        #expect(
            try elements("M100,200 C100,100 250,100 250,200 S400,300 400,200") == [
                .move(to: Point(100, 200)),
                .cubic(to: Point(250, 200), control1: Point(100, 100), control2: Point(250, 100)),
                .cubic(to: Point(400, 200), control1: Point(250, 300), control2: Point(400, 300)),
            ])
        #expect(
            try elements("M0 0L10 0s5 5 9 0") == [
                .move(to: .zero), .line(to: Point(10, 0)),
                .cubic(to: Point(19, 0), control1: Point(10, 0), control2: Point(15, 5)),
            ])
    }

    /// The curve of SVG 2, 9.3.7.
    @Test func smoothQuadraticMirrorsTheControlPoint() throws {
        #expect(
            try elements("M200,300 Q400,50 600,300 T1000,300 t10 0") == [
                .move(to: Point(200, 300)),
                .quadratic(to: Point(600, 300), control: Point(400, 50)),
                .quadratic(to: Point(1000, 300), control: Point(800, 550)),
                .quadratic(to: Point(1010, 300), control: Point(1200, 50)),
            ])
        #expect(
            try elements("M0 0C1 1 2 2 3 0T5 0").last == .quadratic(to: Point(5, 0), control: Point(3, 0)))
    }

    @Test func commandsAfterCloseBeginAtTheSubpathStart() throws {
        #expect(
            try elements("M10 10h5v5zl1 1m2 2h1") == [
                .move(to: Point(10, 10)), .line(to: Point(15, 10)), .line(to: Point(15, 15)), .close,
                .move(to: Point(10, 10)), .line(to: Point(11, 11)), .move(to: Point(13, 13)), .line(to: Point(14, 13)),
            ])
    }

    @Test(arguments: [
        ("L0 0", 1, "found \"L\", expected M or m, with which path data begins"),
        ("0 0", 1, "found \"0\", expected a command, one of M L H V C S Q T A Z"),
        ("M0 0 X", 6, "found \"X\", expected a command, one of M L H V C S Q T A Z"),
        ("M0", 3, "the data ends, expected a number"),
        ("M0 0 L10", 9, "the data ends, expected a number"),
        ("M0 0 L10 ten", 10, "found \"t\", expected a number"),
        ("M,0 0", 2, "found \",\", expected a number"),
        ("M0 0,", 6, "the data ends, expected a number after the comma"),
        ("M0,,0", 4, "found \",\", expected a number"),
        ("M0 0,L1 1", 6, "found \"L\", expected a number after the comma"),
        ("M0 0A1 1 0 2 0 5 5", 12, "found \"2\", expected an arc flag, 0 or 1"),
        ("M0 0A1 1 0 0", 13, "the data ends, expected an arc flag, 0 or 1"),
        ("M0 0é", 5, "found \"é\", expected a command, one of M L H V C S Q T A Z"),
        ("M0 0 \u{1}", 6, "found a control character, expected a command, one of M L H V C S Q T A Z"),
        ("M1e999 0", 2, "the number is too large"),
        ("M1e308 0l1e308 0", 10, "the path leaves the range of numbers here"),
        ("M1e308 0c1e308 0 1 1 2 2", 10, "the path leaves the range of numbers here"),
        ("M0 0Z1 1", 6, "found \"1\", expected a command, one of M L H V C S Q T A Z"),
        ("M0 0 . 5", 6, "found \".\", expected a command, one of M L H V C S Q T A Z"),
        ("M0 0L- 5", 6, "found \"-\", expected a number"),
        ("M0 0L1e 5", 7, "found \"e\", expected a number"),
    ])
    func malformedPathDataIsRefusedWithItsPosition(_ data: String, _ position: Int, _ message: String) {
        #expect(throws: PathDataError(position: position, message: message)) { try Path(svgPathData: data) }
    }

    @Test func randomPathDataNeverTraps() {
        let alphabet = Array("MmLlHhVvCcSsQqTtAaZz0123456789.-+eE, \n#é")
        var accepted = 0
        for seed in 0..<rounds(20_000 as UInt64) {
            var random = SeededGenerator(seed: seed)
            var text = "M0 0"
            for _ in 0..<random.integer(0...24) { text.append(alphabet[random.integer(0...(alphabet.count - 1))]) }
            if let path = try? Path(svgPathData: text) {
                accepted += 1
                #expect(path.isFinite, "seed \(seed): \(text)")
                _ = path.bounds
            }
        }
        #expect(accepted > rounds(100))
    }
}
