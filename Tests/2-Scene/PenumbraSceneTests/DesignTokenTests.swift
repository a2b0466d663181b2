import PenumbraGeometry
import PenumbraScene
import TestSupport
import Testing

/// Tests shadows in design token files.
@Suite(.timed) struct DesignTokenTests {
    private static let file = #"""
        {
          "color": {"$type": "color", "ink": {"$value": "#00000033"}, "sky": {"$value": {"colorSpace": "srgb", "components": [0, 0.5, 1]}},
            "leaf": {"$value": {"colorSpace": "oklch", "components": [0.5, 0.1, "none"], "alpha": 0.5, "hex": "#123456"}},
            "sea": {"$value": {"colorSpace": "hsl", "components": [240, 100, 50]}}},
          "space": {"$type": "dimension", "s": {"$value": {"value": 4, "unit": "px"}}, "m": {"$value": "12px"}, "l": {"$value": "{space.m}"}},
          "shadow": {
            "$type": "shadow", "$description": "all of them",
            "card": {"$value": {"color": "{color.ink}", "offsetX": "0px", "offsetY": "{space.s}", "blur": "{space.l}", "spread": "-1px"}},
            "deep": {"$description": "two", "$value": [
              {"color": "{color.sky}", "offsetX": 0, "offsetY": {"value": 1, "unit": "px"}, "blur": "2px", "inset": true}, "{shadow.card}"]}
          },
          "alias": {"$value": "{shadow.deep}"},
          "colors": {"$type": "shadow", "$value": {"color": "{color.leaf}", "offsetX": "0", "offsetY": "0", "blur": "{color.ink}"}},
          "sea": {"$type": "shadow", "$value": {"color": "{color.sea}", "offsetX": "0", "offsetY": "0", "blur": "0"}},
          "loop": {"$type": "shadow", "$value": "{loop}"}
        }
        """#

    private let tokens: DesignTokens

    init() throws {
        tokens = try DesignTokens(json: Array(Self.file.utf8))
    }

    private let card = BoxShadow(
        color: Color(red: 0, green: 0, blue: 0, alpha: 0.2), offset: Point(0, 4), radius: Sigma(6), spread: -1)

    @Test func shadowTokensAreFoundThroughGroupsAndAliases() {
        #expect(tokens.shadowPaths == ["shadow.card", "shadow.deep", "alias", "colors", "sea", "loop"])
    }

    @Test func tokenAliasesAreFollowed() throws {
        let deep = [
            BoxShadow(color: Color(red: 0, green: 0.5, blue: 1), offset: Point(0, 1), radius: Sigma(1), isInset: true), card,
        ]
        #expect(try tokens.boxShadows("shadow.card") == [card])
        #expect(try tokens.boxShadows("shadow.deep") == deep)
        #expect(try tokens.boxShadows("alias") == deep)
        #expect(try tokens.boxShadows("sea") == [BoxShadow(color: Color(red: 0, green: 0, blue: 1))])
    }

    @Test(
        arguments: [
            ("shadow.crad", "shadow.crad: no token \"shadow.crad\" in this file; did you mean \"shadow.card\"?"),
            ("", "no token \"\" in this file"), ("shadow", "shadow: no token \"shadow\" in this file"),
            ("color.ink", "color.ink.$value: its $type is \"color\", expected \"shadow\""),
            ("loop", "loop.$value: the alias \"{loop}\" leads through more than 32 others, or in a circle"),
            (
                "colors",
                "color.ink.$value: found \"#00000033\", expected a length such as \"4px\" or {\"value\": 4, \"unit\": \"px\"}"
            ),
        ])
    func badTokenPathsAreRefused(_ path: String, _ message: String) {
        #expect(refusal(path).hasSuffix(message), "\(refusal(path))")
    }

    private func refusal(_ path: String) -> String {
        do {
            _ = try tokens.boxShadows(path)
            return "accepted"
        } catch {
            return error.description
        }
    }

    private static let rest = #""offsetX": "0", "offsetY": "0", "blur": "0""#

    @Test(
        arguments: [
            ("3", "s.$value: found 3, expected a shadow, which is an object with color, offsetX, offsetY and blur"),
            (
                #"{"color": "red"}"#,
                "s.$value.blur: missing, expected a length such as \"4px\" or {\"value\": 4, \"unit\": \"px\"}"
            ),
            (
                #"{\#(rest)}"#,
                "s.$value.color: missing, expected a CSS colour such as \"white\", \"#1a2b3c80\" or \"rgb(0 0 0 / 40%)\""
            ),
            (
                #"{"color": "red", \#(rest), "spread": "1rem"}"#,
                "s.$value.spread: a shadow token takes lengths in px, found the unit \"rem\""
            ),
            (
                #"{"color": "red", \#(rest), "spread": {"value": 1, "unit": "rem"}}"#,
                "s.$value.spread.unit: found \"rem\", expected \"px\""
            ),
            (
                #"{"color": "red", \#(rest), "spread": 1}"#,
                "s.$value.spread: found 1, expected a length such as \"4px\" or {\"value\": 4, \"unit\": \"px\"}"
            ),
            (
                #"{"color": "red", "offsetX": "0", "offsetY": "0", "blur": "-1px"}"#,
                "s.$value.blur: found -1px, expected 0 or more"
            ),
            (#"{"color": "red", \#(rest), "inset": 1}"#, "s.$value.inset: found 1, expected true or false"),
            (#"{"color": "red", \#(rest), "sprad": 1}"#, "s.$value.sprad: unknown key, did you mean \"spread\"?"),
            (#"{"color": "{ink.dark}", \#(rest)}"#, "s.$value.color: no token \"ink.dark\" in this file"),
            (
                #"{"color": {"colorSpace": "rec2021", "components": [0, 0, 0]}, \#(rest)}"#,
                "s.$value.color: found the colour space \"rec2021\", allowed are \"srgb\", \"srgb-linear\", \"display-p3\", \"display-p3-linear\", \"a98-rgb\", \"prophoto-rgb\", \"rec2020\", \"xyz\", \"xyz-d50\" or \"xyz-d65\"; did you mean \"rec2020\"?"
            ),
            (
                #"{"color": {"colorSpace": "srgb 0 0 0)", "components": [0, 0, 0]}, \#(rest)}"#,
                "s.$value.color.colorSpace: found \"srgb 0 0 0)\", expected the name of a colour space"
            ),
            (
                #"{"color": {"colorSpace": "srgb", "components": [0, 0]}, \#(rest)}"#,
                "s.$value.color.components: found an array of 2, expected an array of 3 components"
            ),
        ] as [(String, String)])
    func badShadowTokensAreRefused(_ value: String, _ message: String) throws {
        let tokens = try DesignTokens(json: Array(#"{"s": {"$type": "shadow", "$value": \#(value)}}"#.utf8))
        #expect(throws: SceneError.self) { try tokens.boxShadows("s") }
        do { _ = try tokens.boxShadows("s") } catch { #expect(error.description == message) }
    }

    @Test func documentsWithoutTokensAreRefused() {
        #expect(throws: SceneError(place: "document", message: "found an array of 1, expected an object of design tokens")) {
            try DesignTokens(json: Array("[1]".utf8))
        }
        #expect(throws: SceneError.self) { try DesignTokens(json: Array("{".utf8)) }
    }
}
