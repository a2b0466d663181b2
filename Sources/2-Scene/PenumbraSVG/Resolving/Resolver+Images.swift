import PenumbraCodecs
import PenumbraGeometry
import PenumbraScene

/// The picture of an `image` element.
private enum PictureSource {
    case picture(ImageSource, Size?)
    case document([UInt8])
}

extension Resolver {
    /// The viewport of an image in its own coordinates. Nil if it shows nothing.
    func imageFrame(_ node: Int, _ style: Style, _ viewport: Size) throws(SVGError) -> Rect? {
        var width = length(node, "width", .horizontal, style, viewport)
        var height = length(node, "height", .vertical, style, viewport)
        if let given = width, given < 0 { width = nil }
        if let given = height, given < 0 { height = nil }
        if width == nil || height == nil {
            var size: Size?
            switch try picture(node) {
            case .picture(_, let own)?: size = own
            case .document(let bytes)?:
                if imageDepth < 4 { size = try? SVGDocument(bytes, options, imageDepth: imageDepth + 1, work: work).size }
            case nil: return nil
            }
            guard let size, size.width > 0, size.height > 0 else {
                warn(node, "an <image> without a width and a height needs a picture that can be read")
                return nil
            }
            let ratio = size.width / size.height
            switch (width, height) {
            case (nil, nil): (width, height) = (size.width, size.height)
            case (let known?, nil): height = known / ratio
            case (nil, let known?): width = known * ratio
            default: break
            }
        }
        guard let width, let height, width > 0, height > 0 else { return nil }
        return Rect(
            x: length(node, "x", .horizontal, style, viewport) ?? 0, y: length(node, "y", .vertical, style, viewport) ?? 0,
            width: width, height: height)
    }

    private func picture(_ node: Int) throws(SVGError) -> PictureSource? {
        guard let href = href(node), !href.isEmpty, !href.hasPrefix("#") else { return nil }
        if DataURL.isDataURL(href) {
            guard let bytes = try? DataURL.bytes(of: href) else {
                warn(node, "the data: URL of an <image> is malformed")
                return nil
            }
            return source(bytes, .data(bytes))
        }
        let scheme = href.prefix { $0 != ":" }
        guard !href.contains("://"), scheme.count == href.count || scheme.count > 8 else {
            try miss(
                node, "found \"\(String(href.prefix(80)))\"; nothing is fetched from a network, expected a file or a data: URL")
            return nil
        }
        guard imageDepth == 0 else {
            // SVG 2 reads a document in an image in secure mode, which loads nothing.
            warn(node, "a document in an <image> reads no files, so \"\(String(href.prefix(200)))\" isn't shown")
            return nil
        }
        let path = FilePath.join(options.baseFolder, href)
        guard let read = options.readFile else {
            return [".svg", ".svgz"].contains(where: href.lowercased().hasSuffix) ? nil : .picture(.file(path), nil)
        }
        guard let bytes = read(path) else {
            try miss(node, "cannot read the picture \"\(String(href.prefix(200)))\"")
            return nil
        }
        return source(bytes, .file(path))
    }

    private func source(_ bytes: [UInt8], _ source: ImageSource) -> PictureSource {
        if SVGDocument.isDocument(bytes) { return .document(bytes) }
        let information = try? ImageDecoder.information(of: bytes)
        return .picture(source, information.map { Size(width: Double($0.width), height: Double($0.height)) })
    }

    func image(_ node: Int, _ context: Context) throws(SVGError) -> [Layer] {
        let style = context.style
        guard style.isVisible, let frame = try imageFrame(node, style, context.viewport) else { return [] }
        return try image(node, frame, style, context)
    }

    /// The layers of an `feImage` element: a picture in the primitive's area, or an element from the area's corner on. Nil if
    /// there is nothing to draw.
    func filterImage(_ node: Int, _ style: Style, in area: Rect, _ context: Context) throws(SVGError) -> [Layer]? {
        var inner = context
        (inner.ctm, inner.style) = (.identity, style)
        guard let href = href(node), href.hasPrefix("#") else { return try image(node, area, style, inner) }
        guard let target = target(String(href.dropFirst())), !references.contains(target) else { return nil }
        inner.ctm = .translation(area.minX, area.minY)
        inner.style = styleOutsideTree(target)
        if let parent = document.nodes[target].parent { inner.style = styleOutsideTree(parent) }
        return try following(target, from: node, orElse: nil) { () throws(SVGError) in try render(target, inner) }
    }

    private func image(_ node: Int, _ frame: Rect, _ style: Style, _ context: Context) throws(SVGError) -> [Layer] {
        guard let picture = try picture(node) else { return [] }
        let ratio = AspectRatio(document.nodes[node]["preserveAspectRatio"])
        switch picture {
        case .document(let bytes): return try nestedPicture(bytes, node, frame, ratio, context)
        case .picture(let source, let size):
            try count(layers: 2, at: node)
            let isSharp = ["pixelated", "crisp-edges", "optimizespeed"].contains(style.imageRendering)
            var contents = ImageContents(source: source, interpolation: isSharp ? .nearest : .area)
            if ratio.fit == .stretch { return [Layer(kind: .image(contents)).placed(frame, by: context.ctm)] }
            if let size, let map = ratio.transform(from: Rect(origin: .zero, size: size), to: frame.size) {
                let shown = Rect(origin: .zero, size: size).transformed(by: map).offset(by: frame.origin)
                if ratio.fit == .meet { return [Layer(kind: .image(contents)).placed(shown, by: context.ctm)] }
                let inner = Layer(kind: .image(contents), frame: shown.offset(by: -frame.origin))
                return [Layer(masksToBounds: true, sublayers: [inner]).placed(frame, by: context.ctm)]
            }
            guard ratio.x == 0.5, ratio.y == 0.5 else {
                warn(node, "preserveAspectRatio needs a picture that can be read")
                return []
            }
            contents.gravity = ratio.fit == .meet ? .resizeAspect : .resizeAspectFill
            var layer = Layer(kind: .image(contents))
            layer.masksToBounds = ratio.fit == .slice
            return [layer.placed(frame, by: context.ctm)]
        }
    }

    /// A document in an image. It can refer to other files as little as the outer document can refer to its elements.
    private func nestedPicture(
        _ bytes: [UInt8], _ node: Int, _ frame: Rect, _ ratio: AspectRatio, _ context: Context
    ) throws(SVGError) -> [Layer] {
        guard imageDepth < 4 else {
            throw error(node, "more than 4 documents inside each other; put the inner pictures into the outer document")
        }
        let inner: SVGDocument
        do throws(SVGError) {
            inner = try SVGDocument(bytes, options, imageDepth: imageDepth + 1, work: work)
        } catch {
            throw self.error(node, "the document in <image>: \(error.words)")
        }
        warnings += inner.warnings.map {
            SVGError($0.kind, at: document.nodes[node].place, "the document in <image>: \($0.words)")
        }
        guard let map = ratio.transform(from: Rect(origin: .zero, size: inner.size), to: frame.size) else { return [] }
        try count(inner.layers, times: 1, at: node)
        try count(layers: 2, at: node)
        let whole = Rect(origin: .zero, size: inner.size)
        let cut = Layer(
            frame: whole, backgroundColor: inner.background.map(Paint.color), masksToBounds: true, sublayers: inner.layers)
        return try clipped(to: frame, if: ratio.fit == .slice, map, node, context) { context throws(SVGError) in
            [.group([cut], context.ctm)]
        }
    }
}
