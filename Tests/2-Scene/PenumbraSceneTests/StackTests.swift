import PenumbraGeometry
import PenumbraJSON
import PenumbraScene
import TestSupport
import Testing

/// Tests the deepest documents on a thread with a stack of 512 KiB, like secondary threads on some systems.
@Suite(.timed) struct StackTests {
    @Test func deepLayersFitOnASmallStack() {
        SmallStack.run {
            let count = SceneLimits.deepestLayer
            let json =
                #"{"canvas": {"width": 10, "height": 10}, "layers": ["#
                + String(repeating: #"{"frame": [0, 0, 5, 5], "sublayers": ["#, count: count - 1) + "{}"
                + String(repeating: "]}", count: count - 1) + "]}"
            do {
                let scene = try Scene(json: Array(json.utf8))
                let again = try Scene(json: Array(try scene.json().utf8))
                #expect(scene == again)
                #expect(scene.hashValue == again.hashValue)
            } catch {
                Issue.record("\(error)")
            }
        }
    }

    @Test func deepMasksFitOnASmallStack() {
        SmallStack.run {
            let count = SceneLimits.deepestLayer
            // Every second layer lies inside a mask, which adds an object but no array.
            let opening = #"{"frame": [0, 0, 5, 5], "backdropBlur": {"radius": 2, "progressive": true}, "mask": "#
            let json =
                #"{"canvas": {"width": 10, "height": 10}, "layers": ["#
                + String(repeating: opening + #"{"sublayers": ["#, count: count / 2 - 1) + opening + "{}}"
                + String(repeating: "]}}", count: count / 2 - 1) + "]}"
            do {
                let scene = try Scene(json: Array(json.utf8))
                let again = try Scene(json: Array(try scene.json().utf8))
                #expect(scene == again)
                #expect(scene.hashValue == again.hashValue)
                var layer = scene.layers[0]
                var depth = 1
                while let inner = layer.mask ?? layer.sublayers.first { (layer, depth) = (inner, depth + 1) }
                #expect(depth == count)
            } catch {
                Issue.record("\(error)")
            }
        }
    }

    @Test func deepJSONFitsOnASmallStack() {
        SmallStack.run {
            let depth = JSONValue.deepestNesting
            for (open, close) in [("[", "]"), (#"{"a":"#, "}")] {
                let text = String(repeating: open, count: depth - 1) + "[]" + String(repeating: close, count: depth - 1)
                do {
                    let value = try JSONValue(parsing: text)
                    let again = try JSONValue(parsing: value.prettyPrinted())
                    #expect(value == again)
                    #expect(value.compact() == text)
                } catch {
                    Issue.record("\(error)")
                }
            }
        }
    }
}
