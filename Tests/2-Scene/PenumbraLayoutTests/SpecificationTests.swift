import PenumbraGeometry
import PenumbraLayout
import TestSupport
import Testing

/// Examples with figures of CSS Flexible Box Layout Level 1. The section is named where it helps.
@Suite(.timed) struct SpecificationTests {
    @Test func itemsWrapWhereTheyNoLongerFit() throws {
        // Section 6, "Flex lines".
        let items = (0..<4).map { _ in Box.fixed(80, 20) }
        let frames = try Box.flex(layout: { $0.wrap = .wrap }, items).frames(300, nil)
        #expect(frames.rest.x == [0, 80, 160, 0])
        #expect(frames.rest.y == [0, 0, 0, 20])
        #expect(frames[0].height == 40)
    }

    @Test func flexibleItemsFillTheirLines() throws {
        // Section 6: with `flex: auto` the first three items are 100 wide, and the fourth one fills its line.
        let items = (0..<4).map { _ in Box.fixed(80, 20) { $0.flexGrow = 1 } }
        let frames = try Box.flex(layout: { $0.wrap = .wrap }, items).frames(300, nil)
        #expect(frames.rest.widths == [100, 100, 100, 300])
    }

    @Test func absoluteFlexStartsAtZeroAndRelativeFlexAtTheContent() throws {
        // Section 7.1: items with factors 1, 1 and 2.
        let words: [[Double]] = [[20], [60], [40]]
        func items(_ basis: FlexBasis) -> [Box] {
            zip(words, [1.0, 1, 2]).map { words, grow in
                Box.text(words) {
                    $0.flexGrow = grow
                    $0.flexBasis = basis
                }
            }
        }
        let absolute = try Box.flex(items(.length(.points(0)))).frames(240, nil)
        #expect(absolute.rest.widths == [60, 60, 120])
        let relative = try Box.flex(items(.length(.auto))).frames(240, nil)
        #expect(relative.rest.widths == [50, 90, 100])
    }

    @Test func growFactorsBelowOneTakeOnlyTheirShare() throws {
        // Section 7.1.1 of `flex-grow`: half of the space stays empty.
        let frames = try Box.flex([Box.fixed(100, 10) { $0.flexGrow = 0.5 }]).frames(300, nil)
        #expect(frames[1].width == 200)
    }

    @Test func shrinkingIsScaledByTheBaseSize() throws {
        // Section 9.7: 100 too many are taken from 100, 200 and 300 in proportion.
        let items = [100.0, 200, 300].map { width in
            Box.box {
                $0.width = .points(width)
                $0.minWidth = .points(0)
            }
        }
        let frames = try Box.flex(items).frames(480, 10)
        for (width, expected) in zip(frames.rest.widths, [80.0, 160, 240]) { #expect(abs(width - expected) < 1e-9) }
    }

    @Test func itemsAtTheirLimitsLeaveTheRestToOtherItems() throws {
        let items = [
            Box.box {
                $0.flexGrow = 1
                $0.maxWidth = .points(30)
            },
            Box.box {
                $0.flexGrow = 1
                $0.minWidth = .points(150)
            },
            Box.box { $0.flexGrow = 1 },
        ]
        let frames = try Box.flex(items).frames(300, 10)
        #expect(frames.rest.widths == [30, 150, 120])
    }

    @Test func autoMarginPushesItemsApart() throws {
        // Section 8.1: the login button at the end of a navigation bar.
        let items = [Box.fixed(50, 10), Box.fixed(50, 10), Box.fixed(50, 10) { $0.margin.left = .auto }]
        #expect(try Box.flex(items).frames(300, nil).rest.x == [0, 50, 250])
    }

    @Test func overflowIsCenteredByAlignmentAndNotByMargins() throws {
        // Section 8.1: `margin: auto` never lets an item overflow at the start; `align-self: center` does.
        let wide = Box.fixed(140, 10) {
            $0.margin.left = .auto
            $0.margin.right = .auto
        }
        let centered = Box.fixed(140, 10) { $0.alignSelf = .center }
        #expect(try Box.flex(.column, [wide, centered]).frames(100, nil).rest.x == [0, -20])
    }

    @Test(arguments: [
        (ContentAlignment.flexStart, [0.0, 20, 40]), (.flexEnd, [240, 260, 280]), (.center, [120, 140, 160]),
        (.spaceBetween, [0, 140, 280]), (.spaceAround, [40, 140, 240]), (.spaceEvenly, [60, 140, 220]),
        (.start, [0, 20, 40]), (.end, [240, 260, 280]), (.normal, [0, 20, 40]), (.stretch, [0, 20, 40]),
    ])
    func justifyContentSharesOutTheMainAxis(alignment: ContentAlignment, expected: [Double]) throws {
        // Section 8.2.
        let items = (0..<3).map { _ in Box.fixed(20, 10) }
        let frames = try Box.flex(layout: { $0.justifyContent = alignment }, items).frames(300, nil)
        #expect(frames.rest.x == expected)
    }

    @Test(arguments: [
        (ContentAlignment.flexStart, [0.0, 10, 20]), (.flexEnd, [70, 80, 90]), (.center, [35, 45, 55]),
        (.spaceBetween, [0, 45, 90]), (.spaceEvenly, [17.5, 45, 72.5]), (.end, [70, 80, 90]),
    ])
    func alignContentSharesOutTheLines(alignment: ContentAlignment, expected: [Double]) throws {
        // Section 8.4.
        let items = (0..<3).map { _ in Box.fixed(60, 10) }
        let layout: (inout FlexContainer) -> Void = {
            $0.wrap = .wrap
            $0.alignContent = alignment
        }
        #expect(try Box.flex(layout: layout, items).frames(100, 100).rest.y == expected)
    }

    @Test func linesStretchToFillTheContainer() throws {
        // Section 9.4.9: two lines of 10 and 30 share 60 points of free space.
        let items = [
            Box.fixed(60, 10), Box.fixed(60, 30),
            Box.box {
                $0.width = .points(40)
                $0.flexShrink = 0
            },
        ]
        let frames = try Box.flex(layout: { $0.wrap = .wrap }, items).frames(100, 100)
        #expect(frames.rest.y == [0, 40, 40])
        #expect(frames[3].height == 60)
    }

    @Test func wrapReverseStacksLinesUpward() throws {
        let items = (0..<3).map { _ in Box.fixed(60, 10) }
        let layout: (inout FlexContainer) -> Void = {
            $0.wrap = .wrapReverse
            $0.alignContent = .flexStart
        }
        #expect(try Box.flex(layout: layout, items).frames(100, 100).rest.y == [90, 80, 70])
    }

    @Test func reversedDirectionsStartAtTheOtherEnd() throws {
        let items = [Box.fixed(20, 10), Box.fixed(30, 10)]
        #expect(try Box.flex(.rowReverse, items).frames(100, nil).rest.x == [80, 50])
        #expect(try Box.flex(.columnReverse, items).frames(100, 50).rest.y == [40, 30])
    }

    @Test func lowerOrdersComeFirstAndEqualOrdersKeepTheirPlace() throws {
        // Section 5.4.
        let orders = [0, 1, -1, 0, 1]
        let items = orders.map { order in Box.fixed(10, 10) { $0.order = order } }
        #expect(try Box.flex(items).frames(100, nil).rest.x == [10, 30, 0, 20, 40])
    }

    @Test func itemBaselinesAreAligned() throws {
        // Section 8.3: ascents of 20, 10 and 30 points (a box without text stands on the line).
        let items = [Box.text([10], height: 20), Box.text([10], height: 10), Box.fixed(10, 30)]
        let frames = try Box.flex(layout: { $0.alignItems = .baseline }, items).frames(100, nil)
        #expect(frames.rest.y == [10, 20, 0])
        #expect(frames[0].height == 30)
    }

    @Test func itemsDoNotShrinkBelowTheirContent() throws {
        // Section 4.5: the longest word, unless `min-width` allows less or the width is smaller.
        let words: [Double] = [60, 40]
        let frames = try Box.flex([
            Box.text(words), Box.text(words) { $0.minWidth = .points(0) }, Box.text(words) { $0.width = .points(30) },
        ]).frames(90, nil)
        #expect(frames[1].width == 60 && frames[2].width < 60 && frames[3].width == 30)
    }

    @Test func absoluteLayerIsPlacedAsASingleItem() throws {
        // Section 4.1.
        let absolute = Box.fixed(20, 10) {
            $0.position = .absolute
            $0.alignSelf = .center
        }
        let frames = try Box.flex(layout: { $0.justifyContent = .flexEnd }, [absolute, Box.fixed(50, 10)]).frames(100, 50)
        #expect(frames[1] == Rect(x: 80, y: 20, width: 20, height: 10))
        #expect(frames[2].minX == 50)
    }

    @Test func stretchedImageKeepsItsAspectRatio() throws {
        // Section 9.2, step 3B: the definite height of the container gives the width.
        let frames = try Box.flex([Box.image(40, 20)]).frames(300, 60)
        #expect(frames[1] == Rect(x: 0, y: 0, width: 120, height: 60))
    }
}
