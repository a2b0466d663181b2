import PenumbraScene

/// A CSS `<position>`: for each axis, a length and a share of the free space.
struct CSSPosition {
    var x = CSSAmount(kind: .length, fraction: 0.5)
    var y = CSSAmount(kind: .length, fraction: 0.5)

    init() {}

    /// Reads one to four words: CSS Values 4, section 9.
    init(_ words: [String], _ converter: CSSConverter) throws(NotationError) {
        func wrong() -> NotationError {
            NotationError(
                "found \"\(words.joined(separator: " ").prefix(40))\", expected a position such as `left 20px top 50%`")
        }
        func amount(_ text: String) throws(NotationError) -> CSSAmount {
            let result = try CSSCalculation.value(text, converter.units, base: nil)
            guard result.kind == .length || result.value == 0 else { throw wrong() }
            return result
        }
        let names = words.map { $0.lowercased() }
        func isKeyword(_ index: Int) -> Bool { ["left", "right", "top", "bottom", "center"].contains(names[index]) }
        func axis(_ name: String) -> Int? {
            ["left", "right"].contains(name) ? 0 : ["top", "bottom"].contains(name) ? 1 : nil
        }
        func share(_ name: String) -> CSSAmount {
            CSSAmount(kind: .length, fraction: name == "center" ? 0.5 : ["right", "bottom"].contains(name) ? 1 : 0)
        }
        switch words.count {
        case 1:
            if !isKeyword(0) {
                x = try amount(words[0])
            } else if axis(names[0]) == 1 {
                y = share(names[0])
            } else {
                x = share(names[0])
            }
        case 2:
            let isTurned = axis(names[0]) == 1 || axis(names[1]) == 0
            let (first, second) = isTurned ? (1, 0) : (0, 1)
            guard axis(names[first]) != 1, axis(names[second]) != 0 else { throw wrong() }
            x = isKeyword(first) ? share(names[first]) : try amount(words[first])
            y = isKeyword(second) ? share(names[second]) : try amount(words[second])
        case 3, 4:
            var index = 0
            var found: [CSSAmount?] = [nil, nil]
            while index < words.count {
                guard isKeyword(index) else { throw wrong() }
                var value = share(names[index])
                let isEnd = value.fraction == 1
                let target = axis(names[index]) ?? (found[0] == nil ? 0 : 1)
                index += 1
                if index < words.count, !isKeyword(index) {
                    let distance = try amount(words[index])
                    value = value + distance * (isEnd ? -1 : 1)
                    index += 1
                }
                guard found[target] == nil else { throw wrong() }
                found[target] = value
            }
            x = found[0] ?? x
            y = found[1] ?? y
        default: throw wrong()
        }
    }
}
