import PenumbraCSS
import PenumbraJSON
import PenumbraScene
import TestSupport
import Testing

/// Tests layouts, cut lines, and values that refer to the box's colour.
@Suite(.timed) struct ContentTests {
    private func conversion(_ css: String, text: String? = nil) throws -> CSSConversion {
        var options = CSSOptions()
        options.text = text
        let conversion = try CSSConversion(css, options: options)
        _ = try Scene(document: conversion.scene)
        return conversion
    }

    private func layer(_ css: String, text: String? = nil) throws -> JSONObject {
        guard case .object(let scene) = try conversion(css, text: text).scene, case .array(let layers)? = scene["layers"],
            case .object(let layer)? = layers.first
        else { return [:] }
        return layer
    }

    private func first(_ value: JSONValue?) -> JSONObject {
        guard case .array(let values)? = value, case .object(let object)? = values.first else { return [:] }
        return object
    }

    private func notes(_ css: String, text: String? = nil) throws -> String {
        try conversion(css, text: text).notes.joined(separator: "; ")
    }

    // MARK: Layouts

    @Test func flexBecomesALayout() throws {
        let css = "display: flex; flex-flow: column wrap; gap: 8px 4px; justify-content: flex-end; align-items: center; "
        let layer = try layer(css + "align-content: space-between; padding: 3px; border: 2px solid; width: 50px; height: 50px")
        let layout: JSONValue = [
            "direction": "column", "wrap": "wrap", "justifyContent": "flex-end", "alignContent": "space-between",
            "alignItems": "center", "gap": [8, 4],
        ]
        #expect(layer["layout"] == layout)
        #expect(layer["padding"] == 5)
        #expect(
            try self.layer("display: inline-flex; place-content: center; gap: 5px")["layout"]
                == ["justifyContent": "center", "alignContent": "center", "gap": 5])
        #expect(try self.layer("display: -webkit-flex")["layout"] == [:])
        #expect(try notes("display: flex").contains("add the items"))
    }

    @Test func textOfAFlexBoxIsAnItem() throws {
        let css = "display: flex; align-items: flex-end; justify-content: right; padding: 8px; width: 90px; height: 40px; "
        let layer = try layer(css, text: "a")
        #expect(layer["layout"] == ["justifyContent": "end", "alignItems": "flex-end"] && layer["padding"] == 8)
        let text = first(layer["sublayers"])
        #expect(text["string"] == "a" && text["frame"] == nil && text["padding"] == nil)
        // Layers of one text are one item.
        let shaded = try self.layer(css + "color: rgb(0 0 0 / 50%); text-shadow: 0 1px 2px", text: "a")
        #expect(first(first(shaded["sublayers"])["sublayers"])["type"] == "text")
        // Whatever lies beside the content keeps out of its layout.
        let dashed = try self.layer(css + "border: 1px dashed", text: "a")
        #expect(dashed["layout"] == nil && first(dashed["sublayers"])["layout"] != nil)
    }

    @Test func gridPlacesItsText() throws {
        let layer = try layer("display: grid; place-items: center", text: "a")
        #expect(layer["layout"] == ["justifyContent": "center", "alignItems": "center"])
        #expect(first(try self.layer("display: grid", text: "a")["sublayers"])["flexGrow"] == 1)
    }

    @Test func propertiesOfContainersHaveNoEffectElsewhere() throws {
        #expect(
            try notes("gap: 5px; align-items: center; width: 9px; height: 9px")
                == "no effect on the picture of one box: align-items, gap")
        #expect(try !notes("display: flex; gap: 5px").contains("no effect"))
    }

    // MARK: Lines

    @Test func ellipsisEndsALineThatIsCut() throws {
        let css = "width: 100px; height: 24px; white-space: nowrap; text-overflow: ellipsis; "
        let text = first(try layer(css + "overflow: hidden", text: "one two three four")["sublayers"])
        #expect(text["maximumLines"] == 1 && text["lineBreak"] == "anywhere" && text["wrapped"] == nil)
        #expect(text["masksToBounds"] == true)
        #expect(try !notes(css + "overflow: hidden", text: "a").contains("no effect"))
        let open = first(try layer(css, text: "one two three four")["sublayers"])
        #expect(open["maximumLines"] == nil && open["wrapped"] == false && open["masksToBounds"] == nil)
        #expect(try notes(css, text: "a").contains("no effect on the picture of one box: text-overflow"))
        #expect(try notes("overflow: hidden; width: 9px; height: 9px") == "no effect on the picture of one box: overflow")
    }

    @Test func lineClampLimitsTheLines() throws {
        let css = "display: -webkit-box; -webkit-line-clamp: 2; -webkit-box-orient: vertical; overflow: hidden; height: 99px"
        #expect(first(try layer(css, text: "a b")["sublayers"])["maximumLines"] == 2)
        #expect(try !notes(css, text: "a b").contains("no effect"))
        #expect(first(try layer("line-clamp: none", text: "a b")["sublayers"])["maximumLines"] == nil)
        #expect(throws: CSSError.self) { try layer("line-clamp: 1.5", text: "a b") }
        #expect(first(try layer("word-break: break-all", text: "a b")["sublayers"])["lineBreak"] == "anywhere")
    }

    // MARK: Colours

    @Test func shadowsWithoutAColourHaveTheTextColour() throws {
        let layer = try layer(
            "color: #f00; background: white; box-shadow: 1px 1px 0, 2px 2px blue; filter: drop-shadow(1px 1px)")
        #expect(layer["boxShadow"] == "1px 1px #ff0000, 2px 2px #0000ff")
        #expect(layer["filter"] == "drop-shadow(1px 1px #ff0000)")
        for css in ["box-shadow: 1px 1px", "filter: drop-shadow(1px 1px)", "border: 1px solid", "background: currentcolor"] {
            #expect(try !notes("color: red; \(css)").contains("color shows in text only"), "\(css)")
        }
        #expect(try notes("color: red; box-shadow: 1px 1px blue").contains("color shows in text only"))
        #expect(try BoxShadow.list(css: "1px 1px")[0].color == .black)
    }

    @Test func infiniteRadiusIsAPill() throws {
        let size = "width: 100px; height: 60px; background: red; "
        #expect(try layer(size + "border-radius: calc(infinity * 1px)") == layer(size + "border-radius: 9999px"))
        #expect(try layer(size + "border-radius: calc(-1 * -infinity * 1px)")["cornerRadius"] == 30)
        // A division by 0 is infinite, and what is no number is 0.
        #expect(try layer(size + "border-radius: calc(1px / 0)")["cornerRadius"] == 30)
        #expect(try layer(size + "border-radius: calc(1px * 5 - infinity * 0px)")["cornerRadius"] == nil)
    }

    @Test func colorsAreMixed() throws {
        for (css, color) in [
            ("in oklab, #f00 50%, transparent", "rgb(255 0 0 / 50%)"), ("in srgb, red, blue", "#800080"),
            ("in srgb, white 25%, black", "#404040"), ("in srgb, red 20%, red 20%", "rgb(255 0 0 / 40%)"),
            ("in srgb, color-mix(in srgb, white, black) 50%, black 50%", "#404040"),
            ("in hwb, color(srgb 1.6 .9 .8), color(srgb 1.6 .9 .81)", "color(srgb 1.6 0.9 0.805)"),
        ] {
            guard case .string(let mixed)? = try layer("background-color: color-mix(\(css))")["backgroundColor"] else {
                Issue.record("\(css) has no colour")
                continue
            }
            let (found, wanted) = (try Color(css: mixed), try Color(css: color))
            for key in [\Color.red, \.green, \.blue, \.alpha] {
                #expect(abs(found[keyPath: key] - wanted[keyPath: key]) < 0.003, "\(css): \(mixed)")
            }
        }
        for css in ["in srgb, red", "in mist, red, blue", "in srgb, red", "in srgb, red 120%, blue"] {
            #expect(throws: CSSError.self, "\(css)") { try layer("background-color: color-mix(\(css))") }
        }
        for (css, color) in [
            ("contrast-color(red)", "black"), ("contrast-color(navy)", "white"),
            ("alpha(from red / 50%)", "rgb(255 0 0 / 50%)"),
            ("alpha(from #f008 / calc(alpha / 2))", "#f004"), ("alpha(from #f008)", "#f008"),
        ] {
            guard case .string(let found)? = try layer("background-color: \(css)")["backgroundColor"] else {
                Issue.record("\(css) has no colour")
                continue
            }
            let (color, wanted) = (try Color(css: found), try Color(css: color))
            #expect(color.bytes == wanted.bytes, "\(css): \(found)")
        }
        for css in [
            "alpha(red / 50%)", "alpha(from red 50%)", "alpha(from red / )", "contrast-color()", "contrast-color(red, blue)",
        ] {
            #expect(throws: CSSError.self, "\(css)") { try layer("background-color: \(css)") }
        }
        let nested = String(repeating: "color-mix(in srgb, red, ", count: 40) + "red" + String(repeating: ")", count: 40)
        #expect(throws: CSSError.self) { try layer("background-color: \(nested)") }
    }

    // MARK: Masks

    @Test func oneColourWithTwoPositionsIsAGradient() throws {
        #expect(try layer("background: linear-gradient(#0f0 0 0)")["backgroundColor"] == "linear-gradient(#0f0 0 0)")
        #expect(throws: NotationError.self) { try Gradient(css: "linear-gradient(red)") }
        #expect(throws: NotationError.self) { try Gradient(css: "linear-gradient(red 5px)") }
    }

    @Test func masksExcludeAndSubtractEachOther() throws {
        let css =
            "padding: 9px; width: 50px; height: 50px; background: red; "
            + "mask: linear-gradient(#fff 0 0) content-box, linear-gradient(#fff 0 0); "
        for composite in ["exclude", "subtract", "intersect", "add"] {
            #expect(try layer(css + "mask-composite: \(composite)")["mask"] != nil, "\(composite)")
        }
        #expect(throws: CSSError.self) { try layer(css + "mask-composite: copy") }
    }
}
