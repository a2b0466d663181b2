import PenumbraJSON
import PenumbraScene
import TestPlans
import TestSupport
import Testing

/// Tests that the schema has the decoder's keys and matches the published schema.
@Suite(.timed) struct SchemaTests {
    private let published = "docs/scene-v1.schema.json"

    @Test func publishedSchemaEqualsTheCommandOutput() {
        let text = String(decoding: Repository.bytes(of: published) ?? [], as: UTF8.self)
        #expect(
            text == SceneSchema.json(),
            "write it again: swift build -c release && .build/release/penumbra schema > \(published)")
    }

    @Test func schemaKeysHaveOneMeaning() {
        for object in [SceneSchema.scene] + SceneSchema.objects {
            #expect(Set(object.keys).count == object.meanings.count, "\(object.owner)")
        }
    }

    /// A table unknown to the schema would be a kind of object that the schema rejects.
    @Test func schemaContainsEveryKeyTable() throws {
        let files = Repository.files(below: "Sources/2-Scene/PenumbraScene", suffix: ".swift")
        #expect(files.count > 30)
        var tables: [String] = []
        for file in files {
            let text = String(decoding: Repository.bytes(of: file) ?? [], as: UTF8.self)
            tables += text.matches(
                of: /^    static let (\w+) = (?:KeyTable\(|of[A-Z]\w*\((?:\n +)?(?:"|\.\w+, "))/.anchorsMatchLineEndings()
            )
            .map { String($0.1) }
        }
        // `anyPath` contains only the keys of the four kinds of path.
        let described = SceneSchema.objects.count + 1
        #expect(tables.count - 1 == described, "a KeyTable is missing in the schema, or its name: \(tables)")
        #expect(Set(SceneSchema.objects.map(\.name)).count == SceneSchema.objects.count)
    }

    /// In the document alone, the properties of each object are the keys of its table.
    @Test func schemaPropertiesAreTheTableKeys() throws {
        let definitions = try #require(SceneSchema.document["$defs"])
        for object in [SceneSchema.scene] + SceneSchema.objects {
            let json = object.name == "scene" ? SceneSchema.document : try #require(definitions[object.name])
            let keys = Set(try #require(json["properties"]?.keys))
            for key in Set(object.keys).symmetricDifference(keys) {
                Issue.record(
                    "`\(key)` is only in one of the schema's \(object.name) and the decoder's table of \(object.owner)")
            }
            #expect(json["additionalProperties"] == false, "\(object.name)")
        }
    }

    @Test func schemaPropertiesAreAllDescribed() throws {
        func check(_ json: JSONValue, _ place: String) {
            guard let text = json["description"]?.text else {
                Issue.record("\(place) has no description")
                return
            }
            #expect(text.count > 6 && text.hasSuffix("."), "\(place): \(text)")
        }
        for (key, value) in SceneSchema.document["properties"]?.members ?? [] { check(value, key) }
        for (name, definition) in try #require(SceneSchema.document["$defs"]).members {
            for (key, value) in definition["properties"]?.members ?? [] { check(value, "\(name).\(key)") }
        }
    }

    /// The schema accepts all defaults and examples.
    @Test func schemaDefaultsAndExamplesAreValid() throws {
        let validator = try SchemaValidator(SceneSchema.document)
        var count = 0
        func check(_ json: JSONValue, _ place: String) throws {
            switch json {
            case .object(let object):
                var values: [JSONValue] = object["default"].map { [$0] } ?? []
                if case .array(let examples)? = object["examples"] { values += examples }
                for value in values where json["type"] != nil || json["anyOf"] != nil || json["$ref"] != nil {
                    count += 1
                    #expect(try validator.fault(in: value, schema: json) == nil, "\(place): \(value.compact())")
                }
                for member in object.members where member.key != "default" && member.key != "examples" {
                    try check(member.value, "\(place).\(member.key)")
                }
            case .array(let elements):
                for (index, element) in elements.enumerated() { try check(element, "\(place)[\(index)]") }
            default: break
            }
        }
        try check(SceneSchema.document, "")
        #expect(count > 150)
    }

    /// The decoder uses the schema's defaults: writing a default explicitly changes nothing.
    @Test func schemaDefaultsAreTheDecoderDefaults() throws {
        let layers: [(name: String, members: JSONObject)] = [
            ("plainLayer", JSONObject()),
            ("imageLayer", ["type": "image", "contents": "a.png"]), ("gradientLayer", ["type": "gradient", "colors": ["red"]]),
            ("shapeLayer", ["type": "shape", "path": "M0 0H9V9"]), ("textLayer", ["type": "text", "string": "a"]),
        ]
        for (name, members) in layers {
            let properties = try #require(SceneSchema.document["$defs"]?[name]?["properties"])
            for (key, value) in properties.members where members[key] == nil {
                guard let standard = value["default"], key != "type" else { continue }
                var written = members
                written[key] = standard
                // Radii of circles have a meaning only in combination.
                if key == "startRadius" { continue }
                let (plain, full) = (Self.scene([.object(members)]), Self.scene([.object(written)]))
                #expect(try Scene(document: plain) == Scene(document: full), "\(name).\(key)")
            }
        }
        for (name, list) in [("shadow", "shadows"), ("innerShadow", "innerShadows")] {
            let properties = try #require(SceneSchema.document["$defs"]?[name]?["properties"])
            for (key, value) in properties.members {
                guard let standard = value["default"] else { continue }
                let full = Self.scene([.object([list: [.object([key: standard])]])])
                #expect(try Scene(document: Self.scene([.object([list: [[:]]])])) == Scene(document: full), "\(name).\(key)")
            }
        }
    }

    static func scene(_ layers: [JSONValue]) -> JSONValue {
        ["canvas": ["width": 90, "height": 60], "layers": .array(layers)]
    }

    @Test func corpusScenesAreAllValid() throws {
        let validator = try SchemaValidator(SceneSchema.document)
        let corpus = try Repository.corpus()
        #expect(corpus.count > 150)
        for (file, document) in corpus {
            let fault = validator.fault(in: document)
            #expect(fault == nil, "\(file)\(fault ?? "")")
        }
    }
}

extension JSONValue {
    /// A member of an object; nil for any other value.
    subscript(key: String) -> JSONValue? { if case .object(let object) = self { object[key] } else { nil } }

    /// The members of an object; empty for any other value.
    var members: [(key: String, value: JSONValue)] {
        if case .object(let object) = self { object.members.map { ($0.key, $0.value) } } else { [] }
    }

    var keys: [String] { members.map(\.key) }
}
