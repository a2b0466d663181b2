import ArgumentParser
import Penumbra

struct PlanCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan",
        abstract: "Print the passes of a scene without drawing it.",
        discussion: """
            Surfaces first, with their sizes in pixels, then one pass per line. Both renderers execute exactly this.

            EXAMPLES
              penumbra plan scene.json
              penumbra plan scene.json --scale 3
            """)

    @OptionGroup var input: SceneOptions
    @OptionGroup var limits: LimitOptions

    func run() throws {
        let limits = try self.limits.resolved()
        let scene = try input.read(limits.scene)
        let files = try input.files()
        let renderer = try Renderer(backend: .cpu)
        renderer.limits = limits
        renderer.files = files
        do throws(RenderError) {
            print(try renderer.plan(scene), terminator: "")
        } catch {
            throw error.named(input.name)
        }
    }
}
