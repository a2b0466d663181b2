import PenumbraGeometry
import PenumbraScene

/// The inline elements in a block's lines that are painted as one, because they are positioned or have effects.
final class InlineGroups {
    struct Group {
        var order = PaintOrder()
        var style: HTMLStyle
        /// Whether the element is a stacking context.
        var isContext: Bool
        /// The group around this one.
        var parent: Int?
        /// The place among the stacked boxes of the list around the group.
        var rank: Int
        var depth: Int
    }

    private(set) var groups: [Int: Group] = [:]
    /// The innermost group of each inline element of the lines.
    private var owners: [Int: Int] = [:]
    /// The groups of the atoms and of the positioned boxes in the lines, by node.
    var nodes: [Int: Int] = [:]

    /// Nil for lines without such elements.
    init?(_ contents: InlineContents, _ tree: BoxTree, in order: PaintOrder, isContext: (HTMLStyle, Int) -> Bool) {
        for item in contents.items {
            guard case .open(let box) = item, owners[box.id] == nil, groups[box.id] == nil else { continue }
            let element = tree.inlineElements[box.id]
            let outer = element.parent.flatMap { owners[$0] }
            var style = tree.styles[element.style]
            // Inline boxes aren't transformed.
            for name in ["transform", "translate", "rotate", "scale", "perspective", "transform-style"]
            where style.box.paint[name] != nil { style.box.paint[name] = nil }
            let isContext = isContext(style, box.id)
            guard isContext || style.box.isPositioned else {
                owners[box.id] = outer
                continue
            }
            let holder = outer.flatMap { groups[$0]?.order } ?? order
            groups[box.id] = Group(
                style: style, isContext: isContext, parent: outer, rank: holder.reserve(),
                depth: outer.flatMap { groups[$0]?.depth }.map { $0 + 1 } ?? 0)
            owners[box.id] = box.id
        }
        if groups.isEmpty { return nil }
    }

    /// The group of an inline element.
    func group(of inline: Int?) -> Int? { inline.flatMap { owners[$0] } }

    /// The groups, those inside others first.
    var innermostFirst: [Int] {
        groups.keys.sorted { (groups[$1]?.depth ?? 0, $0) < (groups[$0]?.depth ?? 0, $1) }
    }
}

extension PagePainter {
    /// The groups of the lines of a block. Nil if there are none.
    func inlineGroups(_ box: PageBox, _ frame: Frame) -> InlineGroups? {
        guard case .lines(let lines) = box.content else { return nil }
        return InlineGroups(boxes.inline[lines], boxes, in: frame.order) { style, inline in
            guard style.box.zIndex == nil || !style.box.isPositioned else { return true }
            guard Self.effects.contains(where: { style.box.paint[$0] != nil }) else { return false }
            return painter(style, BoxGeometry(size: .zero), boxes.inlineElements[inline].element).isStackingContext
        }
    }

    private static let effects = [
        "opacity", "filter", "backdrop-filter", "mix-blend-mode", "isolation", "clip-path", "mask-image", "will-change",
    ]

    /// The lists for what an inline element contains.
    func frames(_ frames: [Frame], _ groups: InlineGroups?, of group: Int?) -> [Frame] {
        guard let groups, let last = frames.last else { return frames }
        var chain: [Int] = []
        var here = group
        while let number = here {
            chain.append(number)
            here = groups.groups[number]?.parent
        }
        return frames
            + chain.reversed().compactMap { number in
                groups.groups[number].map {
                    Frame(
                        order: $0.order, node: last.node, isContext: $0.isContext, clips: false, origin: last.origin,
                        isOfInline: true)
                }
            }
    }

    /// Adds the groups to the lists that they belong to, with their effects.
    func finish(_ groups: InlineGroups, _ frame: Frame) {
        for number in groups.innermostFirst {
            guard let group = groups.groups[number] else { continue }
            var layers = group.order.take()
            let holder = group.parent.flatMap { groups.groups[$0]?.order } ?? frame.order
            if group.isContext, let rect = state.inlineFrames[number] {
                let painter = painter(
                    group.style, BoxGeometry(size: rect.size), boxes.inlineElements[number].element)
                let place = rect.origin - frame.origin
                layers = painter.group(layers.map { $0.offset(by: .zero - place) }, at: place).map { [$0] } ?? []
                state.layerCount += 1
            }
            holder.add(layers, z: group.style.box.isPositioned ? group.style.box.zIndex ?? 0 : 0, rank: group.rank)
        }
    }
}
