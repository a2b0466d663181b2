import PenumbraGeometry
import PenumbraLayout
import TestPlans
import TestSupport
import Testing

@Suite(.timed) struct LayoutRuleTests {
    @Test func layerWithAFrameKeepsTheFrameAndLeavesTheFlow() throws {
        let frame = Rect(x: 7, y: 8, width: 90, height: 10)
        let framed = Box.flex(.row, { $0.position = .frame(frame) }, [Box.box { $0.flexGrow = 1 }])
        let frames = try Box.flex([framed, Box.fixed(20, 10)]).frames(100, 50)
        #expect(frames[1] == frame)
        #expect(frames[2] == Rect(x: 0, y: 0, width: 90, height: 10))
        #expect(frames[3].minX == 0)
    }

    @Test func sizesAndInsetsPlaceALayerWithoutALayout() throws {
        let layer = Box.box {
            $0.width = .fraction(0.5)
            $0.inset = LayoutEdges(top: .points(5), right: .points(10), bottom: .fraction(0.25), left: .auto)
        }
        #expect(try Box.box({ _ in }, [layer]).frames(200, 100)[1] == Rect(x: 90, y: 5, width: 100, height: 70))
    }

    @Test func automaticMarginsCenterAnAbsoluteLayer() throws {
        let layer = Box.fixed(50, 20) {
            $0.inset = .zero
            $0.margin = .auto
        }
        #expect(try Box.box({ _ in }, [layer]).frames(200, 100)[1] == Rect(x: 75, y: 40, width: 50, height: 20))
    }

    @Test func percentagesOfAnUnknownHeightAreAutomatic() throws {
        let frames = try Box.flex(.column, [Box.flex(.column, [Box.text([20]) { $0.height = .fraction(0.5) }])]).frames(
            100, nil)
        #expect(frames.heights == [10, 10, 10])
    }

    @Test func percentagesOfPaddingAndMarginReferToTheWidth() throws {
        let item = Box.box {
            $0.padding = LayoutEdges(.fraction(0.1))
            $0.margin.top = .fraction(0.05)
        }
        let frames = try Box.flex(layout: { $0.alignItems = .flexStart }, [item]).frames(200, 50)
        #expect(frames[1] == Rect(x: 0, y: 10, width: 40, height: 40))
    }

    @Test func relativeInsetMovesOnlyItsLayer() throws {
        let moved = Box.fixed(20, 10) { $0.inset = LayoutEdges(top: .points(3), right: .points(4), bottom: .auto, left: .auto) }
        let frames = try Box.flex([moved, Box.fixed(20, 10)]).frames(100, 50)
        #expect(frames[1].origin == Point(-4, 3) && frames[2].origin == Point(20, 0))
    }

    @Test func aspectRatioGivesTheOtherSideAndGrowsWithContent() throws {
        func box(_ words: [Double]) -> Box {
            Box.text(words, height: 30) {
                $0.aspectRatio = 2
                $0.width = .points(80)
            }
        }
        let layout: (inout FlexContainer) -> Void = { $0.alignItems = .flexStart }
        #expect(try Box.flex(layout: layout, [box([10])]).frames(300, 300)[1].height == 40)
        #expect(try Box.flex(layout: layout, [box([70, 70])]).frames(300, 300)[1].height == 60)
    }

    @Test func canvasWithoutASizeFitsItsContent() throws {
        let frames = try Box.flex(.row, { $0.padding = LayoutEdges(.points(5)) }, [Box.text([30, 40]), Box.fixed(20, 15)])
            .frames(nil, nil)
        #expect(frames[0] == Rect(x: 0, y: 0, width: 100, height: 25))
    }

    @Test func fractionsThatSumToOneFitInOneLine() throws {
        for count in 2...40 {
            let items = (0..<count).map { _ in Box.box { $0.width = .fraction(1 / Double(count)) } }
            let frames = try Box.flex(layout: { $0.wrap = .wrap }, items).frames(333.3, 10)
            #expect(frames.rest.allSatisfy { $0.minY == 0 })
        }
    }

    @Test func roundedFramesMeetOnPixels() throws {
        let items = (0..<7).map { _ in Box.box { $0.flexGrow = 1 } }
        for scale in [1.0, 1.5, 2] {
            let frames = try Box.flex(layout: { $0.roundsToPixels = true }, items).frames(100, 10, scale: scale).rest
            for (left, right) in zip(frames, frames.dropFirst()) { #expect(abs(left.maxX - right.minX) < 1e-9) }
            for frame in frames { #expect(abs(frame.minX * scale - (frame.minX * scale).rounded()) < 1e-9) }
            #expect(frames.last?.maxX == 100)
        }
    }

    @Test func frameRoundingUsesThePlaceOnTheCanvas() throws {
        let inner = Box.flex(
            .row,
            {
                $0.position = .absolute
                $0.inset.left = .points(0.4)
                $0.width = .points(10)
            }, layout: { $0.roundsToPixels = true }, [Box.fixed(3.3, 5), Box.fixed(3.3, 5)])
        let frames = try Box.box({ _ in }, [inner]).frames(100, 10)
        // On the canvas, the items reach from 0.4 to 3.7 and from there to 7.
        #expect(abs(frames[2].minX + 0.4) < 1e-9 && abs(frames[2].width - 4) < 1e-9)
        #expect(abs(frames[3].minX - 3.6) < 1e-9 && abs(frames[3].width - 3) < 1e-9)
    }

    @Test func textsAreMeasuredFewTimes() throws {
        let tree = RandomTree(seed: TestSeeds.base, count: 2000)
        let text = CountedText(tree.words)
        _ = try Layout.solve(tree.nodes, width: 600, height: 400, text: text)
        #expect(text.widthCounts.values.allSatisfy { $0 == 1 })
        #expect((text.lineCounts.values.max() ?? 0) <= 8)
    }

    @Test func nestedContainersTakeLinearWork() throws {
        let counts = try [25, 50, 100].map { depth in
            let (nodes, words) = chain(depth: depth)
            let text = CountedText(words)
            _ = try Layout.solve(nodes, width: 600, height: 400, text: text)
            return text.lineCounts.values.reduce(0, +)
        }
        #expect(counts[1] <= 2 * counts[0] + 2 && counts[2] <= 2 * counts[1] + 2)
    }

    @Test func deepestLayoutTreeFitsOnASmallStack() {
        #if DEBUG
            // Without optimisation, a layer takes some ten times as much stack.
            let depth = 12
        #else
            let depth = LayoutLimits.deepestNode - 2
        #endif
        for content in [LayoutContent.bounds, .image(Size(width: 1, height: 2))] {
            let (nodes, words) = chain(depth: depth, content: content)
            SmallStack.run {
                #expect(throws: Never.self) { try Layout.solve(nodes, width: 600, height: 400, text: words) }
            }
        }
    }
}
