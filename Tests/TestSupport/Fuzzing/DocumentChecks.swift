import PenumbraGeometry
import PenumbraSVG
import PenumbraScene

/// Checks SVG documents. Each is an error of one line, or a scene that reads back equal.
enum DocumentChecks {
    static func check(_ bytes: [UInt8]) throws {
        for allowsMissing in [false, true] {
            var options = SVGOptions()
            options.allowsMissing = allowsMissing
            options.limits.layerCount = 20_000
            options.limits.pathSegments = 200_000
            // Letters as boxes: texts that need outlines get some.
            options.outlines = { text in
                let width = Double(text.string.count) * text.fontSize / 2
                return SVGTextOutline(
                    path: Path(Rect(x: 0, y: -text.fontSize, width: width, height: text.fontSize)), advance: width,
                    ascent: text.fontSize, descent: 0, hasColors: false)
            }
            let document: SVGDocument
            do throws(SVGError) {
                document = try SVGDocument(bytes, options: options)
            } catch {
                try requireOneLine(error)
                try require(error.place.line >= 1 && error.place.column >= 1, "an error has no place: \(error)")
                continue
            }
            for warning in document.warnings { try requireOneLine(warning) }
            try checkScene(document.scene(width: 64))
        }
    }

    private static func checkScene(_ scene: Scene) throws {
        guard let written = try accepted({ () throws(SceneError) in try scene.json() }),
            // Limits of scenes, such as the depth of layers, may refuse a document.
            let read = try accepted({ () throws(SceneError) in try Scene(json: Array(written.utf8)) })
        else { return }
        try require(read.layers.count == scene.layers.count, "a scene reads back with other layers")
    }
}
