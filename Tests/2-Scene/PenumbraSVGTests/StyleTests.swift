import PenumbraSVG
import PenumbraScene
import TestSupport
import Testing

@Suite(.timed) struct StyleTests {
    private func color(_ style: String, _ attributes: String = "") throws -> String? {
        let paint = try fill(of: "<style>\(style)</style><g class='x y' id='g'><rect width='1' height='1' \(attributes)/></g>")
        guard case .color(let color)? = paint else { return nil }
        return color.css
    }

    @Test func strongestStyleDeclarationWins() throws {
        let red = "#ff0000"
        #expect(try color("", "") == "black")
        #expect(try color("", "fill='red'") == red)
        #expect(try color("rect {fill: red}", "fill='blue'") == red)
        #expect(try color("rect {fill: blue}", "style='fill: red'") == red)
        #expect(try color("rect {fill: red !important}", "style='fill: blue'") == red)
        #expect(try color("rect {fill: blue !important}", "style='fill: red !important'") == red)
        #expect(try color("rect {fill: blue} rect {fill: red}") == red)
        #expect(try color("#g rect {fill: red} .x rect {fill: blue} g rect {fill: blue}") == red)
        #expect(try color(".x.y rect {fill: red} .x rect {fill: blue}") == red)
        #expect(try color("g {fill: red}") == red)
        #expect(try color("#g {fill: red} rect {fill: inherit}", "fill='blue'") == red)
        #expect(try color("g {color: red} rect {fill: currentColor}") == red)
        #expect(try color("rect {fill: red; fill: qwe; fill: rgb(1,2}", "fill='blue'") == red)
    }

    @Test func selectorsMatchAsInCSS() throws {
        let red = "#ff0000"
        for selector in [
            "*", "rect", "g rect", "g > rect", "svg > g > rect", ".x > *", "[width]", "[width='1']", "[width=\"1\"]",
            "[data-a~=b]",
            "[data-a^='a']", "[data-a$=c]", "[data-a*=' b']", "[lang|=en]", ":first-child", "rect:only-child", "style + g rect",
            "style ~ g rect", "a, rect", ":root rect",
        ] {
            #expect(try color("\(selector) {fill: red}", "data-a='a b c' lang='en-GB'") == red, "\(selector)")
        }
        for selector in [
            "RECT", "circle", "rect rect", "svg > rect", ".X rect", "[height='2']", "[data-a~='a b']", "rect:hover",
            "rect::before",
            "rect:nth-child(1)", "rect, %", "g + rect", "rect {} }", "@media print { rect", "",
        ] {
            #expect(try color("\(selector) {fill: red}", "data-a='a b c'") == "black", "\(selector)")
        }
    }

    @Test func brokenStylesheetsAreIgnored() throws {
        for style in [
            "", "{", "}", "a{", "@media x {a{}", "/*", "rect", "rect{fill", "rect{fill:", "'", "\\", "rect[", "a{b:'c",
        ] {
            #expect(try color(style) == "black", "\(style)")
        }
    }

    @Test func opacitiesAreClamped() throws {
        let shape = try #require(
            try shapes(in: "<rect width='1' height='1' fill='red' fill-opacity='150%' opacity='-1'/>").first)
        #expect(shape.shape.fillColor == .color(Color(red: 1, green: 0, blue: 0)))
    }

    @Test func strokePropertiesAreRead() throws {
        let shape = try #require(
            try shapes(
                in: """
                    <path d="M0 0h9" stroke="red" stroke-width="2" stroke-linecap="round" stroke-linejoin="bevel" stroke-miterlimit="7"
                    stroke-dasharray="1 2,3" stroke-dashoffset="4" fill="none"/>
                    """
            ).first
        ).shape
        #expect(
            shape.stroke
                == .init(
                    lineWidth: 2, lineCap: .round, lineJoin: .bevel, miterLimit: 7, lineDashPattern: [1, 2, 3], lineDashPhase: 4
                ))
        #expect(shape.fillColor == nil)
    }

    @Test func paintOrderSplitsAShape() throws {
        let all = try shapes(in: "<rect width='9' height='9' stroke='red' paint-order='stroke'/>")
        #expect(all.count == 2 && all[0].shape.fillColor == nil && all[1].shape.strokeColor == nil)
        #expect(try shapes(in: "<rect width='9' height='9' stroke='red' paint-order='markers'/>").count == 1)
    }
}
