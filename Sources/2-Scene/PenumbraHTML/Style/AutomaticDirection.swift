import PenumbraCSS

/// The direction of elements with `dir=auto`, which follows from their text: the HTML standard, section 3.2.6.4.
enum AutomaticDirection {
    /// The most elements and texts that are looked at for one element.
    private static let mostNodes = 10_000

    static func declarations(_ index: Int, _ tree: HTMLTree) -> [CSSDeclaration] {
        guard let element = tree.nodes[index].element, follows(element) else { return [] }
        return [
            CSSDeclaration(name: "direction", value: isRightToLeft(index, tree) ? "rtl" : "ltr"),
            CSSDeclaration(name: "unicode-bidi", value: element.name == "pre" ? "plaintext" : "isolate"),
        ]
    }

    /// Whether the direction of an element follows from its text.
    static func follows(_ element: HTMLElement) -> Bool {
        guard element.isHTML else { return false }
        let direction = element["dir"]?.asciiLowercased
        return direction == "auto" || element.name == "bdi" && direction == nil
    }

    /// Whether the first strong character inside an element runs from right to left.
    static func isRightToLeft(_ index: Int, _ tree: HTMLTree) -> Bool {
        var (open, seen) = ([index], 0)
        while let here = open.popLast(), seen < mostNodes {
            seen += 1
            if let text = tree.nodes[here].text {
                for scalar in text.unicodeScalars {
                    if isRightToLeft(scalar) { return true }
                    if scalar.properties.isAlphabetic { return false }
                }
            } else if here == index || !isApart(tree.nodes[here].element) {
                open += tree.nodes[here].children.reversed()
            }
        }
        return false
    }

    /// Whether the text of an element has no effect on the direction of elements around it.
    private static func isApart(_ element: HTMLElement?) -> Bool {
        guard let element else { return true }
        return element["dir"] != nil || ["bdi", "script", "style", "textarea"].contains(element.name)
    }

    private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
            scalar.properties.isAlphabetic
        default: false
        }
    }
}
