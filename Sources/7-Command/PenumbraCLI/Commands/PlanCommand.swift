import ArgumentParser
import Penumbra
import PenumbraPlan

struct PlanCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan",
        abstract: "Print the passes of a scene without drawing it.",
        discussion: """
            Surfaces first, with their sizes in pixels, then one pass per line. Both
            renderers execute exactly this. The last line estimates the time of planning
            and drawing on one core, which --max-work bounds.

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
            let plan = try renderer.plan(scene)
            print(plan, terminator: "")
            let parts = [plan.workOfPlanning + plan.work, plan.workOfPlanning, plan.work].map { Double($0 / 100_000) / 10 }
            print("work \(parts[0]) ms of one core, estimated: \(parts[1]) ms of planning and \(parts[2]) ms of drawing")
        } catch {
            throw error.named(input.name)
        }
    }
}
