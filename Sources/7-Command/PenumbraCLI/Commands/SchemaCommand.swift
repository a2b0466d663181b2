import ArgumentParser
import Penumbra

struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Print the JSON Schema of scenes.",
        discussion: """
            Draft 2020-12. A scene that starts with "$schema": "scene-v1.schema.json" is checked and completed while it is
            written by editors that know JSON Schema. Everything the schema accepts is read again, with better messages, by
            the commands that take a scene.

            EXAMPLES
              penumbra schema > scene-v1.schema.json
            """)

    func run() {
        print(SceneSchema.json(), terminator: "")
    }
}
