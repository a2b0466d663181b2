import PenumbraJSON
import PenumbraScene
import Testing

@testable import PenumbraFigma

struct FigmaDocumentTests: FigmaExamples {
    private func refusal(_ text: String) -> String {
        do {
            _ = try scene(text)
            return "accepted"
        } catch {
            return "\(error)"
        }
    }

    @Test func aFileANodeListAndANodeAreDocuments() throws {
        let node = rectangle(#""fills": [\#(red)]"#)
        for text in [
            node, #"{"document": {"type": "DOCUMENT", "children": [{"type": "CANVAS", "children": [\#(node)]}]}}"#,
            #"{"nodes": {"1:1": {"document": \#(node)}}}"#,
        ] {
            let layer = try layer(scene(text))
            #expect(
                layer["frame"] == [0, 0, 40, 30] && layer["backgroundColor"] == "red" || layer["backgroundColor"] == "#ff0000")
        }
        #expect(try layer(scene(node, node: "1-1"))["name"] == "R" && layer(scene(node, node: "R"))["name"] == "R")
    }

    @Test func gradientsFollowTheirHandles() throws {
        let stops =
            #""gradientStops": [{"position": 0, "color": {"r": 1, "g": 0, "b": 0}}, {"position": 1, "color": {"r": 0, "g": 0, "b": 1}}]"#
        let handles = #""gradientHandlePositions": [{"x": 0, "y": 0}, {"x": 1, "y": 1}, {"x": -1, "y": 1}]"#
        let layer = try layer(scene(rectangle(#""fills": [{"type": "GRADIENT_LINEAR", \#(handles), \#(stops)}]"#)))
        guard case .object(let gradient)? = layer["backgroundColor"] else {
            Issue.record("no gradient")
            return
        }
        #expect(gradient["startPoint"] == [0, 0] && gradient["endPoint"] == [1, 1])
    }

    @Test func autoLayoutIsALayout() throws {
        let child = rectangle(#""layoutSizingHorizontal": "FILL", "layoutSizingVertical": "FIXED", "fills": [\#(red)]"#)
        let frame = #"""
            {"type": "FRAME", "name": "F", "layoutMode": "HORIZONTAL", "itemSpacing": -4, "paddingLeft": 8,
             "primaryAxisAlignItems": "SPACE_BETWEEN", "counterAxisAlignItems": "CENTER",
             "absoluteBoundingBox": {"x": 0, "y": 0, "width": 100, "height": 50}, "children": [\#(child), \#(child)]}
            """#
        let layer = try layer(scene(frame))
        #expect(layer["layout"] == ["direction": "row", "justifyContent": "space-between", "alignItems": "center"])
        guard case .array(let sublayers)? = layer["sublayers"], case .object(let second) = sublayers[1] else {
            Issue.record("no items")
            return
        }
        #expect(second["flexGrow"] == 1 && second["height"] == 30 && second["margin"] == [0, 0, 0, -4])
    }

    @Test func overridesAreRuns() throws {
        let text = #"""
            {"type": "TEXT", "name": "T", "characters": "a 😀 b", "fills": [\#(red)], "style": {"fontFamily": "Inter", "fontSize": 20},
             "characterStyleOverrides": [0, 0, 7, 7], "styleOverrideTable": {"7": {"fontWeight": 700}},
             "absoluteBoundingBox": {"x": 0, "y": 0, "width": 100, "height": 50}}
            """#
        let layer = try layer(scene(text))
        #expect(
            layer["runs"] == ["a ", ["string": "😀", "font": "Inter:bold", "fontSize": 20], " b"],
            "\(String(describing: layer["runs"]))")
    }

    @Test func everythingWithoutAnEqualIsNamed() throws {
        let scene = try scene(
            rectangle(
                #"""
                "fills": [{"type": "GRADIENT_DIAMOND"}, {"type": "IMAGE", "imageRef": "x"}, {"type": "VIDEO", "visible": false}],
                "effects": [{"type": "GLASS"}, {"type": "NOISE", "visible": false}], "blendMode": "DISSOLVE", "cornerRadius": 4,
                "cornerSmoothing": 0.2
                """#))
        let properties = scene.issues.map(\.property)
        #expect(properties.sorted() == ["blendMode", "cornerSmoothing", "effects", "fills", "fills"], "\(scene.issues)")
        #expect(scene.issues.allSatisfy { $0.path == "R" })
    }

    @Test func mistakesAreOneLineWithTheirPlace() {
        #expect(refusal("{}").hasPrefix("document: expected \"document\", \"nodes\""))
        #expect(refusal(#"{"err": "Not found", "status": 404}"#).contains("Not found"))
        #expect(refusal(#"{"type": "RECTANGLE"}"#).contains("document.absoluteBoundingBox: missing"))
        #expect(refusal(rectangle(#""opacity": "x""#)) == "document.opacity: found \"x\", expected a number of at most 1e8")
        #expect(refusal(rectangle(#""fills": [{"type": "SOLID"}]"#)) == "document.fills[0].color: missing")
        #expect(refusal(rectangle(#""relativeTransform": [[1, 0]], "fills": []"#)) == "accepted")
        let deep = String(repeating: #"{"type": "GROUP", "absoluteBoundingBox": {}, "children": ["#, count: 95)
        let end = String(repeating: "]}", count: 95)
        #expect(refusal(deep + end).contains("nested more than 90 deep"))
    }
}
