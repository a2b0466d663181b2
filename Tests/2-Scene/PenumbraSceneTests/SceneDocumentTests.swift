import PenumbraJSON
import PenumbraScene
import PenumbraSystem
import TestSupport
import Testing

/// Documents that scenes with many sets of parameters are read from, with layers that no parameter changes.
@Suite(.timed) struct SceneDocumentTests {
    private static let template = """
        {"canvas": {"width": 200, "height": 100}, "parameters": {"title": "T", "width": 50, "color": "red", "items": [], "on": true},
         "layers": [
          {"frame": [0, 0, 200, 20], "cornerRadius": 3, "shadows": [{"radius": 2}],
           "sublayers": [{"type": "text", "string": "fixed", "fontSize": 9}, {"type": "gradient", "colors": ["red", "blue"]}]},
          {"frame": [0, 20, "${width}", 20],
           "sublayers": [{"transform": "translate(50%, 0)", "backgroundColor": "#123", "mask": {"cornerRadius": 2}},
                         {"backgroundColor": "${color}", "sublayers": [{"name": "inner"}]}]},
          {"type": "text", "string": "${title} – $${x}", "font": "a.ttf", "fontSize": 14, "color": "teal"},
          {"type": "text", "string": "${title}", "fontSize": 14, "color": "${color}"},
          {"layout": {"direction": "row"}, "sublayers": [
            {"forEach": "${items}", "type": "text", "string": "${item}", "fontSize": 8},
            {"if": "${on}", "width": 5, "height": 5, "backgroundColor": "white"},
            {"type": "text", "string": "fixed too", "fontSize": 7}]},
          {"replicate": {"count": 3}, "frame": [1, 2, 3, 4], "sublayers": [{}]}]}
        """

    private static func parameters(_ random: inout SeededGenerator) -> [String: JSONValue] {
        var result: [String: JSONValue] = [:]
        if random.chance(0.7) { result["title"] = random.chance(0.9) ? .string("title \(random.integer(0...9))") : .number(7) }
        if random.chance(0.5) { result["width"] = .number(Double(random.integer(-1...60))) }
        if random.chance(0.5) { result["color"] = ["teal", "#abc", "no colour", ""][random.integer(0...3)] }
        if random.chance(0.5) { result["items"] = .array((0..<random.integer(0...3)).map { .string("item \($0)") }) }
        if random.chance(0.5) { result["on"] = .bool(random.chance(0.5)) }
        return result
    }

    private static func outcome(_ read: () throws(SceneError) -> Scene) -> (scene: Scene?, error: SceneError?) {
        do throws(SceneError) { return (try read(), nil) } catch { return (nil, error) }
    }

    /// Scenes of one document are the scenes that are read alone, and so are their errors.
    @Test(arguments: [SceneLimits.default.layerCount, 17]) func scenesAreThoseThatAreReadAlone(layerCount: Int) throws {
        var limits = SceneLimits.default
        limits.layerCount = layerCount
        let json = try JSONValue(document: Array(Self.template.utf8))
        let document = SceneDocument(json, baseFolder: "folder", limits: limits)
        var random = SeededGenerator(seed: 3)
        var (scenes, errors) = (0, 0)
        for row in 0..<rounds(200) {
            let parameters = Self.parameters(&random)
            let shared = Self.outcome { () throws(SceneError) in try document.scene(parameters, scaleOverride: nil) }
            let alone = Self.outcome { () throws(SceneError) in
                try Scene(document: json, parameters: parameters, baseFolder: "folder", limits: limits)
            }
            #expect(shared.scene == alone.scene && shared.error == alone.error, "row \(row): \(parameters)")
            if alone.scene == nil { errors += 1 } else { scenes += 1 }
        }
        #expect(errors > 0 && (scenes > 0 || layerCount < SceneLimits.default.layerCount))
    }
}
