import ArgumentParser
import Penumbra
import PenumbraBatch
import PenumbraSystem

/// The internal command of a worker process, which `penumbra batch --isolate` starts with its own arguments. The worker
/// receives jobs through a channel and sends the files back.
struct BatchWorkerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "batch-worker",
        abstract: "Does jobs of a batch; started by penumbra batch --isolate.",
        shouldDisplay: false)

    @Argument(parsing: .captureForPassthrough, help: "The arguments of penumbra batch.") var arguments: [String] = []

    /// The launch configuration for workers: the same program with the same arguments.
    static func launch(looksForDevices: Bool) -> WorkerLaunch {
        let own = ProcessArguments.all
        let batch = own.drop { $0 != BatchCommand.configuration.commandName }.dropFirst()
        let name = configuration.commandName ?? ""
        return WorkerLaunch(arguments: [own.first ?? "penumbra", name] + batch, looksForDevices: looksForDevices)
    }

    func run() throws {
        let batch = try BatchCommand.parse(arguments)
        let options = try batch.options(asksScheduler: false)
        let wasStarted = BatchWorker.serve(
            options: options, prepare: { SystemMemory.keepFreedMemory(threads: $0) },
            open: { name throws(RenderError) in
                switch name {
                case nil: try Device.open(batch.drawing.shared.backend, named: batch.drawing.devices.device)
                case "cpu"?: try Device.open(.cpu, named: [])
                case let name?: try Device.open(.gpu, named: [name])
                }
            })
        guard wasStarted else {
            throw CommandFailure(.usage, "batch-worker is started by penumbra batch --isolate, and by nobody else")
        }
    }
}
