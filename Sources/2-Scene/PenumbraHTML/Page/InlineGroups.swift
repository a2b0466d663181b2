import PenumbraGeometry
import PenumbraScene
import PenumbraText

/// The inline elements in a block's lines, or around a block, that are painted as one: those that are positioned or have
/// effects.
final class InlineGroups {
    struct Group {
        var style: HTMLStyle
        /// The list that the group's content is painted into.
        var frame: PagePainter.Frame
        /// The list that the group belongs to: that of the innermost stacking context.
        var target: PagePainter.Target
        /// The place among the stacked boxes of that list. Zero until it is reserved.
        var rank = 0
        /// The group around this one.
        var parent: Int?
        var depth: Int
    }

    private(set) var groups: [Int: Group] = [:]
    /// The innermost group of each inline element of the lines.
    private var owners: [Int: Int] = [:]
    /// The groups of the atoms and of the positioned boxes in the lines, by node.
    var nodes: [Int: Int] = [:]

    /// The list that the elements stand in.
    private let own: PagePainter.Frame
    /// The list that positioned boxes there belong to.
    private let target: PagePainter.Target

    /// The content of the lines whose elements have no ranks yet.
    private var waiting: ArraySlice<InlineContents.Item>

    init(in own: PagePainter.Frame, _ target: PagePainter.Target, items: [InlineContents.Item] = []) {
        (self.own, self.target, waiting) = (own, target, items[...])
    }

    /// Reserves the place of an element among stacked boxes.
    func reserveRank(_ inline: Int) {
        guard let group = groups[inline], group.rank == 0 else { return }
        groups[inline]?.rank = group.target.frame.order.reserve()
    }

    /// Reserves the places of the elements that begin before a box in the lines. Nil is the end of the lines.
    func reserveRanks(before box: Int?) {
        while let item = waiting.first {
            switch item {
            case .open(let inline): reserveRank(inline.id)
            case .atom(let number, _) where number == box: return
            case .anchor(let number) where number == box: return
            default: break
            }
            waiting.removeFirst()
        }
    }

    /// Adds an element. Groups around it come first.
    ///
    /// - Parameters:
    ///   - parent: the innermost element around it. Nil if there is none.
    ///   - kind: how the element is painted.
    func add(_ inline: Int, in parent: Int?, _ kind: PagePainter.InlineKind?) {
        let outer = group(of: parent)
        guard let kind else {
            owners[inline] = outer
            return
        }
        let around = outer.flatMap { groups[$0] }
        let holder: PagePainter.Target = around.map { $0.frame.isContext ? ($0.frame, false) : $0.target } ?? target
        groups[inline] = Group(
            style: kind.style,
            frame: PagePainter.Frame(
                order: PaintOrder(), node: own.node, isContext: kind.isContext, clips: false, origin: own.origin,
                isOfInline: true),
            target: holder, parent: outer, depth: around.map { $0.depth + 1 } ?? 0)
        owners[inline] = inline
    }

    /// Whether the element was added.
    func contains(_ inline: Int) -> Bool { owners[inline] != nil }

    /// Notes the groups of the atoms and of the boxes out of the flow that a line holds.
    func add(_ line: InlineParagraph.Line) {
        for atom in line.atoms { nodes[atom.atom] = group(of: atom.box) }
        for anchor in line.anchors { nodes[anchor.anchor] = group(of: anchor.box) }
    }

    /// The group of an inline element.
    func group(of inline: Int?) -> Int? { inline.flatMap { owners[$0] } }

    /// The list for an inline element. Nil if it belongs to no group.
    func frame(of inline: Int?) -> PagePainter.Frame? { group(of: inline).flatMap { groups[$0]?.frame } }

    /// The groups, those inside others first.
    var innermostFirst: [Int] {
        groups.keys.sorted { (groups[$1]?.depth ?? 0, $0) < (groups[$0]?.depth ?? 0, $1) }
    }
}

extension PagePainter {
    /// How an inline element is painted that is positioned or has effects.
    struct InlineKind {
        var style: HTMLStyle
        /// Whether the element is a stacking context.
        var isContext: Bool
    }

    /// Nil for an element that is painted as any text.
    private func kind(ofInline inline: Int) -> InlineKind? {
        let element = boxes.inlineElements[inline]
        var style = boxes.styles[element.style]
        let hasEffects = Self.effects.contains { style.box.paint[$0] != nil }
        guard hasEffects || style.box.isPositioned else { return nil }
        // Inline boxes aren't transformed.
        for name in ["transform", "translate", "rotate", "scale", "perspective", "transform-style"]
        where style.box.paint[name] != nil { style.box.paint[name] = nil }
        let isContext =
            style.box.isPositioned && style.box.zIndex != nil
            || hasEffects && painter(style, BoxGeometry(size: .zero), element.element).isStackingContext
        return isContext || style.box.isPositioned ? InlineKind(style: style, isContext: isContext) : nil
    }

    /// The groups of the lines of a block. Nil if there are none.
    func inlineGroups(_ contents: InlineContents, _ node: Int, _ frames: [Frame]) -> InlineGroups? {
        var groups: InlineGroups?
        for case .open(let box) in contents.items where groups?.contains(box.id) != true {
            let kind = kind(ofInline: box.id)
            if kind != nil, groups == nil, let own = frames.last {
                groups = InlineGroups(in: own, target(node, frames), items: contents.items)
            }
            groups?.add(box.id, in: boxes.inlineElements[box.id].parent, kind)
        }
        return groups
    }

    /// Paints a box that stands in the flow. A block that interrupts inline elements is painted as a part of them.
    func paint(_ node: Int, _ frames: [Frame]) {
        guard !state.isFull, let inline = box(node)?.inline, let own = frames.last else { return paintBox(node, frames) }
        let kinds = kinds(around: inline)
        if kinds.isEmpty { return paintBox(node, frames) }
        let groups = InlineGroups(in: own, target(node, frames))
        var parent: Int?
        for (inline, kind) in kinds {
            groups.add(inline, in: parent, kind)
            groups.reserveRank(inline)
            parent = inline
        }
        paintBox(node, self.frames(frames, groups, of: parent))
        finish(groups, around: node)
    }

    /// The elements that a block is painted as a part of, those around others first.
    ///
    /// - Parameter innermost: the innermost inline element around the block.
    private func kinds(around innermost: Int) -> [(inline: Int, kind: InlineKind)] {
        if let known = state.kindsAround[innermost] { return known }
        var result: [(inline: Int, kind: InlineKind)] = []
        for inline in boxes.inlines(from: innermost).reversed() {
            guard let kind = kind(ofInline: inline) else { continue }
            // The block belongs to the inner element alone, unless the outer one is a stacking context.
            if result.last?.kind.isContext == false { result.removeLast() }
            result.append((inline, kind))
        }
        state.kindsAround[innermost] = result
        return result
    }

    private static let effects = [
        "opacity", "filter", "backdrop-filter", "mix-blend-mode", "isolation", "clip-path", "mask-image", "will-change",
    ]

    /// The lists for what an inline element contains.
    func frames(_ frames: [Frame], _ groups: InlineGroups?, of group: Int?) -> [Frame] {
        var chain: [Frame] = []
        var here = group
        while let number = here, let group = groups?.groups[number] {
            chain.append(group.frame)
            here = group.parent
        }
        return frames + chain.reversed()
    }

    /// Adds the groups to the lists that they belong to, with their effects.
    ///
    /// - Parameter node: the block, float or absolute box between blocks that the elements are around. Nil for lines.
    func finish(_ groups: InlineGroups, around node: Int? = nil) {
        groups.reserveRanks(before: nil)
        for number in groups.innermostFirst {
            guard let group = groups.groups[number] else { continue }
            let (frame, target) = (group.frame, group.target)
            var layers = frame.order.take()
            guard !layers.isEmpty || group.style.box.paint["backdrop-filter"] != nil else { continue }
            if frame.isContext, let rect = node.map({ part(of: number, around: $0) }) ?? state.inlineFrames[number] {
                let painter = painter(
                    group.style, BoxGeometry(size: rect.size), boxes.inlineElements[number].element)
                let place = rect.origin - frame.origin
                layers = painter.group(layers.map { $0.offset(by: .zero - place) }, at: place).map { [$0] } ?? []
                state.layerCount += 1
            }
            layers.move(by: frame.origin - target.frame.origin)
            target.frame.order.add(
                layers, z: group.style.box.isPositioned ? group.style.box.zIndex ?? 0 : 0, rank: group.rank,
                escapes: target.escapes)
        }
    }
}
