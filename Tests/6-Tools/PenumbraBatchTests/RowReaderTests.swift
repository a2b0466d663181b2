import PenumbraBatch
import PenumbraJSON
import PenumbraScene
import TestSupport
import Testing

@Suite(.timed) struct RowReaderTests {
    let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private static let scene = #"""
        {"parameters": {"title": "Hello", "price": 5, "big": false, "box": [1, 2], "any": null},
         "canvas": {"width": 9, "height": 9}, "layers": []}
        """#

    private struct Found {
        var jobs: [BatchJob] = []
        var refused: [(line: Int, output: String?, words: String)] = []
        var notices: [String] = []
    }

    private func read(
        _ text: String, _ format: RowFormat = .csv, output: String = "${sku}.png", scene: String = Self.scene
    ) throws -> Found {
        let template = try SceneTemplate(json: Array(scene.utf8), name: "card.json", baseFolder: "")
        let path = try folder.file("t.\(format)", text)
        var reader = try RowReader(path, format, template, try OutputPattern(output))
        var found = Found()
        while let entry = try reader.next() {
            switch entry {
            case .job(let job): found.jobs.append(job)
            case .refused(let line, let output, let error): found.refused.append((line, output, "\(error)"))
            }
        }
        found.notices = reader.notices
        let source = JobSource.rows(path: path, format: format, template: template, output: try OutputPattern(output))
        #expect(try source.count(.default) == found.jobs.count + found.refused.count)
        return found
    }

    @Test func tableColumnsHaveTheTypesOfTheirDefaults() throws {
        let found = try read("sku,title,price,big,box,any\na,5,7.5,true,\"[3, 4]\",\"{\"\"x\"\": 1}\"\nb,true,x,1,,\n")
        #expect(
            found.jobs.first?.parameters == [
                "title": .string("5"), "price": .number(7.5), "big": .bool(true), "box": .array([.number(3), .number(4)]),
                "any": .object(JSONObject([.init(key: "x", value: .number(1))])),
            ])
        // A field that isn't JSON stays a string, which the scene later rejects at its place. Empty fields leave the default.
        #expect(found.jobs.last?.parameters == ["title": .string("true"), "price": .string("x"), "big": .number(1)])
        #expect(found.jobs.map(\.line) == [2, 3] && found.jobs.map(\.output) == ["a.png", "b.png"])
    }

    /// Each column that is named is compared with all parameters.
    @Test func onlyTheFirstOfManyUnusedColumnsAreNamed() throws {
        let columns = ["sku", "title"] + (0..<3000).map { "unused\($0)" }
        let row = [String](repeating: "a", count: columns.count)
        let found = try read(columns.joined(separator: ",") + "\n" + row.joined(separator: ",") + "\n")
        #expect(found.jobs.count == 1 && found.jobs.first?.parameters == ["title": .string("a")])
        #expect(found.notices.count { $0.contains("isn't a parameter of card.json") } == 20)
        #expect(found.notices.contains("2980 more columns aren't parameters of card.json either"), "\(found.notices)")
    }

    @Test func emptyTextFieldIsAnEmptyText() throws {
        #expect(try read("sku,title\na,\n").jobs.first?.parameters == ["title": .string("")])
    }

    /// Only a parameter that does nothing but show text becomes empty.
    @Test func emptyFieldKeepsDefaultColoursAndFiles() throws {
        let scene = #"""
            {"parameters": {"title": "Hello", "badge": "New", "color": "red", "logo": "a.png", "both": "b", "sku": "x"},
             "canvas": {"width": 9, "height": 9}, "layers": [
               {"type": "text", "name": "${title}", "string": "$${color} ${title}, ${both}", "color": "${color}"},
               {"type": "text", "runs": ["${badge}", {"string": "${badge}", "color": "${color}"}]},
               {"type": "image", "contents": "logos/${logo}", "backgroundColor": "${both}"}]}
            """#
        let found = try read("sku,title,badge,color,logo,both\na,,,,,\nb,t,n,c,l,o\n", scene: scene)
        #expect(
            found.jobs.first?.parameters == ["sku": .string("a"), "title": .string(""), "badge": .string("")])
        #expect(found.jobs.last?.parameters.count == 6)
    }

    @Test func unusedColumnsAreReported() throws {
        let found = try read("sku,titel,extra\na,b,c\n")
        #expect(found.jobs.first?.parameters.isEmpty == true)
        #expect(found.notices.count == 3)
        #expect(found.notices.first?.contains("did you mean \"title\"?") == true)
        #expect(found.notices[1].contains("\"extra\""))
        #expect(found.notices[2].hasPrefix("the table has no columns for the parameters \"any\", \"big\""), "\(found.notices)")
    }

    @Test func unusableTablesAreRefusedAtOnce() throws {
        for (text, output, words) in [
            ("", "${sku}.png", "it is empty"), ("\n\n", "${sku}.png", "it is empty"),
            ("a,,b\n", "${a}.png", "column 2 has no name"),
            ("a,b,a\n", "${a}.png", "two columns are called \"a\""),
            ("sky,title\na,b\n", "${sku}.png", "did you mean \"sky\"?"),
            ("\"a\n", "${a}.png", "line 1: a double quote"),
        ] {
            let error = #expect(throws: BatchError.self) { try read(text, output: output) }
            #expect(error?.description.contains(words) == true, "\(text.debugDescription): \(String(describing: error))")
        }
    }

    @Test func rowsWithTooManyOrTooFewFieldsAreRefusedByName() throws {
        let found = try read("sku,title,price\na\nb,c,1,2\n,x,1\nd,e,2\n\"f\"g,h,1\n")
        #expect(found.jobs.map(\.output) == ["d.png"])
        #expect(found.refused.map(\.line) == [2, 3, 4, 6])
        #expect(found.refused[0].words == "the row has 1 of 3 fields; there is no \"title\", \"price\"")
        #expect(found.refused[1].words.contains("the row has 4 fields, the first row names 3"))
        #expect(found.refused[2].words == "\"sku\", which the output is named by, is empty")
    }

    @Test func rowOutputsAreNamedByColumnsAndDefaults() throws {
        let found = try read(
            "sku,title,price\na,x/y,1\n../b,t,2\n/c,t,3\n\"d\te\",t,4\n", output: "${sku}/${title}-${price}-${big}.png")
        #expect(found.jobs.map(\.output) == ["a/x/y-1-false.png"])
        #expect(found.refused.map(\.output) == ["../b/t-2-false.png", "/c/t-3-false.png", nil])
        #expect(found.refused.last?.words.contains("control character") == true)
        let broken = try read("sku\na\n", output: "${box}.png")
        #expect(broken.refused.first?.words.contains("neither a text nor a number") == true)
    }

    @Test func jsonRowsMustHaveTheMembersOfTheFirstRow() throws {
        let found = try read(
            """
            {"sku": "a", "title": "x", "price": 1}
            {"price": 2, "sku": "b", "title": "y", "big": true}
            {"sku": "c", "title": "z"}
            [1]

            {"sku": "d", "title": "z", "price":
            {"sku": "e", "title": "z", "price": 3, "sku": "f"}
            {"sku": 7, "title": "z", "price": null}
            {"sku": null, "title": "z", "price": 1}
            """, .jsonl)
        #expect(found.jobs.map(\.output) == ["a.png", "b.png", "7.png"])
        #expect(found.jobs[1].parameters == ["title": .string("y"), "price": .number(2), "big": .bool(true)])
        #expect(found.jobs[2].parameters == ["title": .string("z"), "price": .null])
        #expect(found.refused.map(\.line) == [3, 4, 6, 7, 9])
        #expect(found.refused[0].words == "the row has no value for \"price\", which the first row has")
        #expect(found.refused[1].words.contains("found an array"))
        let error = #expect(throws: BatchError.self) { try read("{\"sku\": 1}\n", .jsonl, output: "${suk}.png") }
        #expect(error?.description.contains("did you mean \"sku\"?") == true)
    }

    @Test func tableFormatsAreKnownByTheirEndings() {
        for (path, format) in [
            ("a.csv", .csv), ("a.CSV", .csv), ("a.tsv", .tsv), ("a.tab", .tsv), ("x/a.jsonl", .jsonl), ("a.ndjson", .jsonl),
            ("a.json", nil),
            ("csv", nil), ("-", nil),
        ] as [(String, RowFormat?)] {
            #expect(RowFormat(path: path) == format)
        }
    }
}
