import PenumbraGeometry

/// Single properties of nodes.
///
/// Functions that lay out boxes inside boxes read styles through these functions. Otherwise, a copy of a style would lie on the
/// stack at every level.
extension Solver {
    /// A value that follows from the style.
    @inline(never)
    func style<Value>(_ node: Int, _ value: (LayoutStyle) -> Value) -> Value { value(nodes[node].style) }

    @inline(never)
    func children(of node: Int) -> [Int] { nodes[node].children }

    /// The margins in points, with zero for `auto`.
    @inline(never)
    func margin(of node: Int, against base: Double?) -> Edges {
        facts[node].margin ?? nodes[node].style.margin.resolved(against: base)
    }

    @inline(never)
    func clear(of node: Int) -> LayoutClear { nodes[node].style.clear }

    @inline(never)
    func side(of node: Int) -> LayoutFloat { nodes[node].style.float }

    @inline(never)
    func blockAlignment(in node: Int) -> BlockAlignment { nodes[node].style.blockAlignment }

    @inline(never)
    func isAnonymous(_ node: Int) -> Bool { nodes[node].style.isAnonymous }

    @inline(never)
    func hasInlineContent(_ node: Int) -> Bool { nodes[node].content == .inline }
}
