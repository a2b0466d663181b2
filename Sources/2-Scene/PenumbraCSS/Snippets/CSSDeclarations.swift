import PenumbraElementary
import PenumbraGeometry
import PenumbraScene

/// The CSS declarations of one layer's box, for what CSS draws equally, and the names of what it doesn't.
///
/// Sublayers aren't part of the box.
public struct CSSDeclarations: Sendable {
    public struct Declaration: Hashable, Sendable {
        public var property: String
        public var value: String
    }

    public private(set) var declarations: [Declaration] = []
    /// The keys of the layer that are left out, each with the reason in one sentence.
    public private(set) var missing: [String] = []

    private let layer: Layer
    private let frame: Rect

    /// - Parameters:
    ///   - layer: a layer that waits for no layout and has its values of the moment.
    ///   - frame: the layer's frame, where the layer itself has none.
    public init(_ layer: Layer, frame: Rect) {
        self.layer = layer
        self.frame = layer.frame ?? frame
        addPlace()
        addPaint()
        addShape()
        addShadows()
        addFilters()
        addGroup()
        if case .text(let text) = layer.kind { add(text) }
    }

    /// The declarations, one per line.
    public var text: String { declarations.map { "\($0.property): \($0.value);\n" }.joined() }

    mutating func add(_ property: String, _ value: String) {
        declarations.append(Declaration(property: property, value: value))
    }

    mutating func leaveOut(_ key: String, _ reason: String) { missing.append("\(key): \(reason)") }

    static func length(_ points: Double) -> String { points == 0 ? "0" : DecimalNumber.text(points) + "px" }

    private static func percentage(_ share: Double) -> String { DecimalNumber.text((share * 1e6).rounded() / 1e4) + "%" }

    // MARK: Place

    private mutating func addPlace() {
        add("position", "absolute")
        add("left", Self.length(frame.minX))
        add("top", Self.length(frame.minY))
        add("width", Self.length(frame.width))
        add("height", Self.length(frame.height))
        add("box-sizing", "border-box")
        let map = layer.transform3D
        if map != .identity {
            add("transform", map.css)
            if layer.anchorPoint != Point(0.5, 0.5) {
                add("transform-origin", "\(Self.percentage(layer.anchorPoint.x)) \(Self.percentage(layer.anchorPoint.y))")
            }
        }
        if let distance = layer.perspective {
            add("perspective", Self.length(max(1, distance)))
            let eye = layer.perspectiveOrigin
            if eye != Point(0.5, 0.5) { add("perspective-origin", "\(Self.percentage(eye.x)) \(Self.percentage(eye.y))") }
        }
        if layer.backfaceVisibility == .hidden { add("backface-visibility", "hidden") }
        if layer.zPosition != 0 { leaveOut("zPosition", "z-index takes whole numbers; give the layers an order") }
        if !layer.animations.isEmpty { leaveOut("animations", "the values are those of the moment") }
        if layer.replication != nil { leaveOut("replicate", "CSS repeats no boxes") }
    }

    // MARK: Paint

    private mutating func addPaint() {
        var paint = layer.drawsContents ? layer.backgroundColor : nil
        if !layer.drawsContents { leaveOut("drawsContents", "CSS casts no shadows of a box that isn't painted") }
        switch layer.kind {
        case .layer, .text: break
        case .gradient(let gradient):
            if paint != nil { leaveOut("backgroundColor", "it lies behind the gradient; add it as a second background") }
            paint = .gradient(gradient)
        case .image: leaveOut("contents", "use an img element with object-fit, or background-image")
        case .shape: leaveOut("path", "use an SVG element, or clip-path")
        }
        switch paint {
        case nil: break
        case .color(let color): add("background", color.css)
        case .gradient(let gradient):
            do {
                add("background", try css(of: gradient))
                if layer.borderWidth > 0 { add("background-origin", "border-box") }
            } catch {
                leaveOut("gradient", error.reason)
            }
        }
    }

    private struct NoEqual: Error { var reason: String }

    /// A gradient in CSS.
    private func css(of gradient: Gradient) throws(NoEqual) -> String {
        if let text = gradient.css { return text }
        guard gradient.falloff == .linear else { throw NoEqual(reason: "CSS has no Gaussian falloff") }
        let alphas = Set(gradient.colors.map(\.alpha))
        guard gradient.interpolation == .premultiplied || alphas.count <= 1 || hasOneHue(gradient.colors) else {
            throw NoEqual(reason: "CSS mixes colours multiplied by their alpha; set interpolation to premultiplied")
        }
        guard gradient.extendsStart, gradient.extendsEnd else {
            throw NoEqual(reason: "CSS gradients cover everything before their start and after their end")
        }
        guard gradient.colors.count > 1 else {
            return "linear-gradient(\(gradient.colors.map(\.css).joined()), \(gradient.colors.map(\.css).joined()))"
        }
        let count = gradient.colors.count
        let locations = gradient.locations ?? (0..<count).map { Double($0) / Double(count - 1) }
        switch gradient.geometry {
        case .axial(let start, let end):
            let isVertical = start.x == end.x && end.y > start.y
            guard isVertical || (start.y == end.y && end.x > start.x) else {
                throw NoEqual(reason: "CSS draws slanted gradients at right angles; only upright and level ones are the same")
            }
            let (from, to) = isVertical ? (start.y, end.y) : (start.x, end.x)
            let stops = zip(gradient.colors, locations).map { color, location in
                "\(color.css) \(Self.percentage(from + location * (to - from)))"
            }
            return "linear-gradient(\(isVertical ? "180deg" : "90deg"), \(stops.joined(separator: ", ")))"
        case .circles(let center, let startRadius, let endRadius) where endRadius > startRadius:
            let stops = zip(gradient.colors, locations).map { color, location in
                "\(color.css) \(Self.length(startRadius + location * (endRadius - startRadius)))"
            }
            let place = "\(Self.length(center.x)) \(Self.length(center.y))"
            return
                "radial-gradient(circle \(Self.length(max(endRadius, 1e-3))) at \(place), \(stops.joined(separator: ", ")))"
        case .radial, .circles, .twoCircles, .conic, .css:
            throw NoEqual(reason: "CSS has no gradient of this geometry")
        }
    }

    /// Whether colours differ in alpha alone, or are transparent. Both ways of mixing are then the same.
    private func hasOneHue(_ colors: [Color]) -> Bool {
        guard let first = colors.first else { return true }
        return colors.allSatisfy { ($0.red, $0.green, $0.blue) == (first.red, first.green, first.blue) }
    }

    // MARK: Shape

    private mutating func addShape() {
        let radii = layer.cornerRadii
        if !radii.isZero {
            let all = [radii.topLeft, radii.topRight, radii.bottomRight, radii.bottomLeft]
            add("border-radius", (Set(all).count == 1 ? [all[0]] : all).map(Self.length).joined(separator: " "))
            if layer.cornerCurve != .circular { leaveOut("cornerCurve", "CSS's corners are circular") }
        }
        if layer.borderWidth > 0 { add("border", "\(Self.length(layer.borderWidth)) solid \(layer.borderColor.css)") }
        if layer.masksToBounds { add("overflow", "hidden") }
        guard let mask = layer.mask, !mask.isHidden else { return }
        let bounds = Rect(origin: .zero, size: frame.size)
        guard case .gradient(let gradient) = mask.kind, mask.frame ?? bounds == bounds, mask.transform3D == .identity,
            mask.opacity == 1, mask.sublayers.isEmpty, mask.maskType == .alpha, let image = try? css(of: gradient)
        else { return leaveOut("mask", "only a gradient as large as the layer becomes mask-image") }
        add("mask-image", image)
        if !layer.shadows.isEmpty { leaveOut("shadows", "CSS masks shadows too") }
    }

    // MARK: Shadows

    /// Whether the layer's alpha is that of its rounded box.
    private var isBox: Bool {
        guard layer.drawsContents, layer.mask == nil, layer.replication == nil else { return false }
        switch layer.kind {
        case .layer: return layer.backgroundColor?.isOpaque == true
        case .gradient(let gradient): return Paint.gradient(gradient).isOpaque || layer.backgroundColor?.isOpaque == true
        case .image, .shape, .text: return false
        }
    }

    /// Why a shadow has no equal in `box-shadow`. Nil if it has.
    private func obstacle(_ shadow: Shadow) -> String? {
        if shadow.blendMode != .normal { return "CSS's shadows have no blend mode" }
        if shadow.noise != 0 { return "CSS's shadows have no grain" }
        if shadow.penumbra != 0 { return "CSS's shadows are equally soft everywhere" }
        if shadow.path != nil { return "CSS's shadows have no path" }
        if shadow.hardAlpha, !isBox { return "CSS's shadows are cast by the alpha as it is" }
        if shadow.transform != .identity { return "CSS's shadows have no transform" }
        if shadow.elevation != nil { return "CSS has no light; give the shadow an offset" }
        let radii = layer.cornerRadii.fitted(to: frame.size)
        let least = [radii.topLeft, radii.topRight, radii.bottomRight, radii.bottomLeft].min() ?? 0
        if shadow.spread > least { return "CSS's spread keeps corners sharp that are smaller than it" }
        return nil
    }

    /// Whether a sublayer may paint beyond the layer's bounds.
    private func reachesOut(_ sublayer: Layer) -> Bool {
        let bounds = Rect(origin: .zero, size: frame.size)
        let own = sublayer.frame ?? bounds
        let isInside =
            own.minX >= 0 && own.minY >= 0 && own.maxX <= bounds.maxX && own.maxY <= bounds.maxY
            && sublayer.transform3D == .identity
        return !isInside || !sublayer.shadows.isEmpty || !sublayer.boxShadows.isEmpty || !sublayer.sublayers.isEmpty
    }

    private mutating func addShadows() {
        var outer: [BoxShadow] = []
        var inset: [BoxShadow] = []
        for (index, shadow) in layer.shadows.enumerated() where layer.mask == nil {
            let key = "shadows[\(index)]"
            if let reason = obstacle(shadow) {
                leaveOut(key, reason)
            } else if isBox {
                outer.append(BoxShadow(shadow, isInset: false))
            } else if layer.shadows.count > 1 || shadow.spread != 0 || shadow.knockout {
                leaveOut(key, "box-shadow is cast by a whole opaque box, and drop-shadow() is a single one")
            }
        }
        for (index, shadow) in layer.innerShadows.enumerated() {
            let key = "innerShadows[\(index)]"
            if let reason = obstacle(shadow) {
                leaveOut(key, reason)
            } else if isBox, shadow.spread == 0 {
                inset.append(BoxShadow(shadow, isInset: true))
            } else {
                leaveOut(key, "inset shadows are cut by an opaque box")
            }
        }
        if isBox, !outer.isEmpty, !layer.masksToBounds, layer.sublayers.contains(where: reachesOut) {
            leaveOut("sublayers", "CSS casts the box's shadow alone; here sublayers beyond the box cast one too")
        }
        if !layer.effects.isEmpty { leaveOut("effects", "Figma's effects; write them as shadows") }
        // CSS paints a border over inset shadows that lie inside it.
        if !inset.isEmpty, layer.borderWidth > 0 { leaveOut("borderWidth", "CSS's inset shadows start inside the border") }
        let all = outer + inset + layer.boxShadows
        if !all.isEmpty { add("box-shadow", all.map(\.css).joined(separator: ", ")) }
    }

    // MARK: Filters

    private mutating func addFilters() {
        var functions: [FilterFunction] = []
        if !isBox, layer.mask == nil, layer.shadows.count == 1, let shadow = layer.shadows.first, obstacle(shadow) == nil,
            shadow.spread == 0, !shadow.knockout
        {
            functions.append(.dropShadow(offset: shadow.offset, radius: shadow.radius, color: shadow.shownColor))
        }
        if layer.shapedBlur != nil { leaveOut("blur", "CSS blurs by a Gaussian only; give blur a number") }
        if layer.blur != .zero { functions.append(.blur(layer.blur)) }
        if layer.hasFilterGraph { leaveOut("filter", "CSS has no filters of several steps") }
        functions += layer.filter.filter { $0.graph == nil }
        if !functions.isEmpty { add("filter", functions.map(\.css).joined(separator: " ")) }
        var behind = layer.backdropFilter
        if let blur = layer.backdropBlur {
            if blur.isProgressive {
                leaveOut("backdropBlur", "CSS blurs what lies behind equally everywhere")
            } else {
                behind.insert(.blur(blur.radius), at: 0)
            }
        }
        if !behind.isEmpty { add("backdrop-filter", behind.map(\.css).joined(separator: " ")) }
    }

    private mutating func addGroup() {
        if layer.isHidden { add("display", "none") }
        if layer.opacity != 1 { add("opacity", DecimalNumber.text(layer.opacity)) }
        if layer.blendMode == .plusDarker {
            leaveOut("blendMode", "CSS has no plus-darker")
        } else if layer.blendMode != .normal {
            add("mix-blend-mode", layer.blendMode.rawValue)
        }
    }

    // MARK: Text

    private mutating func add(_ text: Text) {
        let stack = FontStack(text.font)
        for file in stack.files { leaveOut("font", "the font file \(file) needs @font-face") }
        let families = stack.families.map { "\"\($0.drop { $0 == " " })\"" }
        if !families.isEmpty { add("font-family", families.joined(separator: ", ")) }
        for style in stack.style.split(separator: ":") {
            switch style.lowercased() {
            case "bold": add("font-weight", "bold")
            case "italic": add("font-style", "italic")
            default: leaveOut("font", "fontconfig's \(style) has no single property in CSS")
            }
        }
        if !stack.axes.isEmpty { leaveOut("font", "axes need font-variation-settings") }
        add("font-size", Self.length(text.fontSize))
        switch text.color {
        case .color(let color): add("color", color.css)
        case .gradient: leaveOut("color", "use background-clip: text")
        }
        if let height = text.lineHeight { add("line-height", height.css) }
        if text.letterSpacing != 0 { add("letter-spacing", Self.length(text.letterSpacing)) }
        if text.alignment != .start { add("text-align", text.alignment == .justified ? "justify" : text.alignment.rawValue) }
        if text.lineBreak == .balanced { add("text-wrap", "balance") }
        if !text.runs.isEmpty { leaveOut("runs", "each run is an element of its own") }
        leaveOut("string", "the lines of browsers may break elsewhere, and their glyphs are drawn differently")
    }
}

extension Shadow {
    /// The colour with the shadow's opacity.
    fileprivate var shownColor: Color {
        var color = color
        color.alpha *= opacity
        return color
    }
}

extension BoxShadow {
    fileprivate init(_ shadow: Shadow, isInset: Bool) {
        self.init(
            color: shadow.shownColor, offset: shadow.offset, radius: shadow.radius, spread: shadow.spread, isInset: isInset)
    }
}
