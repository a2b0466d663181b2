import ArgumentParser
import Penumbra
import PenumbraSystem

/// The options for a scene file and its parameters.
struct SceneOptions: ParsableArguments {
    @Argument(help: ArgumentHelp("The scene's file; \"-\" reads standard input.", valueName: "scene"))
    var scene: String

    @Option(
        name: .customLong("set"), parsing: .singleValue,
        help: ArgumentHelp(
            "Set a parameter of the scene; may be repeated.",
            valueName: "name=value"))
    var settings: [String] = []

    @OptionGroup var scale: ScaleOption
    @OptionGroup var roots: RootOptions

    /// The allowed folders for the files that the scene names.
    func files() throws -> FileRoots { try roots.files(from: ScenePath.folder(of: scene)) }

    /// The scene's name in messages.
    var name: String { scene == "-" ? "standard input" : scene }

    func read(_ limits: SceneLimits) throws -> Scene {
        let (bytes, parameters) = try contents(limits)
        return try scene(bytes, parameters, limits)
    }

    /// The scene of a document that was read.
    func scene(_ bytes: [UInt8], _ parameters: [String: JSONValue], _ limits: SceneLimits) throws -> Scene {
        return try rethrowing(
            try Scene(
                json: bytes, parameters: parameters, baseFolder: ScenePath.folder(of: scene), scaleOverride: scale.scale,
                limits: limits), as: CommandFailure.badData(name))
    }

    /// The bytes of the scene's file, and the values of the parameters that were set.
    func contents(_ limits: SceneLimits) throws -> (bytes: [UInt8], parameters: [String: JSONValue]) {
        let bytes = try readFile(scene, limit: limits.documentBytes, raisedBy: .sceneSize)
        if let format = PictureFormat(sniffing: bytes) {
            throw CommandFailure(
                .badData,
                "\(name): this is a picture (\(format.rawValue)), not a scene; "
                    + "show it in a scene by {\"type\": \"image\", \"contents\": \(quoted(scene))}"
            )
        }
        var parameters: [String: JSONValue] = [:]
        let defaults: JSONValue?
        if settings.isEmpty {
            defaults = nil
        } else if HTMLDocument.isDocument(bytes, named: scene) {
            // Mistakes in the template are reported when it's read with its values.
            let known = (try? HTMLTemplate(HTMLDocument.decoded(bytes)))?.defaults ?? [:]
            defaults = .object(JSONObject(known.map { .init(key: $0.key, value: $0.value) }))
        } else if case .object(let scene)? = try? JSONValue(parsing: bytes) {
            defaults = scene["parameters"]
        } else {
            defaults = nil
        }
        for setting in settings {
            let parameter = try rethrowing(
                try Parameter(argument: setting, defaults: defaults),
                as: { (error: SceneError) in CommandFailure(.usage, "--set: \(error.message)") })
            parameters[parameter.name] = parameter.value
        }
        return (bytes, parameters)
    }
}
