import PenumbraEngine
import PenumbraGeometry
import PenumbraJSON
import PenumbraScene

/// Checks strings in the notations of CSS, Figma, design tokens and the command line. Accepted values can be written and read
/// back unchanged.
enum NotationChecks {
    static func check(_ bytes: [UInt8]) throws {
        let text = String(decoding: bytes, as: UTF8.self)
        try checkColor(text)
        try checkLists(text)
        try checkTransform(text)
        try checkJSON(bytes)
        try checkArguments(text)
        try checkKeys(text)
    }

    /// The result of `read` for written text, which it must accept.
    private static func reread<Value, Failure: Error & CustomStringConvertible>(
        _ text: String, _ read: () throws(Failure) -> Value
    ) throws -> Value {
        do throws(Failure) {
            return try read()
        } catch {
            throw FuzzFinding("what was written is not read: \(text.prefix(300).debugDescription): \(error)")
        }
    }

    private static func checkColor(_ text: String) throws {
        guard let color = try accepted({ () throws(NotationError) in try Color(css: text) }) else { return }
        let isSound =
            [color.red, color.green, color.blue].allSatisfy { (-8...8).contains($0) } && (0...1).contains(color.alpha)
        try require(isSound, "a colour beyond ±8: \(color)")
        let back = try reread(color.css) { () throws(NotationError) in try Color(css: color.css) }
        try require(back == color, "the colour \(color) was written as \(color.css), which is \(back)")
    }

    private static func checkLists(_ text: String) throws {
        if let shadows = try accepted({ () throws(NotationError) in try BoxShadow.list(css: text) }) {
            let written = shadows.isEmpty ? "none" : shadows.map(\.css).joined(separator: ", ")
            let back = try reread(written) { () throws(NotationError) in try BoxShadow.list(css: written) }
            try require(back == shadows, "box shadows changed when they were written: \(written.prefix(300))")
            try require(shadows.allSatisfy { $0.radius.value >= 0 && $0.offset.isFinite }, "a box shadow without sense")
        }
        if let functions = try accepted({ () throws(NotationError) in try FilterFunction.list(css: text) }) {
            let written = functions.isEmpty ? "none" : functions.map(\.css).joined(separator: " ")
            let back = try reread(written) { () throws(NotationError) in try FilterFunction.list(css: written) }
            try require(back == functions, "filter functions changed when they were written: \(written.prefix(300))")
        }
        if let gradient = try accepted({ () throws(NotationError) in try Gradient(css: text) }) {
            guard let written = gradient.css else { throw FuzzFinding("a CSS gradient cannot be written as one") }
            let back = try reread(written) { () throws(NotationError) in try Gradient(css: written) }
            try require(back == gradient, "a gradient changed when it was written: \(written.prefix(300))")
            try SceneChecks.checkDrawing(scene(Layer(kind: .gradient(gradient))))
        }
    }

    private static func checkTransform(_ text: String) throws {
        let frame = Size(width: 30, height: 20)
        guard let map = try accepted({ () throws(NotationError) in try Transform3D(css: text, frame: frame) }), map.isFinite
        else { return }
        let back = try reread(map.css) { () throws(NotationError) in try Transform3D(css: map.css, frame: frame) }
        try require(back == map, "the transform \(map) was written as \(map.css)")
    }

    private static func checkJSON(_ bytes: [UInt8]) throws {
        guard let value = try accepted({ () throws(JSONError) in try JSONValue(parsing: bytes) }) else { return }
        for written in [value.compact(), value.prettyPrinted()] {
            let back = try reread(written) { () throws(JSONError) in try JSONValue(parsing: written) }
            try require(back == value, "JSON changed when it was written")
        }
        if let tokens = try accepted({ () throws(SceneError) in try DesignTokens(json: bytes) }) {
            for path in tokens.shadowPaths {
                guard let shadows = try accepted({ () throws(SceneError) in try tokens.boxShadows(path) }) else { continue }
                try require(shadows.allSatisfy { $0.radius.value >= 0 && $0.offset.isFinite }, "a token's shadow without sense")
            }
        }
        try checkScene(["effects": value])
        try checkScene(["shadows": value])
        try checkScene(["backgroundColor": value])
    }

    private static func checkArguments(_ text: String) throws {
        _ = try accepted { () throws(SceneError) in try Parameter(argument: text) }
        do throws(DeviceError) {
            _ = try DeviceSelector(text)
        } catch {
            try requireOneLine("\(error)")
        }
    }

    /// Sets the text as the value of each layer key that holds a notation.
    private static func checkKeys(_ text: String) throws {
        for key in ["boxShadow", "filter", "transform", "backgroundColor", "backdropBlur"] {
            try checkScene([key: .string(text)])
        }
        try checkScene(["type": "shape", "path": .string(text)])
        try checkScene(["type": "image", "contents": .string(text)])
        try checkScene(["type": "text", "string": .string(text), "font": .string(text)])
    }

    private static func checkScene(_ layer: JSONValue) throws {
        let document: JSONValue = ["canvas": ["width": 20, "height": 12], "layers": [layer]]
        guard let scene = try accepted({ () throws(SceneError) in try Scene(document: document, baseFolder: "base") }) else {
            return
        }
        try SceneChecks.checkWriting(scene)
    }

    private static func scene(_ layer: Layer) -> Scene {
        Scene(canvas: Canvas(size: Size(width: 20, height: 12)), layers: [layer])
    }
}
