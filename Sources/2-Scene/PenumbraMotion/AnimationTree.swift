/// Animations and groups of animations, as a document nests them.
public indirect enum AnimationTree<Leaf> {
    case animation(Leaf)
    case group(GroupTiming, [AnimationTree])

    /// The animations in their order, each with its groups, the outermost first.
    ///
    /// - Throws: an error for groups nested more than 32 deep.
    public static func flattened(_ trees: [AnimationTree]) throws(MotionError) -> [(leaf: Leaf, groups: [GroupTiming])] {
        var result: [(leaf: Leaf, groups: [GroupTiming])] = []
        // The last tree of the list is the next one.
        var waiting = trees.reversed().map { (tree: $0, groups: [GroupTiming]()) }
        while let (tree, groups) = waiting.popLast() {
            switch tree {
            case .animation(let leaf): result.append((leaf, groups))
            case .group(let timing, let children):
                guard groups.count < deepest else {
                    throw MotionError(.animations, "found groups nested more than \(deepest) deep, expected fewer")
                }
                waiting += children.reversed().map { (tree: $0, groups: groups + [timing]) }
            }
        }
        return result
    }

    private static var deepest: Int { 32 }
}

extension AnimationTree: Sendable where Leaf: Sendable {}
