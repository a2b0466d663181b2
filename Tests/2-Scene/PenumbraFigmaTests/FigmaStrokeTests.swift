import PenumbraFigma
import PenumbraJSON
import TestSupport
import Testing

@Suite(.timed) struct FigmaStrokeTests: FigmaExamples {
    private func square(_ align: String, fill: String) -> String {
        node(
            "VECTOR", box: "0, 0, 10, 10",
            #"""
            "fills": [\#(fill)], "fillGeometry": [{"path": "M0 0H10V10H0Z", "windingRule": "NONZERO"}],
            "strokes": [\#(blue)], "strokeWeight": 2, "strokeAlign": "\#(align)",
            "strokeGeometry": [{"path": "M-2 -2H12V12H-2ZM2 2V8H8V2Z", "windingRule": "NONZERO"}]
            """#)
    }

    private let glass = #"{"type": "SOLID", "opacity": 0.5, "color": {"r": 1, "g": 0, "b": 0, "a": 1}}"#

    /// The API returns the geometry of inside and outside strokes twice as wide.
    @Test func insideAndOutsideStrokeGeometryIsMasked() throws {
        let center = sublayers(try layer(scene(square("CENTER", fill: red))))
        #expect(center.map { $0["fillColor"] } == ["#ff0000", "#0000ff"] && center[1]["mask"] == nil)

        let inside = sublayers(try layer(scene(square("INSIDE", fill: red))))
        #expect(inside.count == 2 && inside[0]["mask"] == nil)
        #expect(try object(inside[1]["mask"])["path"] == "M0 0H10V10H0Z")

        // An opaque fill hides the inner half.
        let outside = sublayers(try layer(scene(square("OUTSIDE", fill: red))))
        #expect(outside.map { $0["fillColor"] } == ["#0000ff", "#ff0000"] && outside.allSatisfy { $0["mask"] == nil })

        for fill in [glass, ""] {
            let cut = sublayers(try layer(scene(square("OUTSIDE", fill: fill))))
            let mask = try object(cut.last?["mask"])
            #expect(mask["maskType"] == "luminance" && mask["backgroundColor"] == "white", "\(fill)")
            let hole = sublayers(mask)[0]
            #expect(hole["frame"] == [17, 17, 10, 10] && hole["path"] == "M0 0H10V10H0Z", "\(fill)")
        }
    }

    @Test func ellipsesHaveOutsideStrokesWithoutGeometry() throws {
        let keys = #""strokes": [\#(red)], "strokeWeight": 3, "strokeAlign": "OUTSIDE""#
        let result = try scene(node("ELLIPSE", keys))
        let stroke = sublayers(try layer(result))[0]
        #expect(result.issues.isEmpty && stroke["lineWidth"] == 6)
        #expect(try object(stroke["mask"])["maskType"] == "luminance")
    }

    /// Parts of a vector network may have fills of their own.
    @Test func vectorPartsHaveTheirOwnFills() throws {
        let vector = node(
            "VECTOR",
            #"""
            "fills": [\#(red)], "fillOverrideTable": {"1": {"fills": [\#(blue)]}, "2": null, "3": {"fills": []}}, "strokes": [],
            "fillGeometry": [{"path": "M0 0H4V4Z", "overrideID": 1}, {"path": "M5 0H9V4Z"}, {"path": "M5 5H9V9Z", "overrideID": 2},
             {"path": "M0 5H4V9Z", "overrideID": 3}]
            """#)
        let shapes = sublayers(try layer(scene(vector)))
        #expect(shapes.map { $0["fillColor"] } == ["#0000ff", "#ff0000", "#ff0000"])
        #expect(shapes.map { $0["path"] } == ["M0 0H4V4Z", "M5 0H9V4Z", "M5 5H9V9Z"])
    }

    @Test func linesArePlacedByTheirRenderedBounds() throws {
        func path(_ bounds: String, _ keys: String = "") throws -> JSONValue? {
            let text = node(
                "LINE", box: "10, 20, 30, 0",
                #""strokes": [\#(red)], "strokeWeight": 2, "absoluteRenderBounds": \#(bounds)\#(keys)"#)
            return sublayers(try layer(scene(text)))[0]["path"]
        }
        #expect(try path(#"{"x": 10, "y": 18, "width": 30, "height": 2}"#) == "M0 -1H30")
        #expect(try path(#"{"x": 10, "y": 19, "width": 30, "height": 2}"#) == "M0 0H30")
        #expect(try path("null") == "M0 0H30")
        let shadow = #", "effects": [{"type": "DROP_SHADOW", "radius": 4, "color": {"r": 0, "g": 0, "b": 0}}]"#
        #expect(try path(#"{"x": 8, "y": 18, "width": 34, "height": 9}"#, shadow) == "M0 0H30")
    }

    /// Sides of nearly 0 are lines too. Ends that only the rendered bounds show are named.
    @Test func uprightVectorsBecomeLinesAndArrowEndsAreNamed() throws {
        func arrow(_ width: Int) throws -> FigmaScene {
            try scene(
                node(
                    "VECTOR", box: "-4, 0, 1.9e-7, 316",
                    #"""
                    "rotation": 1.5707963, "fills": [], "strokes": [\#(red)], "strokeWeight": 30, "strokeAlign": "INSIDE",
                    "absoluteRenderBounds": {"x": \#(-4 - width / 2), "y": 0, "width": \#(width), "height": 316}
                    """#))
        }
        let plain = try arrow(30)
        let line = sublayers(try layer(plain))[0]
        #expect(plain.issues.isEmpty && line["path"] == "M0 0H316" && line["lineWidth"] == 30 && line["mask"] == nil)
        #expect(try properties(arrow(220)) == ["strokeGeometry"])
    }

    @Test func brushAndVariableWidthStrokesAreNamed() throws {
        let brush = #""complexStrokeProperties": {"strokeType": "BRUSH"}"#
        let keys = #""strokes": [\#(red)], "variableWidthPoints": [{"position": 0}], \#(brush)"#
        #expect(try properties(scene(rectangle(keys))) == ["complexStrokeProperties", "variableWidthPoints"])
        let basic = #""strokes": [\#(red)], "complexStrokeProperties": {"strokeType": "BASIC"}"#
        #expect(try scene(rectangle(basic)).issues.isEmpty)
    }

    /// The outline of a gradient stroke follows continuous corners.
    @Test func strokesFollowContinuousCorners() throws {
        let corners = #""cornerRadius": 8, "cornerSmoothing": 0.6"#
        let keys = #""strokes": [\#(red), \#(blue)], "strokeWeight": 2, "strokeAlign": "INSIDE", \#(corners)"#
        let stroke = sublayers(try layer(scene(rectangle(keys))))[0]
        #expect(stroke["path"] == "bounds" && stroke["frame"] == [1, 1, 38, 28] && stroke["cornerCurve"] == "continuous")
        #expect(stroke["cornerRadius"] == [7, 7, 7, 7])
    }

    @Test func sharpPieCornersBecomeBevels() throws {
        let pie = node(
            "ELLIPSE",
            #""strokes": [\#(red)], "arcData": {"startingAngle": 0, "endingAngle": 0.3, "innerRadius": 0}, "strokeMiterAngle": 60"#
        )
        #expect(sublayers(try layer(scene(pie)))[0]["miterLimit"] == 2)
    }

    /// Strokes that a layout includes add to its padding.
    @Test func strokesIncludedInTheLayoutAddPadding() throws {
        func frame(_ keys: String) throws -> FigmaScene {
            try scene(
                node(
                    "FRAME",
                    #"""
                    "layoutMode": "VERTICAL", "paddingLeft": 4, "strokesIncludedInLayout": true, \#(keys),
                    "children": [\#(rectangle(#""fills": []"#))]
                    """#))
        }
        let inside = try frame(
            #""strokes": [\#(red)], "individualStrokeWeights": {"top": 0, "right": 1, "bottom": 2, "left": 3}"#)
        #expect(try inside.issues.isEmpty && layer(inside)["padding"] == [0, 1, 2, 7])
        #expect(try properties(frame(#""strokes": [\#(red)], "strokeAlign": "OUTSIDE""#)) == ["strokesIncludedInLayout"])
        let none = try frame(#""strokes": [], "strokeAlign": "OUTSIDE""#)
        #expect(try none.issues.isEmpty && layer(none)["padding"] == [0, 0, 0, 4])
    }
}
