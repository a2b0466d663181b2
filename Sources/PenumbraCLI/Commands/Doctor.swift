import ArgumentParser
import Penumbra
import PenumbraCPU
import PenumbraGPU

struct Doctor: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Says which devices can draw on this host, which one would be used and why, and what is missing.",
        discussion: """
            EXAMPLES
              penumbra doctor
              penumbra doctor --json
            """)

    @Flag(help: "Print the result as JSON.") var json = false

    func run() throws {
        let cpu = CPURenderer()
        let report = GPUReport.make()
        print("CPU: \(cpu.threads) thread\(cpu.threads == 1 ? "" : "s"), \(cpu.kernelName) kernels")
        print(report)
    }
}
