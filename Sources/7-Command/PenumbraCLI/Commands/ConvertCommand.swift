import ArgumentParser
import Penumbra

struct ConvertCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Convert CSS, Figma and design tokens to scene keys.",
        discussion: """
            Prints a JSON object with keys for a layer, and on standard error the σ of each
            blur. "-" reads standard input.

            EXAMPLES
              penumbra convert --css "0 4px 12px rgb(0 0 0 / 20%)"
              penumbra convert --filter "drop-shadow(0 2px 3px navy) blur(1px)"
              penumbra convert --gradient "linear-gradient(45deg, red, oklch(70% 0.1 200))"
              penumbra convert --figma effects.json
              penumbra convert --tokens tokens.json --token shadow.card
            """)

    @Option(help: ArgumentHelp("A CSS box-shadow.", valueName: "shadows")) var css: String?
    @Option(help: ArgumentHelp("A CSS filter.", valueName: "functions")) var filter: String?
    @Option(help: ArgumentHelp("A CSS gradient.", valueName: "gradient")) var gradient: String?
    @Option(help: ArgumentHelp("A CSS colour.", valueName: "color")) var color: String?
    @Option(help: ArgumentHelp("A CSS transform.", valueName: "functions")) var transform: String?
    @Option(
        help: ArgumentHelp(
            "JSON file of Figma effects, or a node with effects.", valueName: "file"))
    var figma: String?
    @Option(help: ArgumentHelp("Design tokens file: all shadows, or that of --token.", valueName: "file"))
    var tokens: String?
    @Option(help: ArgumentHelp("Path of one token, such as shadow.card.", valueName: "path")) var token: String?

    func validate() throws {
        let given = [css, filter, gradient, color, transform, figma, tokens].compactMap { $0 }.count
        guard given == 1 else {
            throw ValidationError(
                "Give one of --css, --filter, --gradient, --color, --transform, --figma and --tokens; found \(given).")
        }
        guard token == nil || tokens != nil else { throw ValidationError("--token needs --tokens.") }
    }

    func run() throws {
        let result: JSONValue
        do {
            result = try converted()
        } catch let error as SceneError {
            let file = figma ?? tokens
            throw CommandFailure(.badData, file.map { "\($0 == "-" ? "standard input" : $0): \(error)" } ?? "\(error)")
        } catch let error as NotationError {
            throw CommandFailure(.badData, "\(option): \(error)")
        }
        print(result.prettyPrinted(), terminator: "")
    }

    private var option: String {
        css != nil
            ? "--css" : filter != nil ? "--filter" : gradient != nil ? "--gradient" : color != nil ? "--color" : "--transform"
    }

    private func converted() throws -> JSONValue {
        if let css {
            let shadows = try BoxShadow.list(css: try text(css))
            say(shadows)
            return try Layer(boxShadows: shadows).jsonFragment()
        }
        if let filter {
            let functions = try FilterFunction.list(css: try text(filter))
            for function in functions { say(function) }
            return try Layer(filter: functions).jsonFragment()
        }
        if let gradient {
            return try Layer(backgroundColor: .gradient(try Gradient(css: try text(gradient)))).jsonFragment()
        }
        if let color { return try Layer(backgroundColor: .color(try Color(css: try text(color)))).jsonFragment() }
        if let transform { return try self.transform(try text(transform)) }
        if let figma {
            let layer = try FigmaShadow.layer(json: try readFile(figma))
            for shadow in layer.shadows { say("DROP_SHADOW", written: 2 * shadow.radius.value, shadow.radius) }
            for shadow in layer.innerShadows { say("INNER_SHADOW", written: 2 * shadow.radius.value, shadow.radius) }
            if layer.blur != .zero { say("LAYER_BLUR", written: 2 * layer.blur.value, layer.blur) }
            if let blur = layer.backdropBlur { say("BACKGROUND_BLUR", written: 2 * blur.radius.value, blur.radius) }
            return try layer.jsonFragment()
        }
        return try designTokens(try readFile(tokens ?? "-"))
    }

    private func designTokens(_ bytes: [UInt8]) throws -> JSONValue {
        let file = try DesignTokens(json: bytes)
        if let token {
            let shadows = try file.boxShadows(token)
            say(shadows, "\(token): ")
            return try Layer(boxShadows: shadows).jsonFragment()
        }
        let paths = file.shadowPaths
        guard !paths.isEmpty else {
            throw SceneError(place: "document", message: "no tokens of $type \"shadow\" in this file")
        }
        var result = JSONObject()
        for path in paths {
            let shadows = try file.boxShadows(path)
            say(shadows, "\(path): ")
            result.members.append(JSONObject.Member(key: path, value: try Layer(boxShadows: shadows).jsonFragment()))
        }
        return .object(result)
    }

    /// The transform as one matrix. With percentages, which depend on the layer's frame, the text stays as written.
    private func transform(_ css: String) throws -> JSONValue {
        let map = try AffineTransform(css: css, frame: Size(width: 0, height: 0))
        guard try AffineTransform(css: css, frame: Size(width: 1, height: 1)) == map else {
            writeToStandardError("percentages are of the layer's frame\n")
            return ["transform": .string(css.split(whereSeparator: \.isWhitespace).joined(separator: " "))]
        }
        return try Layer(transform: map).jsonFragment()
    }

    /// The argument itself, or the text on standard input.
    private func text(_ argument: String) throws -> String {
        guard argument == "-" else { return argument }
        return String(decoding: try readFile("-"), as: UTF8.self)
    }

    // MARK: - σ

    private func say(_ shadows: [BoxShadow], _ start: String = "") {
        for shadow in shadows {
            say(start + (shadow.isInset ? "inset shadow" : "shadow"), written: 2 * shadow.radius.value, shadow.radius)
        }
    }

    private func say(_ function: FilterFunction) {
        switch function {
        case .blur(let sigma): say("blur()", written: sigma.value, sigma)
        case .dropShadow(_, let sigma, _): say("drop-shadow()", written: sigma.value, sigma)
        case .color: break
        }
    }

    private func say(_ what: String, written: Double, _ sigma: Sigma) {
        writeToStandardError("\(what): radius \(plain(written))px → σ \(plain(sigma.value))\n")
    }
}
