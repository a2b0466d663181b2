import ArgumentParser
import Penumbra
import PenumbraBatch
import PenumbraSystem

/// What `penumbra batch --isolate` starts for itself, with its own arguments: it does jobs that come through a channel, and
/// sends the files back.
struct BatchWorkerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "batch-worker",
        abstract: "Does jobs of a batch; started by penumbra batch --isolate.",
        shouldDisplay: false)

    @Argument(parsing: .captureForPassthrough, help: "The arguments of penumbra batch.") var arguments: [String] = []

    /// How a batch starts its workers: as itself, with the arguments that it has.
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
                case nil: try Device.open(batch.drawing.shared.backend, named: batch.drawing.device)
                case "cpu"?: try Device.open(.cpu, named: [])
                case let name?: try Device.open(.gpu, named: [name])
                }
            })
        guard wasStarted else {
            throw CommandFailure(.usage, "batch-worker is started by penumbra batch --isolate, and by nobody else")
        }
    }
}
