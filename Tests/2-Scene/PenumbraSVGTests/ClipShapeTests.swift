import PenumbraGeometry
import PenumbraSVG
import PenumbraScene
import TestSupport
import Testing

/// Compares CSS's shapes with the same shapes in a `clipPath`.
@Suite(.timed) struct ClipShapeTests {
    /// A rectangle from (10, 20) to (90, 60).
    private let rect = "<rect x='10' y='20' width='80' height='40' "

    private func mask(_ elements: String) throws -> (path: Path, rule: FillRule)? {
        let layers = try document(elements).layers
        guard let mask = layers.last?.mask else { return nil }
        let shape = try #require(shapes([mask]).first)
        return (shape.shape.path.applying(shape.map), shape.shape.fillRule)
    }

    private func expect(_ text: String, _ element: String, in stroke: String = "") throws {
        let found = try #require(try mask(rect + stroke + " clip-path='\(text)'/>"), "\(text)")
        let expected = try #require(
            try mask("<clipPath id='c'>\(element)</clipPath>" + rect + stroke + " clip-path='url(#c)'/>"), "\(text)")
        #expect(found.path == expected.path && found.rule == expected.rule, "\(text)")
    }

    @Test func clipShapesReferToTheBoundingBox() throws {
        for (text, element) in [
            ("inset(0)", "<rect x='10' y='20' width='80' height='40'/>"),
            ("inset(4px 10%)", "<rect x='18' y='24' width='64' height='32'/>"),
            ("inset(1px 2px 3px 4px)", "<rect x='14' y='21' width='74' height='36'/>"),
            ("inset(-5px)", "<rect x='5' y='15' width='90' height='50'/>"),
            ("INSET( 0 round 10% )", "<rect x='10' y='20' width='80' height='40' rx='8' ry='4'/>"),
            ("inset(0 round 30px / 10px)", "<rect x='10' y='20' width='80' height='40' rx='30' ry='10'/>"),
            // Radii that don't fit shrink together.
            ("inset(0 round 80px / 10px)", "<rect x='10' y='20' width='80' height='40' rx='40' ry='5'/>"),
            ("rect(4px 60px auto 0)", "<rect x='10' y='24' width='60' height='36'/>"),
            ("xywh(10px 25% 50% 20px)", "<rect x='20' y='30' width='40' height='20'/>"),
            ("circle()", "<ellipse cx='50' cy='40' rx='20' ry='20'/>"),
            ("circle(farthest-side at left)", "<ellipse cx='10' cy='40' rx='80' ry='80'/>"),
            ("circle(6px at 25% bottom)", "<ellipse cx='30' cy='60' rx='6' ry='6'/>"),
            ("circle(6px at top right)", "<ellipse cx='90' cy='20' rx='6' ry='6'/>"),
            ("circle(6px at center left)", "<ellipse cx='10' cy='40' rx='6' ry='6'/>"),
            ("circle(6px at right 20px top 5px)", "<ellipse cx='70' cy='25' rx='6' ry='6'/>"),
            ("ellipse()", "<ellipse cx='50' cy='40' rx='40' ry='20'/>"),
            ("ellipse(25% farthest-side at 0 10px)", "<ellipse cx='10' cy='30' rx='20' ry='30'/>"),
            ("polygon(0 0, 100% 50%, 8px 100%)", "<polygon points='10 20 90 40 18 60'/>"),
            ("polygon(evenodd, 0 0, 100% 0, 0 100%)", "<polygon clip-rule='evenodd' points='10 20 90 20 10 60'/>"),
            ("path(\"M1 2h4v6z\")", "<path d='M11 22h4v6z'/>"),
            ("path(evenodd, \"M1 2h4v6z\")", "<path clip-rule='evenodd' d='M11 22h4v6z'/>"),
            ("fill-box", "<rect x='10' y='20' width='80' height='40'/>"),
            // The document is 100 points wide and high.
            ("view-box", "<rect width='100' height='100'/>"),
            ("inset(10%) view-box", "<rect x='10' y='10' width='80' height='80'/>"),
        ] {
            try expect(text, element)
        }
    }

    @Test func borderBoxesIncludeTheStroke() throws {
        let stroke = "stroke='red' stroke-width='4'"
        let whole = "<rect x='8' y='18' width='84' height='44'/>"
        for text in ["inset(0)", "inset(0) stroke-box", "border-box inset(0px)", "margin-box"] {
            try expect(text, whole, in: stroke)
        }
        for text in ["inset(0) fill-box", "content-box inset(0)", "padding-box"] {
            try expect(text, "<rect x='10' y='20' width='80' height='40'/>", in: stroke)
        }
    }

    @Test func malformedClipShapesClipNothing() throws {
        for text in [
            "inset()", "inset(1)x", "inset(1px round)", "inset(1px 2px 3px 4px 5px)", "rect(1px 2px)", "xywh(auto 0 1px 1px)",
            "circle(-1px)", "circle(1px 2px)", "circle(at)", "circle(at left left)", "circle(at left 1px 2px)", "ellipse(1px)",
            "polygon(1px)", "polygon(0 0 0 0)", "polygon(wrong, 0 0)", "path(M0 0h1v1)", "path(\"M0 0q\")", "star(5)",
            "inset(0) inset(0)", "fill-box fill-box", "inset(0", "(", "1",
        ] {
            #expect(try mask(rect + "clip-path='\(text)'/>") == nil, "\(text)")
        }
    }

    @Test func emptyClipShapesHideTheElement() throws {
        for text in ["inset(50%)", "inset(60% 0)", "circle(0)", "ellipse(0 5px)", "xywh(0 0 0 5px)"] {
            #expect(try document(rect + "clip-path='\(text)'/>").layers.isEmpty, "\(text)")
        }
    }
}
