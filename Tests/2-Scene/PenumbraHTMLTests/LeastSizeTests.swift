import PenumbraGeometry
import PenumbraHTML
import TestSupport
import Testing

/// Sizes where a percentage has no base, and boxes at the edges of floats, columns and insets, as Chromium's
/// `getBoundingClientRect` reports them.
@Suite(.timed) struct LeastSizeTests {
    @Test(arguments: minima + contents + floats + columns + tables + pictures) func boxesHaveTheirLeastSizes(
        _ example: BrowserBoxTests.Case
    ) throws {
        try example.check()
    }

    static let minima = [
        BrowserBoxTests.Case(
            """
            <div style='float:left'><b style='min-width:clamp(10px,60%,160px);height:5px'></b></div>
            """,
            [Rect(x: 0, y: 0, width: 10, height: 5)]),
        BrowserBoxTests.Case(
            """
            <div style='display:grid;grid-template-columns:auto 1fr;width:300px'><b style='min-width:max(50px,10\
            %);height:5px'></b><b></b></div>
            """,
            [Rect(x: 0, y: 0, width: 50, height: 5), Rect(x: 50, y: 0, width: 250, height: 5)]),
        BrowserBoxTests.Case(
            """
            <div><b style='min-height:calc(50px + 10%)'></b><b style='height:calc(50px + 10%)'></b></div>
            """,
            [Rect(x: 0, y: 0, width: 400, height: 50), Rect(x: 0, y: 50, width: 400, height: 0)]),
        BrowserBoxTests.Case(
            """
            <div style='display:flex;flex-direction:column'><b style='min-height:max(80px,10%)'></b><b style='he\
            ight:3px'></b></div>
            """,
            [Rect(x: 0, y: 0, width: 400, height: 80), Rect(x: 0, y: 80, width: 400, height: 3)]),
    ]

    static let contents = [
        BrowserBoxTests.Case(
            """
            <div style='display:contents;float:right'><b style='height:5px'></b></div>
            """,
            [Rect(x: 0, y: 0, width: 400, height: 5)]),
        BrowserBoxTests.Case(
            """
            <div style='display:contents;position:absolute;top:40px'><b style='height:5px'></b></div>
            """,
            [Rect(x: 0, y: 0, width: 400, height: 5)]),
    ]

    static let floats = [
        BrowserBoxTests.Case(
            """
            <div style='width:100px'><i style='float:left;width:50px;height:40px'></i><b style='overflow:hidden;\
            height:50px;margin-left:-60px'></b></div>
            """,
            [Rect(x: 0, y: 0, width: 50, height: 40), Rect(x: -60, y: 40, width: 160, height: 50)]),
        BrowserBoxTests.Case(
            """
            <div style='width:100px'><i style='float:left;width:50px;height:40px'></i><b style='overflow:hidden;\
            height:50px;margin-left:-20px'></b></div>
            """,
            [Rect(x: 0, y: 0, width: 50, height: 40), Rect(x: 50, y: 0, width: 50, height: 50)]),
    ]

    static let columns = [
        BrowserBoxTests.Case(
            """
            <div style='columns:2;width:200px;column-gap:0'><b style='margin-top:-6px;height:10px'></b><b style=\
            'height:10px'></b></div>
            """,
            [Rect(x: 0, y: -6, width: 100, height: 10), Rect(x: 0, y: 0, width: 200, height: 7)])
    ]

    static let tables = [
        BrowserBoxTests.Case(
            """
            <div style='position:relative;width:100px;height:50px'><div style='display:table;position:absolute;i\
            nset:5px;margin:auto'><b style='width:20px;height:10px'></b></div></div>
            """,
            [Rect(x: 40, y: 20, width: 20, height: 10)]),
        BrowserBoxTests.Case(
            """
            <div style='position:relative;width:100px;height:50px'><div style='display:table;position:absolute;i\
            nset:5px;justify-self:stretch;align-self:stretch'><b style='height:10px'></b></div></div>
            """,
            [Rect(x: 5, y: 5, width: 90, height: 10)]),
    ]

    static let pictures = [
        BrowserBoxTests.Case(
            """
            <div style='display:flex;width:200px'><b style='width:50px;flex:none'></b><svg viewBox='0 0 2 1'></s\
            vg><b style='width:10px'></b></div>
            """,
            [Rect(x: 0, y: 0, width: 50, height: 71.421875), Rect(x: 192.859375, y: 0, width: 7.140625, height: 71.421875)]),
        BrowserBoxTests.Case(
            """
            <div style='display:flex;width:200px'><b style='width:50px;flex:none'></b><svg viewBox='0 0 2 1' sty\
            le='flex:1'></svg><b style='width:10px'></b></div>
            """,
            [Rect(x: 0, y: 0, width: 50, height: 70), Rect(x: 190, y: 0, width: 10, height: 70)]),
        BrowserBoxTests.Case(
            """
            <div style='display:flex;width:200px'><b style='width:50px;flex:none'></b><svg viewBox='0 0 2 1' sty\
            le='margin:0 10px;width:max-content'></svg><b style='width:10px'></b></div>
            """,
            [Rect(x: 0, y: 0, width: 50, height: 61.578125), Rect(x: 193.15625, y: 0, width: 6.84375, height: 61.578125)]),
        BrowserBoxTests.Case(
            """
            <div style='width:200px'><svg viewBox='0 0 2 1' style='display:block;width:min-content'></svg><b sty\
            le='height:5px'></b></div>
            """,
            [Rect(x: 0, y: 100, width: 200, height: 5)]),
        BrowserBoxTests.Case(
            """
            <div style='width:200px'><svg viewBox='0 0 2 1' style='display:block;width:fit-content;margin:5px;pa\
            dding:5px'></svg><b style='height:5px'></b></div>
            """,
            [Rect(x: 0, y: 110, width: 200, height: 5)]),
    ]
}
