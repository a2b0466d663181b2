extension InlineParagraph {
    /// The end of a line.
    struct Ending {
        var end: Int
        /// The width with the indent, without spaces that hang.
        var width: Double
        var overflows = false
        var endsWithBreak = false
        /// The soft hyphen that ends the line.
        var hyphen: Int?
    }

    /// The kind of measure that a line is broken for.
    enum Purpose {
        case line, least, full
    }

    /// The points by which a line may be wider than its room: Chromium's smallest length, and a part for rounded sums.
    static let slack = 1.0 / 64 + 1e-6

    /// Finds the end of the line that starts at a unit.
    ///
    /// - Parameters:
    ///   - width: the room, which the indent also takes from.
    ///   - atoms: the width of each atom's margin box.
    ///   - visit: receives each earlier place where the line may end.
    func ending(
        from start: Int, width: Double, indent: Double, purpose: Purpose, atoms: (Int) -> Double,
        visit: ((Ending) -> Void)? = nil
    ) -> Ending {
        var cursor = InlineCursor(indent: indent, countsHanging: purpose == .full)
        // The last place that the line may end at, so that it fits.
        var best: Ending?
        // The last place between two characters of a word.
        var emergency: Ending?
        // The place after the last character and the borders that follow it, if the line may end there.
        var isPending = false
        var hyphen: Int?
        // The change of the line's width if it ends after the last character.
        var change = 0.0
        // The line's width before the space that ends it. As in Chromium, borders of boxes behind the space need no room.
        var widthBeforeSpace: Double?
        // Whether the line ends with an atom that is too wide. As in Chromium, the edges of boxes that end or begin directly
        // behind the atom may bring the line back into its room.
        var isDelayed = false
        // Whether boxes began behind such an atom, and the line's width before the first of them that has content.
        var passesBoxes = false
        var widthBeforeBoxes: Double?
        // The place before those boxes, where the line ends if it has no other place.
        var beforeBoxes: Ending?
        var earlier: Ending? { best ?? emergency ?? beforeBoxes }
        var edge = start
        var index = start
        // As in Chromium, boxes that have edges on each line need room for those that begin it, but not for those that end it.
        for box in clonedBoxes(before: start) { cursor.add(edge: boxes[box].start.sum) }
        while index < units.count {
            let unit = units[index]
            // As in Chromium, an anchor begins a line where the line before is too wide.
            let beginsLine = unit.kind == .anchor && purpose == .line
            let isTooWide = cursor.visible + change > width + Self.slack
            if isDelayed, ![.open, .close].contains(unit.kind) || (!isTooWide && !passesBoxes) {
                isDelayed = false
                if isTooWide {
                    if let earlier { return earlier }
                } else if passesBoxes {
                    // The line doesn't end before the boxes whose edges it needs, if there is another place.
                    if isPending {
                        let before = widthBeforeBoxes ?? cursor.visible
                        beforeBoxes = beforeBoxes ?? overflowing(ending(at: edge, before, hyphen, purpose))
                    }
                    isPending = false
                }
            }
            if isDelayed {
                passesBoxes = passesBoxes || unit.kind == .open
                if unit.kind == .open, !isTrailable(index) { widthBeforeBoxes = widthBeforeBoxes ?? cursor.visible }
            } else if isPending, !isTrailable(index) || beginsLine {
                let ending = ending(at: edge, (widthBeforeBoxes ?? cursor.visible) + change, hyphen, purpose)
                let fits = (widthBeforeSpace ?? ending.width) <= width + Self.slack
                if !fits { return earlier ?? overflowing(ending) }
                if !beginsLine {
                    isPending = false
                    best = ending
                    visit?(ending)
                }
            }
            switch unit.kind {
            case .control: if !opensDirection(index), widthBeforeBoxes == nil { edge = index + 1 }
            case .anchor: if widthBeforeBoxes == nil { edge = index + 1 }
            case .open: cursor.add(edge: boxes[Int(unit.box)].start.sum)
            case .close:
                cursor.add(edge: boxes[Int(unit.box)].end.sum)
                if widthBeforeBoxes == nil { edge = index + 1 }
            case .forcedBreak:
                if cursor.visible > width + Self.slack, let earlier { return earlier }
                index += 1
                // As in Chromium, boxes that end behind the break have no part on the next line.
                while index < units.count, units[index].kind == .close {
                    cursor.add(edge: boxes[Int(units[index].box)].end.sum)
                    index += 1
                }
                return Ending(
                    end: index, width: cursor.visible, overflows: cursor.visible > width + Self.slack, endsWithBreak: true)
            case .text, .tab, .atom:
                let before = cursor
                add(unit, to: &cursor, atoms)
                if !before.hasText, cursor.hasText, purpose == .line, let change = changes.atStart[index] {
                    cursor.add(change: change)
                }
                if cursor.visible > before.visible { change = purpose == .line ? changes.atEnd[index] ?? 0 : 0 }
                (passesBoxes, widthBeforeBoxes) = (false, nil)
                let exceedsRoom = cursor.visible + change > width + Self.slack && cursor.visible > before.visible
                if exceedsRoom, unit.kind == .atom, purpose == .line {
                    isDelayed = true
                    if isEmergency(unit, purpose), before.hasText { emergency = ending(at: edge, before.visible, nil) }
                } else if exceedsRoom {
                    if let best { return best }
                    if isEmergency(unit, purpose), before.hasText { return ending(at: edge, before.visible, nil) }
                    if let ending = emergency ?? beforeBoxes { return ending }
                } else if isEmergency(unit, purpose), before.hasText, hyphen == nil {
                    emergency = ending(at: edge, before.visible, nil)
                }
                edge = index + 1
                let isSpace = !unit.flags.isDisjoint(with: [.collapsible, .hanging])
                // As in Chromium, a soft hyphen before a space at the end of a line is visible too.
                if !isSpace || unit.isBreakOpportunity { hyphen = unit.flags.contains(.softHyphen) ? index : nil }
                widthBeforeSpace = isSpace ? ending(at: edge, cursor.visible + change, hyphen, purpose).width : nil
                let isAtEnd = purpose == .line && index + 1 >= textEnd && styles[styleAround(unit)].wraps
                isPending = unit.flags.contains(.breakAfter) || isAtEnd
            }
            index += 1
        }
        let last = Ending(end: units.count, width: cursor.visible, overflows: cursor.visible > width + Self.slack)
        return last.overflows ? earlier ?? last : last
    }

    /// Whether a box has all its edges on each line.
    func clones(_ box: Int) -> Bool { styles[boxes[box].style].clonesEdges }

    /// The boxes around a place that have all their edges on each line, from the innermost one.
    private func clonedBoxes(before unit: Int) -> [Int] {
        var result: [Int] = []
        var box = box(before: unit)
        while box >= 0 {
            if clones(box) { result.append(box) }
            box = boxes[box].parent
        }
        return result
    }

    /// The style of the text around a unit. An atom breaks as the text around it.
    private func styleAround(_ unit: InlineUnit) -> Int {
        guard unit.kind == .atom else { return Int(unit.style) }
        return unit.box < 0 ? 0 : boxes[Int(unit.box)].style
    }

    private func isEmergency(_ unit: InlineUnit, _ purpose: Purpose) -> Bool {
        unit.flags.contains(purpose == .least ? .emergencyForLeast : .emergencyBefore)
    }

    /// Whether a unit may follow the end of a line's text on the same line. As in Chromium, so do boxes without content.
    private func isTrailable(_ index: Int) -> Bool {
        let unit = units[index]
        return switch unit.kind {
        case .close, .anchor: true
        case .control: !opensDirection(index) || unit.box >= 0 && boxes[Int(unit.box)].isEmpty
        case .open: boxes[Int(unit.box)].isEmpty
        case .text: index >= textEnd
        case .tab, .atom, .forcedBreak: false
        }
    }

    /// Whether a character that sets directions belongs to the start of a box, and so to the text behind it.
    private func opensDirection(_ index: Int) -> Bool {
        switch units[index].scalar.value {
        case 0x202A, 0x202B, 0x202D, 0x202E, 0x2066, 0x2067, 0x2068: true
        default: false
        }
    }

    /// - Parameter hyphen: the soft hyphen before the end. It counts for no min-content width of text that breaks anywhere.
    private func ending(at end: Int, _ width: Double, _ hyphen: Int?, _ purpose: Purpose = .line) -> Ending {
        guard let hyphen, let shown = hyphens[hyphen],
            purpose != .least || styles[Int(units[hyphen].style)].overflowWrap != .anywhere
        else { return Ending(end: end, width: width) }
        return Ending(end: end, width: width + shown.advance, hyphen: hyphen)
    }

    private func overflowing(_ ending: Ending) -> Ending {
        var copy = ending
        copy.overflows = true
        return copy
    }

    /// Adds a character or an atom to a line.
    func add(_ unit: InlineUnit, to cursor: inout InlineCursor, _ atoms: (Int) -> Double) {
        switch unit.kind {
        case .atom: cursor.add(atom: atoms(unit.number))
        case .tab: cursor.add(unit, advance: tab(at: cursor.place))
        default: cursor.add(unit, advance: unit.advance)
        }
    }

    /// The width of a tab: CSS Text 3, 4.2.
    func tab(at place: Double) -> Double {
        // The block's own style decides, so that tabs of all texts end at the same places.
        let width =
            switch styles[0].tabSize {
            case .spaces(let count): count * space
            case .points(let points): points
            }
        guard width > 0, width.isFinite else { return 0 }
        var distance = width - place.truncatingRemainder(dividingBy: width)
        if distance > width { distance -= width }
        // As in Chromium, a tab is at least half as wide as a space.
        return distance < space / 2 ? distance + width : distance
    }
}
