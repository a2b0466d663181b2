import PenumbraGeometry
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
            "style ~ g rect", "a, rect", ":root rect", "rect:nth-child(1)", "g:has(rect) :not(g)",
        ] {
            #expect(try color("\(selector) {fill: red}", "data-a='a b c' lang='en-GB'") == red, "\(selector)")
        }
        for selector in [
            "RECT", "circle", "rect rect", "svg > rect", ".X rect", "[height='2']", "[data-a~='a b']", "rect:hover",
            "rect::before",
            "rect:nth-child(2)", "rect, %", "g + rect", "rect {} }", "@media print { rect", "",
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

    @Test func otherPropertiesAreNoAttributes() throws {
        func layer(_ attributes: String) throws -> Layer? {
            try document("<g \(attributes)><rect width='9' height='9'/><rect width='4' height='4'/></g>").layers.first
        }
        #expect(try layer("mix-blend-mode='multiply'")?.blendMode == .normal)
        #expect(try layer("style='mix-blend-mode: multiply'")?.blendMode == .multiply)
        #expect(try layer("isolation='isolate'")?.sublayers.isEmpty == true)
        #expect(try layer("style='isolation: isolate'")?.sublayers.count == 2)
        let turned = "<rect width='4' height='4' transform='rotate(90)' transform-origin='center' "
        #expect(try shapes(in: turned + "transform-box='fill-box'/>")[0].map.applied(2, 2) != Point(2, 2))
        #expect(try shapes(in: turned + "style='transform-box: fill-box'/>")[0].map.applied(2, 2) == Point(2, 2))
    }

    @Test func malformedTextDecorationsDrawNoLines() throws {
        func lines(_ value: String) throws -> [Bool] {
            guard case .text(let text)? = try document("<text text-decoration='\(value)'>a</text>").layers.first?.kind else {
                return []
            }
            return [text.decoration.isUnderlined, text.decoration.isStruckThrough]
        }
        for value in ["underline", "underline red wavy 2px", "blink underline"] {
            #expect(try lines(value) == [true, false], "\(value)")
        }
        #expect(try lines("line-through underline") == [true, true])
        for value in ["underlineoverline", "underline, line-through", "underline underline", "none underline", "x", "red blue"]
        {
            #expect(try lines(value) == [false, false], "\(value)")
        }
    }

    @Test func fontVariationSettingsAreAxes() throws {
        func axes(_ style: String) throws -> [String: Double] {
            guard case .text(let text)? = try document("<text style=\"\(style)\">a</text>").layers.first?.kind else {
                return [:]
            }
            return text.decoration.fontVariations
        }
        #expect(try axes("font-variation-settings: 'wght' 100, 'wdth' 75.5") == ["wght": 100, "wdth": 75.5])
        for value in ["normal", "wght 100", "'wght'", "'weight' 100", "'wght' 100,", "'wght' 1 2"] {
            #expect(try axes("font-variation-settings: \(value)") == [:], "\(value)")
        }
        #expect(try axes("font-variation-settings: 'wght' 100; font: 9px serif") == [:])
    }

    @Test func overflowInheritsTheValueOfItsParent() throws {
        func isCut(_ attributes: String) throws -> Bool {
            let marker = "<marker id='m' \(attributes)><circle r='9'/></marker>"
            let layers = try document(marker + "<path d='M20 20H40' stroke='red' marker-start='url(#m)'/>").layers
            return layers.contains { $0.masksToBounds }
        }
        #expect(try isCut(""))
        #expect(try isCut("overflow='hidden'"))
        #expect(try !isCut("overflow='visible'"))
        #expect(try !isCut("overflow='inherit'"))
        #expect(try !isCut("overflow='initial'"))
    }

    @Test func individualTransformsSurroundTheTransform() throws {
        func corner(_ style: String) throws -> Point {
            try #require(try shapes(in: "<rect width='4' height='4' style='\(style)'/>").first).map.applied(4, 0)
        }
        #expect(try corner("translate: 10px 20px; scale: 2 3; transform: translate(1px, 1px)") == Point(20, 23))
        #expect(abs(try corner("rotate: 90deg; transform-origin: 4px 4px").x - 8) < 1e-9)
        #expect(try corner("translate: none; scale: none") == Point(4, 0))
        // A length in the place of a keyword makes an origin malformed.
        for (origin, place) in [
            ("bottom left", Point(4, -100)), ("top 4px", Point(4, 0)), ("4px left", Point(4, 0)), ("4px top", Point(4, 0)),
        ] {
            let found = try corner("scale: 1 2; transform-origin: \(origin)")
            #expect(found == place, "\(origin): \(found)")
        }
        let warnings = try document("<path d='M0 0h9v9' style='rotate: x 9deg'/>").warnings
        #expect(warnings.contains { "\($0)".contains("rotate: x 9deg") }, "\(warnings)")
    }

    @Test func laterPropertySetsWhatAnEarlierOneSetsToo() throws {
        func background(_ style: String) throws -> Color? {
            try document("", attributes: "viewBox='0 0 9 9' style='\(style)'").background
        }
        let (red, blue) = (Color(red: 1, green: 0, blue: 0), Color(red: 0, green: 0, blue: 1))
        #expect(try background("background: red; background-color: blue") == blue)
        #expect(try background("background-color: blue; background: red") == red)
        #expect(try background("background-color: blue !important; background: red") == blue)
    }

    @Test func transformsStartAtTheCornerOfTheirBox() throws {
        func corner(_ box: String) throws -> Point {
            let style = "transform-box: \(box); transform: scale(2)"
            let rect = "<rect x='10' y='10' width='4' height='4' stroke='red' stroke-width='2' style='\(style)'/>"
            return try #require(try shapes(in: rect).first).map.applied(10, 10)
        }
        #expect(try corner("view-box") == Point(20, 20))
        #expect(try corner("fill-box") == Point(10, 10))
        #expect(try corner("stroke-box") == Point(11, 11))
    }
}

extension AffineTransform {
    fileprivate func applied(_ x: Double, _ y: Double) -> Point { Point(x, y).applying(self) }
}
