import PenumbraFigma
import PenumbraJSON
import TestSupport
import Testing

@Suite(.timed) struct FigmaTextTests: FigmaExamples {
    private func text(_ style: String, _ keys: String = "", height: Double = 50) throws -> FigmaScene {
        try scene(
            node(
                "TEXT", box: "0, 0, 100, \(height)",
                #""characters": "ab cd", "fills": [\#(red)], "style": {"fontFamily": "Inter", "fontSize": 20, \#(style)}\#(keys)"#
            ))
    }

    private func runs(_ scene: FigmaScene) throws -> [JSONValue] {
        guard case .array(let runs)? = try layer(scene)["runs"] else { return [] }
        return runs
    }

    /// An override names what differs from the text, and runs take from the layer what they lack.
    @Test func styleOverridesReplaceTheTextStyle() throws {
        let result = try text(
            #""textCase": "UPPER", "textDecoration": "UNDERLINE", "letterSpacing": 2, "opentypeFlags": {"TNUM": 1}"#,
            #"""
            , "characterStyleOverrides": [1, 1, 0, 2],
            "styleOverrideTable": {"1": {"textDecoration": "NONE", "letterSpacing": 0, "opentypeFlags": {"SS01": 1}},
             "2": {"textCase": "ORIGINAL"}}
            """#)
        let runs = try runs(result)
        let first = try object(runs[0])
        #expect(first["string"] == "AB" && first["underline"] == false && first["letterSpacing"] == 0)
        #expect(first["fontFeatures"] == ["tnum": 0, "ss01": 1])
        #expect(runs[1] == " " && result.issues.isEmpty)
        let last = try object(runs[2])
        #expect(last["string"] == "c" && last["underline"] == true && last["letterSpacing"] == 2, "\(runs)")
        #expect(runs[3] == "D")
    }

    @Test func runsKeepLineHeightsOfTheirOwn() throws {
        let table = #"{"1": {"fontSize": 30, "lineHeightPx": 36}}"#
        let overrides = #", "characterStyleOverrides": [1, 1], "styleOverrideTable": \#(table)"#
        let fixed = #""lineHeightPx": 24, "lineHeightUnit": "FONT_SIZE_%""#
        let result = try text(fixed, overrides)
        #expect(try layer(result)["lineHeight"] == 24 && layer(result)["baselineOffset"] == nil && result.issues.isEmpty)
        #expect(try object(runs(result)[0])["lineHeight"] == 36)
        let intrinsic = try text(#""lineHeightPx": 24, "lineHeightUnit": "INTRINSIC_%""#, overrides)
        #expect(try layer(intrinsic)["lineHeight"] == nil && object(runs(intrinsic)[0])["lineHeight"] == nil)
    }

    /// Answers without a PostScript name say italic in the style's name.
    @Test func fontStyleNamesItalic() throws {
        let named = try layer(text(#""fontPostScriptName": null, "fontStyle": "Semi Bold Italic", "fontWeight": 600"#))
        #expect(named["font"] == "Inter:weight=180:italic")
        let bold = #""fontPostScriptName": "Inter-Bold", "fontStyle": "Bold", "fontWeight": 700"#
        #expect(try layer(text(bold))["font"] == "Inter:bold")
    }

    /// Without a number of lines, as many lines show as fit the box.
    @Test func truncatedTextsFillTheirBox() throws {
        let style = #""textTruncation": "ENDING", "lineHeightPx": 24"#
        #expect(try layer(text(style, height: 72))["maximumLines"] == 3)
        #expect(try layer(text(style, height: 10))["maximumLines"] == 1)
        #expect(try layer(text(style + #", "maxLines": 2"#, height: 72))["maximumLines"] == 2)
    }

    /// A trimmed box reaches from the height of the capitals to the last baseline.
    @Test func trimmedTextBoxesEndAtTheBaseline() throws {
        let style = #""leadingTrim": "CAP_HEIGHT", "lineHeightPx": 20, "textAlignVertical": "CENTER""#
        let one = try text(style + #", "textAutoResize": "WIDTH_AND_HEIGHT""#, height: 14)
        #expect(try layer(one)["verticalAlignment"] == "baseline" && layer(one)["baselineOffset"] == -14)
        let two = try text(style + #", "textAutoResize": "HEIGHT""#, height: 34)
        #expect(try layer(two)["baselineOffset"] == -14 && two.issues.isEmpty)
        #expect(try properties(text(style, height: 60)) == ["style.leadingTrim"])
    }

    @Test func trimmedTextsKeepTheirHeightInALayout() throws {
        let child = node(
            "TEXT", box: "0, 0, 60, 14",
            #"""
            "characters": "OK", "layoutSizingHorizontal": "HUG", "layoutSizingVertical": "HUG",
            "style": {"leadingTrim": "CAP_HEIGHT", "lineHeightPx": 20, "textAutoResize": "WIDTH_AND_HEIGHT"}
            """#)
        let frame = try layer(scene(node("FRAME", #""layoutMode": "HORIZONTAL", "children": [\#(child)]"#)))
        let text = sublayers(frame)[0]
        #expect(text["height"] == 14 && text["width"] == nil && text["frame"] == nil)
    }

    private func list(_ characters: String, _ style: String, _ keys: String) throws -> FigmaScene {
        try scene(
            node(
                "TEXT",
                #""characters": "\#(characters)", "style": {"fontFamily": "Inter", "fontSize": 20, \#(style)}, \#(keys)"#))
    }

    @Test func paragraphSpacingAndIndentsAreKeysOfTexts() throws {
        let result = try list(#"a\nb"#, #""paragraphSpacing": 8, "paragraphIndent": 12"#, #""lineTypes": ["NONE", "NONE"]"#)
        #expect(try layer(result)["paragraphSpacing"] == 8 && layer(result)["textIndent"] == 12 && result.issues.isEmpty)
        // One paragraph has no neighbour.
        #expect(try layer(list("a", #""paragraphSpacing": 8"#, #""lineTypes": []"#))["paragraphSpacing"] == nil)
    }

    /// Levels are 1.5 font sizes deep, and their numbers, letters and Roman numerals take turns.
    @Test func listsBecomeParagraphsWithMarkers() throws {
        let result = try list(
            #"t\na\nb\nc\nd\ne\nf"#, #""paragraphSpacing": 8, "listSpacing": 2"#,
            #"""
            "lineTypes": ["NONE", "ORDERED", "ORDERED", "ORDERED", "ORDERED", "UNORDERED", "ORDERED"],
            "lineIndentations": [0, 1, 2, 3, 1, 1, 1]
            """#)
        #expect(
            try layer(result)["paragraphs"] == [
                [:], ["marker": "1.", "indent": 30], ["marker": "a.", "indent": 60, "spacing": 2],
                ["marker": "i.", "indent": 90, "spacing": 2], ["marker": "2.", "indent": 30, "spacing": 2],
                ["marker": "\u{2022}", "indent": 30, "spacing": 2], ["marker": "1.", "indent": 30, "spacing": 2],
            ])
        #expect(result.issues.isEmpty)
        let short = try list(#"a\nb\nc"#, #""listSpacing": 0"#, #""lineTypes": ["UNORDERED", "UNORDERED", "UNORDERED"]"#)
        #expect(try layer(short)["paragraphs"] == [["marker": "\u{2022}", "indent": 30]])
        let sized = try list(
            #"a\nb"#, #""listSpacing": 0"#,
            #"""
            "lineTypes": ["UNORDERED", "UNORDERED"], "characterStyleOverrides": [0, 0, 1],
            "styleOverrideTable": {"1": {"fontSize": 10}}
            """#)
        guard case .array(let paragraphs)? = try layer(sized)["paragraphs"] else {
            Issue.record("no paragraphs")
            return
        }
        #expect(try object(paragraphs[1])["indent"] == 15)
        let mixed = try list(#"a\nb"#, #""paragraphIndent": 12"#, #""lineTypes": ["UNORDERED", "NONE"]"#)
        #expect(properties(mixed) == ["style.paragraphIndent"])
    }
}
