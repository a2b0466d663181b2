import PenumbraGeometry
import PenumbraHTML
import TestSupport
import Testing

/// Boxes of documents without texts, as Chromium's `getBoundingClientRect` reports them.
@Suite(.timed) struct BrowserBoxTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var body: String
        /// The frames of the `b` and `i` elements in the order of the document.
        var frames: [Rect]

        init(_ body: String, _ frames: [Rect]) { (self.body, self.frames) = (body, frames) }

        var testDescription: String { body }
    }

    @Test(arguments: Self.cases) func boxesLieWhereBrowsersPutThem(_ example: Case) throws {
        var options = HTMLOptions()
        (options.width, options.height) = (400, 300)
        let text = "<!doctype html><style>body{margin:0}b,i{display:block}</style>\(example.body)"
        let document = try HTMLDocument(Array(text.utf8), options: options)
        let frames = document.boxes.filter { $0.name == "b" || $0.name == "i" }.map(\.frame)
        #expect(frames == example.frames)
    }

    static let cases = [
        Case(
            """
            <table style='width:300px;table-layout:fixed;border-spacing:0'><tr><td style='width:30%;padding:0 8p\
            x'><b style='height:10px'></b></td><td style='padding:0'><b style='height:10px'></b></td></tr></tabl\
            e>
            """,
            [Rect(x: 8, y: 0, width: 90, height: 10), Rect(x: 106, y: 0, width: 194, height: 10)]),
        Case(
            """
            <table style='width:300px;table-layout:fixed;border-spacing:0'><tr><td style='width:50%;padding:0 8p\
            x'><b style='height:10px'></b></td><td style='width:50%;padding:0 2px'><b style='height:10px'></b></\
            td></tr></table>
            """,
            [Rect(x: 8, y: 0, width: 139.625, height: 10), Rect(x: 157.625, y: 0, width: 140.375, height: 10)]),
        Case(
            """
            <div style='position:relative;width:200px;height:60px'><div style='display:grid;width:30px;height:25\
            px;margin:5px'><b style='position:absolute;width:45px;height:35px;justify-self:safe end;align-self:s\
            afe center'></b><b style='position:absolute;width:15px;height:10px;justify-self:safe end;align-self:\
            safe center'></b></div></div>
            """,
            [Rect(x: 0, y: 5, width: 45, height: 35), Rect(x: 20, y: 12.5, width: 15, height: 10)]),
        Case(
            """
            <div style='position:relative;width:200px;height:60px;direction:rtl'><div style='width:30px;height:2\
            5px;margin:5px'><b style='position:absolute;width:45px;height:35px;justify-self:safe end'></b></div>\
            </div>
            """,
            [Rect(x: 155, y: 5, width: 45, height: 35)]),
        Case(
            """
            <div style='display:flex;position:relative;margin:40px;width:100px;height:40px;padding:5px;justify-c\
            ontent:end;align-items:end'><b style='position:absolute;width:120px;height:60px;align-self:safe end'\
            ></b><b style='position:absolute;width:120px;height:60px;justify-self:safe end'></b></div>
            """,
            [Rect(x: 25, y: 40, width: 120, height: 60), Rect(x: 40, y: 25, width: 120, height: 60)]),
        Case(
            """
            <div style='display:flex;flex-direction:column;position:relative;margin:40px;width:100px;height:40px\
            ;padding:5px;justify-content:end;align-items:end'><b style='position:absolute;width:120px;height:60p\
            x;align-self:safe end'></b><b style='position:absolute;width:20px;height:6px;align-self:self-start;d\
            irection:rtl'></b></div>
            """,
            [Rect(x: 40, y: 25, width: 120, height: 60), Rect(x: 125, y: 79, width: 20, height: 6)]),
        Case(
            """
            <div style='display:grid;position:relative;grid-template-columns:repeat(auto-fit,100px);grid-templat\
            e-rows:repeat(auto-fit,40px);gap:10px;width:400px;height:150px;justify-content:center'><i style='gri\
            d-area:1 / 1'></i><i style='grid-area:1 / 3'></i><b style='position:absolute;inset:0;grid-column:2 /\
             4;grid-row:1 / 3'></b><b style='position:absolute;inset:0;grid-column:1 / 2;grid-row:-2 / -1'></b><\
            b style='position:absolute;inset:0;grid-column:2 / 3;grid-row:2'></b></div>
            """,
            [
                Rect(x: 95, y: 0, width: 100, height: 40), Rect(x: 205, y: 0, width: 100, height: 40),
                Rect(x: 205, y: 0, width: 100, height: 40), Rect(x: 95, y: 50, width: 100, height: 0),
                Rect(x: 205, y: 50, width: 0, height: 100),
            ]),
        Case(
            """
            <div style='width:200px'><b style='width:fit-content(50px);height:5px'></b></div>
            """,
            [Rect(x: 0, y: 0, width: 200, height: 5)]),
        Case(
            """
            <i style='width:20px;height:10px'></i><b style='position:absolute;width:30px;height:20px;align-self:\
            end;justify-self:center'></b>
            """,
            [Rect(x: 0, y: 0, width: 20, height: 10), Rect(x: 185, y: -10, width: 30, height: 20)]),
        Case(
            "<b style='width:20px;height:10px;justify-self:center'></b>",
            [Rect(x: 190, y: 0, width: 20, height: 10)]),
        Case(
            "<div style='justify-items:end'><b style='width:50px;height:10px'></b></div>",
            [Rect(x: 350, y: 0, width: 50, height: 10)]),
        Case(
            """
            <div style='position:relative;width:100px;height:60px'><b style='position:absolute;left:10px;right:1\
            5px;justify-self:end'><i style='width:20px;height:10px'></i></b></div>
            """,
            [Rect(x: 65, y: 0, width: 20, height: 10), Rect(x: 65, y: 0, width: 20, height: 10)]),
        Case(
            """
            <b style='position:absolute;width:20px;height:20px;aspect-ratio:1'><i style='width:40px;height:10px'\
            ></i></b>
            """,
            [Rect(x: 0, y: 0, width: 40, height: 20), Rect(x: 0, y: 0, width: 40, height: 10)]),
        Case(
            """
            <div style='position:relative;height:60px'><b style='position:absolute;top:0;bottom:0;width:10px;max\
            -height:max-content'><i style='height:50%'></i></b></div>
            """,
            [Rect(x: 0, y: 0, width: 10, height: 30), Rect(x: 0, y: 0, width: 10, height: 30)]),
        Case(
            """
            <div style='display:grid;height:60px'><b style='max-height:max-content'><i style='height:50%;width:1\
            0px'></i></b></div>
            """,
            [Rect(x: 0, y: 0, width: 400, height: 30), Rect(x: 0, y: 0, width: 10, height: 30)]),
        Case(
            """
            <div style='display:grid;width:200px;height:60px'><b style='width:max-content;aspect-ratio:2'></b></\
            div>
            """,
            [Rect(x: 0, y: 0, width: 120, height: 60)]),
        Case(
            """
            <div style='display:flex;flex-direction:column'><b style='flex:1;min-height:0'><i style='height:12px\
            '></i></b></div>
            """,
            [Rect(x: 0, y: 0, width: 400, height: 12), Rect(x: 0, y: 0, width: 400, height: 12)]),
        Case(
            """
            <div style='display:grid;width:200px;grid-template-columns:auto auto'><b style='aspect-ratio:1'></b>\
            </div>
            """,
            [Rect(x: 0, y: 0, width: 150, height: 150)]),
        Case(
            "<div style='display:grid;width:200px'><b style='height:50%;aspect-ratio:1'></b></div>",
            [Rect(x: 0, y: 0, width: 100, height: 100)]),
        Case(
            """
            <div style='display:grid;width:100px;max-width:max-content'><b style='width:30px;height:5px'></b></d\
            iv>
            """,
            [Rect(x: 0, y: 0, width: 30, height: 5)]),
        Case(
            """
            <div style='writing-mode:vertical-rl;height:200px;width:300px;padding:10px 20px 30px 5px'><b style='\
            width:30px;height:50px;margin:1px 2px 3px 4px'></b><b style='width:20px;margin:5px'></b></div>
            """,
            [Rect(x: 273, y: 11, width: 30, height: 50), Rect(x: 248, y: 15, width: 20, height: 190)]),
        Case(
            """
            <div style='writing-mode:vertical-lr;height:100px;width:max-content'><b style='width:30px;height:50p\
            x'></b><b style='width:20px'></b></div>
            """,
            [Rect(x: 0, y: 0, width: 30, height: 50), Rect(x: 30, y: 0, width: 20, height: 100)]),
        Case(
            """
            <div style='display:flex;writing-mode:vertical-lr;height:100px'><b style='width:10px;height:15px'></\
            b><b style='flex:1'></b></div>
            """,
            [Rect(x: 0, y: 0, width: 10, height: 15), Rect(x: 0, y: 15, width: 10, height: 85)]),
        Case(
            """
            <div style='writing-mode:vertical-rl;height:150px;padding-inline-start:7px'><b style='margin-inline-\
            start:4px;margin-block-start:3px;block-size:20px;inline-size:50px'></b></div>
            """,
            [Rect(x: 0, y: 11, width: 20, height: 50)]),
        Case(
            """
            <div style='writing-mode:vertical-rl;height:150px;width:100px;position:relative;padding:10px'><b sty\
            le='position:absolute;top:5px;right:7px;width:20px;height:30px'></b></div>
            """,
            [Rect(x: 93, y: 5, width: 20, height: 30)]),
        Case(
            """
            <div style='writing-mode:vertical-rl;height:150px;width:100px'><b style='writing-mode:horizontal-tb'\
            ><i style='width:40px;height:20px'></i></b><b style='width:20px;height:20px'></b></div>
            """,
            [
                Rect(x: 60, y: 0, width: 40, height: 20), Rect(x: 60, y: 0, width: 40, height: 20),
                Rect(x: 40, y: 0, width: 20, height: 20),
            ]),
        Case(
            "<b style='display:flex;width:max-content'><i style='width:50px;flex-basis:max-content'></i></b>",
            [Rect(x: 0, y: 0, width: 50, height: 0), Rect(x: 0, y: 0, width: 0, height: 0)]),
        Case(
            """
            <b style='display:grid;grid-template-columns:0.2fr 1fr;width:max-content'><div><i style='float:left;\
            width:40px;height:10px'></i><i style='float:left;width:40px;height:10px'></i></div></b>
            """,
            [
                Rect(x: 0, y: 0, width: 80, height: 20), Rect(x: 0, y: 0, width: 40, height: 10),
                Rect(x: 0, y: 10, width: 40, height: 10),
            ]),
        Case(
            """
            <b style='display:grid;grid-template-rows:100px;width:200px'><i style='aspect-ratio:0.5;align-self:s\
            tretch'><i style='width:75px'></i></i></b>
            """,
            [
                Rect(x: 0, y: 0, width: 200, height: 100), Rect(x: 0, y: 0, width: 75, height: 100),
                Rect(x: 0, y: 0, width: 75, height: 0),
            ]),
        Case(
            """
            <b style='display:grid;width:200px'><i style='height:150%;width:fit-content;aspect-ratio:0.5;margin-\
            top:20px'></i></b>
            """,
            [Rect(x: 0, y: 0, width: 200, height: 20), Rect(x: 0, y: 20, width: 15, height: 30)]),
        Case(
            """
            <div style='display:grid;align-items:baseline;grid-template-columns:20px 20px'><b style='height:4px;\
            overflow:hidden'><div style='display:inline-block;width:10px;height:20px'></div></b><i style='height\
            :20px'></i></div>
            """,
            [Rect(x: 0, y: 16, width: 20, height: 4), Rect(x: 20, y: 0, width: 20, height: 20)]),
        Case(
            """
            <div style='display:grid;align-items:baseline;grid-template-columns:20px 20px'><b style='display:fle\
            x;height:50%'><i style='height:6px;width:8px'></i></b><i style='height:20px'></i></div>
            """,
            [
                Rect(x: 0, y: 14, width: 20, height: 10), Rect(x: 0, y: 14, width: 8, height: 6),
                Rect(x: 20, y: 0, width: 20, height: 20),
            ]),
        Case(
            """
            <div style='position:relative;width:300px;height:100px'><div style='writing-mode:vertical-rl'><b sty\
            le='position:absolute;width:50px;height:5px;left:30px;right:40px'></b></div></div>
            """,
            [Rect(x: 30, y: 0, width: 50, height: 5)]),
        Case(
            """
            <div style='position:relative;width:300px;height:100px;writing-mode:vertical-rl'><div style='writing\
            -mode:horizontal-tb'><b style='position:absolute;width:50px;height:5px;left:30px;right:40px'></b></d\
            iv></div>
            """,
            [Rect(x: 210, y: 0, width: 50, height: 5)]),
        Case(
            """
            <div style='writing-mode:vertical-rl;display:flex;flex-direction:column;align-items:baseline;height:\
            60px'><b style='width:10px;height:20px'></b><i style='width:10px;height:40px'></i></div>
            """,
            [Rect(x: 10, y: 10, width: 10, height: 20), Rect(x: 0, y: 0, width: 10, height: 40)]),
        Case(
            """
            <div style='writing-mode:vertical-rl;display:grid;align-items:baseline;grid-template-columns:30px 30\
            px'><b style='width:10px'></b><i style='width:30px'></i></div>
            """,
            [Rect(x: 10, y: 0, width: 10, height: 30), Rect(x: 0, y: 30, width: 30, height: 30)]),
        Case(
            """
            <div style='display:grid;width:200px'><b style='display:grid;grid-template-rows:subgrid;padding-top:\
            10%'><i style='height:10px'></i></b></div>
            """,
            [Rect(x: 0, y: 0, width: 200, height: 20), Rect(x: 0, y: 20, width: 200, height: 10)]),
        Case(
            """
            <div style='position:relative;height:50px;width:100px'><b style='position:absolute;width:20px;aspect\
            -ratio:1;top:0;bottom:0;left:0;right:0'><i style='width:40px;height:5px'></i></b></div>
            """,
            [Rect(x: 0, y: 0, width: 20, height: 20), Rect(x: 0, y: 0, width: 40, height: 5)]),
        Case(
            """
            <div style='display:flex;flex-direction:column;width:max-content'><b style='min-height:max-content;a\
            spect-ratio:1'><i style='width:10px;height:40px'></i></b></div>
            """,
            [Rect(x: 0, y: 0, width: 10, height: 10), Rect(x: 0, y: 0, width: 10, height: 40)]),
        Case(
            """
            <div style='display:grid;align-items:baseline'><b style='display:grid;height:10%;align-content:cente\
            r'><i style='height:20px'></i></b></div>
            """,
            [Rect(x: 0, y: 0, width: 400, height: 2), Rect(x: 0, y: -9, width: 400, height: 20)]),
    ]
}
