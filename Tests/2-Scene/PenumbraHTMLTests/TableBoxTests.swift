import PenumbraGeometry
import PenumbraHTML
import PenumbraScene
import TestSupport
import Testing

/// Boxes in tables and columns, as Chromium's `getBoundingClientRect` reports them.
@Suite(.timed) struct TableBoxTests {
    private func document(_ body: String) throws -> HTMLDocument {
        try laidOut(
            "<!doctype html><style>body{margin:0;font:20px/30px 'DejaVu Sans'}p{margin:0}b,i{display:block}</style>\(body)")
    }

    @Test(arguments: Self.cells + Self.widths + Self.columns)
    func boxesLieWhereBrowsersPutThem(_ body: String, _ wanted: [[Double]]) throws {
        let frames = try document(body).boxes.filter { ["b", "i"].contains($0.name) }.map(\.frame)
        try #require(frames.count == wanted.count)
        for (frame, wanted) in zip(frames, wanted) {
            let found = [frame.minX, frame.minY, frame.width, frame.height]
            #expect(zip(found, wanted).allSatisfy { abs($0 - $1) < 0.05 }, "\(found) instead of \(wanted)")
        }
    }

    @Test func columnsHaveBoxes() throws {
        let body = """
            <table style='border-spacing:3px 5px;direction:rtl;width:100px'><colgroup><col style='width:20px'><col span=2></colgroup>\
            <tr><td><i style='height:10px'></i></td><td></td></tr></table>
            """
        let frames = try document(body).boxes.filter { ["colgroup", "col"].contains($0.name) }.map(\.frame)
        let wanted = [
            Rect(x: 3, y: 5, width: 94, height: 12), Rect(x: 77, y: 5, width: 20, height: 12),
            Rect(x: 3, y: 5, width: 71, height: 12),
        ]
        #expect(frames == wanted)
    }

    @Test func backgroundOfRowsEndsBesideCellsFromAbove() throws {
        let body = """
            <table style='border-collapse:collapse'><tr><td rowspan='2'><b style='width:20px;height:10px'></b></td><td><i style='\
            width:30px;height:10px'></i></td></tr><tr style='background:red'><td><i style='width:30px;height:10px'></i></td></tr>\
            </table>
            """
        let masks = try document(body).layers.flatMap(\.all).compactMap(\.mask)
        try #require(masks.count == 1)
        guard case .shape(let shape) = masks[0].kind else {
            Issue.record("the mask is no path")
            return
        }
        #expect(shape.path.bounds == Rect(x: 22, y: 0, width: 32, height: 12))
    }

    /// The places of content in cells, and its percentages of heights.
    static let cells: [(String, [[Double]])] = [
        (
            """
            <table style='width:200px;text-align:left'><tr><th><i style='display:inline-block;width:20px;height:10px'></\
            i></th></tr></table>
            """,
            [[3, 15, 20, 10]]
        ),
        (
            """
            <div style='text-align:right'><table style='width:200px'><tr><th><i style='display:inline-block;width:20px;h\
            eight:10px'></i></th></tr></table></div>
            """,
            [[177, 15, 20, 10]]
        ),
        (
            """
            <table style='width:200px'><tr><th><i style='display:inline-block;width:20px;height:10px'></i><b style='widt\
            h:20px;height:10px'></b></th></tr></table>
            """,
            [[90, 15, 20, 10], [3, 33, 20, 10]]
        ),
        (
            """
            <table><tr><td style='height:60px'><i style='width:20px;height:10px'></i><b style='width:20px;height:50%'></\
            b></td></tr></table>
            """,
            [[3, 13, 20, 10], [3, 23, 20, 30]]
        ),
        (
            """
            <table style='height:100px'><tr><td><b style='width:20px;height:100%'></b></td></tr></table>
            """,
            [[3, 3, 20, 94]]
        ),
        (
            """
            <table><tr style='height:60px'><td><b style='width:20px;height:100%'></b></td></tr></table>
            """,
            [[3, 32, 20, 0]]
        ),
        (
            """
            <table><tr><td style='height:60px;vertical-align:bottom'><b style='width:20px;height:25%'></b></td></tr></ta\
            ble>
            """,
            [[3, 48, 20, 15]]
        ),
        (
            """
            <table><tr><td style='height:60px;vertical-align:bottom'><b style='width:20px;height:150%'></b></td></tr></t\
            able>
            """,
            [[3, 3, 20, 90]]
        ),
        (
            """
            <table><tr><td style='height:60px;align-content:end'><b style='width:20px;height:10px'></b></td></tr></table\
            >
            """,
            [[3, 53, 20, 10]]
        ),
        (
            """
            <table><tr><td style='height:60px'><b style='display:flex;width:20px;height:100%'><i style='height:50%;width\
            :5px'></i></b></td></tr></table>
            """,
            [[3, 3, 20, 60], [3, 3, 5, 30]]
        ),
        (
            """
            <table><tr><td style='height:60px;columns:1;vertical-align:bottom'><b style='width:20px;height:10px'></b></t\
            d></tr></table>
            """,
            [[3, 53, 20, 10]]
        ),
    ]

    /// The widths of tables in cells and in flexible boxes, and of cells with a largest width.
    static let widths: [(String, [[Double]])] = [
        (
            """
            <table><tr><td><table style='width:100%'><tr><td style='width:100%'><b style='width:20px;height:10px'></b></\
            td><td><i style='width:10px;height:10px'></i></td></tr></table></td></tr></table>
            """,
            [[6, 6, 20, 10], [30, 6, 10, 10]]
        ),
        (
            """
            <table style='width:300px'><tr><td><table><tr><td style='width:20%'><b style='width:20px;height:10px'></b></\
            td><td><i style='width:20px;height:10px'></i></td></tr></table></td></tr></table>
            """,
            [[6, 6, 20, 10], [30, 6, 20, 10]]
        ),
        (
            """
            <div style='display:flex'><b><table><tr><td style='width:20%'><i style='width:10px;height:10px'></i></td><td\
            >a</td></tr></table></b></div>
            """,
            [[0, 0, 33.5, 36], [3, 13, 10, 10]]
        ),
        (
            """
            <table><tr><td style='max-width:50px;overflow:hidden'><b style='width:120px;height:10px'></b></td><td><i sty\
            le='width:20px;height:10px'></i></td></tr></table>
            """,
            [[3, 3, 120, 10], [57, 3, 20, 10]]
        ),
        (
            """
            <table style='width:200px'><tr><td style='max-width:0;width:100%;overflow:hidden;white-space:nowrap'><b>a lo\
            ng text that the cell cuts</b></td><td><i style='width:20px;height:10px'></i></td></tr></table>
            """,
            [[3, 3, 170, 30], [177, 13, 20, 10]]
        ),
        ("<table style='border-spacing:3px 5px'><tr></tr></table><b style='height:10px'></b>", [[0, 0, 400, 10]]),
    ]

    /// Columns that aren't balanced, baselines below each other, and the edges of boxes that columns cut.
    static let columns: [(String, [[Double]])] = [
        (
            """
            <b style='columns:2;column-fill:auto'>one<br>two<br>three<br><i style='display:inline'>four</i></b>
            """,
            [[0, 0, 400, 120], [0, 93, 46.55, 24]]
        ),
        (
            """
            <b style='columns:2;column-fill:auto;max-height:200px'>one<br>two<br>three<br><i style='display:inline'>four\
            </i></b>
            """,
            [[0, 0, 400, 120], [0, 93, 46.55, 24]]
        ),
        (
            """
            <b style='columns:2;column-fill:auto;max-height:70px'>one<br>two<br>three<br><i style='display:inline'>four<\
            /i></b>
            """,
            [[0, 0, 400, 70], [210, 33, 46.55, 24]]
        ),
        (
            """
            <b style='display:inline-block;width:200px'><span style='display:block;columns:2'>one<br>two<br>three<br>fou\
            r</span></b><i style='display:inline'>x</i>
            """,
            [[0, 0, 200, 60], [200, 33, 11.84, 24]]
        ),
        ("<div style='columns:4;column-gap:0'><b style='padding:12px 0;height:16px'></b></div>", [[0, 0, 400, 12]]),
        (
            """
            <div style='columns:2'>one<b style='position:absolute;width:10px;height:10px'></b><p>two</p></div>
            """,
            [[0, 30, 10, 10]]
        ),
    ]
}
