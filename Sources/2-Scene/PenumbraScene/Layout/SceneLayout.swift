import PenumbraLayout
import PenumbraSystem

/// The layers of a scene as a tree for layout.
package struct SceneLayout {
    private let scene: Scene
    private let limits: SceneLimits
    private var nodes: [LayoutNode] = []
    /// The parent of each node, and the layer's place in it.
    private var origins: [(parent: Int, step: Step)] = []
    /// The texts by node.
    package private(set) var texts: [Int: Text] = [:]

    private enum Step {
        case canvas, mask
        case sublayer(Int)
    }

    /// - Parameters:
    ///   - limits: the limits that the scene was read with.
    ///   - images: the size of a picture in pixels. Nil for a picture that cannot be read.
    package init(_ scene: Scene, limits: SceneLimits = .default, images: (ImageSource) -> Size?) {
        self.scene = scene
        self.limits = limits
        nodes.append(LayoutNode())
        origins.append((0, .canvas))
        add(scene.layers, to: 0, images)
    }

    // MARK: - Tree

    private mutating func add(_ layers: [Layer], to parent: Int, _ images: (ImageSource) -> Size?) {
        for index in layers.indices where !layers[index].isHidden { add(layers[index], .sublayer(index), to: parent, images) }
    }

    private mutating func add(_ layer: Layer, _ step: Step, to parent: Int, _ images: (ImageSource) -> Size?) {
        let node = nodes.count
        var isItem = false
        if case .sublayer = step { isItem = nodes[parent].content.arrangesItems }
        nodes[parent].children.append(node)
        nodes.append(LayoutNode(style: Self.style(layer, isItem: isItem), content: content(layer, node, images)))
        origins.append((parent, step))
        if let mask = layer.mask, !mask.isHidden { add(mask, .mask, to: node, images) }
        add(layer.sublayers, to: node, images)
    }

    private mutating func content(_ layer: Layer, _ node: Int, _ images: (ImageSource) -> Size?) -> LayoutContent {
        if let grid = layer.layout?.grid { return .grid(grid) }
        if let container = layer.layout?.container { return .flex(container) }
        switch layer.kind {
        case .layer, .gradient, .shape: return .bounds
        case .text(let text):
            texts[node] = text
            return .text
        case .image(let image):
            guard let pixels = images(image.source), pixels.width > 0, pixels.height > 0 else { return .bounds }
            let part = image.contentsRect.intersection(Rect(x: 0, y: 0, width: 1, height: 1))
            return .image(
                Size(
                    width: max(0, part.width * pixels.width / image.contentsScale),
                    height: max(0, part.height * pixels.height / image.contentsScale)))
        }
    }

    /// The style of a layer, with its place in a parent that has no layout.
    private static func style(_ layer: Layer, isItem: Bool) -> LayoutStyle {
        var style = layer.layout?.style ?? LayoutStyle()
        if let frame = layer.frame {
            style.position = .frame(frame)
            return style
        }
        guard !isItem else { return style }
        style.position = .absolute
        // An axis that no key mentions is filled.
        let isWide = style.width == .auto && style.minWidth == .auto && style.maxWidth == .auto
        let isHigh = style.height == .auto && style.minHeight == .auto && style.maxHeight == .auto
        let keepsRatio = style.aspectRatio != nil
        if isWide, style.inset.left == .auto, style.inset.right == .auto, isHigh || !keepsRatio {
            (style.inset.left, style.inset.right) = (.zero, .zero)
        }
        if isHigh, style.inset.top == .auto, style.inset.bottom == .auto, !keepsRatio {
            (style.inset.top, style.inset.bottom) = (.zero, .zero)
        }
        return style
    }

    /// The place of a node's layer in the scene.
    package func place(ofNode node: Int) -> String { place(node).description }

    private func place(_ node: Int) -> Place {
        let (parent, step) = origins[node]
        switch step {
        case .canvas: return .scene
        case .mask: return .key(place(parent), "mask")
        case .sublayer(let index):
            return .index(.key(parent == 0 ? .scene : place(parent), parent == 0 ? "layers" : "sublayers"), index)
        }
    }

    // MARK: - Solving

    /// The scene with the frames of all layers.
    ///
    /// A canvas that fits its content and lacks a width or a height takes the size of its outermost layers.
    ///
    /// - Parameter text: the sizes of texts. The nodes are those of `texts`.
    /// - Throws: `LayoutError.text` with the error of `text`, or `SceneError` with its place.
    package func solved(text: some TextMeasuring) throws -> Scene {
        var scene = scene
        let canvas = scene.canvas
        let isOpen = (width: canvas.size.width == 0, height: canvas.size.height == 0)
        if canvas.fitsContent, isOpen.width || isOpen.height {
            let size = try contentSize(isOpen, text: text)
            if isOpen.width { scene.canvas.size.width = size.width }
            if isOpen.height { scene.canvas.size.height = size.height }
        }
        let size = scene.canvas.size
        let frames = try frames(nodes, width: size.width, height: size.height, text)
        var next = 1
        for index in scene.layers.indices {
            try place(&scene.layers[index], &next, frames, Box(size: size, content: size.width))
        }
        return scene
    }

    private func frames(
        _ nodes: [LayoutNode], width: Double, height: Double, _ text: some TextMeasuring
    ) throws -> [Rect] {
        do {
            let limits = LayoutLimits(nodeCount: .max, depth: LayoutLimits.deepestNode)
            return try Layout.solve(
                nodes, width: width, height: height, scale: scene.canvas.scale, text: text, limits: limits)
        } catch {
            throw self.error(error)
        }
    }

    /// A side without a length, for layers that are as large as their content.
    private static let endless = 1e8

    /// The size of all outermost layers with a layout, in a canvas that is open to the right, below, or both.
    private func contentSize(_ isOpen: (width: Bool, height: Bool), text: some TextMeasuring) throws -> Size {
        var nodes = nodes
        for child in nodes[0].children {
            var style = nodes[child].style
            if case .frame = style.position { continue }
            if isOpen.width {
                style.inset.right = .auto
                for key in [\LayoutStyle.width, \.minWidth, \.maxWidth, \.inset.left] { style[keyPath: key].dropFraction() }
                // Percentages of all four sides are of the width, which is not known.
                style.padding.dropFractions()
                style.margin.dropFractions()
            }
            if isOpen.height {
                style.inset.bottom = .auto
                for key in [\LayoutStyle.height, \.minHeight, \.maxHeight, \.inset.top] { style[keyPath: key].dropFraction() }
            }
            nodes[child].style = style
        }
        let frames = try frames(
            nodes, width: isOpen.width ? Self.endless : scene.canvas.size.width,
            height: isOpen.height ? Self.endless : scene.canvas.size.height, text)
        var size = Size.zero
        for child in nodes[0].children {
            guard case .sublayer(let index) = origins[child].step, scene.layers[index].hasLayout,
                scene.layers[index].frame == nil
            else { continue }
            let (frame, style) = (frames[child], self.nodes[child].style)
            size.width = max(size.width, frame.maxX + style.margin.right.points + style.inset.right.points)
            size.height = max(size.height, frame.maxY + style.margin.bottom.points + style.inset.bottom.points)
        }
        return size
    }

    /// The error of a layout as an error of the scene.
    private func error(_ error: LayoutError) -> any Error {
        func at(_ node: Int, key: String? = nil, _ message: Message) -> SceneError {
            let place = nodes.indices.contains(node) && node > 0 ? place(node) : .key(.scene, "canvas")
            return (key.map { .key(place, $0) } ?? place).error(message)
        }
        switch error {
        case .text: return error
        case .tooManyNodes(let count, let limit): return at(0, "found \(count) layers, at most \(limit) are laid out")
        case .tooDeep(let node, let limit): return at(node, "more than \(limit) layers inside each other")
        case .tooComplex(let node, _):
            return at(
                node, "layouts inside each other depend on each other too much; give some of these layers a width or a height")
        case .tooManyFloats(let node):
            return at(node, "there are too many floats, and lines beside them, up to here; use fewer floats")
        case .tooManyTracks(let node, let limit):
            return at(node, "the grids up to here have more than \(limit) tracks; repeat fewer")
        case .notATree(let node): return at(node, "the layer has no place in the tree of layers")
        case .invalidValue(let node, let key, let value):
            let name = key == .gap ? "layout" : key == .image ? "contents" : key.rawValue
            return at(node, key: name, "found \(value), which no layout can use")
        case .invalidCanvas: return at(0, "its size is not a number of 0 or more")
        case .invalidText(let node): return at(node, key: "string", "the text has no size that layout can use")
        case .overflow(let node): return at(node, "the layout gives it a frame beyond the range of numbers")
        }
    }

    // MARK: - Placing

    /// The parent of a layer that is being placed.
    private struct Box {
        var size: Size
        /// The width inside the padding.
        var content: Double
    }

    /// Gives a layer, its mask and its sublayers their frames. The order is that of the nodes.
    private func place(_ layer: inout Layer, _ next: inout Int, _ frames: [Rect], _ parent: Box) throws(SceneError) {
        if layer.isHidden { return }
        let node = next
        next += 1
        let frame = frames[node]
        let isItem = nodes[origins[node].parent].content.arrangesItems
        // A layer that merely fills its parent stays one without a frame.
        if layer.frame == nil, layer.hasLayout || isItem {
            layer.frame = frame
            // CSS Flexbox, section 5.4: absolute layers are painted as if their order were 0.
            if isItem, nodes[node].style.position == .relative { layer.paintingOrder = nodes[node].style.order }
        }
        try check(frame, node)
        var box = Box(size: frame.size, content: frame.width)
        if layer.hasLayout {
            let isInFlow = isItem && nodes[node].style.position == .relative
            let padding = nodes[node].style.padding.insets(of: isInFlow ? parent.content : parent.size.width)
            box.content = max(0, frame.width - padding.left - padding.right)
            switch layer.kind {
            case .text, .image: layer.contentInsets = padding
            case .layer, .gradient, .shape: break
            }
            if let values = layer.relativeValues { try values.resolve(&layer, frame.size, place(node)) }
            layer.layout = nil
        }
        if let mask = layer.mask, !mask.isHidden {
            var masks = [mask]
            layer.mask = nil
            try place(&masks[0], &next, frames, box)
            layer.mask = masks[0]
        }
        for index in layer.sublayers.indices { try place(&layer.sublayers[index], &next, frames, box) }
    }

    /// Refuses frames that no scene could ask for.
    private func check(_ frame: Rect, _ node: Int) throws(SceneError) {
        let limit = SceneLimits.coordinate
        guard abs(frame.minX) <= limit, abs(frame.minY) <= limit, frame.width <= limit, frame.height <= limit else {
            throw place(node).error("the layout gives it a frame beyond 1e9 points")
        }
    }
}

extension Scene {
    /// Whether layers wait for a layout to give them their frames.
    package var needsLayout: Bool { layers.containsInPlace { $0.needsLayout } }
}

extension Layer {
    fileprivate var needsLayout: Bool {
        // Hidden layers are not laid out.
        !isHidden && (hasLayout || sublayers.containsInPlace { $0.needsLayout } || mask?.needsLayout == true)
    }
}

extension LayoutLength {
    fileprivate mutating func dropFraction(to length: LayoutLength = .auto) {
        if case .fraction = self { self = length }
    }

    fileprivate var points: Double {
        if case .points(let points) = self { points } else { 0 }
    }

    fileprivate func points(of width: Double) -> Double {
        switch self {
        case .auto, .minContent, .maxContent, .fitContent, .stretch: 0
        case .points(let points): points
        case .fraction(let fraction): fraction * width
        case .sum(let points, let fraction): points + fraction * width
        case .calculated(let calculation): calculation.points(of: width)
        }
    }
}

extension LayoutEdges {
    fileprivate mutating func dropFractions() {
        top.dropFraction(to: .zero)
        right.dropFraction(to: .zero)
        bottom.dropFraction(to: .zero)
        left.dropFraction(to: .zero)
    }

    /// The edges in points.
    ///
    /// - Parameter width: the width that fractions are shares of.
    func insets(of width: Double) -> Insets {
        Insets(
            top: top.points(of: width), right: right.points(of: width), bottom: bottom.points(of: width),
            left: left.points(of: width))
    }
}

extension LayoutContent {
    /// Whether the boxes inside are items of a flexible box or a grid.
    fileprivate var arrangesItems: Bool {
        switch self {
        case .flex, .grid: true
        default: false
        }
    }
}
