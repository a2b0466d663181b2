import PenumbraGeometry
import PenumbraScene

extension Resolver {
    /// The mask of one of CSS's shapes: CSS Shapes 1, and `rect()` and `xywh()` of CSS Shapes 2. Malformed shapes clip nothing.
    func clipShape(_ text: String, _ node: Int, _ context: Context) throws(SVGError) -> Masking {
        var scanner = ValueScanner(text)
        var shape: (name: String, arguments: String)?
        var boxName: String?
        scanner.skipSpace()
        while !scanner.isAtEnd {
            let name = scanner.name().lowercased()
            if scanner.skip("("), shape == nil, let arguments = scanner.argument() {
                shape = (name, arguments)
            } else if boxName == nil, ClipShape.boxes.contains(name) {
                boxName = name
            } else {
                return .none
            }
            scanner.skipSpace()
        }
        guard shape != nil || boxName != nil else { return .none }
        let style = context.style
        // The box of a view box starts at the origin, whatever its own corner: CSS Masking 1, section 5.1.
        let box =
            boxName == "view-box"
            ? Rect(origin: .zero, size: context.viewport)
            : try boundingBox(node, .identity, viewport: context.viewport, style: style, isOwn: true)
        guard var box else { return .none }
        if ClipShape.boxesWithStrokes.contains(boxName ?? "border-box"), style.stroke != .none {
            box = box.inset(by: -stroke(style, context.viewport).lineWidth / 2)
        }
        guard let shape else {
            try count(layers: 1, at: node)
            return .layer(.shape(Shape(path: Path(box), fillColor: .black), .identity))
        }
        let reader = ClipShape(box: box) { [self] in resolved($0, $1, style, box.size) }
        guard let (path, rule) = reader.path(shape.name, shape.arguments, upTo: options.limits.pathSegments + 1),
            path.isFinite
        else { return .none }
        guard !path.isEmpty else { return .hidesAll }
        try count(path, at: node)
        try count(layers: 1, at: node)
        return .layer(.shape(Shape(path: path, fillRule: rule, fillColor: .black), .identity))
    }
}

/// Reads the arguments of a shape.
private struct ClipShape {
    /// The box that the shape refers to.
    let box: Rect
    /// The pixels of a length. Percentages refer to the box.
    let resolved: (Length, Axis) -> Double

    static let boxesWithStrokes: Set<String> = ["border-box", "margin-box", "stroke-box"]
    static let boxes = boxesWithStrokes.union(["content-box", "padding-box", "fill-box", "view-box"])

    /// - Parameter most: the most elements that are read.
    func path(_ name: String, _ arguments: String, upTo most: Int) -> (Path, FillRule)? {
        var scanner = ValueScanner(arguments)
        scanner.skipSpace()
        switch name {
        case "inset", "rect", "xywh": return rectangle(name, &scanner).map { ($0, .nonzero) }
        case "circle", "ellipse": return ellipse(isCircle: name == "circle", &scanner).map { ($0, .nonzero) }
        case "polygon", "path":
            var rule = FillRule.nonzero
            let word = scanner.name().lowercased()
            if word == "evenodd" || word == "nonzero" {
                rule = word == "evenodd" ? .evenOdd : .nonzero
                scanner.skipSpace()
                guard scanner.skip(",") else { return nil }
                scanner.skipSpace()
            } else if !word.isEmpty {
                return nil
            }
            return (name == "path" ? data(scanner.rest, upTo: most) : polygon(&scanner, upTo: most)).map { ($0, rule) }
        default: return nil
        }
    }

    private func data(_ text: String, upTo most: Int) -> Path? {
        guard let quote = text.first, quote == "\"" || quote == "'", text.count >= 2, text.last == quote else { return nil }
        let (path, mistake) = Path.leading(svgPathData: String(text.dropFirst().dropLast()), upTo: most)
        return mistake == nil ? path.applying(.translation(box.minX, box.minY)) : nil
    }

    private func polygon(_ scanner: inout ValueScanner, upTo most: Int) -> Path? {
        var points: [Point] = []
        while !scanner.isAtEnd, points.count < most {
            if !points.isEmpty {
                guard scanner.skip(",") else { return nil }
                scanner.skipSpace()
            }
            guard let x = scanner.length(), scanner.skipSpace(), let y = scanner.length() else { return nil }
            points.append(Point(box.minX + resolved(x, .horizontal), box.minY + resolved(y, .vertical)))
            scanner.skipSpace()
        }
        return points.isEmpty ? nil : Path(polygon: points)
    }

    // MARK: Rectangles

    private func rectangle(_ name: String, _ scanner: inout ValueScanner) -> Path? {
        var sides: [Length?] = []
        while sides.count < 4, !scanner.isAtEnd {
            if let length = scanner.length() {
                sides.append(length)
            } else {
                let word = scanner.name().lowercased()
                if word == "round" { return rounded(name, sides, &scanner) }
                guard word == "auto", name == "rect" else { return nil }
                sides.append(nil)
            }
            scanner.skipSpace()
        }
        if scanner.isAtEnd { return rounded(name, sides, nil) }
        return scanner.name().lowercased() == "round" ? rounded(name, sides, &scanner) : nil
    }

    private func rounded(_ name: String, _ sides: [Length?], _ scanner: inout ValueScanner) -> Path? {
        guard let radii = radii(&scanner) else { return nil }
        return rounded(name, sides, radii)
    }

    private func rounded(_ name: String, _ sides: [Length?], _ radii: [Size]?) -> Path? {
        guard let rect = rectangle(name, sides) else { return nil }
        // Insets that meet leave no area.
        guard !rect.isEmpty else { return Path() }
        guard let radii else { return Path(rect) }
        return Path(rect, corners: radii.fitted(to: rect.size))
    }

    private func rectangle(_ name: String, _ sides: [Length?]) -> Rect? {
        guard name == "inset" ? !sides.isEmpty : sides.count == 4 else { return nil }
        let sides = Self.four(sides)
        func length(_ index: Int, _ axis: Axis, orElse other: Double = 0) -> Double {
            sides[index].map { resolved($0, axis) } ?? other
        }
        switch name {
        case "inset":
            let (top, right, bottom, left) = (
                length(0, .vertical), length(1, .horizontal), length(2, .vertical), length(3, .horizontal)
            )
            return Rect(
                x: box.minX + left, y: box.minY + top, width: box.width - left - right, height: box.height - top - bottom)
        case "rect":
            let (top, left) = (length(0, .vertical), length(3, .horizontal))
            return Rect(
                x: box.minX + left, y: box.minY + top, width: length(1, .horizontal, orElse: box.width) - left,
                height: length(2, .vertical, orElse: box.height) - top)
        default:
            return Rect(
                x: box.minX + length(0, .horizontal), y: box.minY + length(1, .vertical), width: length(2, .horizontal),
                height: length(3, .vertical))
        }
    }

    /// One to four values as four: the third is the first, and the fourth is the second.
    private static func four<Value>(_ values: [Value]) -> [Value] {
        var result = values
        while result.count < 4 { result.append(result[max(0, result.count - 2)]) }
        return result
    }

    /// The radii after `round`, as in `border-radius`.
    private func radii(_ scanner: inout ValueScanner) -> [Size]? {
        func axis() -> [Length]? {
            var lengths: [Length] = []
            scanner.skipSpace()
            while lengths.count < 4, let length = scanner.length() {
                guard length.value >= 0 else { return nil }
                lengths.append(length)
                scanner.skipSpace()
            }
            return lengths.isEmpty ? nil : Self.four(lengths)
        }
        guard let across = axis() else { return nil }
        var down = across
        if scanner.skip("/") {
            guard let own = axis() else { return nil }
            down = own
        }
        guard scanner.isAtEnd else { return nil }
        return (0..<4).map { Size(width: resolved(across[$0], .horizontal), height: resolved(down[$0], .vertical)) }
    }

    // MARK: Ellipses

    private func ellipse(isCircle: Bool, _ scanner: inout ValueScanner) -> Path? {
        enum Radius {
            case closest, farthest
            case length(Length)
        }
        var radii: [Radius] = []
        var center: Point?
        while !scanner.isAtEnd, center == nil {
            if let length = scanner.length() {
                guard length.value >= 0 else { return nil }
                radii.append(.length(length))
            } else {
                switch scanner.name().lowercased() {
                case "closest-side": radii.append(.closest)
                case "farthest-side": radii.append(.farthest)
                case "at":
                    center = position(scanner.rest)
                    guard center != nil else { return nil }
                default: return nil
                }
            }
            scanner.skipSpace()
        }
        guard radii.isEmpty || radii.count == (isCircle ? 1 : 2) else { return nil }
        let place = center ?? Point(box.width / 2, box.height / 2)
        let (across, down) = ([abs(place.x), abs(box.width - place.x)], [abs(place.y), abs(box.height - place.y)])
        func radius(_ index: Int, _ axis: Axis, _ sides: [Double]) -> Double {
            switch index < radii.count ? radii[index] : .closest {
            case .closest: sides.min()!
            case .farthest: sides.max()!
            case .length(let length): resolved(length, axis)
            }
        }
        let (rx, ry): (Double, Double)
        if isCircle {
            rx = radius(0, .diagonal, across + down)
            ry = rx
        } else {
            (rx, ry) = (radius(0, .horizontal, across), radius(1, .vertical, down))
        }
        guard rx > 0, ry > 0 else { return Path() }
        return Path(
            ellipseIn: Rect(x: box.minX + place.x - rx, y: box.minY + place.y - ry, width: 2 * rx, height: 2 * ry))
    }

    /// A place in the box: one or two lengths or sides, or two sides with a length each.
    private func position(_ text: String) -> Point? {
        enum Word {
            case length(Length)
            /// A side and its share of the axis. The axis of `center` follows from the other word.
            case side(Axis?, Double)
        }
        let sides: [String: Word] = [
            "left": .side(.horizontal, 0), "right": .side(.horizontal, 1), "top": .side(.vertical, 0),
            "bottom": .side(.vertical, 1), "center": .side(nil, 0.5),
        ]
        var words: [Word] = []
        var scanner = ValueScanner(text)
        scanner.skipSpace()
        while !scanner.isAtEnd {
            guard let word = scanner.length().map(Word.length) ?? sides[scanner.name().lowercased()] else { return nil }
            words.append(word)
            scanner.skipSpace()
        }
        func side(_ axis: Axis) -> Double { axis == .horizontal ? box.width : box.height }
        if words.count == 4 {
            guard case .side(let first?, let start) = words[0], case .length(let far) = words[1],
                case .side(let second?, let other) = words[2], case .length(let low) = words[3], first != second
            else { return nil }
            func place(_ share: Double, _ length: Length, _ axis: Axis) -> Double {
                share * side(axis) + (share == 1 ? -1 : 1) * resolved(length, axis)
            }
            let (a, b) = (place(start, far, first), place(other, low, second))
            return first == .horizontal ? Point(a, b) : Point(b, a)
        }
        guard words.count == 1 || words.count == 2 else { return nil }
        if words.count == 1 { words.append(.side(nil, 0.5)) }
        if case .side(.vertical?, _) = words[0] { words.swapAt(0, 1) }
        if case .side(.horizontal?, _) = words[1] { words.swapAt(0, 1) }
        func value(_ word: Word, _ axis: Axis) -> Double? {
            switch word {
            case .length(let length): resolved(length, axis)
            case .side(let own, let share): own == nil || own == axis ? share * side(axis) : nil
            }
        }
        guard let x = value(words[0], .horizontal), let y = value(words[1], .vertical) else { return nil }
        return Point(x, y)
    }
}
