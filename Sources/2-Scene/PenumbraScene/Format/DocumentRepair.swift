/// Takes mistakes out of a scene's document one by one, so that each of them can be reported.
package struct DocumentRepair {
    package private(set) var document: JSONValue
    /// The places that were taken out. A value that is now missing is no mistake of the user's.
    private var removed: Set<String> = []

    package init(_ document: JSONValue) {
        self.document = document
    }

    /// Whether the mistake at a place comes from an earlier repair.
    package func hasCaused(_ place: String) -> Bool { removed.contains(place) }

    /// Takes out the value at a place, or else the nearest value around it. False if nothing is left to take out.
    package mutating func takeOut(_ place: String) -> Bool {
        guard var steps = Step.steps(of: place) else { return false }
        let isMissing = !Self.exists(steps, in: document) || removed.contains(place)
        removed.insert(place)
        if isMissing, !steps.isEmpty { steps.removeLast() }
        while let last = steps.last {
            // A canvas cannot be missing.
            if steps.count == 1, case .key("canvas") = last {
                return replace(steps) { _ in ["width": 1000, "height": 1000] }
            }
            if Self.exists(steps, in: document), replace(steps, with: Self.withoutContents) {
                removed.insert(Self.place(of: steps))
                return true
            }
            steps.removeLast()
        }
        return false
    }

    /// The part of a faulty value that remains. A layer keeps its frame, its mask and its sublayers, so that their mistakes are found.
    private static func withoutContents(_ value: JSONValue) -> JSONValue? {
        guard case .object(let object) = value, object["sublayers"] != nil || object["mask"] != nil else { return nil }
        let kept = object.members.filter { ["frame", "mask", "sublayers"].contains($0.key) }
        return kept.count < object.members.count ? .object(JSONObject(kept)) : nil
    }

    private enum Step: Equatable {
        case key(String)
        case index(Int)

        /// The steps of a place such as `layers[2].shadows[0].radius` or `layers[0]["a b"]`. Nil if it is none.
        static func steps(of place: String) -> [Step]? {
            if place == "scene" { return [] }
            var steps: [Step] = []
            var rest = Substring(place)
            while !rest.isEmpty {
                if rest.first == "[" {
                    rest = rest.dropFirst()
                    let digits = rest.prefix { $0.isASCII && $0.isNumber }
                    if let index = Int(digits), rest[digits.endIndex...].first == "]" {
                        steps.append(.index(index))
                        rest = rest[digits.endIndex...].dropFirst()
                        continue
                    }
                    // The key is a JSON string, which may have brackets of its own.
                    guard let end = rest.indices.first(where: { rest[$0...].hasPrefix("\"]") && $0 > rest.startIndex }),
                        case .string(let key)? = try? JSONValue(parsing: String(rest[...end]))
                    else { return nil }
                    steps.append(.key(key))
                    rest = rest[end...].dropFirst(2)
                } else {
                    if rest.first == "." { rest = rest.dropFirst() }
                    let key = rest.prefix { $0 != "." && $0 != "[" }
                    guard !key.isEmpty else { return nil }
                    steps.append(.key(String(key)))
                    rest = rest[key.endIndex...]
                }
            }
            return steps
        }
    }

    private static func place(of steps: [Step]) -> String {
        steps.reduce(Place.scene) { place, step in
            switch step {
            case .key(let key): .key(place, key)
            case .index(let index): .index(place, index)
            }
        }.description
    }

    private static func exists(_ steps: [Step], in document: JSONValue) -> Bool {
        var value = document
        for step in steps {
            switch (step, value) {
            case (.key(let key), .object(let object)):
                guard let inner = object[key] else { return false }
                value = inner
            case (.index(let index), .array(let elements)):
                guard elements.indices.contains(index) else { return false }
                value = elements[index]
            default: return false
            }
        }
        return true
    }

    /// Changes the value at some steps. If `change` gives nil, a member is removed, an element becomes an empty layer.
    private mutating func replace(_ steps: [Step], with change: (JSONValue) -> JSONValue?) -> Bool {
        func changed(_ value: JSONValue, _ steps: ArraySlice<Step>) -> JSONValue? {
            guard let step = steps.first else { return change(value) }
            switch (step, value) {
            case (.key(let key), .object(var object)):
                object[key] = object[key].flatMap { changed($0, steps.dropFirst()) }
                return .object(object)
            case (.index(let index), .array(var elements)) where elements.indices.contains(index):
                // Places count the elements, so none is removed.
                elements[index] = changed(elements[index], steps.dropFirst()) ?? [:]
                return .array(elements)
            default: return value
            }
        }
        guard let result = changed(document, steps[...]), result != document else { return false }
        document = result
        return true
    }
}
