import ArgumentParser
import Penumbra

struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Print the JSON Schema of scenes.",
        discussion: """
            The schema follows Draft 2020-12. Editors that know JSON Schema check and
            complete a scene that starts with "$schema": "scene-v1.schema.json". The
            commands check scenes again, with clearer messages.

            EXAMPLES
              penumbra schema > scene-v1.schema.json
            """)

    func run() {
        print(SceneSchema.json(), terminator: "")
    }
}
