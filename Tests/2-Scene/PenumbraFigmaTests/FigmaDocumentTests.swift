import PenumbraFigma
import PenumbraJSON
import PenumbraScene
import TestSupport
import Testing

@Suite(.timed) struct FigmaDocumentTests: FigmaExamples {
    private func refusal(_ text: String) -> String {
        do {
            _ = try scene(text)
            return "accepted"
        } catch {
            return "\(error)"
        }
    }

    @Test func figmaFilesNodeListsAndNodesAreAccepted() throws {
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

    @Test func figmaGradientsFollowTheirHandles() throws {
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

    @Test func figmaAutoLayoutBecomesALayout() throws {
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

    @Test func figmaTextOverridesBecomeRuns() throws {
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

    /// The spread of a filled rectangle grows its box, so that sharp corners stay sharp.
    @Test func spreadOfARectangleIsAShadowOfItsBox() throws {
        let shadow = #""radius": 4, "spread": 6, "color": {"r": 0, "g": 0, "b": 0, "a": 1}"#
        let effects = #"[{"type": "DROP_SHADOW", \#(shadow)}, {"type": "INNER_SHADOW", \#(shadow)}]"#
        let filled = try layer(scene(rectangle(#""fills": [\#(red)], "effects": \#(effects)"#)))
        #expect(filled["boxShadow"] == "black 0px 0px 4px 6px" && filled["effects"] == nil, "\(filled)")
        guard case .array(let inner)? = filled["innerShadows"] else {
            Issue.record("no inner shadow")
            return
        }
        #expect(try object(object(inner[0])["path"])["rect"] == [6, 6, 28, 18])
        let empty = try layer(scene(rectangle(#""fills": [], "effects": \#(effects)"#)))
        #expect(empty["effects"] != nil && empty["boxShadow"] == nil)
    }

    @Test func diamondGradientsAreFourQuarters() throws {
        func stop(_ position: Int, _ alpha: Double) -> String {
            #"{"position": \#(position), "color": {"r": \#(position), "g": 0, "b": 0, "a": \#(alpha)}}"#
        }
        for (alpha, parts) in [(1.0, 3), (0.5, 4)] {
            let fill = #"""
                {"type": "GRADIENT_DIAMOND", "gradientStops": [\#(stop(0, alpha)), \#(stop(1, alpha))],
                 "gradientHandlePositions": [{"x": 0.5, "y": 0.5}, {"x": 1, "y": 0.5}, {"x": 0.5, "y": 1}]}
                """#
            let result = try scene(rectangle(#""fills": [\#(fill)]"#))
            #expect(result.issues.isEmpty)
            let turned = sublayers(sublayers(try layer(result))[0])[0]
            #expect(sublayers(turned).count == parts)
        }
    }

    @Test func unsupportedFigmaPropertiesAreNamed() throws {
        let scene = try scene(
            rectangle(
                #"""
                "fills": [{"type": "GRADIENT_DIAMOND"}, {"type": "IMAGE", "imageRef": "x"}, {"type": "VIDEO", "visible": false}],
                "effects": [{"type": "GLASS"}, {"type": "NOISE", "visible": false}], "blendMode": "DISSOLVE", "cornerRadius": 4,
                "paragraphs": 1
                """#))
        let properties = scene.issues.map(\.property)
        #expect(properties.sorted() == ["blendMode", "effects", "fills", "fills"], "\(scene.issues)")
        #expect(scene.issues.allSatisfy { $0.path == "R" })
    }

    /// Shadows keep only what scenes know.
    @Test func figmaShadowsKeepOnlySceneColoursAndBlendModes() throws {
        let shadow = #""type": "DROP_SHADOW", "radius": 4, "color": {"r": 1, "g": 0, "b": 0, "a": 2, "name": "x"}"#
        let result = try scene(
            rectangle(#""effects": [{\#(shadow), "blendMode": "MULTIPLY"}, {\#(shadow), "blendMode": "DISSOLVE"}]"#))
        guard case .array(let effects)? = try layer(result)["effects"] else {
            Issue.record("no effects")
            return
        }
        #expect(try object(effects[0])["color"] == ["r": 1, "g": 0, "b": 0, "a": 1])
        #expect(try object(effects[0])["blendMode"] == "MULTIPLY" && object(effects[1])["blendMode"] == "NORMAL")
        #expect(properties(result) == ["blendMode"])
    }

    /// A hidden mask cuts nothing. A hidden node may have no place.
    @Test func hiddenMasksAndNodesAreIgnored() throws {
        let hidden = #"{"type": "ELLIPSE", "isMask": true, "visible": false, "absoluteBoundingBox": null}"#
        let frame = #""layoutMode": "HORIZONTAL", "children": [\#(hidden), \#(rectangle(#""fills": []"#))]"#
        let layer = try layer(scene(node("FRAME", frame)))
        #expect(layer["layout"] != nil && sublayers(layer).map { $0["name"] } == ["R"] && sublayers(layer)[0]["mask"] == nil)
    }

    /// The outermost node is turned as in the design, and so are the nodes in it.
    @Test func rotatedFramesKeepTheirDesignGeometry() throws {
        // A quarter turn to the left: the child at the left of the page is at the top of the frame.
        let turn = #""rotation": 1.5707963267948966"#
        let child = #"{"type": "RECTANGLE", "name": "R", "absoluteBoundingBox": {"x": 100, "y": 60, "width": 8, "height": 30}}"#
        let result = try scene(node("FRAME", box: "100, 50, 20, 40", #"\#(turn), "children": [\#(child)]"#))
        let frame = try layer(result)
        #expect(frame["frame"] == [0, 40, 40, 20] && frame["transform"] == "matrix(0, -1, 1, 0, 0, 0)", "\(frame)")
        #expect(sublayers(frame)[0]["frame"] == [0, 0, 30, 8] && sublayers(frame)[0]["transform"] == nil, "\(frame)")
        #expect(try object(object(result.scene)["canvas"])["width"] == 20)

        let mirrored = rectangle(#""size": {"x": 40, "y": 30}, "relativeTransform": [[1, 0, 7], [0, -1, 9]]"#)
        #expect(try layer(scene(mirrored))["frame"] == [0, 30, 40, 30])
    }

    /// Groups that don't pass through isolate the blend modes inside them.
    @Test func groupsIsolateBlendModesUnlessPassThrough() throws {
        func filter(_ mode: String, _ inner: String, _ paint: String = "NORMAL") throws -> JSONValue? {
            let child = rectangle(
                #""blendMode": "\#(inner)", "fills": [{"type": "SOLID", "blendMode": "\#(paint)", "color": {"r": 0, "g": 0, "b": 0}}]"#
            )
            return try layer(scene(node("GROUP", #""blendMode": "\#(mode)", "children": [\#(child)]"#)))["filter"]
        }
        #expect(try filter("NORMAL", "MULTIPLY") == "opacity(1)" && filter("NORMAL", "PASS_THROUGH", "OVERLAY") == "opacity(1)")
        #expect(try filter("NORMAL", "PASS_THROUGH") == nil && filter("PASS_THROUGH", "MULTIPLY") == nil)
    }

    @Test func figmaErrorsAreOneLineWithTheirPath() {
        #expect(refusal("{}").hasPrefix("document: expected \"document\", \"nodes\""))
        #expect(refusal(#"{"err": "Not found", "status": 404}"#).contains("Not found"))
        #expect(refusal(#"{"type": "RECTANGLE"}"#).contains("document.absoluteBoundingBox: missing"))
        #expect(refusal(rectangle(#""opacity": "x""#)) == "document.opacity: found \"x\", expected a number of at most 1e8")
        #expect(refusal(rectangle(#""fills": [{"type": "SOLID"}]"#)) == "document.fills[0].color: missing")
        let rows = refusal(rectangle(#""relativeTransform": [[1, 0]], "fills": []"#))
        #expect(rows == "document.relativeTransform: found 1 rows, expected 2")
        let deep = String(repeating: #"{"type": "GROUP", "absoluteBoundingBox": {}, "children": ["#, count: 95)
        let end = String(repeating: "]}", count: 95)
        #expect(refusal(deep + end).contains("nested more than 90 deep"))
    }
}
