import PenumbraHTML
import PenumbraScene
import TestSupport
import Testing

/// Tests of container queries: where they reach, how deep they nest, and what they cost.
@Suite(.timed) struct ContainerTests {
    private let container = "<style>.c { container-type: inline-size } p { margin: 0 }"

    private func layers(_ body: String) throws -> [Layer] {
        try laidOut("<!doctype html>\(container)\(body)").layers.flatMap(\.all)
    }

    private func colors(_ body: String) throws -> Set<Color> {
        var result: Set<Color> = []
        for layer in try layers(body) {
            switch layer.kind {
            case .text(let text): if case .color(let color) = text.color { result.insert(color) }
            case .shape(let shape): if case .color(let color)? = shape.fillColor { result.insert(color) }
            default: break
            }
        }
        return result
    }

    private let red = Color(red: 1, green: 0, blue: 0)

    @Test(arguments: [
        "circle { fill: red } }</style><div class=c><svg width=50 height=50><circle r=20 /></svg></div>",
        "p::first-line { color: red } }</style><div class=c><p>Hello</div>",
        "p::first-letter { color: red } }</style><div class=c><p>Hello</div>",
        """
        p { color: red } }</style><svg width=300 height=100><foreignObject width=300 height=100>\
        <div class=c style="width: 90px"><p>Hello</div></foreignObject></svg>
        """,
    ]) func rulesReachEverythingInside(_ rest: String) throws {
        #expect(try colors("@container (max-width: 450px) { \(rest)").contains(red))
        #expect(try !colors("@container (max-width: 9px) { \(rest)").contains(red))
    }

    @Test func widthsOfManyContainersInsideEachOtherAreFound() throws {
        let nested = String(repeating: "<div>", count: 12)
        let document = try laidOut(
            "<!doctype html><style>body { margin: 0 } div { container-type: inline-size; width: 90cqw }</style>\(nested)")
        var wanted = 400.0
        for box in document.boxes where box.name == "div" {
            wanted *= 0.9
            #expect(abs(box.frame.width - wanted) < 0.05)
        }
        #expect(document.warnings.isEmpty)
    }

    /// Each answer counts, so a small document can't ask without end.
    @Test func conditionsAreBounded() {
        func end(_ body: String) -> String {
            do throws(HTMLError) {
                _ = try laidOut("<!doctype html>\(container)\(body)")
                return "drawn"
            } catch {
                return "\(error.message)"
            }
        }
        let rules = (0..<1000).map { "@container (min-width: \($0)px) { p { color: red } }" }.joined()
        #expect(end(rules + "</style>" + String(repeating: "<div class=c><p>x</p></div>", count: 1000)).contains("compared"))
        let parentheses = String(repeating: "(", count: 2000) + "width" + String(repeating: ")", count: 2000)
        #expect(end("@container \(parentheses) { p { color: red } }</style><p>x") == "drawn")
    }

    @Test func attributesOfVectorElementsReachTheirForeignObjects() throws {
        let text = try layers(
            "</style><svg width=300 height=60><g font-size=30 color=red><foreignObject width=300 height=60><p>Hi</svg>")
        let found = text.compactMap { if case .text(let text) = $0.kind { text } else { nil } }
        #expect(found.map(\.fontSize) == [30] && found.map(\.color) == [.color(red)])
    }

    @Test func styleElementsInsideVectorElementsCountForThePage() throws {
        #expect(try colors("</style><svg width=9 height=9><style>p { color: red }</style></svg><p>x").contains(red))
    }

    @Test func contentOfForeignObjectsIsNotedOnce() throws {
        let html = "<p style='colour: red; list-style: nosuch; display: list-item'>x</p>"
        let document = try laidOut(
            "<!doctype html><svg width=300 height=60><foreignObject width=300 height=60>\(html)</foreignObject></svg>")
        let notices = document.warnings.map { "\($0.message)" }
        #expect(notices.count { $0.contains("colour") } == 1 && notices.count { $0.contains("nosuch") } == 1, "\(notices)")
    }

    @Test func foreignObjectsLeftOutAreNoted() throws {
        let many = (0..<300).map { "<foreignObject x=\($0) width=1 height=9><p></p></foreignObject>" }.joined()
        let document = try laidOut("<!doctype html><svg width=300 height=9>\(many)</svg>")
        #expect(document.warnings.count { "\($0.message)".contains("<foreignObject> elements are drawn") } == 1)
    }
}
