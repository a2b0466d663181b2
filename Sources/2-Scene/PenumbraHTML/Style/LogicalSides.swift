import PenumbraCSS

/// Sides that depend on the direction of text, such as `margin-inline-start`. Style sheets name those of text that runs from
/// left to right.
enum LogicalSides {
    /// The entries with the sides of the element's own direction.
    static func resolved(_ entries: [CSSCascade.Entry], parent: TextValues) -> [CSSCascade.Entry] {
        guard entries.contains(where: { $0.declaration.followsDirection }) else { return entries }
        var isRightToLeft = parent.isRightToLeft
        search: for entry in entries.reversed() where entry.declaration.name == "direction" {
            switch entry.declaration.value.asciiLowercased {
            case "rtl":
                isRightToLeft = true
                break search
            case "ltr", "initial":
                isRightToLeft = false
                break search
            default: break search
            }
        }
        guard isRightToLeft else { return entries }
        return entries.map { entry in
            guard entry.declaration.followsDirection else { return entry }
            var entry = entry
            let name = entry.declaration.name
            entry.declaration.name =
                name.contains("left") ? name.replacing("left", with: "right") : name.replacing("right", with: "left")
            return entry
        }
    }
}
