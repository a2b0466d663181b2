import PenumbraScene
import TestSupport
import Testing

/// Tests `hsl()`, `hwb()`, `lab()`, `lch()`, `oklab()`, `oklch()` and `color()`.
@Suite(.timed) struct CSSColorTests {
    /// Each pair gives one colour in two notations: the specification's examples, and sRGB colours converted with its matrices.
    @Test(
        arguments: [
            ("lab(46.2775% -47.5621 48.5837)", "green"), ("lab(0% 0 0)", "black"), ("lab(100% 0 0)", "white"),
            ("lch(46.2775% 67.9892 134.3912)", "green"), ("lch(100% 0 none)", "white"), ("lch(0 none none)", "black"),
            ("oklab(51.975% -0.1403 0.10768)", "green"), ("oklab(0 0 0)", "black"), ("oklab(1 0 0)", "white"),
            ("oklch(51.975% 0.17686 142.495)", "green"), ("oklch(0.51975 44.215% 142.495deg)", "green"),
            ("oklch(62.7955% 0.257683 29.2339)", "red"), ("oklch(45.2014% 0.313214 264.052)", "blue"),
            ("color(srgb 0 0.501960784 0)", "green"), ("color(srgb-linear 0 0.215860500 0)", "green"),
            ("color(display-p3 0.21604 0.49418 0.13151)", "green"), ("color(xyz 0.07719 0.15438 0.02573)", "green"),
            ("color(xyz-d65 0.07719 0.15438 0.02573)", "green"), ("color(xyz-d50 0.08312 0.154746 0.020961)", "green"),
            ("color(display-p3 1 1 1)", "white"), ("color(srgb-linear 0.5 0.5 0.5)", "rgb(187.52 187.52 187.52)"),
            ("color(srgb 50% .2 25%)", "rgb(50% 20% 25%)"), ("color(a98-rgb 0.281363 0.498012 0.116746)", "green"),
            ("color(prophoto-rgb 0.230479 0.395789 0.129968)", "green"),
            ("color(rec2020 0.235202 0.431704 0.085432)", "green"),
            ("color(display-p3-linear 0.03832345 0.20869518 0.01562775)", "green"), ("color(rec2020 1 1 1)", "white"),
            ("hsl(120 150% 40%)", "color(srgb -0.2 1 -0.2)"), ("hsl(120, 150%, 40%)", "hsl(120, 100%, 40%)"),
            ("hsl(120 -50% 40%)", "rgb(40% 40% 40%)"), ("hwb(20 10% 130%)", "rgb(7.142857% 7.142857% 7.142857%)"),
        ] as [(String, String)])
    func colourNotationsOfOneColourAreEqual(_ text: String, _ same: String) throws {
        expect(try Color(css: text), try Color(css: same), text)
    }

    /// The features that all notations share: units, percentages, `none`, alpha, case and white space.
    @Test(
        arguments: [
            ("lab(50 62.5 -125 / 25%)", "lab(50% 50% -100% / 0.25)"), ("lch(50 75 90)", "lch(50% 50% 0.25turn)"),
            ("oklab(0.5 0.2 -0.4)", "oklab(50% 50% -100%)"), ("oklch(0.5 0.2 180)", "oklch(50% 50% 200grad)"),
            ("lab(none 10 none)", "lab(0 10 0)"), ("oklch(0.5 none 30)", "oklch(0.5 0 30)"),
            ("OKLCH( 50%   0.1\n120 / none )", "oklch(0.5 0.1 120 / 0)"), ("lch(50 -20 90)", "lch(50 0 90)"),
            ("lab(150 0 0)", "white"), ("lab(-5 0 0)", "black"), ("oklab(2 0 0)", "white"),
            ("lch(50 20 -270)", "lch(50 20 90)"), ("color(SRGB none 1 none)", "color(srgb 0 1 0)"),
            ("color(xyz 10% 20% 30% / 200%)", "color(xyz 0.1 0.2 0.3)"),
        ] as [(String, String)])
    func colourUnitsAndKeywordsAreRead(_ text: String, _ same: String) throws {
        expect(try Color(css: text), try Color(css: same), text)
    }

    /// Channels outside sRGB are clipped one by one where a canvas of sRGB shows them.
    @Test(
        arguments: [
            ("color(srgb 1.5 -0.5 0.25)", "rgb(100% 0% 25%)"), ("color(srgb-linear 2 -1 0)", "red"),
            ("color(display-p3 0 1 0)", "lime"), ("color(display-p3 1 0 0)", "red"),
            ("oklab(0 1e300 0)", "white"), ("lab(50 1e308 -1e308)", "fuchsia"),
        ] as [(String, String)])
    func coloursOutsideSRGBAreClipped(_ text: String, _ expected: String) throws {
        let color = try Color(css: text).components(in: .srgb)
        for part in [color.red, color.green, color.blue, color.alpha] { #expect((0...1).contains(part), "\(text): \(color)") }
        if !text.contains("e30") {
            let expected = try Color(css: expected)
            #expect([color.red, color.green].map { $0.rounded() } == [expected.red, expected.green].map { $0.rounded() })
        }
    }

    /// Values that Chromium draws.
    @Test(arguments: [
        ("white", "black"), ("black", "white"), ("red", "black"), ("blue", "white"), ("#767676", "black"), ("#757575", "white"),
        ("#777", "black"), ("color(srgb 4 -3 -3)", "black"),
    ])
    func contrastChoosesBlackOrWhite(_ color: String, _ expected: String) throws {
        #expect(try Color(css: color).contrasting == Color(css: expected), "\(color)")
    }

    @Test func clippedColoursAreNamed() {
        func clipped(_ text: String) -> [String] { Color.clipped(in: text).map { "\($0.notation) \($0.color.css)" } }
        #expect(clipped("0 1px COLOR(display-p3 1 0 0), 0 0 red") == ["COLOR(display-p3 1 0 0) #ff0000"])
        #expect(clipped("color(srgb 2 -1 .2), oklch(200% 0 0 / 20%)") == ["color(srgb 2 -1 .2) #ff0033"])
        #expect(clipped("color(display-p3 1 1 1), lab(100 0 0), rgb(300 0 0), lab(, color(srgb 1").isEmpty)
    }

    private func expect(_ color: Color, _ expected: Color, _ text: String) {
        let pairs = [
            (color.red, expected.red), (color.green, expected.green), (color.blue, expected.blue),
            (color.alpha, expected.alpha),
        ]
        // The specification's examples have five digits.
        for (found, wanted) in pairs { #expect(abs(found - wanted) < 0.1 / 255, "\(text): \(color) instead of \(expected)") }
    }

    @Test(
        arguments: [
            ("lab(50% 0)", "found \")\" in lab(), expected a number"),
            ("lab(50%, 0, 0)", "lab() takes no commas: lab(50% 40 -20)"),
            ("lch(50% 0 10px)", "a hue in lch() is a number or has deg, grad, rad or turn, found \"px\""),
            ("lch(50% 5deg 0)", "lch() takes numbers and percentages, found the unit \"deg\""),
            ("oklab(50% 0 0 0)", "found \"0)\" in oklab(), expected `/` or `)`"),
            ("oklch(50% 0 50%)", "a hue in oklch() is a number or has deg, grad, rad or turn, found \"%\""),
            ("oklch(50% 0 0 / 1deg)", "an alpha in oklch() takes a number or a percentage, found the unit \"deg\""),
            (
                "color(1 0 0)",
                "found \"1 0 0)\" in color(), expected \"srgb\", \"srgb-linear\", \"display-p3\", \"display-p3-linear\", \"a98-rgb\", \"prophoto-rgb\", \"rec2020\", \"xyz\", \"xyz-d50\" or \"xyz-d65\""
            ),
            (
                "color(display-p4 1 0 0)",
                "found the colour space \"display-p4\", allowed are \"srgb\", \"srgb-linear\", \"display-p3\", \"display-p3-linear\", \"a98-rgb\", \"prophoto-rgb\", \"rec2020\", \"xyz\", \"xyz-d50\" or \"xyz-d65\"; did you mean \"display-p3\"?"
            ),
            ("color(from red srgb r g b)", "relative colours, as \"color(from …)\", aren't supported"),
            ("color(srgb 1 0)", "found \")\" in color(), expected a number"),
            ("color(srgb 1, 0, 0)", "color() takes no commas: color(display-p3 1 0.5 0)"),
        ] as [(String, String)])
    func badCSSColoursAreRefused(_ text: String, _ message: String) {
        #expect(throws: NotationError("\(message)")) { try Color(css: text) }
    }
}
