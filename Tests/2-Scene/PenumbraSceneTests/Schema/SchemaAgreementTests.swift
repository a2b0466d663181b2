import PenumbraJSON
import PenumbraScene
import TestPlans
import TestSupport
import Testing

/// Tests that schema and decoder accept the same documents, with the exceptions listed in `SchemaCannotSay`.
@Suite(.timed) struct SchemaAgreementTests {
    private let validator: SchemaValidator

    init() throws {
        validator = try SchemaValidator(SceneSchema.document)
    }

    private enum Verdict: Equatable {
        case bothAccept
        case bothRefuse(unknownKey: Bool)
        case onlyDecoderRefuses(SchemaCannotSay)
        /// The fault lies in an element that is left out. The decoder reads it up to the first mistake that may come from
        /// values.
        case onlySchemaRefuses
        /// They disagree for no known reason.
        case disagree(String)
    }

    private func verdict(_ document: JSONValue) -> Verdict {
        let fault = validator.fault(in: document)
        do {
            _ = try Scene(document: document, baseFolder: "s")
            guard let fault else { return .bothAccept }
            return document.mayLeaveOut(fault)
                ? .onlySchemaRefuses : .disagree("the schema refuses \(fault), the decoder accepts")
        } catch {
            if fault != nil { return .bothRefuse(unknownKey: "\(error)".contains("unknown key")) }
            if let reason = SchemaCannotSay.allCases.first(where: { $0.isReason(for: error, in: document) }) {
                return .onlyDecoderRefuses(reason)
            }
            return .disagree("the schema accepts, the decoder says \(error)")
        }
    }

    @Test func schemaExceptionsAreAllReal() {
        for reason in SchemaCannotSay.allCases {
            for example in reason.examples {
                #expect(validator.fault(in: example) == nil, "\(reason): \(example.compact())")
                do {
                    _ = try Scene(document: example)
                    Issue.record("\(reason): accepted \(example.compact().prefix(300))")
                } catch {
                    #expect(reason.isReason(for: error, in: example), "\(reason): \(error)")
                }
            }
        }
    }

    @Test func documentsMadeFromTheSchemaAreDecoded() {
        var accepted = 0
        var excused: [SchemaCannotSay: Int] = [:]
        for seed in 0..<rounds(3000 as UInt64) {
            var sampler = SchemaSampler(SceneSchema.document, validator, seed: seed)
            let document = sampler.scene()
            switch verdict(document) {
            case .bothAccept: accepted += 1
            case .bothRefuse:
                Issue.record("seed \(seed): not valid, \(validator.fault(in: document) ?? "")\n\(document.prettyPrinted())")
            case .onlyDecoderRefuses(let reason): excused[reason, default: 0] += 1
            case .onlySchemaRefuses: Issue.record("seed \(seed): not valid\n\(document.prettyPrinted())")
            case .disagree(let words): Issue.record("seed \(seed): \(words)\n\(document.prettyPrinted())")
            }
        }
        #expect(accepted > rounds(2000), "\(excused)")
    }

    @Test func documentsMadeFromTheSchemaHaveEveryKey() throws {
        var seen: Set<String> = []
        func note(_ json: JSONValue) {
            for (key, value) in json.members {
                seen.insert(key)
                note(value)
            }
            if case .array(let elements) = json { elements.forEach(note) }
        }
        for seed in 0..<8000 as Range<UInt64> {
            var sampler = SchemaSampler(SceneSchema.document, validator, seed: seed)
            note(sampler.scene())
        }
        for object in [SceneSchema.scene] + SceneSchema.objects {
            for key in object.keys where !seen.contains(key) { Issue.record("\(key) of \(object.owner)") }
        }
    }

    /// Changes scenes of the corpus, and then scenes made from the schema where no scene of the corpus has such a place.
    @Test func faultyScenesAreRefusedBySchemaAndDecoder() throws {
        var counts = Counts()
        // Each change is made in the smallest document that has such a place.
        let scenes = try Repository.corpus().map { ($0, $1, $1.compact().utf8.count) }.sorted { $0.2 < $1.2 }
        for (file, document, _) in scenes { change(document, file, &counts) }
        #expect(counts.refused > 50_000 && counts.accepted > 3000, "\(counts.refused) refused, \(counts.accepted) accepted")
        let ofCorpus = counts
        for seed in 0..<rounds(300 as UInt64) {
            var sampler = SchemaSampler(SceneSchema.document, validator, seed: seed)
            let document = sampler.scene()
            if verdict(document) == .bothAccept { change(document, "seed \(seed)", &counts) }
        }
        let (refused, accepted) = (counts.refused - ofCorpus.refused, counts.accepted - ofCorpus.accepted)
        #expect(refused > rounds(20_000) && accepted > rounds(2000), "\(refused) refused, \(accepted) accepted")
    }

    // MARK: - Changes

    private struct Counts {
        var refused = 0
        var accepted = 0
        /// By kind of place, the keys that were changed or added there. All kinds here had all values.
        var tried: [String: Set<String>] = [:]

        mutating func isNew(_ key: String, at kind: String) -> Bool { tried[kind, default: []].insert(key).inserted }
    }

    private static let values: [JSONValue] = [
        .null, true, false, "text", "12px", "", "${nobody}", "a ${nobody}", -1, 0, 0.5, 1, 1.5, 2e9, -2e9, [], [:], [1],
        [1, 2],
        [1, 2, 3], [1, 2, 3, 4], [1, 2, -3, 4], [1, 2, 3, "4"], ["red"], [[:]], [["a": 1]], ["colors": ["red"]], ["colors": []],
        ["radius": 2], ["radius": 2, "progressive": true], ["rect": [0, 0, 9, 9]], ["center": [1, 2], "radius": 3],
        ["type": "image"],
        ["width": 5, "height": 5], "image", "shape", "radial", "M0 0H9", "red", "#12", "https://example.com/a.png",
    ]

    /// Tries every change of one value or key that wasn't tried in a place of the same kind.
    private func change(_ document: JSONValue, _ name: String, _ counts: inout Counts) {
        for (path, kind) in document.places() {
            guard let value = document.value(along: path) else { continue }
            /// Returns whether both refuse the change, since they don't know a key.
            func attempt(_ changed: JSONValue?, _ words: String) -> Bool {
                switch verdict(document.replacing(path, with: changed)) {
                case .bothAccept: counts.accepted += 1
                case .bothRefuse(let isUnknownKey):
                    counts.refused += 1
                    return isUnknownKey
                case .onlyDecoderRefuses, .onlySchemaRefuses: break
                case .disagree(let difference): Issue.record("\(name), \(kind) \(words): \(difference)")
                }
                return false
            }
            if counts.tried[kind] == nil {
                counts.tried[kind] = []
                for value in Self.values { _ = attempt(value, value.compact()) }
                _ = attempt(nil, "left out")
            }
            guard case .object(let object) = value else { continue }
            for member in object.members where counts.isNew("\(member.key) misspelt", at: kind) {
                var renamed = object
                renamed.members = object.members.map {
                    $0.key == member.key ? .init(key: $0.key + "x", value: $0.value) : $0
                }
                _ = attempt(.object(renamed), "\(member.key) misspelt")
            }
            for key in Self.keys where object[key] == nil && counts.isNew(key, at: kind) {
                for value in [1, "red", [:], [], .null] as [JSONValue] {
                    var grown = object
                    grown[key] = value
                    // Keys of other objects are refused whatever their value is.
                    if attempt(.object(grown), "with \(key) \(value.compact())") { break }
                }
            }
        }
    }

    private static let keys = Set(([SceneSchema.scene] + SceneSchema.objects).flatMap(\.keys)).sorted()
}

/// A step into a document.
enum Step {
    case key(String)
    case index(Int)
}

extension JSONValue {
    /// Every value except those of parameters, with the kind of its place: the keys on the path and the types of layers.
    func places() -> [(path: [Step], kind: String)] {
        var result: [(path: [Step], kind: String)] = []
        func visit(_ value: JSONValue, _ path: [Step], _ kind: String) {
            if !path.isEmpty { result.append((path, kind)) }
            switch value {
            case .object(let object):
                let type = object["type"]?.text ?? ""
                for member in object.members where !(path.isEmpty && member.key == "parameters") {
                    // Layers are alike at every place.
                    let base = ["layers", "sublayers", "mask"].contains(member.key) ? "" : kind + type
                    visit(member.value, path + [.key(member.key)], "\(base).\(member.key)")
                }
            case .array(let elements):
                for (index, element) in elements.prefix(3).enumerated() { visit(element, path + [.index(index)], kind + "[]") }
            default: break
            }
        }
        visit(self, [], "")
        return result
    }

    /// Whether a fault of the schema, `.layers[0].mask.transform: …`, lies in an element that its condition or list may leave
    /// out.
    func mayLeaveOut(_ fault: String) -> Bool {
        var value = self
        for name in fault.prefix(while: { $0 != ":" }).split(whereSeparator: { ".[]".contains($0) }) {
            switch value {
            case .object(let object):
                guard let next = object[String(name)] else { return false }
                value = next
            case .array(let elements):
                guard let index = Int(name), elements.indices.contains(index) else { return false }
                value = elements[index]
            default: return false
            }
            if value.mayBeLeftOut { return true }
        }
        // A fault of an array that no alternative fits is that of one of its elements.
        if case .array(let elements) = value { return elements.contains(where: \.mayBeLeftOut) }
        return false
    }

    private var mayBeLeftOut: Bool {
        guard case .object(let object) = self else { return false }
        func isReference(_ value: JSONValue) -> Bool { value.text?.hasPrefix("${") ?? false }
        if let value = object["if"], value == false || isReference(value) { return true }
        if let value = object["unless"], value == true || isReference(value) { return true }
        guard let list = object["forEach"] else { return false }
        return [[], 0, .null].contains(list) || isReference(list)
    }

    func value(along path: [Step]) -> JSONValue? {
        var value = self
        for step in path {
            switch (step, value) {
            case (.key(let key), .object(let object)):
                guard let member = object[key] else { return nil }
                value = member
            case (.index(let index), .array(let elements)): value = elements[index]
            default: return nil
            }
        }
        return value
    }

    /// The document with the value at the end of a path replaced or removed.
    func replacing(_ path: [Step], with replacement: JSONValue?) -> JSONValue {
        guard let step = path.first else { return replacement ?? .null }
        let rest = Array(path.dropFirst())
        switch (step, self) {
        case (.key(let key), .object(var object)):
            object[key] = rest.isEmpty ? replacement : object[key]?.replacing(rest, with: replacement)
            return .object(object)
        case (.index(let index), .array(var elements)):
            if rest.isEmpty, replacement == nil {
                elements.remove(at: index)
            } else {
                elements[index] = elements[index].replacing(rest, with: replacement)
            }
            return .array(elements)
        default: return self
        }
    }
}
