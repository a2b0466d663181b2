import ArgumentParser
import Penumbra
import PenumbraCPU
import PenumbraGPU

struct Doctor: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Says which devices can draw on this host, which one would be used and why, and what is missing.",
        discussion: """
            EXAMPLES
              penumbra doctor
            """)

    func run() throws {
        let cpu = CPURenderer()
        let report = GPUDevices.report()
        print("CPU: \(cpu.threads) thread\(cpu.threads == 1 ? "" : "s"), \(cpu.kernelName) kernels")
        print(report)
        if let device = report.firstHardware {
            print("--backend auto uses egl:\(device.index), \(device.renderer): the first hardware GPU.")
        } else {
            let software = report.firstSoftware.map { "\($0.renderer) is a software GL, slower than the CPU renderer; " } ?? ""
            print("--backend auto uses the CPU: \(software)no hardware GPU was found.")
        }
    }
}
