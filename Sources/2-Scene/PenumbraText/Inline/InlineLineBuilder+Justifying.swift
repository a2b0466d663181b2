extension InlineLineBuilder {
    /// Widens the spaces of a justified line, and the places between ideographs.
    mutating func justify(isLast: Bool) {
        let align = isLast ? paragraph.block.alignLast : paragraph.block.align
        guard align == .justify, !ending.overflows, !ending.endsWithBreak || paragraph.block.alignLast == .justify else {
            return
        }
        let free = request.width - ending.width
        guard free > 0 else { return }
        split()
        // A place for expansion lies behind each space, and on both sides of ideographs. Places beside each other are one.
        var places: [(leaf: Int, isBefore: Bool, spaces: Int)] = []
        var isAfterPlace = true
        for index in leaves.indices where !leaves[index].isHanging {
            switch leaves[index].kind {
            case .text:
                let units = paragraph.units[leaves[index].units].filter { $0.kind == .text }
                if let first = units.first, units.contains(where: { $0.scalar.isIdeographOrSymbol }) {
                    if !isAfterPlace { places.append((index, true, 0)) }
                    if first.scalar.isIdeographOrSymbol { places.append((index, false, 0)) }
                    isAfterPlace = true
                } else if let last = units.last {
                    let spaces = units.count { $0.scalar == " " || $0.scalar == "\u{A0}" }
                    if spaces > 0 { places.append((index, false, spaces)) }
                    isAfterPlace = last.scalar == " " || last.scalar == "\u{A0}"
                }
            case .tab:
                places.append((index, false, 0))
                isAfterPlace = true
            case .atom: isAfterPlace = false
            case .anchor, .empty: break
            }
        }
        // The line ends with a visible character, which nothing is added behind.
        if let last = leaves.lastIndex(where: { !$0.isHanging && ($0.kind == .text || $0.kind == .atom) }),
            let place = places.lastIndex(where: { $0.leaf == last && !$0.isBefore && $0.spaces == 0 })
        {
            places.remove(at: place)
        }
        let count = places.reduce(0) { $0 + max(1, $1.spaces) }
        guard count > 0 else { return }
        let each = free / Double(count)
        for place in places {
            // Right-to-left text grows on its left.
            let isReversed = leaves[place.leaf].level & 1 == 1
            if place.spaces > 0 {
                leaves[place.leaf].justification = each
                leaves[place.leaf].width += each * Double(place.spaces)
            } else if place.isBefore != isReversed {
                leaves[place.leaf].gapBefore += each
            } else {
                leaves[place.leaf].gapAfter += each
            }
        }
    }

    /// Separates ideographs from the text around them, because each has room of its own.
    private mutating func split() {
        var result: [InlineLeaf] = []
        for leaf in leaves {
            guard leaf.kind == .text, !leaf.isHanging,
                paragraph.units[leaf.units].contains(where: { $0.scalar.isIdeographOrSymbol })
            else {
                result.append(leaf)
                continue
            }
            var start = leaf.units.lowerBound
            var index = start
            var pieces: [InlineLeaf] = []
            func end(at end: Int) {
                guard end > start else { return }
                var piece = leaf
                piece.units = start..<end
                piece.hyphen = nil
                piece.advance = paragraph.units[start..<end].reduce(0) { $1.kind == .text ? $0 + $1.advance : $0 }
                piece.width = piece.advance
                pieces.append(piece)
                start = end
            }
            while index < leaf.units.upperBound {
                var next = index + 1
                while next < leaf.units.upperBound, !paragraph.units[next].flags.contains(.start) { next += 1 }
                if paragraph.units[index].scalar.isIdeographOrSymbol {
                    end(at: index)
                    end(at: next)
                }
                index = next
            }
            end(at: leaf.units.upperBound)
            if let hyphen = leaf.hyphen, let last = pieces.indices.last {
                pieces[last].hyphen = hyphen
                pieces[last].advance += hyphen.advance
                pieces[last].width += hyphen.advance
            }
            result += pieces
        }
        leaves = result
    }
}

extension Unicode.Scalar {
    /// Whether justification adds room on both sides of the character, as in Chromium: ideographs, kana, and their symbols.
    var isIdeographOrSymbol: Bool {
        switch value {
        case 0x2E80...0x2FDF, 0x3001...0x303F, 0x3041...0x312F, 0x3190...0x4DBF, 0x4E00...0xA4CF, 0xF900...0xFAFF,
            0xFE30...0xFE4F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
            true
        default: false
        }
    }
}
