import ArgumentParser
import Penumbra
import PenumbraCSS
import PenumbraSystem

struct ConvertCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Convert SVG, Figma and CSS to scenes or keys.",
        discussion: """
            Prints a scene for a file or for CSS declarations, and keys of a layer for a
            single value. Standard error has the σ of each blur. Unsupported properties
            are errors; --lenient leaves them out. "-" reads standard input.

            EXAMPLES
              penumbra convert logo.svg > logo.json
              penumbra convert design.json --node "Card" --images images
              penumbra convert --css "background: teal; border-radius: 50%; opacity: .9"
              penumbra convert card.css --css-var radius=12px --box 400x240
              penumbra convert --css "0 4px 12px rgb(0 0 0 / 20%)" --expand
              penumbra convert --filter "drop-shadow(0 2px 3px navy) blur(1px)"
              penumbra convert --gradient "linear-gradient(45deg, red, oklch(70% 0.1 200))"
              penumbra convert --tokens tokens.json --token shadow.card
            """)

    @Argument(help: ArgumentHelp("An SVG document, a Figma document or a .css file.", valueName: "file"))
    var file: String?
    @OptionGroup var vector: VectorOptions
    @OptionGroup(visibility: .hidden) var style: StyleOptions
    @OptionGroup(visibility: .hidden) var design: DesignOptions
    @OptionGroup(visibility: .hidden) var roots: RootOptions
    @Option(parsing: .unconditional, help: ArgumentHelp("CSS declarations, a .css file, or a box-shadow.", valueName: "css"))
    var css: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("A CSS filter.", valueName: "functions"))
    var filter: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("A CSS gradient.", valueName: "gradient"))
    var gradient: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("A CSS colour.", valueName: "color"))
    var color: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("A CSS transform.", valueName: "functions"))
    var transform: String?
    @Option(
        help: ArgumentHelp(
            "JSON file of Figma effects, or a node with effects.", valueName: "file"))
    var figma: String?
    @Option(help: ArgumentHelp("Design tokens file: all shadows, or that of --token.", valueName: "file"))
    var tokens: String?
    @Option(help: ArgumentHelp("Path of one token, such as shadow.card.", valueName: "path")) var token: String?
    @Flag(help: "Write shadows and innerShadows instead of boxShadow.") var expand = false

    func validate() throws {
        let given = [file, css, filter, gradient, color, transform, figma, tokens].compactMap { $0 }.count
        guard given == 1 else {
            throw ValidationError(
                "Give a file, or one of --css, --filter, --gradient, --color, --transform, --figma and --tokens; found \(given)."
            )
        }
        guard token == nil || tokens != nil else { throw ValidationError("--token needs --tokens.") }
        guard !expand || css != nil || tokens != nil else { throw ValidationError("--expand needs --css or --tokens.") }
    }

    func run() throws {
        var source: String?
        if let file {
            try convertDocument(file)
            return
        }
        try checkDesignUnused()
        if let css {
            let isFile = css.lowercased().endsWithBytes(".css") && !CSSConversion.areDeclarations(css)
            let text =
                css == "-" || isFile
                ? String(decoding: try readFile(css, limit: RenderLimits.default.scene.documentBytes), as: UTF8.self) : css
            if isFile || CSSConversion.areDeclarations(text) {
                guard !expand else { throw CommandFailure(.usage, "--expand is for a box-shadow; declarations become a scene") }
                try vector.checkSizeUnused()
                try convertDeclarations(text, from: css == "-" ? "standard input" : isFile ? css : "--css")
                return
            }
            source = text
        }
        try vector.checkUnused()
        guard !style.isUsed else {
            throw CommandFailure(.usage, StyleOptions.misuse)
        }
        let result: JSONValue
        do {
            result = try converted(source)
        } catch let error as SceneError {
            let file = figma ?? tokens
            throw CommandFailure(.badData, file.map { "\($0 == "-" ? "standard input" : $0): \(error)" } ?? "\(error)")
        } catch let error as NotationError {
            throw CommandFailure(.badData, "\(option): \(error)")
        }
        print(result.prettyPrinted(), terminator: "")
    }

    /// Prints the scene of an SVG document.
    private func convertDocument(_ file: String) throws {
        let bytes = try readFile(file, limit: RenderLimits.default.scene.documentBytes, raisedBy: .sceneSize)
        let place = file == "-" ? "standard input" : oneLine(file)
        if !VectorOptions.isDocument(bytes, named: file) {
            try vector.checkSizeUnused()
            if file.lowercased().endsWithBytes(".css") {
                try checkDesignUnused()
                try convertDeclarations(String(decoding: bytes, as: UTF8.self), from: place)
                return
            }
            guard Self.isDesign(bytes) else {
                throw CommandFailure(.badData, "\(place): \(Self.wanted)")
            }
            guard !style.isUsed else { throw CommandFailure(.usage, StyleOptions.misuse) }
            try convertDesign(bytes, from: place)
            return
        }
        try checkDesignUnused()
        guard !style.isUsed else { throw CommandFailure(.usage, StyleOptions.misuse) }
        let files = try roots.files(from: ScenePath.folder(of: file))
        let scene = try vector.scene(bytes, path: file, files: files, limits: .default)
        print(try scene.json(), terminator: "")
    }

    private func checkDesignUnused() throws {
        guard !design.isUsed else { throw CommandFailure(.usage, "--node, --images and --output are for Figma documents") }
    }

    private var option: String {
        css != nil
            ? "--css" : filter != nil ? "--filter" : gradient != nil ? "--gradient" : color != nil ? "--color" : "--transform"
    }

    private func converted(_ source: String?) throws -> JSONValue {
        if let css {
            let shadows = try BoxShadow.list(css: try text(css, source))
            say(shadows)
            return try layer(shadows).jsonFragment()
        }
        if let filter {
            let functions = try FilterFunction.list(css: try text(filter))
            for function in functions { say(function) }
            return try Layer(filter: functions.map(\.rounded)).jsonFragment()
        }
        if let gradient {
            return try Layer(backgroundColor: .gradient(try Gradient(css: try text(gradient)).rounded)).jsonFragment()
        }
        if let color { return try Layer(backgroundColor: .color(try Color(css: try text(color)).rounded)).jsonFragment() }
        if let transform { return try self.transform(try text(transform)) }
        if let figma {
            let layer = try FigmaShadow.layer(json: try readFile(figma))
            for shadow in layer.shadows { say("DROP_SHADOW", "radius", 2 * shadow.radius.value, shadow.radius) }
            for shadow in layer.innerShadows { say("INNER_SHADOW", "radius", 2 * shadow.radius.value, shadow.radius) }
            if layer.blur != .zero { say("LAYER_BLUR", "radius", 2 * layer.blur.value, layer.blur, key: "blur") }
            if let blur = layer.backdropBlur {
                say("BACKGROUND_BLUR", "radius", 2 * blur.radius.value, blur.radius, key: "backdropBlur")
            }
            return try layer.jsonFragment()
        }
        return try designTokens(try readFile(tokens ?? "-"))
    }

    /// A layer with CSS shadows, as one string or, with `--expand`, as shadows of the format.
    private func layer(_ shadows: [BoxShadow]) -> Layer {
        var shadows = shadows
        for index in shadows.indices { shadows[index].color = shadows[index].color.rounded }
        guard expand else { return Layer(boxShadows: shadows) }
        func expanded(_ shadow: BoxShadow) -> Shadow {
            Shadow(
                color: shadow.color, offset: shadow.offset, radius: shadow.radius, spread: shadow.spread,
                knockout: !shadow.isInset)
        }
        return Layer(
            shadows: shadows.filter { !$0.isInset }.map(expanded), innerShadows: shadows.filter(\.isInset).map(expanded))
    }

    private func designTokens(_ bytes: [UInt8]) throws -> JSONValue {
        let file = try DesignTokens(json: bytes)
        if let token {
            let shadows = try file.boxShadows(token)
            say(shadows, "\(token): ")
            return try layer(shadows).jsonFragment()
        }
        let paths = file.shadowPaths
        guard !paths.isEmpty else {
            throw SceneError(place: "document", message: "no tokens of $type \"shadow\" in this file")
        }
        var result = JSONObject()
        for path in paths {
            let shadows = try file.boxShadows(path)
            say(shadows, "\(path): ")
            result.members.append(JSONObject.Member(key: path, value: try layer(shadows).jsonFragment()))
        }
        return .object(result)
    }

    /// The transform as one matrix. With percentages, which depend on the layer's frame, the text stays as written.
    private func transform(_ css: String) throws -> JSONValue {
        let map = try Transform3D(css: css, frame: Size(width: 0, height: 0))
        guard try Transform3D(css: css, frame: Size(width: 1, height: 1)) == map else {
            writeToStandardError("percentages are of the layer's frame\n")
            return ["transform": .string(css.split(whereSeparator: \.isWhitespace).joined(separator: " "))]
        }
        var layer = Layer()
        layer.transform3D = map
        return try layer.jsonFragment()
    }

    /// The argument itself, or the text on standard input. Also reports the colours in it that sRGB can't show.
    private func text(_ argument: String, _ known: String? = nil) throws -> String {
        if argument.hasSuffix(".css") {
            throw CommandFailure(.usage, "\(option) takes a value, not a file; found \"\(oneLine(argument))\"")
        }
        let text = try known ?? (argument == "-" ? String(decoding: readFile("-"), as: UTF8.self) : argument)
        for (notation, color) in Color.clipped(in: text) {
            writeToStandardError(
                "\(oneLine(notation)) lies outside sRGB; a canvas of sRGB clips it to \(color.rounded.css)\n")
        }
        return text
    }

    // MARK: - σ

    private func say(_ shadows: [BoxShadow], _ start: String = "") {
        for (index, shadow) in shadows.enumerated() {
            say(
                "\(start)\(shadow.isInset ? "inset shadow" : "shadow") \(index + 1)", "blur", 2 * shadow.radius.value,
                shadow.radius)
        }
    }

    private func say(_ function: FilterFunction) {
        switch function {
        case .blur(let sigma): say("blur()", "radius", sigma.value, sigma, key: "blur")
        case .dropShadow(_, let sigma, _): say("drop-shadow()", "blur", sigma.value, sigma)
        case .color, .graph: break
        }
    }

    /// Reports the σ of a blur, and the key that takes it.
    private func say(_ what: String, _ measure: String, _ written: Double, _ sigma: Sigma, key: String = "radius") {
        let sigma = plain(sigma.value)
        writeToStandardError("\(what): \(measure) \(plain(written))px is σ \(sigma) (\"\(key)\": \(sigma))\n")
    }
}

// MARK: - Rounding

extension Color {
    /// The colour with as many decimals as people write: three of a percentage. Channels that are whole bytes stay exact.
    var rounded: Color {
        func rounded(_ value: Double) -> Double {
            let byte = (value * 255).rounded() / 255
            return abs(value - byte) < 1e-9 ? byte : (value * 100_000).rounded() / 100_000
        }
        return Color(red: rounded(red), green: rounded(green), blue: rounded(blue), alpha: rounded(alpha))
    }
}

extension Gradient {
    fileprivate var rounded: Gradient {
        var gradient = self
        gradient.colors = colors.map(\.rounded)
        return gradient
    }
}

extension FilterFunction {
    fileprivate var rounded: FilterFunction {
        guard case .dropShadow(let offset, let radius, let color) = self else { return self }
        return .dropShadow(offset: offset, radius: radius, color: color.rounded)
    }
}
