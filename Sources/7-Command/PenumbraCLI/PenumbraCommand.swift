import ArgumentParser
import Penumbra
import PenumbraSystem

@main
struct PenumbraCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "penumbra",
        abstract: "Renders layer effects (curled photos, indented type, ground shadows, focus and more) without a display.",
        discussion: """
            EXAMPLES
              penumbra curl photo.jpg -o curl.png
              penumbra indent "Hello" --background "#cfd6df" --scale 2 -o hello.png
              penumbra ground logo.png --flatten 0.4 -o logo.png
              penumbra focus photo.jpg --style blur --center 0.4,0.3 --diameter 300 -o focus.png
              penumbra cloud --background "#bcd9f2" -o cloud.png
              penumbra table rows.json --title Inbox -o list.png
              penumbra render scene.json --set title=Hello -o card.png
              penumbra batch jobs.jsonl --output-root out
              penumbra convert --css "0 4px 12px rgb(0 0 0 / 20%)"
              penumbra compare a.png b.png --diff difference.png

            Results go to the file named by -o ("-" is standard output), everything else to standard error.
            Exit codes: 0 done, 1 pictures differ or jobs failed, 64 usage, 65 bad scene or picture, 66 input missing,
            69 backend unavailable, 70 internal, 73 cannot create the output, 74 disk full or I/O, 75 worth a retry.
            """,
        version: penumbraVersion,
        // Each has its name written out: making one from a type's name takes longer than parsing the arguments.
        subcommands: [
            RenderCommand.self, CurlCommand.self, IndentCommand.self, CloudCommand.self, GroundCommand.self, TableCommand.self,
            FocusCommand.self, BatchCommand.self, BatchStatusCommand.self, BatchReportCommand.self, BatchWorkerCommand.self,
            ConvertCommand.self, CompareCommand.self,
            PlanCommand.self, SchemaCommand.self, MeshCommand.self, DoctorCommand.self, BenchCommand.self, VerifyCommand.self,
            GalleryCommand.self,
            GenerateManualCommand.self, RecordDigestsCommand.self,
        ])

    /// Every command's errors end here: one line on standard error and the exit code that says what kind it is.
    static func main() {
        StandardStreams.prepare()
        SystemMemory.spareAddresses()
        BundledFonts.useWhereTheHostHasNone()
        let arguments = Array(ProcessArguments.all.dropFirst())
        guard !arguments.isEmpty else {
            writeToStandardError(helpMessage() + "\n")
            Self.exit(withError: ExitCode(ExitStatus.usage.rawValue))
        }
        do {
            var command = try parseAsRoot(arguments)
            do {
                try command.run()
            } catch let stopped as Stopped {
                // As a shell reports a command that a signal ended.
                Self.exit(withError: ExitCode(128 + stopped.signal))
            } catch {
                guard let failure = CommandFailure(error) else { throw error }
                writeToStandardError("penumbra: \(failure.message)\n")
                Self.exit(withError: ExitCode(failure.status.rawValue))
            }
        } catch {
            if exitCode(for: error).isSuccess { Self.exit(withError: error) }
            // These messages repeat text that the user typed.
            let lines = fullMessage(for: error).split(separator: "\n", omittingEmptySubsequences: false)
            writeToStandardError(lines.map { oneLine(String($0)) + "\n" }.joined())
            Self.exit(withError: exitCode(for: error))
        }
    }
}
