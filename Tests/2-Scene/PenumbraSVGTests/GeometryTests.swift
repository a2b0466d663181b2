import PenumbraCSS
import PenumbraGeometry
import PenumbraSVG
import PenumbraScene
import TestSupport
import Testing

@Suite(.timed) struct GeometryTests {
    @Test func svgUnitsMatchCSS() throws {
        for (text, pixels) in [
            ("10", 10.0), ("10px", 10), ("1in", 96), ("2.54cm", 96), ("25.4mm", 96), ("72pt", 96), ("6pc", 96), ("101.6q", 96),
            ("2em", 40), ("2ex", 20), ("2rem", 32), ("50%", 150),
            ("calc(50% - 1em)", 130), ("min(50%, 40px)", 40), ("calc(1in * 2)", 192), ("clamp(1px, 100%, 20px)", 20),
        ] {
            let length = try #require(Length(text), "\(text)")
            #expect(abs(length.resolved(300, CSSUnits(fontSize: 20, rootFontSize: 16)) - pixels) < 1e-12, "\(text)")
        }
        for text in ["", "px", "10 px", "10pxx", "1e", "%", "--1"] { #expect(Length(text) == nil, "\(text)") }
    }

    @Test func viewBoxIsFittedByItsAlignment() throws {
        let box = Rect(x: 10, y: 20, width: 100, height: 50)
        let size = Size(width: 200, height: 200)
        for (text, corner, opposite) in [
            ("xMidYMid", Point(0, 50), Point(200, 150)), ("xMinYMin meet", Point(0, 0), Point(200, 100)),
            ("xMaxYMax", Point(0, 100), Point(200, 200)), ("none", Point(0, 0), Point(200, 200)),
            ("xMidYMid slice", Point(-100, 0), Point(300, 200)), ("xMinYMax slice", Point(0, 0), Point(400, 200)),
            ("qwe", Point(0, 50), Point(200, 150)),
        ] {
            let map = try #require(AspectRatio(text).transform(from: box, to: size))
            #expect(box.origin.applying(map) == corner, "\(text)")
            #expect(Point(box.maxX, box.maxY).applying(map) == opposite, "\(text)")
        }
        #expect(AspectRatio().transform(from: Rect(x: 0, y: 0, width: 0, height: 1), to: size) == nil)
    }

    @Test func documentSizeFollowsFromTheViewBox() throws {
        for (attributes, size) in [
            ("viewBox='0 0 40 20'", Size(width: 40, height: 20)),
            ("viewBox='0 0 40 20' width='80'", Size(width: 80, height: 40)),
            ("viewBox='0 0 40 20' height='5'", Size(width: 10, height: 5)),
            ("viewBox='0 0 40 20' width='50%' height='100%'", Size(width: 20, height: 20)),
            ("width='1in' height='2'", Size(width: 96, height: 2)),
        ] {
            #expect(try document("", attributes: attributes).size == size, "\(attributes)")
        }
        // Without any size, the picture ends where the drawing does.
        #expect(try document("<rect x='5' y='6' width='10' height='20'/>", attributes: "").size == Size(width: 15, height: 26))
        let scene = try document("", attributes: "viewBox='0 0 40 20'").scene(width: 512, height: 100)
        #expect(scene.canvas.scale == 5)
    }

    /// The four arcs between two points have the flags' sizes and directions.
    @Test func arcFlagsChooseAmongFourArcs() throws {
        for (large, sweep) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let path = try #require(try shapes(in: "<path d='M30 50A25 25 0 \(large)\(sweep)70 50'/>").first).shape.path
            let highest = path.bounds.minY
            let lowest = path.bounds.maxY
            // Circles of radius 25 through both points have their middles 15 above and below the chord.
            #expect(abs(lowest - (sweep == 1 ? 50 : large == 1 ? 90 : 60)) < 1e-9)
            #expect(abs(highest - (sweep == 0 ? 50 : large == 1 ? 10 : 40)) < 1e-9)
        }
    }

    @Test func malformedPathsAreDrawnUpToTheirError() throws {
        let path = try #require(try shapes(in: "<path d='M1 2L3 4 5 6 L x 7 8'/>").first).shape.path
        #expect(path.elements == [.move(to: Point(1, 2)), .line(to: Point(3, 4)), .line(to: Point(5, 6))])
        #expect(try shapes(in: "<path d='L1 2'/><path d=''/><path/><rect width='5'/><circle r='-1'/>").isEmpty)
    }

    @Test func roundedRectanglesFillInAMissingRadius() throws {
        func bounds(_ attributes: String) throws -> Path? {
            try shapes(in: "<rect width='40' height='20' \(attributes)/>").first?.shape.path
        }
        let rect = Rect(x: 0, y: 0, width: 40, height: 20)
        #expect(try bounds("rx='5'") == Path(rect, radii: CornerRadii(5)))
        #expect(try bounds("ry='5' rx='-1'") == Path(rect, radii: CornerRadii(5)))
        #expect(try bounds("rx='90'") == Path(rect, rx: 20, ry: 10))
        #expect(try bounds("rx='0' ry='5'") == Path(rect))
        #expect(try bounds("rx='10%'") == Path(rect, radii: CornerRadii(10)))
    }

    @Test func transformsMultiplyFromTheRight() throws {
        for (text, image) in [
            ("translate(10) scale(2)", Point(12, 4)), ("scale(2)translate(10-3)", Point(22, -2)),
            ("rotate(90)", Point(-2, 1)), ("rotate(90 1 2)", Point(1, 2)), ("matrix(1 2 3 4 5 6)", Point(12, 16)),
            ("skewX(45)", Point(3, 2)), ("rotate(0.25turn)", Point(-2, 1)), ("translateX(50%)", Point(51, 2)),
            ("qwe(1)", Point(1, 2)),
            ("translate(1 2", Point(1, 2)),
        ] {
            let map = TransformAttribute.parse(text, box: Size(width: 100, height: 10), hasUnits: true) ?? .identity
            let found = Point(1, 2).applying(map)
            #expect((found - image).length < 1e-12, "\(text): \(found)")
        }
    }

    /// Units belong to the property, as in browsers.
    @Test(arguments: ["translate(1px)", "translate(50%)", "rotate(45deg)", "rotate(0.25turn 1 2)"])
    func transformAttributesHaveNoUnits(text: String) {
        #expect(TransformAttribute.parse(text, box: Size(width: 100, height: 10)) == nil)
        #expect(TransformAttribute.parse(text, box: Size(width: 100, height: 10), hasUnits: true) != nil)
    }

    @Test func markersPointHalfwayBetweenTheirSegments() throws {
        let path = try Path(svgPathData: "M0 0H10V10C10 20 0 20 0 10Z")
        let vertices = path.vertices
        #expect(vertices.map(\.point) == [Point(0, 0), Point(10, 0), Point(10, 10), Point(0, 10), Point(0, 0)])
        let half = 0.5.squareRoot()
        for (vertex, direction) in zip(
            vertices, [Point(half, -half), Point(half, half), Point(0, 1), Point(0, -1), Point(half, -half)])
        {
            #expect((vertex.direction - direction).length < 1e-12, "\(vertex.point)")
        }
    }

    @Test func negativeRadiiAreAutomatic() throws {
        for attributes in ["rx='-5' ry='15'", "rx='15' ry='-5'", "rx='15' style='rx: -4'", "ry='15' style='rx: auto'"] {
            let box = try #require(try shapes(in: "<ellipse cx='20' cy='20' \(attributes)/>").first).shape.path.bounds
            #expect(abs(box.width - 30) < 1e-9 && abs(box.height - 30) < 1e-9, "\(attributes)")
        }
        #expect(try shapes(in: "<ellipse rx='-5' ry='-5'/>").isEmpty)
    }

    @Test func pathLengthScalesDashes() throws {
        func pattern(_ element: String) throws -> StrokeStyle {
            try #require(
                try shapes(in: element.replacing("/>", with: " stroke='red' stroke-dasharray='1 3' stroke-dashoffset='2'/>"))
                    .first
            )
            .shape.stroke
        }
        for element in [
            "<path d='M0 0H40' pathLength='20'/>", "<line x2='40' pathLength='20'/>",
            "<polyline points='0 0 40 0' pathLength='20'/>",
            "<rect width='10' height='10' pathLength='20'/>", "<polygon points='0 0 10 0 10 10 0 10' pathLength='20'/>",
        ] {
            let stroke = try pattern(element)
            #expect(stroke.lineDashPattern == [2, 6] && stroke.lineDashPhase == 4, "\(element)")
        }
        let circle = try pattern("<circle r='10' pathLength='20'/>").lineDashPattern
        #expect(abs(circle[0] - .pi) < 0.01, "\(circle)")
        #expect(try pattern("<path d='M0 0H40' pathLength='-2'/>").lineDashPattern == [1, 3])
        // A dash of any length is endless.
        #expect(try pattern("<path d='M0 0H40' pathLength='0'/>").lineDashPattern[0] == 1e9)
    }

    @Test func dashesWithoutAGapStayApart() throws {
        func stroke(_ pattern: String) throws -> StrokeStyle {
            try #require(try shapes(in: "<path d='M0 0H9' stroke='red' stroke-dasharray='\(pattern)'/>").first).shape.stroke
        }
        let apart = try stroke("20 0")
        #expect(apart.lineDashPattern[1] > 0 && apart.lineDashPattern[1] < 1e-5 && apart.lineDashPhase < 0)
        #expect(abs(apart.lineDashPattern[0] + apart.lineDashPattern[1] - 20) < 1e-12)
        // An odd list is used twice.
        #expect(try stroke("5 0 7").lineDashPattern.count == 6)
        for pattern in ["20", "20 5", "0 5"] {
            #expect(try stroke(pattern).lineDashPattern.allSatisfy { $0 == 0 || $0 >= 5 }, "\(pattern)")
        }
    }

    @Test func controlPointsNearTheirEndsAreOnThem() throws {
        func controls(_ data: String) throws -> [Point] {
            let path = try #require(try shapes(in: "<path d='\(data)'/>").first).shape.path
            return path.elements.flatMap { if case .cubic(_, let a, let b) = $0 { [a, b] } else { [Point]() } }
        }
        #expect(try controls("M20 60C20.0001 60 60 20 60.0001 20") == [Point(20, 60), Point(60.0001, 20)])
        #expect(try controls("M20 60C20.01 60 60 20 60.01 20") == [Point(20.01, 60), Point(60, 20)])
        // Small curves keep theirs.
        #expect(try controls("M0 0C.0001 0 .001 .0005 .001 .001") == [Point(0.0001, 0), Point(0.001, 0.0005)])
    }

    @Test func farShapesAreCutNearThePicture() throws {
        func found(_ element: String) throws -> [Shape] { try shapes(in: element).map(\.shape) }
        let near = Rect(x: -100, y: -100, width: 300, height: 300)
        let square = try found("<rect x='-1000000' y='-1000000' width='2000000' height='2000000'/>")
        #expect(square.map(\.path.bounds) == [Rect(x: -100, y: -100, width: 300, height: 300)])
        // Even-odd areas keep their holes.
        let ring = try found("<path fill-rule='evenodd' d='M-1e6-1e6H1e6V1e6H-1e6zM40 40H60V60H40z'/>")
        #expect(ring.count == 1 && ring[0].path.elements.contains(.move(to: Point(40, 40))))
        let line = try found("<path d='M50 50H1e6' fill='none' stroke='red' stroke-width='2' stroke-dasharray='5 3'/>")
        #expect(line.count == 1 && line[0].path.bounds.minX == 50 && line[0].path.bounds.maxX < 210)
        // Dashes go on where a cut line starts.
        let cut = try found("<path d='M-1e6 50H1e6' fill='none' stroke='red' stroke-width='2' stroke-dasharray='5 3'/>")
        #expect(cut.count == 1 && cut[0].stroke.lineDashPhase == 1e6 + cut[0].path.bounds.minX)
        #expect(cut[0].path.bounds.minX > -110 && cut[0].path.bounds.minX <= near.minX)
        #expect(try found("<rect x='1000000' y='9' width='9' height='9'/>").isEmpty)
        #expect(try found("<rect x='-100' width='1000' height='9'/>")[0].path.bounds.width == 1000)
        let clip = "<clipPath id='c'><rect x='-1000000' width='9000000' height='9'/></clipPath>"
        let clipped = try document(clip + "<rect width='9' height='9' clip-path='url(#c)'/>").layers[0].mask
        guard case .shape(let shape)? = clipped?.kind else {
            Issue.record("no shape clips")
            return
        }
        #expect(shape.path.bounds.width == 300)
    }
}
