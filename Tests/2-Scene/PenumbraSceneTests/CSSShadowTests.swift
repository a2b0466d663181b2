import PenumbraGeometry
import PenumbraScene
import TestSupport
import Testing

/// Tests `box-shadow` and `filter` strings.
@Suite(.timed) struct CSSShadowTests {
    private static let shade = Color(red: 0, green: 0, blue: 0, alpha: 0.2)
    private static let red = Color(red: 1, green: 0, blue: 0)

    @Test(
        arguments: [
            ("none", []), (" NONE ", []), ("none;", []), ("0 0 ; ", [BoxShadow()]),
            ("red 1px 2px;", [BoxShadow(color: red, offset: Point(1, 2))]),
            ("0 0", [BoxShadow()]),
            ("0 4px 12px rgb(0 0 0 / 20%)", [BoxShadow(color: shade, offset: Point(0, 4), radius: Sigma(6))]),
            ("rgba(0, 0, 0, 0.2) 0px 4px 12px 0px", [BoxShadow(color: shade, offset: Point(0, 4), radius: Sigma(6))]),
            ("rgba(0,0,0,.2)0 4px 12px", [BoxShadow(color: shade, offset: Point(0, 4), radius: Sigma(6))]),
            (
                "red -1.5px +2PX 3px -4px inset",
                [BoxShadow(color: red, offset: Point(-1.5, 2), radius: Sigma(1.5), spread: -4, isInset: true)]
            ),
            ("inset 1px 2px #f00", [BoxShadow(color: red, offset: Point(1, 2), isInset: true)]),
            ("1px 2px INSET red", [BoxShadow(color: red, offset: Point(1, 2), isInset: true)]),
            (
                "0 1px 2px 0 #f00,\n inset 0 0 0 1px #00000033 , 0 0 0 3px oklch(0 0 0 / 20%)",
                [
                    BoxShadow(color: red, offset: Point(0, 1), radius: Sigma(1)),
                    BoxShadow(color: shade, spread: 1, isInset: true), BoxShadow(color: shade, spread: 3),
                ]
            ),
        ] as [(String, [BoxShadow])])
    func boxShadowsAreRead(_ text: String, _ expected: [BoxShadow]) throws {
        #expect(try BoxShadow.list(css: text) == expected)
        if !expected.isEmpty {
            #expect(try BoxShadow.list(css: expected.map(\.css).joined(separator: ", ")) == expected)
        }
    }

    private static let wanted = "expected 2 to 4 lengths and a colour, as in \"0 4px 12px rgb(0 0 0 / 20%)\""

    @Test(
        arguments: [
            ("", "found no lengths in box-shadow, \(wanted)"),
            ("red", "found no lengths in box-shadow, \(wanted)"),
            ("4px red", "found 1 length in box-shadow, \(wanted)"),
            ("0 4px,", "found no lengths in box-shadow, \(wanted)"),
            ("0 4 red", "found 4 in box-shadow; a length needs a unit, write 4px"),
            ("0 0.5em", "box-shadow takes lengths in px, found the unit \"em\""),
            ("0 10% red", "box-shadow takes lengths in px, found the unit \"%\""),
            ("0 calc(1px + 2px)", "calc() is not supported in box-shadow; write the value it stands for"),
            ("0 0 var(--blur)", "var() is not supported in box-shadow; write the value it stands for"),
            ("0 0 -1px", "found the blur -1px in box-shadow, expected 0 or more"),
            ("0 0 1px 2px 3px", "box-shadow has more than 4 lengths"),
            ("1px red 2px", "found \"2px\" in box-shadow; its lengths must be next to each other"),
            ("red 0 0 blue", "found \"blue\" in box-shadow, which has a colour already"),
            ("inset 0 0 inset", "`inset` appears twice in one shadow of box-shadow"),
            ("0 0 / red", "found \"/ red\" in box-shadow, \(wanted)"),
            ("0 0 rde", "found \"rde\", which is no CSS colour; did you mean \"red\"?"),
            (
                "0 0 currentcolor",
                "the colour notation currentcolor is not supported; use #rrggbb, a name, rgb(), hsl(), hwb(), lab(), lch(), oklab(), oklch() or color()"
            ),
            ("none, 0 0 red", "found \"none\", expected a CSS colour such as \"white\", \"#1a2b3c80\" or \"rgb(0 0 0 / 40%)\""),
            (
                "box-shadow: 0 0 red;",
                "found \"box-shadow:\"; give only the value, without property and semicolon"
            ),
            ("0 0; 1px 1px", "found \"; 1px 1px\" in box-shadow, expected a comma or the end"),
            (
                "0 0 rgb(from red r g b / 50%)",
                "relative colours, as \"rgb(from …)\", aren't supported"
            ),
            ("0 0 red)", "found \")\" in box-shadow, expected a comma or the end"),
            ("2e9px 0", "found 2000000000px in box-shadow, the largest allowed is 1e9px"),
        ] as [(String, String)])
    func badBoxShadowsAreRefused(_ text: String, _ message: String) {
        #expect(throws: NotationError("\(message)")) { try BoxShadow.list(css: text) }
    }

    @Test(
        arguments: [
            ("none", []), ("blur(4px)", [.blur(Sigma(4))]), ("blur();", [.blur(.zero)]), ("BLUR( 0 )", [.blur(.zero)]),
            ("brightness(50%)", [.color(.brightness, amount: 0.5)]), ("contrast()", [.color(.contrast, amount: 1)]),
            (
                "grayscale(7) hue-rotate(-.25turn) saturate( 180% )",
                [.color(.grayscale, amount: 1), .color(.hueRotate, amount: -90), .color(.saturate, amount: 1.8)]
            ), ("hue-rotate(0)", [.color(.hueRotate, amount: 0)]),
            (
                "drop-shadow(1px 2px 3px red)blur(1.5px)",
                [.dropShadow(offset: Point(1, 2), radius: Sigma(3), color: red), .blur(Sigma(1.5))]
            ),
            (
                "drop-shadow(rgb(0 0 0 / 20%) 0 -2px) drop-shadow(0 1px)",
                [
                    .dropShadow(offset: Point(0, -2), radius: .zero, color: shade),
                    .dropShadow(offset: Point(0, 1), radius: .zero, color: .black),
                ]
            ),
        ] as [(String, [FilterFunction])])
    func cssFiltersAreRead(_ text: String, _ expected: [FilterFunction]) throws {
        #expect(try FilterFunction.list(css: text) == expected)
        if !expected.isEmpty { #expect(try FilterFunction.list(css: expected.map(\.css).joined(separator: " ")) == expected) }
    }

    @Test(
        arguments: [
            ("", "found the end, expected a CSS filter such as \"blur(4px)\""),
            ("4px", "found \"4px\", expected a CSS filter such as \"blur(4px)\""),
            ("blur", "found \"blur\", expected none, or functions such as \"blur(4px)\""),
            ("none blur(1px)", "found \"none blur(1px)\", expected none, or functions such as \"blur(4px)\""),
            ("blur(4)", "found 4 in blur(); a length needs a unit, write 4px"),
            ("blur(1rem)", "blur() takes lengths in px, found the unit \"rem\""),
            ("blur(-1px)", "found -1px in blur(), expected 0 or more"),
            ("blur(1px 2px)", "found \"2px)\" in blur(), expected `)`"),
            ("blur(1px", "found the end in blur(), expected `)`"),
            ("blur(1px); blur(1px)", "found \"; blur(1px)\", expected a CSS filter such as \"blur(4px)\""),
            ("blur(calc(1px))", "calc() is not supported in blur(); write the value it stands for"),
            ("brightness(-50%)", "found -0.5 in brightness(), expected 0 or more"),
            ("contrast(2px)", "contrast() takes a number or a percentage, found the unit \"px\""),
            ("hue-rotate(90)", "found 90 in hue-rotate(); an angle needs a unit, write 90deg"),
            ("sepia(calc(1))", "calc() is not supported in sepia(); write the value it stands for"),
            ("blur(1px) url(#a)", "the filter url() is not supported"),
            (
                "blurr(1px)",
                "found the filter \"blurr\", allowed are blur(), drop-shadow(), brightness(), contrast(), grayscale(), hue-rotate(), invert(), opacity(), saturate(), sepia(); did you mean \"blur\"?"
            ),
            ("drop-shadow(inset 0 0)", "`inset` is not allowed in drop-shadow(), only in box-shadow"),
            ("drop-shadow(0 0 1px 2px)", "drop-shadow() has more than 3 lengths; a spread is only allowed in box-shadow"),
            ("drop-shadow(0 0, 1px 1px)", "found \", 1px 1px)\" in drop-shadow(), expected `)`"),
        ] as [(String, String)])
    func badCSSFiltersAreRefused(_ text: String, _ message: String) {
        #expect(throws: NotationError("\(message)")) { try FilterFunction.list(css: text) }
    }

    @Test func sceneMayContainBoxShadowsAndFilters() throws {
        let json = #"""
            {"canvas": {"width": 9, "height": 9}, "layers": [
              {"boxShadow": "0 2px 4px red, inset 0 0 1px", "filter": "blur(1px) drop-shadow(0 0 2px red)"},
              {"boxShadow": null, "filter": null, "effects": null}, {"boxShadow": "none", "filter": "none", "effects": []}]}
            """#
        let scene = try Scene(json: Array(json.utf8))
        #expect(scene.layers[0].boxShadows.count == 2)
        #expect(
            scene.layers[0].filter == [
                .blur(Sigma(1)), .dropShadow(offset: .zero, radius: Sigma(2), color: Self.red),
            ])
        #expect(scene.layers[1] == Layer() && scene.layers[2] == Layer())
        #expect(try Scene(json: Array(scene.json().utf8)) == scene)
    }

    /// CSS Backgrounds 3, 7.1.1: the specification's example, and corners that stay sharp.
    @Test func cornerRadiiOfASpreadBoxFollowCSS() {
        let box = Rect(x: 0, y: 0, width: 200, height: 100)
        func path(_ rect: Rect, _ radius: Double) -> Path { Path(rect, radii: CornerRadii(radius)) }
        func outline(_ spread: Double, _ radius: Double, isInset: Bool = false) -> Path? {
            BoxShadow(spread: spread, isInset: isInset).outline(of: box, radii: CornerRadii(radius), curve: .circular)
        }
        let grown = Rect(x: -20, y: -20, width: 240, height: 140)
        let shrunk = Rect(x: 20, y: 20, width: 160, height: 60)
        #expect(outline(20, 10) == path(grown, 27.5))
        #expect(outline(20, 0) == path(grown, 0))
        #expect(outline(20, 20) == path(grown, 40))
        #expect(outline(-20, 10) == path(shrunk, 0))
        #expect(outline(-20, 30) == path(shrunk, 10))
        #expect(outline(20, 30, isInset: true) == path(shrunk, 10))
        #expect(outline(-20, 10, isInset: true) == path(grown, 27.5))
        #expect(outline(-50, 10) == nil)
        #expect(outline(50, 10, isInset: true) == nil)
    }
}
