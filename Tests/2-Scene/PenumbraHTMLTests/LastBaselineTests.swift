import PenumbraGeometry
import PenumbraHTML
import TestSupport
import Testing

/// Boxes that share their last baselines, and alignments of two words, as Chromium's `getBoundingClientRect` reports them.
@Suite(.timed) struct LastBaselineTests {
    @Test(arguments: lastBaselines + pairs) func boxesShareTheirLastBaselines(_ example: BrowserBoxTests.Case) throws {
        try example.check()
    }

    static let lastBaselines = [
        BrowserBoxTests.Case(
            """
            <div style='display:flex;align-items:last baseline'><b style='width:20px;height:45px'></b><div style\
            ='display:grid;grid-template-columns:40px 40px;gap:10px'><i style='height:10px'></i><i style='height\
            :30px;margin:10px 0;align-self:last baseline'></i><i style='height:50px'></i><i style='height:40px;m\
            argin:5px 0;align-self:last baseline'></i></div></div>
            """,
            [
                Rect(x: 0, y: 60, width: 20, height: 45), Rect(x: 20, y: 0, width: 40, height: 10),
                Rect(x: 70, y: 10, width: 40, height: 30), Rect(x: 20, y: 60, width: 40, height: 50),
                Rect(x: 70, y: 65, width: 40, height: 40),
            ]),
        BrowserBoxTests.Case(
            """
            <div style='display:flex;align-items:last baseline'><b style='width:5px;height:9px'></b><div style='\
            display:flex;flex-wrap:wrap;width:10px'><i style='width:9px;height:12px'></i><i style='width:9px;hei\
            ght:15px;margin-bottom:7px'></i></div></div>
            """,
            [
                Rect(x: 0, y: 18, width: 5, height: 9), Rect(x: 5, y: 0, width: 9, height: 12),
                Rect(x: 5, y: 12, width: 9, height: 15),
            ]),
        BrowserBoxTests.Case(
            """
            <div style='display:flex;align-items:last baseline;flex-wrap:wrap-reverse;height:90px'><b style='wid\
            th:5px;height:9px;margin-bottom:4px'></b><b style='width:5px;height:20px'></b></div>
            """,
            [Rect(x: 0, y: 11, width: 5, height: 9), Rect(x: 5, y: 0, width: 5, height: 20)]),
        BrowserBoxTests.Case(
            """
            <div style='display:grid;grid-auto-flow:column;align-items:last baseline'><b style='height:9px'></b>\
            <div style='display:flex;flex-direction:column'><i style='height:12px'></i><i style='height:15px'></\
            i></div><b style='height:30px;margin-bottom:6px'></b></div>
            """,
            [
                Rect(x: 0, y: 21, width: 133.328125, height: 9), Rect(x: 133.328125, y: 3, width: 133.328125, height: 12),
                Rect(x: 133.328125, y: 15, width: 133.328125, height: 15),
                Rect(x: 266.65625, y: 0, width: 133.34375, height: 30),
            ]),
        BrowserBoxTests.Case(
            """
            <div style='display:flex;align-items:baseline'><b style='width:5px;height:30px'></b><div style='disp\
            lay:flex;align-items:last baseline'><i style='width:3px;height:10px'></i><i style='width:3px;height:\
            20px;margin-bottom:9px'></i></div></div>
            """,
            [
                Rect(x: 0, y: 0, width: 5, height: 30), Rect(x: 5, y: 20, width: 3, height: 10),
                Rect(x: 8, y: 10, width: 3, height: 20),
            ]),
    ]

    static let pairs = [
        BrowserBoxTests.Case(
            """
            <div style='position:relative;width:100px;height:100px'><b style='position:absolute;inset:10px;place\
            -self:safe center;width:50px;height:10px'></b></div>
            """,
            [Rect(x: 25, y: 45, width: 50, height: 10)]),
        BrowserBoxTests.Case(
            """
            <div style='position:relative;width:100px;height:100px'><b style='position:absolute;inset:10px;place\
            -self:end safe center;width:50px;height:10px'></b></div>
            """,
            [Rect(x: 25, y: 80, width: 50, height: 10)]),
        BrowserBoxTests.Case(
            """
            <div style='display:flex;flex-wrap:wrap;height:100px;width:60px;align-content:last baseline'><b styl\
            e='width:40px'></b><b style='width:40px'></b></div>
            """,
            [Rect(x: 0, y: 0, width: 40, height: 50), Rect(x: 0, y: 50, width: 40, height: 50)]),
        BrowserBoxTests.Case(
            """
            <div style='display:grid;height:100px;width:60px;align-content:last baseline'><b></b><b></b></div>
            """,
            [Rect(x: 0, y: 0, width: 60, height: 50), Rect(x: 0, y: 50, width: 60, height: 50)]),
    ]
}
