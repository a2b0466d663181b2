import PenumbraFigma
import PenumbraJSON
import PenumbraScene

/// Checks documents of Figma's API. Each is an error of one line, or scenes that read back equal.
enum DesignChecks {
    static func check(_ bytes: [UInt8]) throws {
        guard let value = try accepted({ () throws(JSONError) in try JSONValue(parsing: bytes) }),
            FigmaDocument.isDocument(value),
            let document = try accepted({ () throws(FigmaError) in try FigmaDocument(value) })
        else { return }
        for name in ["1:2", "1-2", "Card"] {
            _ = try accepted { () throws(FigmaError) in try document.frame(named: name) }
        }
        for hasPictures in [false, true] {
            var options = FigmaOptions()
            if hasPictures { options.image = { "pictures/\($0.count).png" } }
            for frame in document.frames.prefix(8) {
                guard let scene = try accepted({ () throws(FigmaError) in try FigmaScene(frame, options: options) }) else {
                    continue
                }
                for issue in scene.issues { try requireOneLine(issue) }
                for note in scene.notes { try requireOneLine(note) }
                try checkScene(scene.scene)
            }
        }
    }

    /// Limits of scenes, such as lengths and the depth of layers, may refuse a scene.
    private static func checkScene(_ value: JSONValue) throws {
        guard let scene = try accepted({ () throws(SceneError) in try Scene(document: value) }) else { return }
        let text = value.prettyPrinted()
        guard let read = try accepted({ () throws(SceneError) in try Scene(json: Array(text.utf8)) }) else {
            throw FuzzFinding("a converted scene isn't read as it was written: \(text.prefix(300).debugDescription)")
        }
        try require(read.layers.count == scene.layers.count, "a converted scene reads back with other layers")
    }
}
