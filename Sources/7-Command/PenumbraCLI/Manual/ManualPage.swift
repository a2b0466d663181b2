/// A command's manual page, in section 1, written with the `man` macros.
struct ManualPage {
    let command: CommandHelp
    /// The parent command; nil for the top-level command.
    let parent: CommandHelp?
    let version: String
    /// The date as year, month and day.
    let date: String

    /// The page's name, such as `penumbra-bench-kernels`. Where man joins words, `man penumbra bench kernels` finds it.
    var name: String { command.words.joined(separator: "-") }

    /// The page's text, including line feeds.
    func roff() -> String {
        var page = Roff()
        // The date consists of digits and hyphens. Escaped hyphens would not be recognized as a date.
        page.line(".TH \(Roff.escaped(name.uppercased())) 1 \(date) \"penumbra \(version)\" Penumbra")
        page.section("NAME")
        page.words("\(name) - \(Self.withoutStop(command.abstract))")
        page.section("SYNOPSIS")
        page.line(synopsis)
        let discussion = Discussion(command.discussion)
        page.section("DESCRIPTION")
        page.paragraphs([command.abstract] + discussion.paragraphs)
        addArguments(to: &page)
        addSubcommands(to: &page)
        if !discussion.exitCodes.isEmpty {
            page.section("EXIT STATUS")
            page.paragraphs(discussion.exitCodes)
        }
        if !discussion.examples.isEmpty {
            page.section("EXAMPLES")
            page.verbatim(discussion.examples)
        }
        let others = (parent.map { [$0] } ?? []) + (parent?.subcommands ?? command.subcommands)
        let names = others.map { $0.words.joined(separator: "-") }.filter { $0 != name }.sorted()
        if !names.isEmpty {
            page.section("SEE ALSO")
            for (index, other) in names.enumerated() {
                page.macro("BR", [other, "(1)" + (index + 1 < names.count ? "," : "")])
            }
        }
        return page.text
    }

    private var synopsis: String {
        var parts = ["\\fB\(Roff.escaped(command.words.joined(separator: " ")))\\fR"]
        if command.arguments.contains(where: { !$0.isPositional && $0.isOptional }) { parts.append("[\\fIoptions\\fR]") }
        for argument in command.arguments where !argument.isPositional && !argument.isOptional {
            parts.append(Self.title(of: argument, namesShown: 1))
        }
        if !command.subcommands.isEmpty { parts.append("\\fIsubcommand\\fR") }
        for argument in command.arguments where argument.isPositional {
            let value = "\\fI\(Roff.escaped(argument.valueName ?? ""))\\fR" + (argument.isRepeating ? " ..." : "")
            parts.append(argument.isOptional ? "[\(value)]" : value)
        }
        return parts.joined(separator: " ")
    }

    private static func title(of argument: CommandHelp.Argument, namesShown: Int = .max) -> String {
        let value = argument.valueName.map { "\\fI\(Roff.escaped($0))\\fR" }
        if argument.isPositional { return value ?? "" }
        let names = argument.names.prefix(namesShown).map { "\\fB\(Roff.escaped($0))\\fR" }.joined(separator: ", ")
        return value.map { "\(names) \($0)" } ?? names
    }

    private func addArguments(to page: inout Roff) {
        for (title, arguments) in [
            ("ARGUMENTS", command.arguments.filter(\.isPositional)), ("OPTIONS", command.arguments.filter { !$0.isPositional }),
        ] where !arguments.isEmpty {
            page.section(title)
            for argument in arguments {
                var words = [argument.text]
                // Most help texts already name the choices.
                if !argument.values.allSatisfy(argument.text.contains) {
                    words.append("One of \(argument.values.joined(separator: ", ")).")
                }
                if argument.isRepeating { words.append("May be given several times.") }
                if let standard = argument.standard, !argument.text.contains("efault") { words.append("Default: \(standard).") }
                page.item(Self.title(of: argument), words.filter { !$0.isEmpty }.joined(separator: " "))
            }
        }
    }

    private func addSubcommands(to page: inout Roff) {
        guard !command.subcommands.isEmpty else { return }
        page.section("SUBCOMMANDS")
        for subcommand in command.subcommands {
            page.item("\\fB\(Roff.escaped(subcommand.words.joined(separator: "-")))\\fR(1)", subcommand.abstract)
        }
    }

    private static func withoutStop(_ text: String) -> String { text.hasSuffix(".") ? String(text.dropLast()) : text }
}

/// A command's longer help, split into paragraphs, the lines below EXAMPLES and the sentence about exit codes.
struct Discussion {
    var paragraphs: [String] = []
    /// The example lines as written, without their common indentation.
    var examples: [String] = []
    var exitCodes: [String] = []

    private static let exitCodesStart = "Exit codes: "

    init(_ text: String) {
        var paragraph: [Substring] = []
        var isInExamples = false
        func indentation(_ line: Substring) -> Int { line.prefix { $0 == " " }.count }
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) + [Substring()] {
            if line == "EXAMPLES" {
                isInExamples = true
            } else if isInExamples, indentation(line) >= 2 {
                examples.append(String(line.dropFirst(2)))
            } else if line.allSatisfy({ $0 == " " }) {
                finish(&paragraph)
            } else {
                isInExamples = false
                if line.hasPrefix(Self.exitCodesStart) { finish(&paragraph) }
                paragraph.append(line)
            }
        }
    }

    private mutating func finish(_ paragraph: inout [Substring]) {
        guard let first = paragraph.first else { return }
        let text = paragraph.joined(separator: " ")
        if first.hasPrefix(Self.exitCodesStart) {
            exitCodes.append(String(text.dropFirst(Self.exitCodesStart.count)))
        } else {
            paragraphs.append(text)
        }
        paragraph = []
    }
}
