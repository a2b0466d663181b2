import Penumbra
import PenumbraEngine

enum KernelCheck {
    /// Draws a small scene with the kernels for every processor and with the kernels for this one, and compares the pictures.
    static func isCorrect() -> Bool {
        let json = """
            {"version": 1, "canvas": {"width": 48, "height": 32, "background": "#336699"}, "layers": [
              {"type": "layer", "frame": [8, 6, 30, 18], "cornerRadius": 5, "backgroundColor": "#ffffff",
               "shadows": [{"color": "#000000", "opacity": 0.5, "radius": 4, "offset": [0, 2]}]}]}
            """
        do {
            let engine = Engine(threads: 1)
            let scene = try Scene(json: Array(json.utf8))
            let plan = try engine.passes(of: scene, try engine.assets(for: scene, shaper: TextShaper()))
            let first = try Device.processor(threads: 1, kernels: .baseline).draw(plan)
            let second = try Device.processor(threads: 1).draw(plan)
            return first == second
        } catch {
            return false
        }
    }
}
