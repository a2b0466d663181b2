import PenumbraGeometry
import PenumbraJSON
import PenumbraScene
import TestSupport
import Testing

/// Tests layers and runs that are repeated for lists or left out by conditions.
@Suite(.timed) struct RepetitionTests {
    private func document(_ layers: String, _ parameters: String = "{}") -> String {
        #"{"canvas": {"width": 9, "height": 9}, "parameters": \#(parameters), "layers": [\#(layers)]}"#
    }

    private func names(
        _ layers: String, _ parameters: String = "{}", _ values: [String: JSONValue] = [:], limits: SceneLimits = .default
    ) throws -> [String] {
        let scene = try Scene(json: Array(document(layers, parameters).utf8), parameters: values, limits: limits)
        return scene.layers.map { $0.name ?? "-" }
    }

    @Test func layerIsRepeatedForEachItem() throws {
        #expect(
            try names(#"{"forEach": "${t}", "name": "${item}"}, {"name": "z"}"#, #"{"t": ["a", 5, true]}"#) == [
                "a", "5", "true", "z",
            ])
        #expect(
            try names(#"{"forEach": ["a", "b"], "as": "tag", "name": "${tag} ${tagIndex} ${tagNumber}"}"#) == [
                "a 0 1", "b 1 2",
            ])
        #expect(try names(#"{"forEach": "${t}", "name": "${item}"}"#, #"{"t": []}"#, ["t": ["x"]]) == ["x"])
    }

    @Test func emptyAndMissingListsRepeatNothing() throws {
        for list in ["[]", "null", "0", #""""#] {
            #expect(try names(#"{"forEach": "${t}", "name": "${item}"}"#, #"{"t": \#(list)}"#) == [], "\(list)")
        }
        #expect(try names(#"{"forEach": "${t.tags}", "name": "a"}"#, #"{"t": {}}"#) == [])
    }

    @Test func numberRepeatsThatOften() throws {
        #expect(try names(#"{"forEach": "${n}", "name": "${item}"}"#, #"{"n": 3}"#) == ["1", "2", "3"])
        #expect(refusal(of: document(#"{"forEach": 1.5}"#)).hasPrefix("layers[0].forEach: found 1.5, expected a list such as"))
        #expect(refusal(of: document(#"{"forEach": -1}"#)).hasPrefix("layers[0].forEach: found -1, expected a list such as"))
    }

    @Test func textIsSplitAtItsSeparator() throws {
        let layer = #"{"forEach": "${t}", "separator": "|", "name": "${item}"}"#
        #expect(try names(layer, #"{"t": " a |b|| é "}"#) == ["a", "b", "", "é"])
        #expect(try names(layer, #"{"t": " "}"#) == [])
        #expect(try names(layer, #"{"t": ""}"#, ["t": ["a|b"]]) == ["a|b"])
        #expect(
            refusal(of: document(#"{"forEach": "a, b", "separator": ","}"#)).hasPrefix(
                #"layers[0].forEach: found "a, b", expected"#))
        #expect(
            refusal(of: document(#"{"forEach": "${t}"}"#, #"{"t": "a,b"}"#))
                == #"layers[0].forEach: found the text "a,b", expected a list; add "separator": "," to split the text"#)
    }

    @Test func fieldsOfItemsAndObjectsAreReached() throws {
        #expect(
            try names(
                #"{"forEach": "${rows}", "as": "row", "name": "${row.a.b}, ${p.q}"}"#,
                #"{"rows": [{"a": {"b": 1}}, {"a": {"b": "$${x"}}], "p": {"q": "y"}}"#) == ["1, y", "${x, y"])
        // A parameter's own name wins, dots included.
        #expect(try names(#"{"name": "${a.b}"}"#, #"{"a.b": "own", "a": {"b": "field"}}"#) == ["own"])
        #expect(
            refusal(of: document(#"{"forEach": "${rows}", "name": "${item.nmae}"}"#, #"{"rows": [{"name": 1}]}"#))
                == #"layers[0].name: "item" has no field "nmae", did you mean "name"?; this is item 1 of ${rows}"#)
        #expect(
            refusal(of: document(#"{"name": "${a.b}"}"#, #"{"a": 5}"#)) == #"layers[0].name: "a" is 5, which has no field "b""#)
        #expect(refusal(of: document(#"{"name": "${item}"}"#)).contains("unknown parameter"))
    }

    @Test func listsInsideListsSeeBothItems() throws {
        let scene = try Scene(
            json: Array(
                document(
                    #"{"forEach": "${rows}", "as": "row", "sublayers": [{"forEach": "${row.tags}", "name": "${row.n}${item}"}]}"#,
                    #"{"rows": [{"n": 1, "tags": ["a", "b"]}, {"n": 2, "tags": []}, {"n": 3, "tags": ["c"]}]}"#
                ).utf8))
        #expect(scene.layers.map { $0.sublayers.map(\.name) } == [["1a", "1b"], [], ["3c"]])
        // The inner item hides the outer one, which is back after it.
        #expect(
            try names(
                #"{"forEach": ["a"], "mask": {"sublayers": [{"forEach": ["b"], "name": "${item}"}]}, "name": "${item}"}, {"forEach": ["c"], "name": "${item}"}"#
            ) == ["a", "c"])
    }

    @Test func conditionsLeaveLayersOut() throws {
        for no in ["false", "null", "0", #""""#, "[]", "{}", #""false""#, #""0""#] {
            #expect(
                try names(#"{"if": "${c}", "name": "if"}, {"unless": "${c}", "name": "unless"}"#, #"{"c": \#(no)}"#) == [
                    "unless"
                ], "\(no)")
        }
        for yes in ["true", "1", #""a""#, "[0]", #"{"a": 0}"#] {
            #expect(
                try names(#"{"if": "${c}", "name": "if"}, {"unless": "${c}", "name": "unless"}"#, #"{"c": \#(yes)}"#) == ["if"],
                "\(yes)")
        }
        #expect(try names(#"{"if": true, "unless": false, "name": "a"}, {"if": false}"#) == ["a"])
        #expect(
            try names(#"{"forEach": "${r}", "if": "${item.x}", "name": "${item.x}"}"#, #"{"r": [{"x": 1}, {}, {"x": 3}]}"#) == [
                "1", "3",
            ])
        #expect(
            refusal(of: document(#"{"if": "isNew"}"#))
                == #"layers[0].if: found "isNew", expected true, false or one parameter such as "${isNew}""#)
        #expect(refusal(of: document(#"{"if": "${c}"}"#)).contains(#"layers[0].if: unknown parameter "c""#))
    }

    /// Values that are missing are no mistake in a layer that is left out, but a misspelt key is.
    @Test func layersThatAreLeftOutAreChecked() throws {
        #expect(
            try names(#"{"if": "${p}", "type": "image", "contents": "${p.file}", "opacity": "${p.o}"}"#, #"{"p": null}"#) == [])
        #expect(
            refusal(of: document(#"{"if": false, "opactiy": 1}"#))
                == #"layers[0].opactiy: unknown key, did you mean "opacity"?"#)
        #expect(
            refusal(of: document(#"{"forEach": [], "name": "${item.x}", "sublayers": [{"opacity": 2}]}"#))
                == "layers[0].sublayers[0].opacity: found 2, expected a number from 0 to 1")
    }

    @Test func maskMayHaveAConditionAlone() throws {
        let mask = #"{"mask": {"if": "${c}", "backgroundColor": "red"}}"#
        #expect(try Scene(json: Array(document(mask, #"{"c": true}"#).utf8)).layers[0].mask != nil)
        #expect(try Scene(json: Array(document(mask, #"{"c": false}"#).utf8)).layers[0].mask == nil)
        #expect(refusal(of: document(#"{"mask": {"forEach": [1]}}"#)).hasPrefix("layers[0].mask.forEach: found in a mask"))
    }

    @Test func runsAreRepeated() throws {
        let scene = try Scene(
            json: Array(
                document(
                    #"{"type": "text", "runs": ["a", {"forEach": "${t}", "string": "${item}"}, {"if": false, "string": "x"}]}"#,
                    #"{"t": ["b", "c"]}"#
                ).utf8))
        guard case .text(let text) = scene.layers[0].kind else { return #expect(Bool(false)) }
        #expect(text.runs.map(\.string) == ["a", "b", "c"])
    }

    @Test func namesOfItemsAreChecked() {
        #expect(
            refusal(of: document(#"{"as": "a"}"#)) == "layers[0].as: found without `forEach`, which it belongs to; leave it out"
        )
        #expect(
            refusal(of: document(#"{"forEach": [], "as": "a.b"}"#)).hasPrefix(#"layers[0].as: found "a.b", expected a name"#))
        #expect(refusal(of: document(#"{"forEach": [], "as": 5}"#)).hasPrefix("layers[0].as: found 5"))
        #expect(
            refusal(of: document(#"{"forEach": "${t}", "separator": ""}"#, #"{"t": "a"}"#)).hasPrefix(
                "layers[0].separator: found"))
    }

    @Test func givenValuesAreNotExpandedInItems() throws {
        #expect(
            try names(#"{"forEach": "${t}", "name": "${item}"}"#, #"{"t": [], "secret": "x"}"#, ["t": ["${secret}"]]) == [
                "${secret}"
            ])
    }

    @Test func repeatedLayersAreLimitedBeforeTheyAreMade() throws {
        var limits = SceneLimits()
        limits.layerCount = 100
        func refused(_ layers: String, _ parameters: String = "{}") -> String {
            do {
                return try "\(names(layers, parameters, limits: limits).count)"
            } catch { return "\(error)" }
        }
        #expect(refused(#"{"forEach": 100}"#) == "100")
        #expect(refused(#"{"forEach": 101}"#).contains("more than 100 items"))
        #expect(refused(#"{"forEach": 1e300}"#).contains("more than 100 items"))
        #expect(refused(#"{"forEach": 10, "sublayers": [{"forEach": 10, "if": false}]}"#).contains("more than 100 items"))
        // Empty lists take time too.
        #expect(refused(#"{"forEach": 60, "sublayers": [{"forEach": []}]}"#).contains("more than 100 items"))
        #expect(
            refused(
                #"{"forEach": "${t}", "separator": ","}"#, #"{"t": "\#(String(repeating: ",", count: 100))"}"#
            ).contains("more than 100 items")
        )
    }

    @Test func writtenSceneHasTheRepeatedLayers() throws {
        let scene = try Scene(json: Array(document(#"{"forEach": ["a", "b"], "name": "${item}"}"#).utf8))
        #expect(try Scene(document: scene.jsonValue()) == scene)
    }
}
