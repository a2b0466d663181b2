import ArgumentParser
import Penumbra
import PenumbraSystem

/// The options that set limits. They are the same for every command that reads pictures or scenes.
///
/// The environment variable PENUMBRA_LIMITS names an administrator's policy. Nothing can raise the limits that the policy sets.
struct LimitOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "JSON file of limits; see penumbra help limits.",
            valueName: "file"))
    var limits: String?

    /// The values of the options for single limits, as given.
    private var given: [Limit: String] = [:]

    init() {}

    /// The text of `penumbra help limits`.
    static var page: String {
        let lines = Limit.allCases.map { limit in
            let words = "\(limit.meaning) Default: \(standard(limit)).".split(separator: " ")
            let text = words.reduce(into: [""]) { lines, word in
                if lines[lines.count - 1].count + word.count > 72 { lines.append("") }
                lines[lines.count - 1] += " " + word
            }
            return "  \(limit.option) <\(limit.valueName)>\n" + text.map { "     \($0)\n" }.joined()
        }
        return """
            OVERVIEW: Limits of pictures, scenes and batches

            All commands that read pictures or scenes take these options, and --limits
            <file>: a JSON file such as {"canvasSide": 20000, "pictureMemory": "1G"}.
            Options override it. Nothing can exceed the policy that the environment
            variable PENUMBRA_LIMITS names. Sizes take K, M, G and T. penumbra doctor
            shows the limits in force.

            OPTIONS:

            """ + lines.joined()
    }

    private static func standard(_ limit: Limit) -> String {
        limit.standardWords ?? RenderLimits.default[limit].map(limit.words) ?? ""
    }

    /// The values of the options, each checked against its range.
    private func values() throws -> [Limit: Double] {
        var probe = RenderLimits.default
        var values: [Limit: Double] = [:]
        for limit in Limit.allCases {
            guard let text = given[limit] else { continue }
            do throws(LimitError) {
                let value = try limit.value(text)
                try probe.set(limit, to: value)
                values[limit] = value
            } catch {
                throw ValidationError("\(limit.option): \(error)")
            }
        }
        return values
    }

    func validate() throws {
        _ = try values()
    }

    /// The limits in force. Options override the limits file, and the file overrides the policy, as far as the policy permits.
    ///
    /// - Throws: `CommandFailure`, also for an unreadable policy, because its restrictions are then unknown.
    func resolved() throws -> RenderLimits {
        let policyFile = LimitPolicy.file
        let policy = try policyFile.map { try Self.read($0, "\(LimitPolicy.variable): ") } ?? [:]
        var result = RenderLimits.default
        try result.apply(policy)
        func apply(_ values: [Limit: Double], _ name: (Limit) -> String) throws {
            for limit in Limit.allCases {
                guard let value = values[limit], let most = policy[limit], value > most else { continue }
                throw CommandFailure(
                    .usage,
                    "\(name(limit)) is \(limit.words(value)); the policy \"\(policyFile ?? "")\" allows at most \(limit.words(most))"
                )
            }
            try result.apply(values)
        }
        if let limits { try apply(try Self.read(limits, "--limits: ")) { "\(limits): \($0.rawValue)" } }
        try apply(try values(), \.option)
        LimitPolicy.note(policy, inForce: result)
        return result
    }

    private static func read(_ file: String, _ name: String) throws -> [Limit: Double] {
        let bytes = try rethrowing(
            try FileReader.read(file, limit: RenderLimits.longestDocument),
            as: { (error: FileError) in CommandFailure(error.status, "\(name)\(error)") })
        return try rethrowing(
            try RenderLimits.values(json: bytes), as: CommandFailure.badData("\(name)\(file)"))
    }
}

/// The parser finds options by reflection: one for each property. It then decodes the values by the names of the properties.
/// Here, each limit counts as a property.
extension LimitOptions: CustomReflectable {
    private struct Key: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) {
            self.stringValue = stringValue
        }

        init?(intValue: Int) { nil }
    }

    var customMirror: Mirror {
        let options = Limit.allCases.map { limit in
            let help = ArgumentHelp(
                "\(limit.meaning) Default: \(Self.standard(limit)).", valueName: limit.valueName, visibility: .hidden)
            return (
                label: limit.rawValue, value: Option<String?>(name: .customLong(String(limit.option.dropFirst(2))), help: help)
            )
        }
        return Mirror(self, children: [(label: "limits", value: _limits)] + options)
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        func value(_ name: String) throws -> String? {
            try values.decode(Option<String?>.self, forKey: Key(stringValue: name)).wrappedValue
        }
        limits = try value("limits")
        for limit in Limit.allCases { given[limit] = try value(limit.rawValue) }
    }
}

extension RenderLimits {
    fileprivate mutating func apply(_ values: [Limit: Double]) throws {
        for (limit, value) in values {
            do { try set(limit, to: value) } catch { throw CommandFailure(.usage, "\(limit.rawValue): \(error)") }
        }
    }
}

extension Limit {
    /// The placeholder for the value in the help.
    fileprivate var valueName: String {
        switch unit {
        case .bytes: "size"
        case .count: "count"
        case .pixels: "pixels"
        case .seconds: "seconds"
        }
    }
}
