import PenumbraGeometry
import PenumbraJSON
import PenumbraScene
import PenumbraSystem

/// Turns nodes into layers, and gathers what has no equal.
struct FigmaConverter {
    let options: FigmaOptions
    private(set) var issues: [FigmaIssue] = []
    private(set) var notes: [String] = []
    private var layers = 0

    init(options: FigmaOptions) { self.options = options }

    mutating func refuse(_ node: FigmaNode, _ property: String, _ message: Message) {
        guard issues.count < FigmaLimits.issues else { return }
        let issue = FigmaIssue(node.path, property, message)
        if !issues.contains(issue) { issues.append(issue) }
    }

    mutating func note(_ text: String) {
        let text = oneLine(text)
        if notes.count < FigmaLimits.issues, !notes.contains(text) { notes.append(text) }
    }

    // MARK: - Places

    /// The plane that children are placed in.
    struct Space {
        /// Maps the parent's coordinates to the page's.
        var page: AffineTransform
        /// The same for the nearest ancestor that isn't a group.
        var container: AffineTransform
        /// The rotation of the parent on the page, counter-clockwise, in radians.
        var rotation = 0.0
        /// Whether the layout places the child.
        var isLaidOut = false
        var isRow = true
    }

    /// Where a node lies in its parent.
    struct Placement {
        var frame: Rect
        /// The node's own transform about the origin of its frame. Nil for a plain shift.
        var transform: AffineTransform?
        /// Maps the node's own coordinates to the page's.
        var page: AffineTransform
        var rotation: Double
    }

    /// The size of a node whose parent is turned on the page.
    func size(of node: FigmaNode, turned rotation: Double = 0) throws(FigmaError) -> Size {
        if let size = node.value["size"] {
            return Size(width: max(0, try size.required("x").number()), height: max(0, try size.required("y").number()))
        }
        guard let box = try node.value.rect("absoluteBoundingBox") else {
            throw FigmaError("\(node.value.place).absoluteBoundingBox", "missing, so the size of \"\(node.name)\" is unknown")
        }
        let angle = rotation + (try node.value.number("rotation") ?? 0)
        guard angle != 0 else { return box.size }
        return Self.unrotated(box.size, angle)
    }

    /// The sides of a rectangle whose turned bounds have a size. Near 45° only their sum is known.
    private static func unrotated(_ box: Size, _ angle: Double) -> Size {
        let (cosine, sine) = Rotation.cosineAndSine(angle)
        let (c, s) = (abs(cosine), abs(sine))
        let determinant = c * c - s * s
        guard abs(determinant) > 1e-3 else {
            let side = (box.width + box.height) / (2 * (c + s))
            return Size(width: side, height: side)
        }
        return Size(
            width: max(0, (box.width * c - box.height * s) / determinant),
            height: max(0, (box.height * c - box.width * s) / determinant))
    }

    func placement(_ node: FigmaNode, in space: Space) throws(FigmaError) -> Placement {
        let size = try size(of: node, turned: space.rotation)
        let box = try node.value.rect("absoluteBoundingBox")
        if let rows = node.value["relativeTransform"] {
            let relative = try Self.matrix(rows)
            // Children of groups are relative to the group in some answers, and to its frame in others.
            var page = relative.concatenating(space.page)
            if let box, space.page != space.container {
                let other = relative.concatenating(space.container)
                if Self.distance(other, size, box) < Self.distance(page, size, box) { page = other }
            }
            guard let inverse = space.page.inverted else {
                throw FigmaError("\(rows.place)", "the parent's transform has no inverse")
            }
            let local = page.concatenating(inverse)
            let linear = AffineTransform(a: local.a, b: local.b, c: local.c, d: local.d, tx: 0, ty: 0)
            let isPlain = abs(linear.a - 1) + abs(linear.b) + abs(linear.c) + abs(linear.d - 1) < 1e-5
            return Placement(
                frame: Rect(x: local.tx, y: local.ty, width: size.width, height: size.height),
                transform: isPlain ? nil : linear, page: page, rotation: 0)
        }
        guard let box else {
            throw FigmaError("\(node.value.place).absoluteBoundingBox", "missing, so \"\(node.name)\" has no place")
        }
        let rotation = space.rotation + (try node.value.number("rotation") ?? 0)
        guard let inverse = space.page.inverted else {
            throw FigmaError("\(node.value.place)", "the parent's transform has no inverse")
        }
        let (cosine, sine) = Rotation.cosineAndSine(rotation)
        let turn = AffineTransform(a: cosine, b: -sine, c: sine, d: cosine, tx: 0, ty: 0)
        let middle = turn.apply(Point(size.width / 2, size.height / 2))
        let page = AffineTransform(
            a: turn.a, b: turn.b, c: turn.c, d: turn.d, tx: box.midX - middle.x, ty: box.midY - middle.y)
        let local = page.concatenating(inverse)
        let linear = AffineTransform(a: local.a, b: local.b, c: local.c, d: local.d, tx: 0, ty: 0)
        let isPlain = abs(linear.a - 1) + abs(linear.b) + abs(linear.c) + abs(linear.d - 1) < 1e-5
        return Placement(
            frame: Rect(x: local.tx, y: local.ty, width: size.width, height: size.height), transform: isPlain ? nil : linear,
            page: page, rotation: rotation)
    }

    static func matrix(_ rows: FigmaValue) throws(FigmaError) -> AffineTransform {
        let list = try rows.elements()
        guard list.count == 2 else { throw FigmaError("\(rows.place)", "found \(list.count) rows, expected 2") }
        var numbers: [Double] = []
        for row in list {
            let elements = try row.elements()
            guard elements.count == 3 else { throw FigmaError("\(row.place)", "found \(elements.count) numbers, expected 3") }
            for element in elements { numbers.append(try element.number()) }
        }
        return AffineTransform(a: numbers[0], b: numbers[3], c: numbers[1], d: numbers[4], tx: numbers[2], ty: numbers[5])
    }

    private static func distance(_ transform: AffineTransform, _ size: Size, _ box: Rect) -> Double {
        let corners = [Point(0, 0), Point(size.width, 0), Point(0, size.height), Point(size.width, size.height)]
            .map { transform.apply($0) }
        let x = corners.map(\.x)
        let y = corners.map(\.y)
        return abs((x.min() ?? 0) - box.minX) + abs((y.min() ?? 0) - box.minY)
    }

    // MARK: - Trees

    /// The layer of the outermost node, turned as in the design, and the size of its bounds.
    mutating func root(_ node: FigmaNode) throws(FigmaError) -> (layer: JSONObject?, bounds: Size) {
        let size = try size(of: node)
        let rotation = try node.value.number("rotation") ?? 0
        let (cosine, sine) = Rotation.cosineAndSine(rotation)
        var linear = AffineTransform(a: cosine, b: -sine, c: sine, d: cosine, tx: 0, ty: 0)
        if let rows = node.value["relativeTransform"] {
            let relative = try Self.matrix(rows)
            linear = AffineTransform(a: relative.a, b: relative.b, c: relative.c, d: relative.d, tx: 0, ty: 0)
        }
        let bounds = Rect(origin: .zero, size: size).transformed(by: linear)
        let box = try node.value.rect("absoluteBoundingBox") ?? bounds
        let page = AffineTransform(
            a: linear.a, b: linear.b, c: linear.c, d: linear.d, tx: box.minX - bounds.minX, ty: box.minY - bounds.minY)
        let isPlain = abs(linear.a - 1) + abs(linear.b) + abs(linear.c) + abs(linear.d - 1) < 1e-5
        let placement = Placement(
            frame: Rect(x: -bounds.minX + 0, y: -bounds.minY + 0, width: size.width, height: size.height),
            transform: isPlain ? nil : linear, page: page, rotation: rotation)
        let parent = AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: box.minX, ty: box.minY)
        return (try layer(node, placement, Space(page: parent, container: parent), depth: 0), bounds.size)
    }

    /// The layer of a node. Nil for nodes that paint nothing.
    mutating func layer(
        _ node: FigmaNode, _ placement: Placement, _ space: Space, depth: Int
    ) throws(FigmaError) -> JSONObject? {
        guard try node.isVisible else { return nil }
        guard depth <= FigmaLimits.depth else {
            throw FigmaError("\(node.value.place)", "nodes are nested more than \(FigmaLimits.depth) deep")
        }
        layers += 1
        guard layers <= FigmaLimits.layers else {
            throw FigmaError("\(node.value.place)", "the document has more than \(FigmaLimits.layers) nodes")
        }
        if node.value["size"] == nil, let angle = try node.value.number("rotation") {
            let (cosine, sine) = Rotation.cosineAndSine(angle)
            if abs(abs(cosine) - abs(sine)) < 1e-3 {
                note("\(node.path): its sides are a guess, since it's turned by 45°; request it with ?geometry=paths")
            }
        }
        var layer: JSONObject = ["name": .string(node.name.replacing("${", with: "$${"))]
        if node.type == "TEXT" { layer["type"] = "text" }
        try place(&layer, node, placement, space)
        var sublayers: [JSONValue] = []
        let size = placement.frame.size
        switch node.type {
        case "TEXT": try text(&layer, &sublayers, node)
        case _ where node.isBox:
            let isLayout = try layout(&layer, node)
            try box(&layer, &sublayers, node, size)
            if isLayout, !sublayers.isEmpty { sublayers = sublayers.map(Self.floating) }
            let below = Space(
                page: placement.page, container: node.type == "GROUP" ? space.container : placement.page,
                rotation: placement.rotation, isLaidOut: isLayout, isRow: try node.value.string("layoutMode") != "VERTICAL")
            sublayers += try children(node, below, size, depth)
            try strokes(&layer, &sublayers, node, size, isLaidOut: isLayout)
        case _ where node.isVector:
            try shape(&sublayers, node, placement)
        case "SLICE": return nil
        default:
            refuse(node, "type", "nodes of type \(node.type) have no equal")
            return nil
        }
        if !sublayers.isEmpty { layer["sublayers"] = .array(sublayers) }
        try effects(&layer, node)
        try group(&layer, node)
        return layer
    }

    /// A layer without a frame that covers the bounds of a layout.
    private static func floating(_ layer: JSONValue) -> JSONValue {
        guard case .object(var object) = layer, case .array(let frame)? = object["frame"],
            frame[0] == 0, frame[1] == 0, object["path"] == nil
        else { return layer }
        object["frame"] = nil
        object["position"] = "absolute"
        object["inset"] = 0
        return .object(object)
    }

    private mutating func group(_ layer: inout JSONObject, _ node: FigmaNode) throws(FigmaError) {
        let opacity = try node.value.number("opacity") ?? 1
        if opacity < 1 { layer["opacity"] = .measure(max(0, opacity)) }
        if let mode = try blendMode(node.value, of: node), mode != "normal" {
            layer["blendMode"] = .string(mode)
        } else if try node.value.string("blendMode") == "NORMAL", try Self.blends(node) {
            // In Figma, groups isolate the modes inside them unless they pass through.
            layer["filter"] = "opacity(1)"
        }
        if node.value["constraints"] != nil { note("constraints apply when a frame is resized; the scene keeps the size") }
    }

    /// Whether something inside a node blends with what lies behind it.
    private static func blends(_ node: FigmaNode) throws(FigmaError) -> Bool {
        var open = try node.children().map { ($0, 1) }
        while let (child, depth) = open.popLast() {
            guard try child.isVisible else { continue }
            let mode = try child.value.string("blendMode") ?? "PASS_THROUGH"
            if mode != "PASS_THROUGH", mode != "NORMAL" { return true }
            for paint in try child.value.list("fills") + child.value.list("strokes")
            where try paint.string("blendMode") ?? "NORMAL" != "NORMAL" { return true }
            guard mode != "NORMAL", depth <= FigmaLimits.depth else { continue }
            for inner in try child.children() { open.append((inner, depth + 1)) }
        }
        return false
    }

    /// The CSS name of a blend mode. Nil for the default.
    mutating func blendMode(_ value: FigmaValue, of node: FigmaNode) throws(FigmaError) -> String? {
        guard let name = try value.string("blendMode") else { return nil }
        switch name {
        case "PASS_THROUGH", "NORMAL": return nil
        case "LINEAR_DODGE": return "plus-lighter"
        case "LINEAR_BURN": return "plus-darker"
        default:
            let css = name.lowercased().replacing("_", with: "-")
            let known = [
                "multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn", "hard-light", "soft-light",
                "difference", "exclusion", "hue", "saturation", "color", "luminosity",
            ]
            if known.contains(css) { return css }
            refuse(node, "blendMode", "\"\(name)\" has no equal")
            return nil
        }
    }

    // MARK: - Children and masks

    private mutating func children(
        _ node: FigmaNode, _ space: Space, _ size: Size, _ depth: Int
    ) throws(FigmaError) -> [JSONValue] {
        var result: [JSONValue] = []
        var masked: (mask: JSONObject, layers: [JSONValue])?
        func closed(_ masked: (mask: JSONObject, layers: [JSONValue])) -> JSONValue {
            [
                "frame": .rect(Rect(x: 0, y: 0, width: size.width, height: size.height)), "mask": .object(masked.mask),
                "sublayers": .array(masked.layers),
            ]
        }
        let isReversed = space.isLaidOut ? try node.value.flag("itemReverseZIndex") : false
        let spacing = try node.value.number("itemSpacing") ?? 0
        var items = 0
        for (index, child) in try node.children().enumerated() {
            let isMask = try child.value.flag("isMask")
            // Hidden masks cut nothing, and hidden nodes may have no place.
            guard child.type != "SLICE", try child.isVisible else { continue }
            let placement = try self.placement(child, in: space)
            guard var layer = try layer(child, placement, space, depth: depth + (masked == nil ? 1 : 2)) else { continue }
            if isMask {
                if let masked { result.append(closed(masked)) }
                masked = (try mask(layer, child), [])
                continue
            }
            let positioning = try child.value.string("layoutPositioning")
            let isItem = space.isLaidOut && positioning != "ABSOLUTE"
            // Scenes have no negative gap.
            if isItem, spacing < 0, items > 0 {
                layer["margin"] = space.isRow ? [0, 0, 0, .measure(spacing)] : [.measure(spacing), 0, 0, 0]
            }
            if isItem { items += 1 }
            if isReversed { layer["zPosition"] = .number(-Double(index)) }
            if masked != nil { masked?.layers.append(.object(layer)) } else { result.append(.object(layer)) }
        }
        if let masked { result.append(closed(masked)) }
        return result
    }

    /// A layer as a mask for the siblings after it.
    private mutating func mask(_ layer: JSONObject, _ node: FigmaNode) throws(FigmaError) -> JSONObject {
        var mask = layer
        mask["blendMode"] = nil
        let old = try node.value.flag("isMaskOutline") ? "VECTOR" : "ALPHA"
        let type = try node.value.string("maskType") ?? old
        switch type {
        case "ALPHA": break
        case "LUMINANCE": mask["maskType"] = "luminance"
        case "VECTOR":
            // The outline counts, whatever its paint.
            mask["opacity"] = nil
            if mask["backgroundColor"] != nil { mask["backgroundColor"] = "black" }
        default: refuse(node, "maskType", "\"\(type)\" has no equal")
        }
        return mask
    }
}
