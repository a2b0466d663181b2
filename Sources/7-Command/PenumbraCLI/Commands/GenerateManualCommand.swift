import ArgumentParser

/// Writes the manual pages from the commands' own help. scripts/install uses this command.
struct GenerateManualCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate-manual",
        abstract: "Writes a manual page for penumbra and for each of its subcommands into a folder.",
        shouldDisplay: false)

    @Argument(help: "The folder to write to; it is made when it does not exist.")
    var folder: String

    @Option(help: ArgumentHelp("The date on the pages.", valueName: "YYYY-MM-DD"))
    var date: String

    func validate() throws {
        let parts = date.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2], parts.allSatisfy({ $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }) else {
            throw ValidationError("--date is \"\(date)\"; it is written YYYY-MM-DD.")
        }
    }

    func run() throws {
        let root = try CommandHelp(of: PenumbraCommand.self)
        try makeFolder(folder)
        try write(root, of: nil)
    }

    private func write(_ command: CommandHelp, of parent: CommandHelp?) throws {
        let version = PenumbraCommand.configuration.version
        let page = ManualPage(command: command, parent: parent, version: version, date: date)
        try writeFile(page.roff(), to: "\(folder)/\(page.name).1")
        for subcommand in command.subcommands { try write(subcommand, of: command) }
    }
}
