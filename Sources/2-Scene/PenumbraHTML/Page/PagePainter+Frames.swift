import PenumbraGeometry
import PenumbraScene

extension HTMLElement {
    /// Whether the element shows a document that its attribute holds.
    var hasFrame: Bool { isHTML && name == "iframe" && self["srcdoc"] != nil }
}

/// Documents inside the page: `srcdoc`.
extension PagePainter {
    /// The layers of the document inside an `iframe`, in the coordinates of its border box.
    func frameLayers(_ node: Int, _ painter: BoxPainter) -> [Layer] {
        let area = painter.contentBox
        guard let source = tree.nodes[node].element?["srcdoc"], area.width >= 1, area.height >= 1 else { return [] }
        guard files.options.frameDepth < HTMLLimits.foreignDepth, files.takeFrame() else {
            files.note(tree.nodes[node].place, "more frames than are drawn; use fewer <iframe> elements")
            return []
        }
        var options = files.options
        options.frameDepth += 1
        (options.width, options.height, options.fitsHeight) = (area.width, area.height, false)
        options.limits.layerCount = max(0, state.mostLayers - state.layerCount)
        do throws(HTMLError) {
            // Such documents never are in quirks mode.
            let document = try HTMLDocument(Array("<!doctype html>\(source)".utf8), options: options)
            for warning in document.warnings { files.note(tree.nodes[node].place, "in <iframe>: \(warning.message)") }
            return [
                Layer(
                    frame: area, backgroundColor: document.background, masksToBounds: true, sublayers: document.layers)
            ]
        } catch {
            files.note(tree.nodes[node].place, "the <iframe> isn't drawn: \(error.message)")
            return []
        }
    }
}
