import PenumbraHTML
import PenumbraScene
import TestSupport
import Testing

@Suite("HTML templates", .timed) struct TemplateTests {
    private func text(_ template: String, _ values: [String: JSONValue] = [:]) throws -> String {
        String(decoding: try HTMLTemplate(Array(template.utf8)).document(values), as: UTF8.self)
    }

    private func message(_ template: String, _ values: [String: JSONValue] = [:]) -> String? {
        do {
            _ = try text(template, values)
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test func valuesAreEscapedByTheirPlace() throws {
        let value: [String: JSONValue] = ["x": #"<b> "&' a=b"#]
        #expect(try text("<p>{{x}}</p>", value) == "<p>&lt;b&gt; &quot;&amp;&#39; a=b</p>")
        #expect(try text("<p>{{{x}}}{{&x}}</p>", ["x": "<b>"]) == "<p><b><b></p>")
        #expect(try text(#"<p title="{{x}}">"#, value) == #"<p title="&lt;b&gt; &quot;&amp;&#39; a=b">"#)
        #expect(try text("<p title={{x}}>", ["x": "a b=`"]) == "<p title=a&#32;b&#61;&#96;>")
        #expect(try text("<p title={{x}} id=a>", ["x": ""]) == "<p title=\"\" id=a>")
        #expect(try text(#"<p title="{{{x}}}">"#, ["x": #"&amp;"><i>"#]) == #"<p title="&amp;&quot;&gt;&lt;i&gt;">"#)
        #expect(try text("<!-- {{x}} --><script>{{x}}</script>", value) == "<!--  --><script></script>")
        #expect(try text("<title>{{x}}</title>", ["x": "</title>"]) == "<title>&lt;/title&gt;</title>")
    }

    @Test func stylesTakeOneValue() throws {
        #expect(try text(#"<p style="color: {{x}}">"#, ["x": "rgb(1, 2, 3)"]) == #"<p style="color: rgb(1, 2, 3)">"#)
        #expect(try text("<style>p { color: {{x}} }</style>", ["x": "red"]) == "<style>p { color: red }</style>")
        #expect(
            try text("<style>p::after { content: \"{{x}}\" }</style>", ["x": "\"}</style>"])
                == "<style>p::after { content: \"\\22 \\7d \\3c /style\\3e \" }</style>")
        #expect(
            try text("<p style=\"background: url({{x}})\">", ["x": "a b).png"]) == "<p style=\"background: url(a%20b%29.png)\">"
        )
        for value in [
            "red; top: 0", "red}", "url(a.png)", "a)", "\"", "\\72 ed", "red !important", "</style>", "/* ", "*/", "URL(a)",
        ]
        where value != "/* " && value != "*/" {
            #expect(message("<style>p { color: {{x}} }</style>", ["x": .string(value)]) != nil, "\(value)")
            #expect(message("<p style='color: {{x}}'>", ["x": .string(value)]) != nil, "\(value)")
        }
        #expect(message("<style>{{x}} { }</style>")?.contains("line 1, column 8") == true)
    }

    @Test func addressesOfCodeAreRefused() throws {
        #expect(message("<a href='{{x}}'>", ["x": " JavaScript:alert(1)"]) != nil)
        #expect(message("<a href='{{x}}'>", ["x": "java\nscript:alert(1)"]) != nil)
        #expect(message("<p style=\"background: url('{{x}}')\">", ["x": "javascript:1"]) != nil)
        #expect(try text("<img src='{{x}}'>", ["x": "a.png"]) == "<img src='a.png'>")
        #expect(try text("<a href='/s?q={{x}}'>", ["x": "javascript:"]) == "<a href='/s?q=javascript:'>")
    }

    @Test func sectionsRepeatAndInvert() throws {
        let list = "{{#l}}<li>{{name}}{{other}}</li>{{/l}}{{^l}}none{{/l}}"
        #expect(try text(list, ["l": [["name": "a"], ["name": "b"]], "other": "!"]) == "<li>a!</li><li>b!</li>")
        #expect(try text(list, ["l": []]) == "none")
        #expect(try text("{{#l}}{{.}},{{/l}}", ["l": [1, 2.5, "x"]]) == "1,2.5,x,")
        #expect(try text("{{#a}}yes{{/a}}{{^a}}no{{/a}}", ["a": ""]) == "no")
        #expect(try text("{{#a}}yes{{/a}}{{^a}}no{{/a}}", ["a": "x"]) == "yes")
        #expect(try text("{{a.b.c}}", ["a": ["b": ["c": 5]]]) == "5")
        #expect(try text("a\n  {{#l}}\n  b\n  {{/l}}\nc\n", ["l": [1, 2]]) == "a\n  b\n  b\nc\n")
        #expect(try text("{{! no }}{{=<% %>=}}<%x%> {{x}}", ["x": "1"]) == "1 {{x}}")
        #expect(try text("<p {{#x}}class=\"a\"{{/x}}>", ["x": true]) == "<p class=\"a\">")
    }

    @Test func defaultsAreParameters() throws {
        let template = """
            <script type="application/json" id="parameters">{"title": "{{a}}", "n": 3}</script>
            <p>{{title}} {{n}}</p>
            """
        let read = try HTMLTemplate(Array(template.utf8))
        #expect(read.names == ["title", "n"])
        #expect(HTMLTemplate.declaresParameters(Array(template.utf8)))
        #expect(try text(template).hasSuffix("<p>{{a}} 3</p>"))
        #expect(message(template, ["titel": "x"])?.contains("did you mean \"title\"") == true)
        #expect(message(template + "{{titel}}")?.contains("line 2, column 23") == true)
    }

    @Test func mistakesHaveAPlace() {
        #expect(message("a\n {{#x}}")?.hasPrefix("line 2, column 2: ") == true)
        #expect(message("{{/x}}") != nil)
        #expect(message("{{#x}}{{/y}}") != nil)
        #expect(message("{{x") != nil)
        #expect(message("{{ x | upper }}") != nil)
        #expect(message("{{> header}}")?.contains("header") == true)
        #expect(message("<{{x}}>") != nil)
        #expect(message("</{{x}}>") != nil)
        #expect(message("<p {{x}}>") != nil)
        #expect(message("{{#x}}<p title='{{/x}}'>") != nil)
        #expect(message(String(repeating: "{{#x}}", count: 100)) != nil)
        #expect(message("{{x}}", ["x": [1]])?.contains("is a list") == true)
    }

    @Test func sizeIsBounded() throws {
        let list = JSONValue.array(Array(repeating: .number(1), count: 1000))
        let nested = String(repeating: "{{#l}}", count: 8) + String(repeating: "{{/l}}", count: 8)
        #expect(message(nested, ["l": list])?.contains("takes more than") == true)
    }

    @Test func memoryIsBoundedWhileADocumentGrows() throws {
        let text = "<script type=application/json id=parameters>{\"l\": []}</script>{{#l}}{{#l}}0123456789{{/l}}{{/l}}"
        let list = JSONValue.array(Array(repeating: .number(1), count: 500))
        let small = try HTMLTemplate(Array(text.utf8), limits: HTMLLimits(memory: 8 << 20))
        let error = #expect(throws: HTMLError.self) { try small.document(["l": list]) }
        #expect(error?.description.contains("takes more memory than is allowed") == true, "\(String(describing: error))")
        let large = try HTMLTemplate(Array(text.utf8), limits: HTMLLimits(memory: 16 << 20))
        #expect(try large.document(["l": list]).count > 2_500_000)
    }

    @Test func sectionsHoldWholeAttributes() throws {
        let template = "<i{{#x}} class=\"a\"{{/x}} style=\"color: {{y}}\">"
        #expect(try text(template, ["x": true, "y": "red"]) == "<i class=\"a\" style=\"color: red\">")
        #expect(try text(template, ["x": false, "y": "red"]) == "<i style=\"color: red\">")
        #expect(try text("<ol {{#x}}reversed{{/x}} title={{y}}>", ["x": "", "y": "a b"]) == "<ol  title=a&#32;b>")
        // The name of an element or attribute must not depend on a section.
        #expect(message("<st{{#x}} a{{/x}}yle>{{y}}", ["x": true])?.contains("can't be here") == true)
        #expect(message("<i {{#x}}a{{/x}}style='{{y}}'>", ["x": true])?.contains("can't be here") == true)
        #expect(message("<i {{#x}}a{{/x}} ='{{y}}'>", ["x": true])?.contains("can't be here") == true)
    }

    private func failure(_ template: String, _ values: [String: JSONValue]) throws -> HTMLError? {
        let template = try HTMLTemplate(Array(template.utf8))
        do throws(HTMLError) {
            _ = try HTMLDocument(template, values: values)
            return nil
        } catch {
            return error
        }
    }

    @Test func placesAreThoseOfTheTemplate() throws {
        let lines = """
            <script type="application/json" id="parameters">{"items": [], "title": ""}</script>
            <h1>{{title}}</h1>
            {{#items}}
            <p title="é\t{{.}}" style="colr: red">
              {{.}}</p>
            {{/items}}
            <p style="widht: 3px">
            """
        var options = HTMLOptions()
        options.keepsPlaces = true
        let document = try HTMLDocument(
            try HTMLTemplate(Array(lines.utf8)), values: ["items": ["one", "two\nlines"], "title": "a\nb\nc"],
            options: options)
        let places = document.warnings.map { "\($0.place) \("\($0.message)".prefix(5))" }
        #expect(
            places == ["line 4, column 27 colr:", "line 4, column 27 colr:", "line 7, column 11 widht"], "\(document.warnings)")
        let paragraphs = document.boxes.filter { $0.name == "p" }.map(\.place.line)
        #expect(paragraphs == [4, 4, 7])
        let missing = try failure("{{a}}\n<b>{{a}}</b>\n  <img src=\"{{a}}\">", ["a": "x\ny.png"])
        #expect(missing?.place == HTMLPlace(line: 3, column: 3), "\(String(describing: missing))")
    }
}
