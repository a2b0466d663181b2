import PenumbraFiles
import PenumbraGeometry
import PenumbraPlanning
import PenumbraSVG
import PenumbraScene
import PenumbraSystem
import PenumbraText

/// The digests of the files that a document read.
private final class ReadDigests { var digests: [Digest] = [] }

/// The SVG documents among the pictures of a scene. Their layers replace the image layers that show them.
struct VectorContents {
    private(set) var documents: [ImageSource: SVGDocument] = [:]
    private(set) var digests: [Digest] = []
    /// The parts of documents that are left out.
    private(set) var notices: [SceneAssets.Notice] = []
    /// The memory that the documents take.
    private(set) var bytes = 0

    /// No documents.
    init() {}

    /// Reads the documents. Other pictures are left alone.
    ///
    /// - Parameters:
    ///   - time: the seconds that the documents' animations show. Nil leaves them out.
    ///   - most: the bytes that the documents may take.
    init(
        _ pictures: [SceneRequirements.Picture], _ reading: AssetReading, at time: Double?, within most: Int
    ) throws(RenderError) {
        let (limits, deadline, open) = (reading.limits, reading.deadline, reading.open)
        for needed in pictures {
            try Engine.check(deadline)
            let bytes: [UInt8]
            var folder = ""
            switch needed.source {
            case .data(let data):
                guard SVGDocument.isDocument(data) else { continue }
                bytes = data
            case .file(let path):
                guard path.lowercased().endsWithBytes(".svg") || path.lowercased().endsWithBytes(".svgz") else { continue }
                folder = ScenePath.folder(of: path)
                let file = try rethrowing(try open(path), as: { RenderError.file(place: needed.place, $0) })
                bytes = try rethrowing(
                    try file.read(limit: limits.scene.documentBytes, raisedBy: .sceneSize),
                    as: { RenderError.file(place: needed.place, $0) })
            }
            var options = SVGOptions(
                baseFolder: folder, shaper: reading.shaper, clock: reading.clock, limits: limits,
                memory: max(0, most - self.bytes),
                open: open)
            options.time = time
            // Pictures and style sheets inside of the document change it, too.
            let read = ReadDigests()
            options.readFile = options.readFile.map { file in
                { path in
                    let bytes = file(path)
                    if let bytes { read.digests.append(SHA256.digest(of: bytes)) }
                    return bytes
                }
            }
            defer { digests += read.digests }
            do throws(SVGError) {
                let document = try SVGDocument(bytes, options: options)
                documents[needed.source] = document
                self.bytes += document.bytes
                notices += document.warnings.map {
                    SceneAssets.Notice(place: needed.place, notice: .documentPart("\($0)"))
                }
            } catch {
                try Engine.check(deadline)
                throw .scene(SceneError(place: needed.place, message: "the SVG document: \(error.words)"))
            }
            digests.append(SHA256.digest(of: bytes))
        }
    }

    /// The scene with layers instead of documents. All layers have their frames.
    ///
    /// - Parameter set: lays out a text.
    func replaced(
        in scene: Scene, set: (SceneRequirements.TextBox) throws(RenderError) -> TextLayout
    ) throws(RenderError) -> Scene {
        var scene = scene
        for index in scene.layers.indices {
            try replace(in: &scene.layers[index], parent: scene.canvas.size, place: "layers[\(index)]", set)
        }
        return scene
    }

    private func replace(
        in layer: inout Layer, parent: Size, place: String, _ set: (SceneRequirements.TextBox) throws(RenderError) -> TextLayout
    ) throws(RenderError) {
        let size = layer.frame?.size ?? parent
        for index in layer.sublayers.indices {
            try replace(in: &layer.sublayers[index], parent: size, place: "\(place).sublayers[\(index)]", set)
        }
        if var mask = layer.mask {
            try replace(in: &mask, parent: size, place: "\(place).mask", set)
            layer.mask = mask
        }
        if case .text(let text) = layer.kind {
            guard !layer.isHidden, layer.drawsContents,
                text.runs.contains(where: { $0.picture.map { documents[$0.source] != nil } ?? false })
            else {
                return
            }
            let area = layer.contentInsets.inside(Rect(origin: .zero, size: size))
            let box = SceneRequirements.TextBox(
                placement: TextPlacement(text, in: area.size), place: place, pixelsPerPoint: 1)
            layer.sublayers.insert(contentsOf: pictures(in: text, try set(box), from: area.origin), at: 0)
            return
        }
        guard case .image(let contents) = layer.kind, let document = documents[contents.source] else { return }
        guard contents.contentsCenter == nil else {
            throw .scene(SceneError(place: "\(place).contentsCenter", message: "an SVG document has no parts that stretch"))
        }
        let area = layer.contentInsets.inside(Rect(origin: .zero, size: size))
        layer.kind = .layer
        layer.contentInsets = .zero
        guard layer.drawsContents, let shown = document.layer(contents, in: area) else { return }
        layer.sublayers.insert(shown, at: 0)
    }

    /// The documents among the characters of a text, whose layout begins at `origin`.
    private func pictures(in text: Text, _ layout: TextLayout, from origin: Point) -> [Layer] {
        layout.parts.compactMap { part in
            guard case .picture = part.role, let source = text.runs[part.run].picture?.source else { return nil }
            let area = part.path.bounds.offset(by: origin)
            return documents[source]?.layer(ImageContents(source: source, gravity: .resize), in: area)
        }
    }
}

extension SVGDocument {
    /// The document as a layer in an area, as an image layer shows a picture.
    fileprivate func layer(_ contents: ImageContents, in area: Rect) -> Layer? {
        let part = Rect(
            x: contents.contentsRect.minX * size.width, y: contents.contentsRect.minY * size.height,
            width: contents.contentsRect.width * size.width, height: contents.contentsRect.height * size.height
        ).intersection(Rect(origin: .zero, size: size))
        guard part.width > 0, part.height > 0, area.width > 0, area.height > 0, contents.contentsScale > 0 else { return nil }
        let own = Size(width: part.width / contents.contentsScale, height: part.height / contents.contentsScale)
        let (fitX, fitY) = (area.width / own.width, area.height / own.height)
        var (growthX, growthY) = (1.0, 1.0)
        var (x, y) = (0.5, 0.5)
        switch contents.gravity {
        case .resize: (growthX, growthY) = (fitX, fitY)
        case .resizeAspect: (growthX, growthY) = (min(fitX, fitY), min(fitX, fitY))
        case .resizeAspectFill: (growthX, growthY) = (max(fitX, fitY), max(fitX, fitY))
        case .scaleDown: (growthX, growthY) = (min(fitX, fitY, 1), min(fitX, fitY, 1))
        case .center: break
        case .top: y = 0
        case .bottom: y = 1
        case .left: x = 0
        case .right: x = 1
        case .topLeft: (x, y) = (0, 0)
        case .topRight: (x, y) = (1, 0)
        case .bottomLeft: (x, y) = (0, 1)
        case .bottomRight: (x, y) = (1, 1)
        }
        let (width, height) = (own.width * growthX, own.height * growthY)
        let corner = Point(area.minX + (area.width - width) * x, area.minY + (area.height - height) * y)
        let (scaleX, scaleY) = (width / part.width, height / part.height)
        let map = AffineTransform(
            a: scaleX, b: 0, c: 0, d: scaleY, tx: -part.minX * scaleX, ty: -part.minY * scaleY)
        guard map.isFinite, corner.isFinite else { return nil }
        let drawing = Layer(frame: .zero, transform: map, sublayers: layers)
        var shown = Layer(
            frame: Rect(origin: corner, size: Size(width: width, height: height)),
            backgroundColor: background.map(Paint.color), masksToBounds: true, sublayers: [drawing])
        if let tint = contents.tint {
            // The document is a template: its alpha is painted in one colour.
            var mask = shown
            mask.frame = Rect(x: 0, y: 0, width: width, height: height)
            shown = Layer(frame: shown.frame, backgroundColor: .color(tint), mask: mask)
        }
        return shown
    }
}
