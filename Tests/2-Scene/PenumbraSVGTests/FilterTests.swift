import PenumbraGeometry
import PenumbraSVG
import PenumbraScene
import TestSupport
import Testing

@Suite(.timed) struct FilterTests {
    private func functions(_ value: String) throws -> Int {
        try document("<rect width='9' height='9' style='filter: \(value)'/>").layers.first?.filter.count ?? 0
    }

    private func steps(_ primitives: String) throws -> [FilterGraph.Step] {
        let filter = "<filter id='f' filterUnits='userSpaceOnUse' x='0' y='0' width='60' height='60'>\(primitives)</filter>"
        guard
            case .graph(let graph)? = try document(filter + "<rect width='9' height='9' filter='url(#f)'/>").layers[0].filter
                .first
        else { return [] }
        return graph.steps
    }

    /// Boxes of viewports lie where the viewports are placed, with the sizes that a `use` element gives.
    @Test func missingFiltersOfAListChangeNothing() throws {
        func functions(_ value: String, _ filter: String = "") throws -> Int? {
            try document("\(filter)<rect width='9' height='9' style='filter: \(value)'/>").layers.first.map(\.filter.count)
        }
        let offset = "<filter id='f'><feOffset dx='2'/></filter>"
        #expect(try functions("url(#no) blur(3px)") == 1)
        #expect(try functions("blur(3px) url(#no) invert(1)") == 2)
        #expect(try functions("url(#no) url(#f) blur(3px)", offset) == 2)
        #expect(try functions("url(#f) invert(1)", "<g id='f'/>") == 1)
        #expect(try functions("url(#f) invert(1)", "<filter id='f'/>") == 1)
        #expect(try functions("url(#no)") == 0)
        // A filter without primitives leaves nothing where no other stands beside it.
        #expect(try functions("url(#f)", "<filter id='f'/>") == nil)
    }

    @Test func filterRegionsFollowThePlacesOfViewports() throws {
        func region(_ elements: String) throws -> Rect? {
            func first(_ layers: [Layer]) -> Rect? {
                for layer in layers {
                    if case .graph(let graph)? = layer.filter.first { return graph.region }
                    if let found = first(layer.sublayers) { return found }
                }
                return nil
            }
            return first(try document("<filter id='f' x='0' y='0' width='1' height='1'><feFlood/></filter>" + elements).layers)
        }
        let square = "<rect x='5' y='5' width='10' height='10'/>"
        let half = "<rect x='50%' y='50%' width='50%' height='25%'/>"
        for (elements, expected) in [
            ("<svg x='10' y='20' width='40' height='40' filter='url(#f)'>\(square)</svg>", (15.0, 25.0, 10.0, 10.0)),
            ("<svg x='10' y='20' width='40' height='80' filter='url(#f)'>\(half)</svg>", (30, 60, 20, 20)),
            ("<g filter='url(#f)'><svg x='10' y='20' width='40' height='40'>\(square)</svg></g>", (15, 25, 10, 10)),
            ("<svg x='10' width='40' height='40' viewBox='0 0 20 20' filter='url(#f)'>\(square)</svg>", (20, 10, 20, 20)),
            (
                "<symbol id='s' viewBox='0 0 20 20'>\(square)</symbol>"
                    + "<use href='#s' x='10' y='30' width='40' height='40' filter='url(#f)'/>", (20, 40, 20, 20)
            ),
            (
                "<symbol id='s' viewBox='0 0 20 20' refX='5' refY='5'>\(square)</symbol>"
                    + "<use href='#s' x='10' y='30' width='20' height='20' filter='url(#f)'/>", (10, 30, 10, 10)
            ),
        ] {
            let wanted = Rect(x: expected.0, y: expected.1, width: expected.2, height: expected.3)
            #expect(try region(elements) == wanted, "\(elements)")
        }
        #expect(try region("<svg width='0' height='9' filter='url(#f)'>\(square)</svg>") == nil)
    }

    /// A negative deviation blurs nothing along its axis.
    @Test func negativeDeviationsCountAsZero() throws {
        for (text, same) in [("5 -5", "5 0"), ("-1 2", "0 2"), ("-1", "0")] {
            #expect(
                try steps("<feGaussianBlur stdDeviation='\(text)'/>") == steps("<feGaussianBlur stdDeviation='\(same)'/>"))
        }
        #expect(try steps("<feGaussianBlur stdDeviation='5 0'/>") != steps("<feGaussianBlur stdDeviation='0'/>"))
    }

    @Test func malformedDropShadowsAreIgnored() throws {
        for value in ["1px 2px", "1px 2px 3px red", "rgb(1, 2, 3) 1px 2px", "currentColor 1px 2px 0"] {
            #expect(try functions("drop-shadow(\(value))") == 1, "\(value)")
        }
        for value in [
            "10% 2px", "1px 2px 3%", "1px", "1px 2px 3px 4px", "1px red 2px", "red 1px 2px blue", "1px 2px -3px", "1px 2px x",
        ] {
            #expect(try functions("drop-shadow(\(value))") == 0, "\(value)")
        }
    }

    @Test func primitivesWithoutARegionCoverThatOfTheirInputs() throws {
        let flood = "<feFlood x='0' y='0' width='20' height='20' result='a'/>"
        let other = "<feFlood x='30' y='10' width='20' height='20' result='b'/>"
        #expect(try steps(flood + "<feOffset dx='10'/>")[1].region == Rect(x: 0, y: 0, width: 20, height: 20))
        #expect(
            try steps(flood + other + "<feComposite in='a' in2='b'/>")[2].region == Rect(x: 0, y: 0, width: 50, height: 30))
        #expect(
            try steps(flood + "<feOffset width='5'/>")[1].region == Rect(x: 0, y: 0, width: 5, height: 20))
        #expect(try steps(flood + "<feDropShadow/>").last?.region == Rect(x: 0, y: 0, width: 20, height: 20))
        // Tiles, and primitives that read the element, cover the filter's region.
        for primitive in ["<feTile/>", "<feOffset in='SourceGraphic'/>", "<feBlend in='a' in2='SourceAlpha'/>", "<feFlood/>"] {
            #expect(try steps(flood + primitive)[1].region == nil, "\(primitive)")
        }
    }

    @Test func morphologyWithoutARadiusChangesNothing() throws {
        for radius in ["", "radius='0'", "radius='-1'", "radius='0 -2'", "radius='x'", "radius='1 2 3'"] {
            #expect(try steps("<feMorphology \(radius)/>").map(\.operation) == [.merge([.source])], "\(radius)")
        }
        for (radius, x, y) in [("2", 2.0, 2.0), ("0 3", 0, 3), ("3 -1", 3, 0)] {
            #expect(
                try steps("<feMorphology radius='\(radius)'/>").map(\.operation)
                    == [.morphology(.source, isDilation: false, x: x, y: y)], "\(radius)")
        }
    }
}
