import ArgumentParser
import Glibc
import Penumbra
import PenumbraSystem

@main
struct PenumbraCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "penumbra",
        abstract: "Render images with shadows, blurs and gradients, without a browser.",
        discussion: """
            EXAMPLES
              penumbra curl photo.jpg -o curl.png
              penumbra render scene.json --set title=Hello -o card.png
              penumbra batch jobs.jsonl --output-root out --resume

            Exit codes: 0 done, 1 pictures differ or jobs failed, 64 usage, 65 bad input,
            66 no input, 69 no device, 70 bug, 73 no output, 74 disk full, 75 try again.

            See also: penumbra help limits
            """,
        version: penumbraVersion,
        // Each command's name is written out, because deriving a name from a type takes longer than parsing the arguments.
        subcommands: [BatchWorkerCommand.self, GenerateManualCommand.self, RecordDigestsCommand.self],
        groupedSubcommands: [
            CommandGroup(
                name: "Drawing",
                subcommands: [
                    RenderCommand.self, AnimateCommand.self, CurlCommand.self, IndentCommand.self, CloudCommand.self,
                    GroundCommand.self,
                    CardCommand.self,
                    TableCommand.self, FocusCommand.self,
                ]),
            CommandGroup(
                name: "Batch",
                subcommands: [BatchCommand.self, BatchStatusCommand.self, BatchReportCommand.self]),
            CommandGroup(
                name: "Other",
                subcommands: services + [
                    DoctorCommand.self, VerifyCommand.self, BenchCommand.self, CompareCommand.self, ConvertCommand.self,
                    InspectCommand.self, SchemaCommand.self, PlanCommand.self, MeshCommand.self, GalleryCommand.self,
                ]),
        ])

    #if PENUMBRA_SERVICE
        private static let services: [any ParsableCommand.Type] = [ServeCommand.self, StudioCommand.self]
    #else
        private static let services: [any ParsableCommand.Type] = [MissingServeCommand.self, MissingStudioCommand.self]
    #endif

    static func main() {
        let code = run()
        if code != 0 { Self.exit(withError: ExitCode(code)) }
    }

    /// Runs the command, and returns the exit code. Every error ends here, with one line on standard error and an exit code for
    /// the kind of error.
    ///
    /// It returns instead of ending the process, so that all values are released.
    private static func run() -> Int32 {
        StandardStreams.prepare()
        SystemMemory.spareAddresses()
        BundledFonts.useWhereTheHostHasNone()
        let arguments = Array(ProcessArguments.all.dropFirst())
        guard !arguments.isEmpty else {
            writeToStandardError(helpMessage() + "\n")
            return ExitStatus.usage.rawValue
        }
        let plain = PlainRender.command(arguments)
        if plain == nil, let code = answer(arguments) { return code }
        do {
            var command: any ParsableCommand
            if let plain { command = plain } else { command = try parseAsRoot(arguments) }
            do {
                try command.run()
                return 0
            } catch let stopped as Stopped {
                // Use the exit code with which a shell reports a command ended by a signal.
                return 128 + stopped.signal
            } catch let error as FileError where error.isClosedPipe {
                // The reader closed the pipe, as `head` does. End silently with the exit code that a shell reports then.
                return 128 + SIGPIPE
            } catch {
                guard let failure = CommandFailure(error) else { throw error }
                writeToStandardError("penumbra: \(failure.message)\n")
                return failure.status.rawValue
            }
        } catch {
            if exitCode(for: error).isSuccess {
                print(fullMessage(for: error))
                if let hint = hint(for: arguments) { print(hint) }
                return 0
            }
            // These messages repeat text that the user typed. An exit code alone has no message.
            let message = fullMessage(for: error)
            var lines = message.isEmpty ? [] : message.split(separator: "\n", omittingEmptySubsequences: false)
            if let unknown = unknownOption(in: arguments), let usage = lines.firstIndex(where: { $0.hasPrefix("Usage:") }) {
                lines.replaceSubrange(..<usage, with: [unknown[...]])
            } else if let values = allowedValues(after: message, arguments), !lines.isEmpty {
                lines[0] += values
            }
            let words = lines.map { oneLine(String($0)) + "\n" }.joined()
            writeToStandardError(words.hasPrefix(Self.prefix) ? "penumbra: " + words.dropFirst(Self.prefix.count) : words)
            return exitCode(for: error).rawValue
        }
    }

    /// The end of a command's short help, if it leaves out options.
    private static func hint(for arguments: [String]) -> String? {
        guard !arguments.contains("--help-hidden"), !arguments.contains("--version"),
            let help = try? CommandHelp(of: Self.self).command(of: arguments.filter { $0 != "help" }), help.hasMore
        else { return nil }
        let more = "More options: \(help.words.joined(separator: " ")) --help-hidden"
        return help.arguments.contains { $0.names.contains("--limits") } ? more + "; see penumbra help limits" : more
    }

    /// The argument parser's prefix, which other errors don't have.
    private static let prefix = "Error: "

    /// The message for an option that the command doesn't have. The argument parser reports other mistakes first, such as a
    /// missing option, or a manifest that is the unknown option's value.
    private static func unknownOption(in arguments: [String]) -> String? {
        guard let help = try? CommandHelp(of: Self.self).command(of: arguments), help.words.count > 1,
            let name = help.unknownOption(in: arguments)
        else { return nil }
        let hint = help.option(nearestTo: name).map { " Did you mean '\($0)'?" } ?? ""
        return "\(prefix)Unknown option '\(name)'.\(hint)"
    }

    /// The rest of the argument parser's message about a wrong value, which omits the values of options that short help omits.
    private static func allowedValues(after message: String, _ arguments: [String]) -> String? {
        guard let first = message.split(separator: "\n").first, first.hasPrefix("\(prefix)The value '"), first.hasSuffix("'"),
            let name = first.dropLast().split(separator: "'").last?.prefix(while: { $0 != " " }),
            let help = try? CommandHelp(of: Self.self).command(of: arguments),
            let values = help.arguments.first(where: { $0.names.contains(String(name)) })?.values, let last = values.last
        else { return nil }
        let others = values.dropLast().map { "'\($0)'" }.joined(separator: ", ")
        return ". Please provide one of \(others) or '\(last)'."
    }

    /// Handles requests and mistakes that the argument parser doesn't know, and returns the exit code. Nil for other arguments.
    private static func answer(_ arguments: [String]) -> Int32? {
        if arguments == ["-V"] {
            print(penumbraVersion)
            return 0
        }
        if arguments == ["help", "limits"] {
            print(LimitOptions.page, terminator: "")
            return 0
        }
        guard let word = arguments.first(where: { $0 != "help" }) else { return nil }
        let options = ["--help", "--version", "--help-hidden"]
        if word.hasPrefix("-"), !options.contains(word), let option = Spelling.nearest(to: word, in: options) {
            writeToStandardError("penumbra: Unknown option '\(oneLine(word))'. Did you mean '\(option)'?\n")
            return ExitStatus.usage.rawValue
        }
        guard !word.hasPrefix("-") else { return nil }
        let groups = configuration.groupedSubcommands.flatMap(\.subcommands)
        let shown = groups.map { $0.configuration.commandName ?? "" }
        let names = shown + configuration.ungroupedSubcommands.map { $0.configuration.commandName ?? "" } + ["help"]
        guard !names.contains(word) else { return nil }
        let topics = shown.map { ($0, $0) } + [("limits", "help limits")]
        let nearest = Spelling.nearest(to: word, in: topics.map(\.0))
        let hint =
            topics.first { $0.0 == word || $0.0 == nearest }.map { "did you mean \"\($0.1)\"?" }
            ?? "penumbra help lists all commands"
        writeToStandardError("penumbra: there is no command \"\(oneLine(word))\"; \(hint)\n")
        return ExitStatus.usage.rawValue
    }
}

extension FileError {
    fileprivate var isClosedPipe: Bool { path == "-" && reason == .system(EPIPE) }
}
