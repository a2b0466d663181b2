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

    @Option(help: Self.help(.picturePixels)) var maxPicturePixels: String?
    @Option(help: Self.help(.pictureSide)) var maxPictureSide: String?
    @Option(help: Self.help(.pictureMemory)) var maxPictureMemory: String?
    @Option(help: Self.help(.pictureFileSize)) var maxPictureFileSize: String?
    @Option(help: Self.help(.jpegScans)) var maxJpegScans: String?
    @Option(help: Self.help(.canvasPixels)) var maxCanvasPixels: String?
    @Option(help: Self.help(.canvasSide)) var maxCanvasSide: String?
    @Option(help: Self.help(.memory)) var maxMemory: String?
    @Option(help: Self.help(.work)) var maxWork: String?
    @Option(help: Self.help(.animationWork)) var maxAnimationWork: String?
    @Option(help: Self.help(.sceneSize)) var maxSceneSize: String?
    @Option(help: Self.help(.layers)) var maxLayers: String?
    @Option(help: Self.help(.layerDepth)) var maxLayerDepth: String?
    @Option(help: Self.help(.shadows)) var maxShadows: String?
    @Option(help: Self.help(.pathSegments)) var maxPathSegments: String?
    @Option(help: Self.help(.gradientStops)) var maxGradientStops: String?
    @Option(help: Self.help(.textLength)) var maxTextLength: String?
    @Option(help: Self.help(.manifestSize)) var maxManifestSize: String?
    @Option(help: Self.help(.manifestEntrySize)) var maxManifestEntrySize: String?
    @Option(help: Self.help(.seconds)) var maxSeconds: String?

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

    private static func help(_ limit: Limit) -> ArgumentHelp {
        ArgumentHelp(
            "\(limit.meaning) Default: \(standard(limit)).", valueName: limit.valueName, visibility: .hidden)
    }

    private func given(_ limit: Limit) -> String? {
        switch limit {
        case .picturePixels: maxPicturePixels
        case .pictureSide: maxPictureSide
        case .pictureMemory: maxPictureMemory
        case .pictureFileSize: maxPictureFileSize
        case .jpegScans: maxJpegScans
        case .canvasPixels: maxCanvasPixels
        case .canvasSide: maxCanvasSide
        case .memory: maxMemory
        case .work: maxWork
        case .animationWork: maxAnimationWork
        case .sceneSize: maxSceneSize
        case .layers: maxLayers
        case .layerDepth: maxLayerDepth
        case .shadows: maxShadows
        case .pathSegments: maxPathSegments
        case .gradientStops: maxGradientStops
        case .textLength: maxTextLength
        case .manifestSize: maxManifestSize
        case .manifestEntrySize: maxManifestEntrySize
        case .seconds: maxSeconds
        }
    }

    /// The values of the options, each checked against its range.
    private func values() throws -> [Limit: Double] {
        var probe = RenderLimits.default
        var values: [Limit: Double] = [:]
        for limit in Limit.allCases {
            guard let text = given(limit) else { continue }
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
