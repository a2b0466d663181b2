import PenumbraGeometry
import PenumbraLayout
import TestSupport
import Testing

@Suite(.timed) struct LayoutErrorTests {
    private func error(
        _ nodes: [LayoutNode], width: Double? = 100, scale: Double = 1, limits: LayoutLimits = .default,
        text: some TextMeasuring = NoText()
    ) -> LayoutError? {
        do {
            _ = try Layout.solve(nodes, width: width, height: 100, scale: scale, text: text, limits: limits)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, -1, 1e300])
    func badLayoutValuesAreErrorsWithLayerAndKey(value: Double) {
        let changes: [(LayoutKey, (inout LayoutStyle) -> Void)] = [
            (.width, { $0.width = .points(value) }), (.height, { $0.height = .fraction(value) }),
            (.minWidth, { $0.minWidth = .points(value) }), (.maxHeight, { $0.maxHeight = .points(value) }),
            (.padding, { $0.padding.left = .points(value) }), (.flexGrow, { $0.flexGrow = value }),
            (.flexShrink, { $0.flexShrink = value }), (.flexBasis, { $0.flexBasis = .length(.points(value)) }),
            (.aspectRatio, { $0.aspectRatio = value }),
            (.frame, { $0.position = .frame(Rect(x: 0, y: 0, width: value, height: 1)) }),
        ]
        for (key, change) in changes {
            var nodes = [LayoutNode(content: .flex(FlexContainer()), children: [1]), LayoutNode()]
            change(&nodes[1].style)
            guard case .invalidValue(1, key, _) = error(nodes) else {
                Issue.record("\(key) \(value)")
                continue
            }
        }
    }

    @Test func marginsAndInsetsMayBeNegative() {
        var nodes = [LayoutNode(content: .flex(FlexContainer()), children: [1]), LayoutNode()]
        nodes[1].style.margin = LayoutEdges(.points(-5))
        nodes[1].style.inset = LayoutEdges(.points(-5))
        #expect(error(nodes) == nil)
        nodes[1].style.margin.top = .points(.nan)
        guard case .invalidValue(1, .margin, _) = error(nodes) else { return #expect(Bool(false)) }
    }

    @Test func childrenThatMakeNoTreeAreErrors() {
        let broken: [[[Int]]] = [[[1], [0]], [[0]], [[1, 1], []], [[2], []], [[1], [], []], [[-1]], [[1, 2], [2], []]]
        for children in broken {
            guard case .notATree = error(children.map { LayoutNode(children: $0) }) else {
                Issue.record("\(children)")
                continue
            }
        }
    }

    @Test func layoutLimitsOfCountAndDepthHold() {
        let chain = (0..<300).map { LayoutNode(children: $0 < 299 ? [$0 + 1] : []) }
        guard case .tooDeep(160, 160) = error(chain) else { return #expect(Bool(false)) }
        guard case .tooDeep(10, 10) = error(chain, limits: LayoutLimits(depth: 10)) else { return #expect(Bool(false)) }
        guard case .tooManyNodes(300, 200) = error(chain, limits: LayoutLimits(nodeCount: 200)) else {
            return #expect(Bool(false))
        }
    }

    @Test func layoutCanvasMustHaveASize() {
        guard case .invalidCanvas = error([LayoutNode()], width: .nan) else { return #expect(Bool(false)) }
        guard case .invalidCanvas = error([LayoutNode()], scale: 0) else { return #expect(Bool(false)) }
        #expect(error([]) == nil)
    }

    @Test func overflowingFramesAreErrors() {
        var nodes = (0..<60).map { LayoutNode(children: $0 < 59 ? [$0 + 1] : []) }
        for index in nodes.indices { nodes[index].style.width = .fraction(1e9) }
        guard case .overflow = error(nodes) else { return #expect(Bool(false)) }
    }

    private struct BrokenText: TextMeasuring {
        struct Failure: Error {}
        var height: Double?
        func widths(ofText node: Int) -> TextWidths { TextWidths(minimum: 1, maximum: 2) }
        func lines(ofText node: Int, width: Double) throws -> TextLines {
            guard let height else { throw Failure() }
            return TextLines(height: height, firstBaseline: nil)
        }
    }

    @Test func textErrorsNameTheLayer() {
        let nodes = [LayoutNode(content: .flex(FlexContainer()), children: [1]), LayoutNode(content: .text)]
        guard case .text(1, let cause) = error(nodes, text: BrokenText(height: nil)), cause is BrokenText.Failure else {
            return #expect(Bool(false))
        }
        guard case .invalidText(1) = error(nodes, text: BrokenText(height: .nan)) else { return #expect(Bool(false)) }
    }
}
