import PenumbraFigma
import PenumbraJSON
import PenumbraScene
import Testing

/// Converts small documents, and finds layers in their scenes.
protocol FigmaExamples {}

extension FigmaExamples {
    func scene(_ text: String, node: String? = nil) throws -> FigmaScene {
        let document = try FigmaDocument(try JSONValue(parsing: text))
        let frame = try #require(try node.map { try document.frame(named: $0) } ?? document.frames.first)
        let result = try FigmaScene(frame)
        _ = try Scene(document: result.scene)
        return result
    }

    func layer(_ scene: FigmaScene) throws -> JSONObject {
        guard case .object(let root) = scene.scene, case .array(let layers)? = root["layers"],
            case .object(let layer)? = layers.first
        else { throw FigmaError("scene", "no layer") }
        return layer
    }

    /// The layers in a layer.
    func sublayers(_ layer: JSONObject) -> [JSONObject] {
        guard case .array(let layers)? = layer["sublayers"] else { return [] }
        return layers.compactMap { value in
            guard case .object(let object) = value else { return nil }
            return object
        }
    }

    func object(_ value: JSONValue?) throws -> JSONObject {
        guard case .object(let object)? = value else { throw FigmaError("scene", "no object") }
        return object
    }

    func properties(_ scene: FigmaScene) -> [String] { scene.issues.map(\.property) }

    func node(_ type: String, box: String = "0, 0, 40, 30", _ keys: String) -> String {
        let sides = box.split(separator: ", ")
        return #"""
            {"id": "1:1", "name": "N", "type": "\#(type)",
             "absoluteBoundingBox": {"x": \#(sides[0]), "y": \#(sides[1]), "width": \#(sides[2]), "height": \#(sides[3])}, \#(keys)}
            """#
    }

    func rectangle(_ keys: String) -> String {
        #"{"id": "1:1", "name": "R", "type": "RECTANGLE", "absoluteBoundingBox": {"x": 5, "y": 6, "width": 40, "height": 30}, \#(keys)}"#
    }

    var red: String { #"{"type": "SOLID", "color": {"r": 1, "g": 0, "b": 0, "a": 1}}"# }
    var blue: String { #"{"type": "SOLID", "color": {"r": 0, "g": 0, "b": 1, "a": 1}}"# }
}
