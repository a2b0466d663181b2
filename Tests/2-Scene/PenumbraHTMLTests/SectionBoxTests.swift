import PenumbraGeometry
import TestSupport
import Testing

/// Small documents of several sections of the specifications, with the boxes that Chromium's `getBoundingClientRect` reports.
@Suite(.timed) struct SectionBoxTests {
    @Test(arguments: cases) func boxesLieWhereChromiumPutsThem(_ body: String, _ wanted: [[Double]]) throws {
        try expectTextualBoxes(body, wanted)
    }

    /// Many floats in a line cost little as long as they leave the line where it is. Otherwise they are refused.
    @Test func floatsInALineAreBounded() throws {
        func page(_ count: Int, size: String, width: String, word: String) throws -> [Rect] {
            let float = "<b style='float:left;width:\(width);height:10px'></b>"
            let words = String(repeating: word + float, count: count)
            let page = try laidOut("<!doctype html><p style='margin:0 -8px;width:600px;font-size:\(size)'>\(words)")
            return page.boxes.filter { $0.name == "b" }.map(\.frame)
        }
        let found = try page(3000, size: "0", width: "0.125px", word: "a")
        #expect(found.count == 3000)
        #expect(zip(found, 0...).allSatisfy { abs($0.minX - 0.125 * Double($1)) < 1e-6 })
        #expect {
            _ = try page(10_000, size: "0.1px", width: "0.1px", word: "a ")
        } throws: {
            "\($0)".contains("too many floats")
        }
        // Rooms beside floats that are too narrow for a word are passed over.
        let floats = String(repeating: "<b style='float:left;width:50px;height:0.125px'></b>", count: 15_000)
        let page = try laidOut(
            "<!doctype html><div style='width:90px;font:20px/20px DejaVu Sans'>\(floats)<i>wordword</i></div>")
        #expect(page.boxes.count { $0.name == "b" } == 15_000)
        #expect(page.boxes.last?.frame.minY == 1881)
    }
}
