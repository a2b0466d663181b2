import PenumbraLayout

/// A layer's `layout` as documents have it: a flexible box or a grid.
struct LayoutArrangement: Hashable, Sendable {
    enum Display: String, Hashable, Sendable, CaseIterable {
        case flex, grid
    }

    var display = Display.flex
    /// The keys of flexible boxes. Both kinds have the alignments and the gaps.
    var flex = FlexContainer()
    /// The keys of grids alone.
    var grid = GridContainer()
}

extension LayerLayout {
    /// The flexible box or the grid of the layer.
    var arrangement: LayoutArrangement? {
        get {
            guard var grid else { return container.map { LayoutArrangement(flex: $0) } }
            var result = LayoutArrangement(display: .grid)
            (result.flex.justifyContent, result.flex.alignContent) = (grid.justifyContent, grid.alignContent)
            result.flex.alignItems = grid.alignItems == .normal ? .stretch : grid.alignItems
            (result.flex.rowGap, result.flex.columnGap) = (grid.rowGap.plainPoints, grid.columnGap.plainPoints)
            result.flex.roundsToPixels = grid.roundsToPixels
            let standard = GridContainer()
            (grid.justifyContent, grid.alignContent) = (standard.justifyContent, standard.alignContent)
            (grid.alignItems, grid.rowGap, grid.columnGap) = (standard.alignItems, standard.rowGap, standard.columnGap)
            grid.roundsToPixels = standard.roundsToPixels
            result.grid = grid
            return result
        }
        set {
            (container, grid) = (nil, nil)
            guard let newValue else { return }
            guard newValue.display == .grid else {
                container = newValue.flex
                return
            }
            var result = newValue.grid
            let flex = newValue.flex
            (result.justifyContent, result.alignContent) = (flex.justifyContent, flex.alignContent)
            // As with `align-items: normal`, layers with a proportion of their own keep it.
            result.alignItems = flex.alignItems == .stretch ? .normal : flex.alignItems
            result.rowGap = flex.rowGap == 0 ? .auto : .points(flex.rowGap)
            result.columnGap = flex.columnGap == 0 ? .auto : .points(flex.columnGap)
            result.roundsToPixels = flex.roundsToPixels
            grid = result
        }
    }

    /// Whether the layer arranges its sublayers.
    var arrangesSublayers: Bool { container != nil || grid != nil }
}

extension LayoutLength {
    fileprivate var plainPoints: Double { if case .points(let points) = self { points } else { 0 } }
}
