import ArgumentParser
import Penumbra
import PenumbraSystem

struct InspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Print a scene's layers as drawn, or all its mistakes.",
        discussion: """
            Frames are [x, y, width, height] in points of the parent.

            EXAMPLES
              penumbra inspect scene.json
              penumbra inspect card.json --set title=Hello --json
              penumbra inspect card.json --check
              penumbra inspect loop.json --at 0.5 --json
            """)

    @OptionGroup var input: SceneOptions
    @OptionGroup var time: TimeOption
    @OptionGroup(title: "Documents") var vector: VectorOptions

    @Flag(help: "Write JSON, with all digits.") var json = false
    @Flag(help: "List all mistakes; exit 65 if there are any.") var check = false
    @Flag(help: "Count missing fonts and glyphs as mistakes.") var strict = false

    @OptionGroup var limits: LimitOptions

    func run() throws {
        var limits = try self.limits.resolved()
        limits.isStrict = strict
        let renderer = try Renderer(backend: .cpu)
        renderer.limits = limits
        renderer.files = try input.files()
        if check { return try list(renderer, limits.scene) }
        let (bytes, parameters) = try input.contents(limits.scene)
        if HTMLDocument.isDocument(bytes, named: input.scene) {
            let page = try vector.page(
                bytes, path: input.scene, files: renderer.files ?? input.files(), limits: limits, scale: input.scale.scale,
                time: time.seconds, isStrict: strict, values: parameters)
            print(json ? page.json.prettyPrinted() : page.description, terminator: "")
            return
        }
        var scene = try input.scene(bytes, parameters, limits.scene)
        scene.time = time.time(in: scene)
        do throws(RenderError) {
            let inspection = try renderer.inspect(scene)
            for notice in inspection.notices { Notices.write("\(input.name): \(notice)") }
            print(json ? inspection.jsonValue.prettyPrinted() : inspection.description, terminator: "")
        } catch {
            throw error.named(input.name)
        }
    }

    private func list(_ renderer: Renderer, _ limits: SceneLimits) throws {
        let (bytes, parameters) = try input.contents(limits)
        if HTMLDocument.isDocument(bytes, named: input.scene) {
            return try report(
                try vector.mistakes(
                    in: bytes, path: input.scene, files: renderer.files ?? input.files(), renderer, scale: input.scale.scale,
                    time: time.seconds, values: parameters))
        }
        let document = try rethrowing(try JSONValue(parsing: bytes), as: CommandFailure.badData(input.name))
        let mistakes = renderer.mistakes(
            in: document, parameters: parameters, baseFolder: ScenePath.folder(of: input.scene),
            scaleOverride: input.scale.scale)
        try report(mistakes.map { "\($0)" })
    }

    private func report(_ mistakes: [String]) throws {
        if json {
            print(JSONValue.strings(mistakes).prettyPrinted(), terminator: "")
        } else {
            for mistake in mistakes { print("\(input.name): \(mistake)") }
        }
        if !mistakes.isEmpty { throw ExitCode(ExitStatus.badData.rawValue) }
    }
}

extension HTMLDocument {
    /// The boxes of the elements, one per line.
    fileprivate var description: String {
        boxes.map { box in
            let values = [box.frame.minX, box.frame.minY, box.frame.width, box.frame.height]
            return String(repeating: "  ", count: box.depth) + oneLine(box.name) + " ["
                + values.map(plain).joined(separator: ", ") + "]\n"
        }.joined()
    }

    fileprivate var json: JSONValue {
        var list: [JSONValue] = []
        for box in boxes {
            var object = JSONObject()
            object["element"] = .string(box.name)
            object["depth"] = .number(Double(box.depth))
            object["frame"] = .array(
                [box.frame.minX, box.frame.minY, box.frame.width, box.frame.height].map { .number($0) })
            object["line"] = .number(Double(box.place.line))
            list.append(.object(object))
        }
        return ["width": .number(size.width), "height": .number(size.height), "boxes": .array(list)]
    }
}
