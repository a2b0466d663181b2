import PenumbraCSS

/// Sides that depend on the direction of text, such as `margin-inline-start`. Style sheets name those of text that runs from
/// left to right.
enum LogicalSides {
    /// The entries with the sides of the element's own direction.
    static func resolved(_ entries: [CSSCascade.Entry], parent: TextValues) -> [CSSCascade.Entry] {
        guard entries.contains(where: { $0.declaration.followsDirection }) else { return entries }
        var isRightToLeft = parent.isRightToLeft
        switch last("direction", in: entries) {
        case "rtl": isRightToLeft = true
        case "ltr", "initial": isRightToLeft = false
        default: break
        }
        var mode = WritingMode(parent.writingMode)
        if let own = last("writing-mode", in: entries), !["inherit", "unset", "revert", "revert-layer"].contains(own) {
            mode = WritingMode(HTMLProperty.writingMode(own) ?? own)
        }
        guard isRightToLeft || mode.isVertical else { return entries }
        let names = names(mode, isRightToLeft: isRightToLeft)
        return entries.map { entry in
            guard entry.declaration.followsDirection else { return entry }
            var entry = entry
            if let corner = corner(entry.declaration.name, names) {
                entry.declaration.name = corner
                return entry
            }
            // Other names have one side at most.
            for (name, other) in names where entry.declaration.name.contains(name) {
                entry.declaration.name = entry.declaration.name.replacing(name, with: other)
                break
            }
            return entry
        }
    }

    /// The radius or the shape of the corner where the sides of a corner's name come to lie. Nil for other names.
    private static func corner(_ name: String, _ names: [(String, String)]) -> String? {
        let words = name.split(separator: "-")
        guard let first = words.first, let last = words.last, last == "radius" || last == "shape" else { return nil }
        let sides = words.dropFirst().dropLast().map { side in
            names.first { $0.0 == side }?.1 ?? String(side)
        }
        guard let row = sides.first(where: { $0 == "top" || $0 == "bottom" }),
            let column = sides.first(where: { $0 == "left" || $0 == "right" })
        else { return nil }
        return "\(first)-\(row)-\(column)-\(last)"
    }

    /// The sides and sizes of a writing mode, by those of lines that run from left to right.
    private static func names(_ mode: WritingMode, isRightToLeft: Bool) -> [(String, String)] {
        guard mode.isVertical else { return [("left", "right"), ("right", "left")] }
        let isFlipped = mode == .verticalFromRight
        let isUpward = isRightToLeft != (mode == .upwardFromLeft)
        return [
            ("left", isUpward ? "bottom" : "top"), ("right", isUpward ? "top" : "bottom"),
            ("top", isFlipped ? "right" : "left"), ("bottom", isFlipped ? "left" : "right"), ("width", "height"),
            ("height", "width"),
        ]
    }

    /// The value of the last declaration of a property.
    private static func last(_ name: String, in entries: [CSSCascade.Entry]) -> String? {
        entries.last { $0.declaration.name == name }?.declaration.value.asciiLowercased
    }
}
