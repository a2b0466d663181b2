import PenumbraGeometry
import PenumbraJSON
import PenumbraScene
import TestSupport
import Testing

@Suite(.timed) struct ParameterTests {
    private func name(
        _ string: String, _ defaults: String = "{}", _ values: [String: JSONValue] = [:]
    ) throws -> String? {
        let json = #"{"canvas": {"width": 9, "height": 9}, "parameters": \#(defaults), "layers": [{"name": "\#(string)"}]}"#
        return try Scene(json: Array(json.utf8), parameters: values).layers[0].name
    }

    @Test func parametersAreInsertedIntoText() throws {
        #expect(try name("a ${b} c", #"{"b": "x"}"#) == "a x c")
        #expect(try name("${b}${b}", #"{"b": "x"}"#) == "xx")
        #expect(try name("${n} ${t}", #"{"n": 100, "t": true}"#) == "100 true")
        #expect(try name("${n}px", #"{"n": 0.1}"#) == "0.1px")
        #expect(try name("$${b}", #"{"b": "x"}"#) == "${b}")
        #expect(try name("$$${b}", #"{"b": "x"}"#) == "$${b}")
        #expect(try name("$ $$ ${b}$", #"{"b": "x"}"#) == "$ $$ x$")
        #expect(try name("${b}", #"{"b": null}"#) == nil)
        #expect(try name("${two words}", #"{"two words": "x"}"#) == "x")
    }

    @Test func givenParameterValuesAreNotExpandedAgain() throws {
        #expect(try name("${b}", #"{"b": "x", "c": "secret"}"#, ["b": "${c} $${"]) == "${c} $${")
        #expect(try name("-${b}", #"{"b": "x", "c": "secret"}"#, ["b": "${c}"]) == "-${c}")
    }

    @Test func parameterDefaultsArePlainValues() throws {
        #expect(try name("${b}", #"{"b": "$${c}"}"#) == "${c}")
        #expect(try name("-${b}", #"{"b": "$${c}"}"#) == "-${c}")
        #expect(
            throws: SceneError(
                place: "layers[0].name",
                message: "the default of a parameter refers to ${c}; defaults are plain values, write `$${` for a literal `${`")
        ) { try name("${b}", #"{"b": "${c}", "c": 1}"#) }
    }

    @Test func parameterValuesKeepTheirType() throws {
        let json = """
            {
              "canvas": {"width": "${side}", "height": "${side}", "background": "rgb(${grey} ${grey} ${grey})"},
              "parameters": {"side": 20, "grey": 255, "frame": [1, 2, 3, 4], "shadow": {"radius": 7}, "visible": true},
              "layers": [{"frame": "${frame}", "shadows": ["${shadow}"], "masksToBounds": "${visible}"}]
            }
            """
        let scene = try Scene(json: Array(json.utf8), parameters: ["side": 30])
        #expect(scene.canvas.size == Size(width: 30, height: 30))
        #expect(scene.canvas.background == .white)
        #expect(scene.layers[0].frame == Rect(x: 1, y: 2, width: 3, height: 4))
        #expect(scene.layers[0].shadows == [Shadow(radius: Sigma(7))])
        #expect(scene.layers[0].masksToBounds)
    }

    @Test func numberParametersBecomeTextIfTextIsNeeded() throws {
        let json = #"""
            {
              "canvas": {"width": 9, "height": 9}, "parameters": {"title": null, "photo": "a.png"},
              "layers": [{"type": "image", "name": "${title}", "contents": "${photo}"}, {"type": "text", "string": "${title}"}]
            }
            """#
        func kinds(_ title: JSONValue, _ photo: JSONValue) throws -> [Layer.Kind] {
            try Scene(json: Array(json.utf8), parameters: ["title": title, "photo": photo]).layers.map(\.kind)
        }
        #expect(
            try kinds(2024, 1.5) == [.image(ImageContents(source: .file("1.5"))), .text(Text(string: "2024"))])
        #expect(try kinds(true, "") == [.layer, .text(Text(string: "true"))])
        #expect(try kinds(-0.5, .null) == [.layer, .text(Text(string: "-0.5"))])
        #expect(try kinds(.null, .null) == [.layer, .text(Text(string: ""))])
        #expect(refusal(of: json, ["title": [1]]) == "layers[0].name: found an array of 1, expected a string")
    }

    @Test func textsAndPaintsMayUseParameters() throws {
        let json = #"""
            {
              "canvas": {"width": 9, "height": 9},
              "parameters": {
                "title": "none", "n": 3, "ends": ["red", "blue"], "paint": {"colors": ["red", "blue"]}, "shape": {"opacity": 0.5},
                "font": "a.ttf"
              },
              "layers": [
                {"type": "text", "string": "${title}", "color": "${paint}", "maximumLines": "${n}", "font": "${font}"},
                {"type": "text", "string": "No. ${n}: ${title}, $${n}", "font": "Sans:weight=${n}"},
                {"type": "gradient", "colors": "${ends}", "mask": "${shape}"}
              ]
            }
            """#
        let scene = try Scene(
            json: Array(json.utf8), parameters: ["title": "all ${n}", "font": "b/${n}.otf"], baseFolder: "scenes")
        let gradient = Gradient(
            colors: [Color(red: 1, green: 0, blue: 0), Color(red: 0, green: 0, blue: 1)])
        #expect(
            scene.layers.map(\.kind) == [
                .text(Text(string: "all ${n}", font: "scenes/b/${n}.otf", color: .gradient(gradient), maximumLines: 3)),
                .text(Text(string: "No. 3: all ${n}, ${n}", font: "Sans:weight=3")),
                .gradient(gradient),
            ])
        #expect(scene.layers[2].mask == Layer(opacity: 0.5))
    }

    @Test func nonTextParametersMustStandAlone() {
        #expect(
            throws: SceneError(
                place: "layers[0].name",
                message: "parameter \"b\" is an array of 1; only text, numbers, true and false can stand inside a longer string"
            )
        ) { try name("a${b}", #"{"b": [1]}"#) }
        #expect(throws: SceneError(place: "layers[0].name", message: "parameter \"b\" is nan, expected a number")) {
            try name("a${b}", #"{"b": 1}"#, ["b": .number(.nan)])
        }
        #expect(throws: SceneError(place: "layers[0].name", message: "unknown parameter \"widht\", did you mean \"width\"?")) {
            try name("${widht}", #"{"width": 1}"#)
        }
        #expect(
            throws: SceneError(
                place: "parameters[\"a}\"]",
                message: "the name of a parameter may not contain {, }, = or control characters, found \"a}\"")
        ) {
            try name("", #"{"a}": 1}"#)
        }
    }

    @Test func parameterTextIsLimited() {
        let long = String(repeating: "x", count: 1 << 20)
        let names = Array(repeating: "${b}", count: 100).joined(separator: "-")
        #expect(throws: SceneError(place: "layers[0].name", message: "the parameters make more than 67108864 bytes of text")) {
            try name(names, #"{"b": ""}"#, ["b": .string(long)])
        }
    }

    @Test func parameterArgumentsAreJSONOrText() throws {
        func value(_ text: String) throws -> JSONValue { try Parameter(argument: "a=" + text).value }
        #expect(try value("5") == 5)
        #expect(try value("-0.5e1") == -5)
        #expect(try value("true") == true)
        #expect(try value("null") == nil)
        #expect(try value("[1, 2]") == [1, 2])
        #expect(try value(#"{"rect": [0, 0, 1, 1]}"#) == ["rect": [0, 0, 1, 1]])
        #expect(try value(#""5""#) == "5")
        #expect(try value("#ff0000") == "#ff0000")
        #expect(try value("") == "")
        #expect(try value("05") == "05")
        #expect(try value("[1") == "[1")
        #expect(try value("a=b") == "a=b")
        // A title may be 2024.
        for (text, expected) in [("5", "5"), ("null", "null"), ("[1,2]", "[1,2]"), (#""5""#, "5")] as [(String, JSONValue)] {
            #expect(try Parameter(argument: "a=" + text, defaults: ["a": "x"]).value == expected)
        }
        #expect(try Parameter(argument: "a=5", defaults: ["a": 1, "b": "x"]).value == 5)
        #expect(throws: SceneError(place: "parameter", message: "found \"a\", expected name=value")) {
            try Parameter(argument: "a")
        }
        #expect(throws: SceneError(place: "parameter", message: "the name of a parameter is empty")) {
            try Parameter(argument: "=5")
        }
    }
}
