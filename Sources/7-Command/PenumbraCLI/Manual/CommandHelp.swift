import ArgumentParser
import Penumbra

/// The parts of a command's help that a manual page needs, as reported by the argument parser.
struct CommandHelp {
    struct Argument {
        var isPositional = false
        var isOptional = true
        var isRepeating = false
        /// The option's names with hyphens, short before long; empty for positional arguments.
        var names: [String] = []
        /// The name of the option's value; nil for flags.
        var valueName: String?
        var text = ""
        var standard: String?
        var values: [String] = []
    }

    /// All words of the command: `["penumbra", "bench", "kernels"]`.
    var words: [String] = []
    var abstract = ""
    var discussion = ""
    var arguments: [Argument] = []
    /// Options that another command's page describes: those of `batch` that `batch-status` takes.
    var otherArguments: [Argument] = []
    /// Whether short help leaves out some options.
    var hasMore = false
    var subcommands: [CommandHelp] = []

    /// The version of the argument parser's JSON format that this code reads.
    static let readVersion = 0.0

    /// Reads the help of a command and all its subcommands from the output of `--experimental-dump-help`.
    ///
    /// - Throws: an error if the argument parser uses another version of the format.
    init(of command: any ParsableCommand.Type) throws {
        var dump = ""
        do { _ = try command.parseAsRoot(["--experimental-dump-help"]) } catch { dump = command.fullMessage(for: error) }
        guard case .object(let document)? = try? JSONValue(parsing: dump), case .object(let help)? = document["command"] else {
            throw CommandFailure(.internalError, "the argument parser gives no help as JSON for --experimental-dump-help")
        }
        guard document["serializationVersion"] == .number(Self.readVersion), let read = CommandHelp(help, of: []) else {
            throw CommandFailure(
                .internalError,
                "the argument parser writes help in version \(document["serializationVersion"]?.compact() ?? "?") of its form; "
                    + "CommandHelp reads version \(plain(Self.readVersion))")
        }
        self = read
    }

    /// - Parameter parents: the words before this command's own name.
    private init?(_ command: JSONObject, of parents: [String]) {
        guard case .string(let name)? = command["commandName"] else { return nil }
        words = parents + [name]
        abstract = Self.text(command["abstract"]) ?? ""
        discussion = Self.text(command["discussion"]) ?? ""
        let objects = Self.objects(command["arguments"])
        arguments = objects.filter(Self.isInManual).map(Self.argument)
        otherArguments = objects.filter { !Self.isInManual($0) }.map(Self.argument)
        hasMore = objects.contains { !Self.isShown($0) && Self.isInManual($0) }
        // The parser adds a subcommand `help`, which needs no manual page.
        subcommands = Self.objects(command["subcommands"]).filter { Self.isShown($0) && Self.text($0["commandName"]) != "help" }
            .compactMap { CommandHelp($0, of: words) }
    }

    /// The help of the command that arguments run: the last command among the leading words.
    func command(of arguments: [String]) -> CommandHelp {
        guard let word = arguments.first, let command = subcommands.first(where: { $0.words.last == word }) else { return self }
        return command.command(of: Array(arguments.dropFirst()))
    }

    /// The first long option among arguments that the command doesn't have. The values of options are skipped.
    func unknownOption(in arguments: [String]) -> String? {
        var isValue = false
        for argument in arguments {
            if argument == "--" { return nil }
            let name = String(argument.prefix { $0 != "=" })
            let option = (self.arguments + otherArguments).first { $0.names.contains(name) }
            if isValue || !argument.hasPrefix("--") || ["--help", "--help-hidden", "--version"].contains(name) {
                isValue = !isValue && option?.valueName != nil
                continue
            }
            guard let option else { return name }
            isValue = option.valueName != nil && name == argument
        }
        return nil
    }

    /// The option whose name begins with a misspelt or shortened name, or else is nearest by spelling.
    func option(nearestTo name: String) -> String? {
        let names = arguments.flatMap(\.names).filter { $0.hasPrefix("--") }
        return names.filter { $0.hasPrefix(name) }.min { $0.utf8.count < $1.utf8.count }
            ?? Spelling.nearest(to: name, in: names)
    }

    private static func argument(_ object: JSONObject) -> Argument {
        let kind = text(object["kind"])
        var argument = Argument()
        argument.isPositional = kind == "positional"
        argument.isOptional = object["isOptional"] == true
        argument.isRepeating = object["isRepeating"] == true
        argument.names = objects(object["names"]).compactMap { name in
            text(name["name"]).map { (text(name["kind"]) == "long" ? "--" : "-") + $0 }
        }.sorted { $0.utf8.count < $1.utf8.count }
        argument.valueName = kind == "flag" ? nil : text(object["valueName"])
        argument.text = text(object["abstract"]) ?? ""
        argument.standard = kind == "flag" ? nil : text(object["defaultValue"])
        if case .array(let values)? = object["allValues"] { argument.values = values.compactMap(text) }
        return argument
    }

    /// The title of groups of options that another command's page describes.
    static let elsewhere = "Elsewhere"

    /// Whether a command is shown, or an option is in short help.
    private static func isShown(_ object: JSONObject) -> Bool { object["shouldDisplay"] != false }

    /// Whether the manual page has an option. It has those that short help leaves out.
    private static func isInManual(_ object: JSONObject) -> Bool {
        isShown(object) || text(object["sectionTitle"])?.lowercased() != elsewhere.lowercased()
    }

    private static func text(_ value: JSONValue?) -> String? { if case .string(let text)? = value { text } else { nil } }

    private static func objects(_ value: JSONValue?) -> [JSONObject] {
        guard case .array(let elements)? = value else { return [] }
        return elements.compactMap { if case .object(let object) = $0 { object } else { nil } }
    }
}
