import PenumbraGeometry
import PenumbraScene
import PenumbraText

/// The inline elements in a block's lines that are painted as one, because they are positioned or have effects.
final class InlineGroups {
    struct Group {
        var style: HTMLStyle
        /// The list that the group's content is painted into.
        var frame: PagePainter.Frame
        /// The list that the group belongs to: that of the innermost stacking context.
        var target: PagePainter.Target
        /// The place among the stacked boxes of that list.
        var rank: Int
        /// The group around this one.
        var parent: Int?
        var depth: Int
    }

    private(set) var groups: [Int: Group] = [:]
    /// The innermost group of each inline element of the lines.
    private var owners: [Int: Int] = [:]
    /// The groups of the atoms and of the positioned boxes in the lines, by node.
    var nodes: [Int: Int] = [:]

    /// Nil for lines without such elements.
    ///
    /// - Parameters:
    ///   - own: the list of the lines.
    ///   - target: the list that positioned boxes in the lines belong to.
    ///   - isContext: whether an inline element with a style is a stacking context.
    init?(
        _ contents: InlineContents, _ tree: BoxTree, in own: PagePainter.Frame, _ target: PagePainter.Target,
        isContext: (HTMLStyle, Int) -> Bool
    ) {
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
            let around = outer.flatMap { groups[$0] }
            let holder: PagePainter.Target =
                around.map { $0.frame.isContext ? ($0.frame, false) : $0.target } ?? target
            groups[box.id] = Group(
                style: style,
                frame: PagePainter.Frame(
                    order: PaintOrder(), node: own.node, isContext: isContext, clips: false, origin: own.origin,
                    isOfInline: true),
                target: holder, rank: holder.frame.order.reserve(), parent: outer,
                depth: around.map { $0.depth + 1 } ?? 0)
            owners[box.id] = box.id
        }
        if groups.isEmpty { return nil }
    }

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
    /// The groups of the lines of a block. Nil if there are none.
    func inlineGroups(_ node: Int, _ box: PageBox, _ frames: [Frame]) -> InlineGroups? {
        guard case .lines(let lines) = box.content, let own = frames.last else { return nil }
        return InlineGroups(boxes.inline[lines], boxes, in: own, target(node, frames)) { style, inline in
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
        var chain: [Frame] = []
        var here = group
        while let number = here, let group = groups?.groups[number] {
            chain.append(group.frame)
            here = group.parent
        }
        return frames + chain.reversed()
    }

    /// Adds the groups to the lists that they belong to, with their effects.
    func finish(_ groups: InlineGroups) {
        for number in groups.innermostFirst {
            guard let group = groups.groups[number] else { continue }
            let (frame, target) = (group.frame, group.target)
            var layers = frame.order.take()
            if frame.isContext, let rect = state.inlineFrames[number] {
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
