import PenumbraGeometry
import PenumbraHTML
import TestSupport
import Testing

/// Shapes of floats, large first letters and lines that run up, as Chromium's `getBoundingClientRect` reports them.
@Suite(.timed) struct FloatShapeTests {
    @Test func shapesInVerticalTextAreNamed() throws {
        func warnings(_ mode: String) throws -> Int {
            let body = "<div style='writing-mode:\(mode)'><i style='float:left;shape-outside:circle()'></i>x</div>"
            return try laidOut("<!doctype html>\(body)").warnings.count { "\($0)".contains("shape-outside") }
        }
        #expect(try warnings("vertical-rl") == 1 && warnings("horizontal-tb") == 0)
    }

    private func document(_ body: String) throws -> HTMLDocument {
        try laidOut("<!doctype html><style>body{margin:0;font:20px/30px 'DejaVu Sans'}p{margin:0}</style>\(body)")
    }

    /// The frames of `b` elements.
    private func frames(_ body: String) throws -> [Rect] { try document(body).boxes.filter { $0.name == "b" }.map(\.frame) }

    @Test(arguments: Self.cases) func linesLieWhereBrowsersPutThem(_ body: String, _ wanted: [[Double]]) throws {
        let frames = try frames(body)
        try #require(frames.count == wanted.count)
        for (frame, wanted) in zip(frames, wanted) {
            let found = [frame.minX, frame.minY, frame.width, frame.height]
            #expect(zip(found, wanted).allSatisfy { abs($0 - $1) < 0.3 }, "\(found) instead of \(wanted)")
        }
    }

    /// Huge shapes, letters and heights are read, or refused with the reason.
    @Test(arguments: [
        "shape-outside:path(\"M0 0L1e20 0L0 1e20\");shape-margin:1px", "shape-outside:circle(9e7px);shape-margin:1px",
        "shape-outside:polygon(0 0,1e300px 0,0 1e300px);shape-margin:1e300px", "shape-outside:inset(-1e9px);shape-margin:9px",
    ]) func hugeShapesAreBounded(_ shape: String) throws {
        _ = try document("<i style='float:left;width:50px;height:50px;\(shape)'></i>word")
    }

    @Test func linesMoveBelowTallShapesABoundedNumberOfTimes() throws {
        let tall = "<i style='float:left;width:50px;height:1.9e7px;shape-outside:inset(0)'></i>word"
        #expect(throws: HTMLError.self) { try document("<div style='width:50px'>\(tall)</div>") }
        // A shape further below doesn't matter.
        let float = "<i style='float:left;clear:left;width:50px;height:9e6px"
        let below = "\(float)'></i>\(float);height:9px;shape-outside:inset(0)'></i>word"
        #expect(try document("<div style='width:50px'>\(below)</div>").warnings.isEmpty)
    }

    @Test(arguments: ["3 1000000000", "1e300", "10000 10000", "NAN"]) func hugeLettersAreBounded(_ letter: String) throws {
        _ = try document("<style>p::first-letter{INITIAL-LETTER:\(letter)}</style><p>Word</p>")
    }

    @Test func unknownShapesAreMarginBoxesWithAWarning() throws {
        let float = "<img style='float:left;width:100px;height:90px;shape-outside:"
        let picture = try document(float + "linear-gradient(red,blue)'><b>one</b>")
        #expect(picture.warnings.count == 1 && picture.boxes.last?.frame.minX == 100)
        #expect(try document(float + "none'><b>one</b>").warnings.isEmpty)
    }

    @Test func shapesMoveLinesAndNotOtherFloats() throws {
        let shaped = "<img style='float:left;width:100px;height:60px;shape-outside:circle(10px at 10px 10px)'>"
        let other = "<img id=o style='float:left;width:50px;height:20px'>"
        let boxes = try document(shaped + other + "<b>one</b>").boxes
        #expect(boxes.first { $0.name == "img#o" }?.frame.minX == 100)
    }

    static let cases: [(String, [[Double]])] = [
        (
            """
            <img style='float:left;width:100px;height:90px;shape-outside:circle(45px at 45px 45px)'><b>one</b><br><b>two</\
            b><br><b>three</b><br><b>four</b>
            """,
            [[87.42, 3, 41.55, 24], [90, 33, 41.78, 24], [87.42, 63, 60.8, 24], [0, 93, 46.55, 24]]
        ),
        (
            """
            <img style='float:left;width:100px;height:90px;shape-outside:polygon(0 0,100% 0,0 100%)'><b>one</b><br><b>two<\
            /b><br><b>three</b><br><b>four</b>
            """,
            [[100, 3, 41.55, 24], [66.66, 33, 41.78, 24], [33.33, 63, 60.8, 24], [0, 93, 46.55, 24]]
        ),
        (
            """
            <img style='float:left;width:100px;height:90px;shape-outside:inset(30px 50px 0 0)'><b>one</b><br><b>two</b><br\
            ><b>three</b><br><b>four</b>
            """,
            [[0, 3, 41.55, 24], [50, 33, 41.78, 24], [50, 63, 60.8, 24], [0, 93, 46.55, 24]]
        ),
        (
            """
            <img style='float:left;width:100px;height:90px;margin:10px;shape-outside:inset(20px)'><b>one</b><br><b>two</b>\
            <br><b>three</b><br><b>four</b>
            """,
            [[100, 3, 41.55, 24], [100, 33, 41.78, 24], [100, 63, 60.8, 24], [0, 93, 46.55, 24]]
        ),
        (
            """
            <img style='float:left;width:80px;height:60px;padding:10px;shape-outside:content-box'><b>one</b><br><b>two</b>\
            <br><b>three</b><br><b>four</b>
            """,
            [[90, 3, 41.55, 24], [90, 33, 41.78, 24], [90, 63, 60.8, 24], [0, 93, 46.55, 24]]
        ),
        (
            """
            <img style='float:left;width:100px;height:90px;shape-outside:circle(30px at 40px 45px);shape-margin:10px'><b>o\
            ne</b><br><b>two</b><br><b>three</b><br><b>four</b>
            """,
            [[77.08, 3, 41.55, 24], [80, 33, 41.78, 24], [77.08, 63, 60.8, 24], [0, 93, 46.55, 24]]
        ),
        (
            """
            <div style='width:200px'><img style='float:right;width:100px;height:90px;shape-outside:ellipse(50px 45px)'><p \
            style='text-align:right'><b>one</b><br><b>two</b><br><b>three</b><br><b>four</b></div>
            """,
            [[61.31, 3, 41.55, 24], [58.22, 33, 41.78, 24], [42.06, 63, 60.8, 24], [153.45, 93, 46.55, 24]]
        ),
        (
            """
            <img style='float:left;width:100px;height:60px;shape-outside:circle(10px at 10px 10px)'><img style='float:left\
            ;width:50px;height:20px'><b>one</b><br><b>two</b>
            """,
            [[150, 3, 41.55, 24], [0, 33, 41.78, 24]]
        ),
        (
            """
            <img style='float:left;width:100px;height:90px;border-radius:50px;shape-outside:border-box'><b>one</b><br><b>t\
            wo</b><br><b>three</b><br><b>four</b>
            """,
            [[97.42, 3, 41.55, 24], [100, 33, 41.78, 24], [97.42, 63, 60.8, 24], [0, 93, 46.55, 24]]
        ),
        (
            "<style>p::first-letter{initial-letter:2}</style><p>H<b>one</b><br><b>two</b><br><b>three</b>",
            [[34, 3, 41.55, 24], [34, 33, 41.78, 24], [0, 63, 60.8, 24]]
        ),
        (
            """
            <style>p::first-letter{initial-letter:3;margin-right:5px}</style><p>H<b>one</b><br><b>two</b><br><b>three</b><\
            br><b>four</b>
            """,
            [[62, 3, 41.55, 24], [62, 33, 41.78, 24], [62, 63, 60.8, 24], [0, 93, 46.55, 24]]
        ),
        (
            "<style>p::first-letter{initial-letter:2 1}</style><p>H<b>one</b><br><b>two</b>",
            [[34, 33, 41.55, 24], [0, 63, 41.78, 24]]
        ),
        (
            "<style>p::first-letter{initial-letter:3 2}</style><p>H<b>one</b><br><b>two</b><br><b>three</b>",
            [[57, 33, 41.55, 24], [57, 63, 41.78, 24], [0, 93, 60.8, 24]]
        ),
        (
            "<style>p::first-letter{initial-letter:2.5}</style><p>H<b>one</b><br><b>two</b><br><b>three</b>",
            [[46, 3, 41.55, 24], [46, 33, 41.78, 24], [46, 63, 60.8, 24]]
        ),
        (
            "<div style='writing-mode:sideways-lr;height:200px'><b>one</b><br><b>two</b></div>",
            [[3, 158.45, 24, 41.55], [33, 158.22, 24, 41.78]]
        ),
        (
            """
            <div style='writing-mode:sideways-lr;height:200px;padding:10px'><p><b>one</b></p><p style='margin-block-start:\
            7px;padding-inline-start:9px'><b>two</b></p></div>
            """,
            [[13, 168.45, 24, 41.55], [50, 159.22, 24, 41.78]]
        ),
        (
            """
            <div style='writing-mode:sideways-lr;height:200px'><b style='display:block;inline-size:50px;block-size:20px;ma\
            rgin-inline-start:10px'></b><i style='display:block;writing-mode:horizontal-tb;width:60px;height:30px'><b>x</b\
            ></i></div>
            """,
            [[0, 140, 20, 50], [20, 173, 12.91, 24]]
        ),
        (
            """
            <div style='writing-mode:sideways-lr;height:200px'>a<b style='border-inline-start:8px solid;padding-inline-end\
            :3px'>x</b></div>
            """,
            [[3, 163.83, 24, 23.91]]
        ),
    ]
}
