/// Adds up the widths of units as they stand on a line.
///
/// Like Chromium, it rounds each stretch of text of one style up to a 64th of a point.
struct InlineCursor {
    /// The width of everything before the stretch in progress.
    private var base: Double
    private var stretch = 0.0
    private var last: InlineUnit?
    /// The width without spaces at the end.
    private(set) var visible: Double
    /// Whether a character or an atom is on the line that isn't a space at its start.
    private(set) var hasText = false

    /// Whether spaces that hang at the end of a line count.
    private let countsHanging: Bool

    init(indent: Double, countsHanging: Bool = false) {
        (base, visible) = (indent, indent)
        self.countsHanging = countsHanging
    }

    static func snapped(_ width: Double) -> Double { width > 0 ? (width * 64 - 1e-6).rounded(.up) / 64 : width }

    /// The place of the next unit.
    var place: Double { base + Self.snapped(stretch) }

    private mutating func flush() {
        base = place
        (stretch, last) = (0, nil)
    }

    mutating func add(edge: Double) {
        flush()
        base += edge
        visible += edge
    }

    mutating func add(atom width: Double) {
        flush()
        base += width
        visible = base
        hasText = true
    }

    /// Changes the width of the text in progress.
    mutating func add(change: Double) {
        stretch += change
        visible = place
    }

    /// Separates the text before a place from the text behind it.
    mutating func split() { flush() }

    mutating func add(_ unit: InlineUnit, advance: Double) {
        if let last, last.style != unit.style || last.level != unit.level || last.box != unit.box || last.kind != unit.kind {
            flush()
        }
        last = unit
        if unit.flags.contains(.collapsible) {
            // Collapsible spaces at the start of a line disappear.
            if hasText { stretch += advance }
        } else {
            stretch += advance
            hasText = true
            if countsHanging || !unit.flags.contains(.hanging) { visible = place }
        }
    }
}
