import PenumbraGeometry
import PenumbraLayout
import TestPlans
import TestSupport
import Testing

/// Lines of inline content, and absolute boxes.
@Suite(.timed) struct InlineLayoutTests {
    @Test func linesGoAroundFloats() throws {
        let flow = Flow.lines(
            { $0.width = .points(100) },
            [
                .box(.sized(40, 15) { $0.float = .left }), .text(3), .space, .text(4), .space, .text(7), .space, .text(2),
            ])
        let (nodes, text) = flow.nodes()
        let lines = try Layout.result(nodes, width: 400, height: 300, text: text).lines[1]
        #expect(
            lines.map(\.frame) == [
                Rect(x: 40, y: 0, width: 60, height: 10), Rect(x: 40, y: 10, width: 60, height: 10),
                Rect(x: 0, y: 20, width: 100, height: 10),
            ])
        #expect(lines.map(\.line.usedWidth) == [30, 40, 100])
    }

    @Test func floatsThatDoNotFitWaitForTheNextLine() throws {
        let frames = try Flow.lines(
            { $0.width = .points(100) }, [.text(5), .box(.sized(60, 15) { $0.float = .right }), .space, .text(3)]
        ).frames()
        #expect(frames[1] == Rect(x: 40, y: 10, width: 60, height: 15))
        #expect(frames[0].height == 10)
    }

    @Test func atomsLieOnTheBaseline() throws {
        let frames = try Flow.lines(
            { $0.width = .points(200) },
            [
                .text(2), .box(.sized(10, 30)),
                .box(.lines({ $0.padding.bottom = .points(5) }, [.text(1), .lineBreak, .text(1)])),
                .box(.lines({ $0.overflowX = .scroll }, [.text(1)])),
            ]
        ).frames()
        #expect(frames[0].height == 37)
        #expect(frames.rest.map(\.origin) == [Point(20, 0), Point(30, 12), Point(40, 20)])
    }

    @Test func linesWithoutHeightLetMarginsCollapse() throws {
        let frames = try Flow.block(
            { $0.isFlowRoot = true },
            [
                .block { ($0.height, $0.margin.bottom) = (.points(10), .points(20)) },
                .lines({ $0.isAnonymous = true }, [.box(.sized(5, 5) { $0.position = .absolute })]),
                .block { ($0.height, $0.margin.top) = (.points(10), .points(15)) },
            ]
        ).frames()
        #expect(frames[4].minY == 30)
        #expect(frames[3].origin == Point(0, 30))
    }

    @Test func absoluteBoxesReferToTheirContainingBlock() throws {
        let frames = try Flow.block(
            {
                ($0.width, $0.height, $0.padding, $0.border) = (
                    .points(100), .points(50), LayoutEdges(.points(10)), LayoutEdges(.points(3))
                )
                $0.isContainingBlock = true
            },
            [
                .block(
                    { $0.padding.top = .points(7) },
                    [
                        .block {
                            ($0.position, $0.inset.right, $0.inset.bottom, $0.width, $0.height) = (
                                .absolute, .zero, .zero, .fraction(0.5), .points(8)
                            )
                        },
                        .block { ($0.position, $0.width, $0.height) = (.absolute, .points(5), .points(5)) },
                        .block {
                            ($0.position, $0.inset, $0.width, $0.height) = (.absolute, .zero, .points(20), .points(10))
                            $0.margin = .auto
                        },
                    ])
            ]
        ).frames()
        #expect(frames[2] == Rect(x: 63, y: 65, width: 60, height: 8))
        #expect(frames[3].origin == Point(13, 20))
        #expect(frames[4].origin == Point(53, 33))
    }

    @Test func fixedBoxesReferToTheCanvas() throws {
        let frames = try Flow.block(
            { ($0.width, $0.isContainingBlock, $0.margin.left) = (.points(50), true, .points(9)) },
            [
                .block {
                    ($0.position, $0.isFixed, $0.inset.right, $0.width, $0.height) = (
                        .absolute, true, .zero, .fraction(0.5), .points(4)
                    )
                }
            ]
        ).frames()
        #expect(frames[1] == Rect(x: 200, y: 0, width: 200, height: 4))
    }

    @Test func fixedBoxesReferToTransformedBoxes() throws {
        let frames = try Flow.block(
            { ($0.width, $0.height, $0.containsFixed) = (.points(200), .points(100), true) },
            [
                .block(
                    { $0.isContainingBlock = true },
                    [
                        .block {
                            ($0.position, $0.isFixed, $0.inset.bottom) = (.absolute, true, .zero)
                            ($0.width, $0.height) = (.fraction(0.5), .points(4))
                        }
                    ])
            ]
        ).frames()
        #expect(frames[2] == Rect(x: 0, y: 96, width: 100, height: 4))
    }

    @Test func rowsRunFromRightToLeft() throws {
        let frames = try Flow.flex(
            { ($0.width, $0.isRightToLeft) = (.points(100), true) },
            [.sized(20, 5) { $0.margin.left = .points(3) }, .sized(30, 5)]
        ).frames()
        #expect(frames.rest.x == [80, 47])
    }

    @Test func floatsShrinkToFitTheirLines() throws {
        let frames = try Flow.block(
            { ($0.width, $0.isFlowRoot) = (.points(100), true) },
            [
                .lines({ $0.float = .left }, [.text(2), .space, .text(3)]),
                .lines({ $0.float = .left }, [.text(8), .space, .text(9)]),
            ]
        ).frames()
        #expect(frames.rest == [Rect(x: 0, y: 0, width: 60, height: 10), Rect(x: 0, y: 10, width: 100, height: 20)])
    }
}
