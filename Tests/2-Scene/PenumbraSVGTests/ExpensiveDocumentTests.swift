import PenumbraSVG
import PenumbraScene
import TestSupport
import Testing

/// Documents of a few kilobytes that used to take minutes, or memory without end.
///
/// The limit ends an endless test. It counts the time that a test waits for others, too, which takes minutes on a busy machine.
@Suite(.timed, .timeLimit(.minutes(30))) struct ExpensiveDocumentTests {
    private let head = #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">"#
    private let tooMuch = "references repeat too many elements and attributes"

    /// Elements that use each other, twice at each level.
    private func doubled(_ leaf: String, levels: Int = 20) -> String {
        (1..<levels).reduce("<g id='g0'>\(leaf)</g>") { text, level in
            text + "<g id='g\(level)'><use href='#g\(level - 1)'/><use href='#g\(level - 1)'/></g>"
        }
    }

    private func url(_ document: String) -> String {
        "data:image/svg+xml," + document.replacing("<", with: "%3C").replacing("#", with: "%23").replacing("\"", with: "%22")
    }

    /// Each selector can be matched with any of the ancestors at each of its parts.
    @Test func selectorsOfManyPartsMatchInBoundedTime() throws {
        let rules = (0..<150).map { _ in "* * * * * g g * b {fill: blue}" }.joined()
        let groups = (String(repeating: "<g>", count: 100), String(repeating: "</g>", count: 100))
        let text = "<style>\(rules) * * * g * * rect {fill: red}</style>\(groups.0)<rect width='1' height='1'/>\(groups.1)"
        guard case .color(let color)? = try fill(of: text) else { throw SVGError(at: SVGPlace(line: 1, column: 1), "no fill") }
        #expect(color.css == "#ff0000")
    }

    @Test func tooManyStyleRulesAreRefused() {
        let rules = String(repeating: "* * *{}g{fill:red}", count: 10)
        let text = head + "<style>\(String(repeating: "* > :not(a):nth-child(n){fill:red}", count: 19_000))</style>"
        #expect(
            refusal(text + String(repeating: "<g/>", count: 6000) + "</svg>").contains(
                "rules in style sheets are more than can be compared; use fewer or narrower rules"))
        let all = head + "<style>\(String(repeating: "*{fill:red;stroke:red}", count: 19_000))</style>"
        #expect(
            refusal(all + String(repeating: "<g/>", count: 1000) + "</svg>").contains("use fewer or narrower rules"))
        // Rules that name what no element has cost nothing.
        let unused = String(repeating: "a b .c #d{fill:red}", count: 15_000)
        #expect(
            refusal(head + "<style>\(unused)\(rules)</style>" + String(repeating: "<g/>", count: 9000) + "</svg>") == "accepted"
        )
    }

    @Test(arguments: [
        "<g/>", "<g style='\(String(repeating: "fill:red;", count: 500))'/>",
        "<g transform='\(String(repeating: "scale(1)", count: 500))'/>",
        "<path d='M0 0 \(String(repeating: "!", count: 5000))'/>",
        "<rect width='1' height='1' fill='url(#p)'/>", "<rect width='1' height='1' fill='url(#r)'/>",
        "<rect width='1' height='1' filter='url(#f)'/>",
        "<image width='1' height='1' href='data:image/svg+xml,%3Csvg viewBox=\"0 0 1 1\"%3E"
            + String(repeating: "%3Cg/%3E", count: 100) + "%3C/svg%3E'/>",
    ]) func repeatedElementsAndAttributesAreCounted(leaf: String) {
        let stops = String(repeating: "<stop/>", count: 300)
        let gradients =
            "<linearGradient id='p'>\(stops)</linearGradient><linearGradient id='r' spreadMethod='repeat' x2='0.1'><stop/>"
            + "<stop offset='1' stop-color='red'/></linearGradient><filter id='f'>\(String(repeating: "<desc/>", count: 300))</filter>"
        #expect(refusal(head + gradients + doubled(leaf) + "</svg>").contains(tooMuch), "\(leaf.prefix(40))")
    }

    @Test func largeElementsMayBeRepeated() {
        let group = "<g style='fill:red'>\(String(repeating: "<rect width='1' height='1'/>", count: 2000))</g>"
        #expect(refusal(head + String(repeating: group, count: 40) + "</svg>") == "accepted")
    }

    /// The work that a file may cause grows with the file, also inside of a small document.
    @Test func largeDocumentMayBeInsideASmallDocument() throws {
        let large = head + String(repeating: "<g class='\(String(repeating: "a", count: 400))'/>", count: 20_000) + "</svg>"
        var options = SVGOptions()
        options.readFile = { _ in Array(large.utf8) }
        func read(_ count: Int) throws(SVGError) {
            let images = String(repeating: "<image width='9' height='9' href='large.svg'/>", count: count)
            _ = try SVGDocument(Array((head + images + "</svg>").utf8), options: options)
        }
        try read(2)
        #expect(throws: SVGError.self) { try read(12) }
    }

    @Test func nestedDocumentsShareTheElementCount() {
        let inner = url(head + doubled("<g/>", levels: 16) + "</svg>")
        let image = "<image id='i' width='9' height='9' href=\"\(inner)\"/>"
        #expect(refusal(head + image + "</svg>") == "accepted")
        #expect(refusal(head + image + String(repeating: "<use href='#i'/>", count: 100) + "</svg>").contains(tooMuch))
    }

    /// A filter that uses each result twice draws nothing twice. Its steps count as layers.
    @Test func filterStepsCountAsLayers() throws {
        let steps = (0..<12).map { step in
            "<feMerge result='r\(step)'>" + String(repeating: "<feMergeNode in='r\(step - 1)'/>", count: 2) + "</feMerge>"
        }
        let filter = "<filter id='f' x='0' y='0' width='1' height='1'>\(steps.joined())</filter>"
        let shape = "<rect width='9' height='9'/>"
        let nested = filter + "<g filter='url(#f)'><g filter='url(#f)'><g filter='url(#f)'>\(shape)</g></g></g>"
        #expect(refusal(head + nested + "</svg>") == "accepted")
        var options = SVGOptions()
        options.limits.layerCount = 30
        let text = head + nested + "</svg>"
        #expect(throws: SVGError.self) { try SVGDocument(Array(text.utf8), options: options) }
    }

    @Test func filtersOfTooManyStepsAreRefused() {
        let steps = String(repeating: "<feOffset/>", count: 1001)
        let text = head + "<filter id='f'>\(steps)</filter><rect width='9' height='9' filter='url(#f)'/></svg>"
        #expect(refusal(text).contains("more than 1000 steps in one filter"))
    }

    @Test func layersAndPathsCountAsMemory() throws {
        var options = SVGOptions()
        options.limits.memory = 1 << 20
        func refusal(_ count: Int) -> String {
            do throws(SVGError) {
                let path = "<path d='M0 0\(String(repeating: "L1 1", count: count))'/>"
                let document = try SVGDocument(Array((head + path + "</svg>").utf8), options: options)
                return document.bytes > count * 8 ? "accepted" : "counts \(document.bytes) bytes"
            } catch {
                return "\(error.message)"
            }
        }
        #expect(refusal(100) == "accepted")
        #expect(refusal(100_000).contains("layers and paths take"))
    }

    /// Each character used to hold a style of more than a kilobyte, and only the finished text was counted.
    @Test(arguments: [
        String(repeating: "x", count: 300_000), String(repeating: "<tspan>x</tspan>", count: 120_000),
        String(repeating: "<tref href='#t'/>", count: 3_000),
    ]) func textsOfTooManyCharactersAreRefused(text: String) {
        let source = "<defs><text id='t'>\(String(repeating: "y", count: 100))</text></defs>"
        #expect(refusal(head + "\(source)<text>\(text)</text></svg>").contains("more than 100000 characters in a text"))
    }

    /// The memory counts while a document is read and while its texts are placed, not only once they are layers.
    @Test(arguments: [
        (String(repeating: "<g/>", count: 20_000), "up to here the document takes"),
        ("<text>\(String(repeating: "x", count: 50_000))</text>", "up to here the document with its layers"),
        (
            "<text x='\(String(repeating: "1 ", count: 2000))'>\(String(repeating: "x", count: 2000))</text>",
            "up to here the document"
        ),
        ("<text>\(String(repeating: "<tspan text-decoration='underline'>", count: 150))x", "up to here the document"),
    ]) func memoryCountsWhereItGrows(body: String, message: String) {
        let closing = String(
            repeating: "</tspan>", count: body.split(separator: "<tspan", omittingEmptySubsequences: false).count - 1)
        let text = head + body + closing + (body.hasPrefix("<text>") && !body.hasSuffix("</text>") ? "</text>" : "") + "</svg>"
        var options = SVGOptions()
        options.limits.memory = 2 << 20
        let error = #expect(throws: SVGError.self) { try SVGDocument(Array(text.utf8), options: options) }
        #expect(error?.description.contains(message) == true, "\(String(describing: error))")
        options.limits.memory = 200 << 20
        #expect(throws: Never.self) { try SVGDocument(Array(text.utf8), options: options) }
    }
}
