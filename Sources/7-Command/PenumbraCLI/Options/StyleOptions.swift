import ArgumentParser
import Penumbra
import PenumbraCSS

/// The options for CSS declarations as input.
struct StyleOptions: ParsableArguments {
    @Option(
        name: .customLong("css-var"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp("A CSS variable, such as radius=8px; may be repeated.", valueName: "name=value"))
    var variables: [String] = []

    @Option(help: ArgumentHelp("Size of a CSS box that sets none. Default: 320x200.", valueName: "WxH"))
    var box: String?

    @Option(help: ArgumentHelp("Size of the viewport for vw and vh, in points.", valueName: "WxH"))
    var viewport: String?

    @Option(parsing: .unconditional, help: ArgumentHelp("Text in the CSS box.", valueName: "text"))
    var text: String?

    static let misuse = "--css-var, --box, --viewport and --text are for CSS declarations"

    var isUsed: Bool { !variables.isEmpty || box != nil || viewport != nil || text != nil }

    func validate() throws {
        _ = try box.map { try Self.size($0, "--box") }
        _ = try viewport.map { try Self.size($0, "--viewport") }
        for variable in variables where !variable.contains("=") {
            throw ValidationError("--css-var takes name=value, found \"\(variable)\".")
        }
    }

    func options(isLenient: Bool) throws -> CSSOptions {
        var options = CSSOptions()
        options.isLenient = isLenient
        options.text = text
        if let box { options.box = try Self.size(box, "--box") }
        options.viewport = try viewport.map { try Self.size($0, "--viewport") }
        for variable in variables {
            guard let sign = variable.firstIndex(of: "=") else { continue }
            let name = String(variable[..<sign])
            options.variables[name.hasPrefix("--") ? name : "--\(name)"] = String(variable[variable.index(after: sign)...])
        }
        return options
    }

    private static func size(_ text: String, _ option: String) throws -> Size {
        let parts = text.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Double($0) }
        guard parts.count == 2, let width = parts[0], let height = parts[1], (1...100_000).contains(width),
            (1...100_000).contains(height)
        else {
            throw ValidationError("\(option) is \"\(text)\"; write a width and a height from 1 to 100000, such as 320x200.")
        }
        return Size(width: width, height: height)
    }
}
