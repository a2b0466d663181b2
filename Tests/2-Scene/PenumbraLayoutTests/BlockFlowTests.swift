import PenumbraGeometry
import PenumbraLayout
import TestSupport
import Testing

/// Block formatting contexts (CSS 2.2, chapters 8 to 10).
@Suite(.timed) struct BlockFlowTests {
    @Test func marginsOfSiblingsCollapse() throws {
        let frames = try Flow.block(
            { $0.isFlowRoot = true },
            [
                .block { ($0.height, $0.margin.bottom) = (.points(10), .points(20)) },
                .block { ($0.height, $0.margin.top) = (.points(10), .points(15)) },
                .block { ($0.height, $0.margin.top) = (.points(10), .points(-4)) },
            ]
        ).frames()
        #expect(frames.rest.y == [0, 30, 36])
        #expect(frames[0].height == 46)
    }

    @Test func marginsOfParentsAndChildrenCollapse() throws {
        let frames = try Flow.block(
            { $0.isFlowRoot = true },
            [
                .block(
                    { ($0.margin.top, $0.margin.bottom) = (.points(10), .points(5)) },
                    [.block { ($0.height, $0.margin.top, $0.margin.bottom) = (.points(10), .points(30), .points(25)) }]),
                .block { $0.height = .points(10) },
            ]
        ).frames()
        #expect(
            frames.rest == [
                Rect(x: 0, y: 30, width: 400, height: 10), Rect(x: 0, y: 30, width: 400, height: 10),
                Rect(x: 0, y: 65, width: 400, height: 10),
            ])
    }

    @Test func paddingAndBordersKeepMarginsApart() throws {
        let frames = try Flow.block(
            { ($0.padding.top, $0.border.bottom) = (.points(1), .points(2)) },
            [.block { ($0.height, $0.margin.top, $0.margin.bottom) = (.points(10), .points(30), .points(25)) }]
        ).frames()
        #expect(frames[0].height == 68)
        #expect(frames[1].minY == 31)
    }

    @Test func marginsCollapseThroughEmptyBoxes() throws {
        let frames = try Flow.block(
            { $0.isFlowRoot = true },
            [
                .block { $0.height = .points(10) },
                .block { ($0.margin.top, $0.margin.bottom) = (.points(12), .points(30)) },
                .block { ($0.height, $0.margin.top) = (.points(10), .points(-5)) },
            ]
        ).frames()
        // The empty box lies below its own upper margin only.
        #expect(frames.rest.y == [0, 22, 35])
    }

    @Test func heightKeepsTheLastMarginInside() throws {
        let frames = try Flow.block(
            { $0.isFlowRoot = true },
            [
                .block(
                    { $0.minHeight = .points(20) }, [.block { ($0.height, $0.margin.bottom) = (.points(10), .points(50)) }]),
                .block { $0.height = .points(10) },
            ]
        ).frames()
        #expect(frames.rest.y == [0, 0, 20])
    }

    @Test func autoMarginsCenterAndOverconstrainedBoxesKeepTheirStart() throws {
        let frames = try Flow.block(
            {
                $0.width = .points(200)
                $0.isRightToLeft = true
            },
            [
                .sized(50, 10) { ($0.margin.left, $0.margin.right) = (.auto, .auto) },
                .sized(50, 10) { ($0.margin.left, $0.margin.right) = (.points(10), .points(20)) },
                .sized(50, 10) { $0.margin.right = .auto },
            ]
        ).frames()
        #expect(frames.rest.x == [75, 130, 0])
    }

    @Test func floatsStandBesideEachOtherAndBelow() throws {
        let float: (Double, Double, LayoutFloat) -> Flow = { width, height, side in .sized(width, height) { $0.float = side } }
        let frames = try Flow.block(
            { ($0.width, $0.isFlowRoot) = (.points(100), true) },
            [float(40, 20, .left), float(30, 10, .right), float(50, 10, .left), float(25, 5, .right)]
        ).frames()
        #expect(frames[0].height == 25)
        #expect(frames.rest.map(\.origin) == [Point(0, 0), Point(70, 0), Point(40, 10), Point(75, 20)])
    }

    @Test func clearanceMovesBoxesBelowFloats() throws {
        let frames = try Flow.block(
            { ($0.width, $0.isFlowRoot) = (.points(100), true) },
            [
                .sized(40, 20) { $0.float = .left }, .sized(30, 35) { $0.float = .right },
                .block { ($0.height, $0.clear, $0.margin.top) = (.points(5), .left, .points(12)) },
                .block { ($0.height, $0.clear) = (.points(5), .both) },
            ]
        ).frames()
        #expect(frames.rest.y == [0, 0, 20, 35])
    }

    @Test func flowRootsAvoidFloats() throws {
        let frames = try Flow.block(
            { ($0.width, $0.isFlowRoot) = (.points(100), true) },
            [
                .sized(40, 20) { $0.float = .left },
                .block { ($0.height, $0.isFlowRoot) = (.points(5), true) },
                .sized(70, 5) { $0.overflowX = .scroll },
                .block { $0.height = .points(5) },
            ]
        ).frames()
        #expect(frames[2] == Rect(x: 40, y: 0, width: 60, height: 5))
        #expect(frames[3] == Rect(x: 0, y: 20, width: 70, height: 5))
        #expect(frames[4] == Rect(x: 0, y: 25, width: 100, height: 5))
    }

    @Test func floatsInEmptyBoxesWaitForTheirPlace() throws {
        let frames = try Flow.block(
            { $0.isFlowRoot = true },
            [
                .block(
                    { $0.margin.top = .points(10) },
                    [.sized(20, 20) { $0.float = .left }, .block { ($0.height, $0.margin.top) = (.points(5), .points(30)) }])
            ]
        ).frames()
        #expect(frames.rest.y == [30, 30, 30])
    }

    @Test func percentagesAndBoxSizingResolve() throws {
        let frames = try Flow.block(
            { ($0.width, $0.height) = (.points(200), .points(100)) },
            [
                .block {
                    ($0.width, $0.height, $0.padding) = (.fraction(0.5), .fraction(0.2), LayoutEdges(.points(5)))
                    $0.border = LayoutEdges(.points(1))
                },
                .block {
                    ($0.width, $0.height, $0.padding) = (.fraction(0.5), .fraction(0.2), LayoutEdges(.fraction(0.05)))
                    $0.boxSizing = .borderBox
                },
                .block { $0.width = .sum(points: -10, fraction: 0.5) },
                .block { ($0.height, $0.maxWidth) = (.sum(points: 3, fraction: 0.1), .minContent) },
            ]
        ).frames()
        #expect(frames.rest.widths == [112, 100, 90, 0])
        #expect(frames.rest.heights == [32, 20, 0, 13])
    }

    @Test func picturesKeepTheirProportion() throws {
        let natural = NaturalSize(width: 60, height: 40)
        let frames = try Flow.block(
            { $0.width = .points(200) },
            [
                .picture(natural) { $0.height = .points(20) }, .picture(natural) { $0.maxWidth = .points(30) },
                .picture(natural) { ($0.maxWidth, $0.minHeight) = (.points(30), .points(50)) },
                .picture(NaturalSize(ratio: 2)), .picture(NaturalSize()), .picture(NaturalSize(height: 50)),
            ]
        ).frames()
        #expect(
            frames.rest.map(\.size)
                == [(30, 20), (30, 20), (30, 50), (200, 100), (300, 150), (300, 50)].map { Size(width: $0, height: $1) })
    }
}
