import Foundation
import PenumbraBitmap
import PenumbraCoreGraphics
import PenumbraGeometry
import PenumbraScene

extension SnapshotBuilder {
    /// Adds what lies between background and sublayers: the picture, the drawing, and what the kind of the layer shows.
    func addContents(of layer: CALayer, to result: inout Layer, at time: CFTimeInterval, _ bounds: Rect, isUpsideDown: Bool) {
        switch layer {
        case _ where layer.hasOnlyDepth: return
        case let gradient as CAGradientLayer: addGradient(gradient, &result)
        case let shape as CAShapeLayer: addShape(shape, &result)
        case let text as CATextLayer:
            // Subclasses may draw around the text, or move it.
            if text.isDrawnByItself { text.recordDrawing() } else { addText(text, &result, bounds, isUpsideDown) }
        default: break
        }
        if let blend = layer.contents as? BlendedContents {
            result.sublayers.append(upright(faded(blend, in: layer, bounds), isUpsideDown))
        } else if let picture = picture(of: layer) {
            if case .layer = result.kind, !isUpsideDown {
                result.kind = .image(picture)
            } else {
                result.sublayers.append(upright(Layer(kind: .image(picture), frame: bounds), isUpsideDown))
            }
        }
        if let drawing = layer.drawing {
            if let error = drawing.failure { fail(.drawing(error, layer: layer.label)) }
            adopt(drawing.images)
            // The picture that the drawing stands for ends at the bounds.
            let whole = Layer(frame: bounds, masksToBounds: true, sublayers: drawing.layers)
            result.sublayers.append(upright(whole, isUpsideDown))
        }
    }

    /// Pictures and texts stay upright where the y axis points up.
    private func upright(_ layer: Layer, _ isUpsideDown: Bool) -> Layer {
        guard isUpsideDown else { return layer }
        var result = layer
        result.transform = .scale(1, -1)
        return result
    }

    private func picture(of layer: CALayer) -> ImageContents? {
        guard let contents = layer.contents else { return nil }
        guard let image = contents as? CGImage else {
            fail(.contents(type: "\(type(of: contents))", layer: layer.label))
            return nil
        }
        return placed(image, in: layer)
    }

    /// Two pictures of which one fades into the other. Both are added up in a group of their own.
    private func faded(_ blend: BlendedContents, in layer: CALayer, _ bounds: Rect) -> Layer {
        let old = Layer(kind: .image(placed(blend.old, in: layer)), frame: bounds, opacity: 1 - blend.fraction)
        let new = Layer(
            kind: .image(placed(blend.new, in: layer)), frame: bounds, opacity: blend.fraction, blendMode: .plusLighter)
        // A filter that changes nothing makes a group.
        return Layer(frame: bounds, filter: [.color(.opacity, amount: 1)], sublayers: [old, new])
    }

    private func placed(_ image: CGImage, in layer: CALayer) -> ImageContents {
        var result = ImageContents(
            source: source(image), gravity: ContentsGravity(rawValue: layer.contentsGravity.rawValue) ?? .resize)
        let unit = CGRect(x: 0, y: 0, width: 1, height: 1)
        if layer.contentsRect != unit { result.contentsRect = layer.contentsRect.scene }
        if layer.contentsCenter != unit { result.contentsCenter = layer.contentsCenter.scene }
        if layer.contentsScale > 0, layer.contentsScale.isFinite { result.contentsScale = Double(layer.contentsScale) }
        if layer.magnificationFilter == .nearest, layer.minificationFilter == .nearest { result.interpolation = .nearest }
        return result
    }

    // MARK: - Kinds

    private func addShape(_ layer: CAShapeLayer, _ result: inout Layer) {
        guard let path = layer.path else { return }
        let shape = local(path, layer)
        guard shape.isFinite, layer.lineWidth.isFinite else {
            fail(.number(property: "path or lineWidth", layer: layer.label))
            return
        }
        var stroke = StrokeStyle(
            lineWidth: max(0, Double(layer.lineWidth)), lineCap: LineCap(rawValue: layer.lineCap.rawValue) ?? .butt,
            lineJoin: LineJoin(rawValue: layer.lineJoin.rawValue) ?? .miter, miterLimit: max(1, Double(layer.miterLimit)))
        stroke.lineDashPattern = (layer.lineDashPattern ?? []).map { max(0, $0.doubleValue) }
        stroke.lineDashPhase = Double(layer.lineDashPhase)
        stroke.strokeStart = max(0, min(1, Double(layer.strokeStart)))
        stroke.strokeEnd = max(0, min(1, Double(layer.strokeEnd)))
        result.kind = .shape(
            Shape(
                path: shape, fillRule: layer.fillRule == .evenOdd ? .evenOdd : .nonzero,
                fillColor: layer.fillColor.flatMap { $0.pattern == nil ? .color($0.scene) : nil },
                strokeColor: layer.lineWidth > 0 ? layer.strokeColor.map { .color($0.scene) } : nil, stroke: stroke))
    }

    private func addGradient(_ layer: CAGradientLayer, _ result: inout Layer) {
        let colors = (layer.colors ?? []).compactMap { colorValue($0) }
        guard !colors.isEmpty else { return }
        func unit(_ point: CGPoint) -> Point {
            Point(Double(point.x), layer.isGeometryFlipped ? 1 - Double(point.y) : Double(point.y))
        }
        let (start, end) = (unit(layer.startPoint), unit(layer.endPoint))
        guard start.isFinite, end.isFinite else {
            fail(.number(property: "startPoint or endPoint", layer: layer.label))
            return
        }
        let geometry: Gradient.Geometry =
            switch layer.type {
            case .radial: .radial(startPoint: start, endPoint: end)
            case .conic: .conic(startPoint: start, endPoint: end)
            default: .axial(startPoint: start, endPoint: end)
            }
        var locations: [Double]?
        if let given = layer.locations, given.count == colors.count {
            var last = 0.0
            locations = given.map { number in
                last = max(last, min(1, number.doubleValue.isNaN ? 0 : number.doubleValue))
                return last
            }
        }
        result.kind = .gradient(Gradient(geometry, colors: colors, locations: locations))
    }

    private func addText(_ layer: CATextLayer, _ result: inout Layer, _ bounds: Rect, _ isUpsideDown: Bool) {
        guard let text = layer.sceneText(size: bounds.size) else { return }
        let line = Layer(kind: .text(text), frame: bounds)
        // The picture that the text stands for ends at the bounds.
        let whole = Layer(frame: bounds, masksToBounds: true, sublayers: [line])
        result.sublayers.append(upright(whole, isUpsideDown))
    }
}

extension CATextLayer {
    /// The text of the layer for a size of its bounds. Nil without a text.
    func sceneText(size: Size) -> Text? {
        let points = fontSize > 0 && fontSize.isFinite ? Double(fontSize) : 36
        var result = Text(
            string: "", font: fontPattern, fontSize: points, color: .color(foregroundColor?.scene ?? .transparent))
        switch string {
        case let text as NSAttributedString: result = AttributedText(text).text
        case let text as String: result.string = text
        case let text as Substring: result.string = String(text)
        case let text as NSString: result.string = text.description
        default: return nil
        }
        guard !result.wholeString.isEmpty else { return nil }
        result.isWrapped = isWrapped
        if alignmentMode != .natural || result.runs.isEmpty { align(&result) }
        if !isWrapped, truncationMode == .start || truncationMode == .middle {
            result.isWrapped = false
            if let cut = result.truncated(truncationMode, width: size.width) { return cut }
        }
        if truncationMode != .none {
            // One line, or as many as fit in the height with the usual leading.
            result.isWrapped = true
            let lines = isWrapped ? (size.height / (points * 1.2)).rounded(.down) : 1
            result.maximumLines = Int(max(1, min(10_000, lines.isFinite ? lines : 1)))
        }
        return result
    }

    private func align(_ result: inout Text) {
        result.alignment =
            switch alignmentMode {
            case .left: .left
            case .right: .right
            case .center: .center
            case .justified: .justified
            default: .start
            }
    }

    /// The font of plain texts, as scenes name it.
    private var fontPattern: String {
        switch font {
        case let name as String: FontNames.pattern(name)
        case let name as NSString: FontNames.pattern(name.description)
        case let font as CGFont: font.pattern
        case let font as any TextFont: font.textPattern
        default: FontNames.pattern("Helvetica")
        }
    }
}
