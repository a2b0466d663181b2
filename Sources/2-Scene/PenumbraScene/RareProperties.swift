import PenumbraBitmap

/// The properties of a layer that most layers leave alone. Arrays of at most one value stand for optional values: they are
/// small, and may hold layers.
struct RareProperties: Hashable, Sendable {
    var insets: [Insets] = []
    var space: [LayerInSpace] = []
    var mask: [Layer] = []
    var innerShadows: [Shadow] = []
    var boxShadows: [BoxShadow] = []
    var effects: [FigmaShadow] = []
    var shapedBlur: [ShapedBlur] = []
    var filter: [FilterFunction] = []
    var backdropFilter: [FilterFunction] = []
    var replication: [Replication] = []
    var copyColors: [Color] = []
    var animations: [LayerAnimation] = []

    var isEmpty: Bool {
        insets.isEmpty && space.isEmpty && mask.isEmpty && innerShadows.isEmpty && boxShadows.isEmpty && effects.isEmpty
            && shapedBlur.isEmpty && filter.isEmpty && backdropFilter.isEmpty && replication.isEmpty && copyColors.isEmpty
            && animations.isEmpty
    }
}
