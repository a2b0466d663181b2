import PenumbraFigma
import PenumbraGeometry
import PenumbraJSON
import PenumbraScene
import TestSupport
import Testing

/// Tests fills with pictures, smooth corners, and strokes of different widths.
@Suite(.timed) struct FigmaPictureTests: FigmaExamples {
    private func picture(_ keys: String, size: Size? = Size(width: 10, height: 20)) throws -> FigmaScene {
        let document = try FigmaDocument(
            try JSONValue(parsing: rectangle(#""fills": [{"type": "IMAGE", "imageRef": "a", \#(keys)}]"#)))
        var options = FigmaOptions()
        options.image = { $0 + ".png" }
        options.imageSize = { $0 == "a.png" ? size : nil }
        let result = try FigmaScene(try #require(document.frames.first), options: options)
        _ = try Scene(document: result.scene)
        return result
    }

    private func fill(_ scene: FigmaScene) throws -> JSONObject { try #require(sublayers(try layer(scene)).first) }

    /// The rectangle is 40 wide and 30 high.
    @Test func tiledPicturesRepeatFromTheTopLeft() throws {
        let result = try picture(#""scaleMode": "TILE", "scalingFactor": 0.5"#)
        let fill = try fill(result)
        #expect(result.issues.isEmpty && fill["masksToBounds"] == true && fill["frame"] == [0, 0, 40, 30])
        let rows = try #require(sublayers(fill).first)
        #expect(rows["replicate"] == ["count": 3, "transform": "translate(0px, 10px)"])
        let columns = try #require(sublayers(rows).first)
        #expect(columns["replicate"] == ["count": 8, "transform": "translate(5px, 0px)"])
        let tile = try #require(sublayers(columns).first)
        #expect(tile["frame"] == [0, 0, 5, 10] && tile["contents"] == "a.png" && tile["transform"] == nil)
        let turned = try self.fill(picture(#""scaleMode": "TILE", "scalingFactor": 2, "rotation": 90"#))
        // Two rows of one tile.
        let row = try #require(sublayers(turned).first)
        #expect(row["replicate"] == ["count": 2, "transform": "translate(0px, 20px)"])
        let upright = try #require(sublayers(row).first)
        #expect(upright["frame"] == [10, -10, 20, 40] && upright["transform"] == "rotate(90deg)")
    }

    @Test func tiledPicturesNeedASizeAndABound() throws {
        let unknown = try picture(#""scaleMode": "TILE""#, size: nil)
        #expect(unknown.issues.map(\.property) == ["fills"])
        for factor in [0.0, 0.001] {
            let many = try picture(#""scaleMode": "TILE", "scalingFactor": \#(factor)"#)
            #expect(many.issues.count == 1, "\(factor)")
        }
    }

    @Test func picturesTurnByQuarters() throws {
        for (mode, gravity) in [("FILL", "resizeAspectFill"), ("FIT", "resizeAspect")] {
            let turned = try #require(try sublayers(fill(picture(#""scaleMode": "\#(mode)", "rotation": -90"#))).first)
            #expect(turned["frame"] == [5, -5, 30, 40] && turned["transform"] == "rotate(270deg)")
            #expect(turned["contentsGravity"] == .string(gravity))
            let plain = try fill(picture(#""scaleMode": "\#(mode)", "rotation": 360"#))
            #expect(plain["contents"] == "a.png" && plain["sublayers"] == nil)
        }
        #expect(try properties(picture(#""scaleMode": "FILL", "rotation": 45"#)) == ["fills"])
    }

    /// A mirrored crop maps the picture's right edge to the left.
    @Test func turnedCropsBecomeTransforms() throws {
        let result = try picture(#""scaleMode": "STRETCH", "imageTransform": [[-1, 0, 1], [0, 1, 0]]"#)
        let crop = try #require(try sublayers(fill(result)).first)
        #expect(crop["transform"] == "matrix(-1, 0, 0, 1, 0, 0)" && crop["frame"] == [40, 0, 40, 30], "\(crop)")
        let plain = try fill(picture(#""scaleMode": "STRETCH", "imageTransform": [[0.5, 0, 0.25], [0, 0.5, 0]]"#))
        #expect(plain["contentsRect"] == [0.25, 0, 0.5, 0.5] && result.issues.isEmpty)
    }

    @Test func cornerSmoothingKeepsItsAmount() throws {
        for (amount, curve) in [("0.6", JSONValue.string("continuous")), ("0.2", 0.2), ("1", 1)] {
            let result = try scene(rectangle(#""cornerRadius": 8, "cornerSmoothing": \#(amount), "fills": [\#(red)]"#))
            #expect(try layer(result)["cornerCurve"] == curve && result.issues.isEmpty)
        }
        #expect(try layer(scene(rectangle(#""cornerRadius": 8, "cornerSmoothing": 0"#)))["cornerCurve"] == nil)
    }

    /// As in CSS, the inner corner between sides of 2 and 4 is an ellipse of 8 − 4 by 8 − 2.
    @Test func strokesOfDifferentWidthsHaveEllipticalCorners() throws {
        let widths = #""individualStrokeWeights": {"top": 2, "right": 2, "bottom": 2, "left": 4}"#
        func path(_ align: String) throws -> String {
            let keys = #""strokes": [\#(red)], "strokeAlign": "\#(align)", "cornerRadius": 8, \#(widths)"#
            guard case .string(let path)? = sublayers(try layer(scene(rectangle(keys))))[0]["path"] else { return "" }
            return path
        }
        #expect(try path("INSIDE").hasSuffix("V8A4 6 0 0 1 8 2Z"))
        #expect(try path("OUTSIDE").hasPrefix("M8 -2H32A10 10 0 0 1 42 8") && path("OUTSIDE").contains("A12 10 0 0 1 -4 22"))
        #expect(try path("CENTER").contains("A10 9 0 0 1 -2 22") && path("CENTER").contains("A6 7 0 0 1 2 22"))
    }
}
