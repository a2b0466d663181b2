import PenumbraGeometry
import PenumbraHTML
import TestSupport
import Testing

/// Boxes in columns, with lengths that are calculations and with safe alignment, as Chromium's `getBoundingClientRect` reports
/// them.
@Suite(.timed) struct FlowBoxTests {
    @Test(arguments: calculations + columns + alignment) func boxesFollowCalculationsAndColumns(
        _ example: BrowserBoxTests.Case
    ) throws {
        try example.check()
    }

    static let calculations = [
        BrowserBoxTests.Case(
            "<b style='width:min(50%,90px);height:10px'></b>",
            [Rect(x: 0, y: 0, width: 90, height: 10)]),
        BrowserBoxTests.Case(
            "<b style='width:max(20%,90px);height:10px'></b>",
            [Rect(x: 0, y: 0, width: 90, height: 10)]),
        BrowserBoxTests.Case(
            """
            <b style='width:clamp(50px,10%,60px);padding:max(1%,3px);height:2px'></b>
            """,
            [Rect(x: 0, y: 0, width: 58, height: 10)]),
        BrowserBoxTests.Case(
            "<b style='margin:0 calc(min(10%,30px) + 5px);height:10px'></b>",
            [Rect(x: 35, y: 0, width: 330, height: 10)]),
        BrowserBoxTests.Case(
            """
            <div style='position:relative;height:100px'><b style='position:absolute;inset:min(10%,20px) max(5%,8\
            px)'></b></div>
            """,
            [Rect(x: 20, y: 10, width: 360, height: 80)]),
        BrowserBoxTests.Case(
            """
            <div style='display:flex;gap:max(5%,8px)'><b style='flex:1 1 min(50%,90px);height:5px'></b><b style=\
            'flex:none;width:max(10%,5px)'></b></div>
            """,
            [Rect(x: 0, y: 0, width: 340, height: 5), Rect(x: 360, y: 0, width: 40, height: 5)]),
        BrowserBoxTests.Case(
            """
            <div style='display:grid;grid-template-columns:min(50%,150px) 1fr;gap:max(2%,5px) min(10%,12px)'><b \
            style='height:9px'></b><b></b><b style='height:9px'></b></div>
            """,
            [
                Rect(x: 0, y: 0, width: 150, height: 9), Rect(x: 162, y: 0, width: 238, height: 9),
                Rect(x: 0, y: 14, width: 150, height: 9),
            ]),
        BrowserBoxTests.Case(
            """
            <div style='display:grid;grid-template-columns:calc(20% + 5px) 1fr'><b style='height:9px'></b><b></b\
            ></div>
            """,
            [Rect(x: 0, y: 0, width: 85, height: 9), Rect(x: 85, y: 0, width: 315, height: 9)]),
        BrowserBoxTests.Case(
            """
            <div style='display:grid;grid-template-columns:repeat(auto-fill,1fr)'><b style='height:9px'></b><b><\
            /b></div>
            """,
            [Rect(x: 0, y: 0, width: 400, height: 9), Rect(x: 0, y: 9, width: 400, height: 0)]),
        BrowserBoxTests.Case(
            """
            <div style='height:200px'><b style='height:min(50%,70px)'></b><b style='min-height:max(20%,30px)'></\
            b></div>
            """,
            [Rect(x: 0, y: 0, width: 400, height: 70), Rect(x: 0, y: 70, width: 400, height: 40)]),
    ]

    static let columns = [
        BrowserBoxTests.Case(
            """
            <div style='columns:2;column-gap:20px'><b style='height:30px;'></b><b style='height:20px;'></b><b st\
            yle='height:40px;'></b><b style='height:10px;'></b></div>
            """,
            [
                Rect(x: 0, y: 0, width: 190, height: 30), Rect(x: 0, y: 30, width: 190, height: 20),
                Rect(x: 210, y: 0, width: 190, height: 40), Rect(x: 210, y: 40, width: 190, height: 10),
            ]),
        BrowserBoxTests.Case(
            """
            <div style='columns:100px;column-gap:10px;width:350px'><b style='height:30px;break-inside:avoid'></b\
            ><b style='height:50px;break-inside:avoid'></b><b style='height:20px;break-inside:avoid'></b><b styl\
            e='height:40px;break-inside:avoid'></b><b style='height:25px;break-inside:avoid'></b></div>
            """,
            [
                Rect(x: 0, y: 0, width: 110, height: 30), Rect(x: 120, y: 0, width: 110, height: 50),
                Rect(x: 120, y: 50, width: 110, height: 20), Rect(x: 240, y: 0, width: 110, height: 40),
                Rect(x: 240, y: 40, width: 110, height: 25),
            ]),
        BrowserBoxTests.Case(
            """
            <div style='columns:3;width:320px;column-gap:10px'><b style='height:30px;break-inside:avoid;margin-b\
            ottom:6px'></b><b style='height:50px;break-inside:avoid;margin-bottom:6px'></b><b style='height:20px\
            ;break-inside:avoid;margin-bottom:6px'></b><b style='height:40px;break-inside:avoid;margin-bottom:6p\
            x'></b><b style='height:25px;break-inside:avoid;margin-bottom:6px'></b><b style='height:33px;break-i\
            nside:avoid;margin-bottom:6px'></b></div>
            """,
            [
                Rect(x: 0, y: 0, width: 100, height: 30), Rect(x: 0, y: 36, width: 100, height: 50),
                Rect(x: 110, y: 0, width: 100, height: 20), Rect(x: 110, y: 26, width: 100, height: 40),
                Rect(x: 220, y: 0, width: 100, height: 25), Rect(x: 220, y: 31, width: 100, height: 33),
            ]),
        BrowserBoxTests.Case(
            """
            <div style='columns:2;column-gap:20px'><b style='height:30px;'></b><b style='height:15px;column-span\
            :all;margin:5px 0'></b><b style='height:20px;'></b><b style='height:20px;'></b></div><i style='heigh\
            t:3px'></i>
            """,
            [
                Rect(x: 0, y: 0, width: 400, height: 15), Rect(x: 0, y: 20, width: 400, height: 15),
                Rect(x: 0, y: 40, width: 190, height: 20), Rect(x: 210, y: 40, width: 190, height: 20),
                Rect(x: 0, y: 60, width: 400, height: 3),
            ]),
        BrowserBoxTests.Case(
            """
            <div style='columns:2;column-gap:0;height:50px;column-fill:auto'><b style='height:30px;break-inside:\
            avoid'></b><b style='height:30px;break-inside:avoid'></b><b style='height:30px;break-inside:avoid'><\
            /b></div>
            """,
            [
                Rect(x: 0, y: 0, width: 200, height: 30), Rect(x: 200, y: 0, width: 200, height: 30),
                Rect(x: 400, y: 0, width: 200, height: 30),
            ]),
        BrowserBoxTests.Case(
            """
            <div style='columns:2;column-gap:0'><b style='height:10px;'></b><b style='height:20px;break-before:c\
            olumn'></b><b style='height:10px;'></b></div>
            """,
            [
                Rect(x: 0, y: 0, width: 200, height: 10), Rect(x: 200, y: 0, width: 200, height: 20),
                Rect(x: 200, y: 20, width: 200, height: 10),
            ]),
        BrowserBoxTests.Case(
            """
            <div style='columns:2;column-gap:0'><b style='height:100px;'></b></div>
            """,
            [Rect(x: 0, y: 0, width: 400, height: 50)]),
        BrowserBoxTests.Case(
            """
            <div style='columns:2;column-gap:0'><b style='padding:10px'><i style='height:20px;break-inside:avoid\
            '></i><i style='height:20px;break-inside:avoid'></i><i style='height:20px;break-inside:avoid'></i><i\
             style='height:20px;break-inside:avoid'></i></b></div>
            """,
            [
                Rect(x: 0, y: 0, width: 400, height: 50), Rect(x: 10, y: 10, width: 180, height: 20),
                Rect(x: 10, y: 30, width: 180, height: 20), Rect(x: 210, y: 0, width: 180, height: 20),
                Rect(x: 210, y: 20, width: 180, height: 20),
            ]),
        BrowserBoxTests.Case(
            """
            <div dir=rtl style='columns:2;column-gap:40px'><b style='height:10px;break-inside:avoid'></b><b styl\
            e='height:10px;break-inside:avoid'></b></div>
            """,
            [Rect(x: 220, y: 0, width: 180, height: 10), Rect(x: 0, y: 0, width: 180, height: 10)]),
        BrowserBoxTests.Case(
            """
            <div style='float:left;columns:2 50px;column-gap:10px'><b style='height:10px;width:30px'></b></div>
            """,
            [Rect(x: 0, y: 0, width: 90, height: 5)]),
        BrowserBoxTests.Case(
            """
            <div style='columns:2;column-gap:0;position:relative'><b style='height:20px;'></b><b style='height:2\
            0px;'></b><i style='position:absolute;right:0;bottom:0;width:5px;height:5px'></i></div>
            """,
            [
                Rect(x: 0, y: 0, width: 200, height: 20), Rect(x: 200, y: 0, width: 200, height: 20),
                Rect(x: 395, y: 15, width: 5, height: 5),
            ]),
        BrowserBoxTests.Case(
            """
            <div style='columns:2;padding:10px;border:2px solid;max-height:40px;column-gap:0'><b style='height:1\
            5px;break-inside:avoid'></b><b style='height:15px;break-inside:avoid'></b><b style='height:15px;brea\
            k-inside:avoid'></b><b style='height:15px;break-inside:avoid'></b><b style='height:15px;break-inside\
            :avoid'></b></div>
            """,
            [
                Rect(x: 12, y: 12, width: 188, height: 15), Rect(x: 12, y: 27, width: 188, height: 15),
                Rect(x: 200, y: 12, width: 188, height: 15), Rect(x: 200, y: 27, width: 188, height: 15),
                Rect(x: 388, y: 12, width: 188, height: 15),
            ]),
    ]

    static let alignment = [
        BrowserBoxTests.Case(
            """
            <div style='display:flex;width:50px;justify-content:safe center'><b style='flex:none;width:80px;heig\
            ht:5px'></b></div>
            """,
            [Rect(x: 0, y: 0, width: 80, height: 5)]),
        BrowserBoxTests.Case(
            """
            <div style='display:flex;height:20px;align-items:safe end'><b style='width:10px;height:50px'></b></d\
            iv>
            """,
            [Rect(x: 0, y: 0, width: 10, height: 50)]),
        BrowserBoxTests.Case(
            """
            <div style='display:grid;width:50px;height:20px;place-items:safe center'><b style='width:80px;height\
            :50px'></b></div>
            """,
            [Rect(x: 0, y: 0, width: 80, height: 50)]),
        BrowserBoxTests.Case(
            """
            <div style='display:grid;width:50px;place-content:unsafe center;height:20px'><b style='width:80px;he\
            ight:50px'></b></div>
            """,
            [Rect(x: -15, y: -15, width: 80, height: 50)]),
    ]
}
