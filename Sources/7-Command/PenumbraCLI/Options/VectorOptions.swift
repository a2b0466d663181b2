import ArgumentParser
import Penumbra
import PenumbraSystem

/// The options for SVG and HTML documents as input.
struct VectorOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Width of a page, or the width to fit an SVG to.", valueName: "pixels"))
    var width: Int?

    @Option(
        help: ArgumentHelp("Height of a page, or \"auto\"; or to fit an SVG to.", valueName: "pixels"))
    var height: PageHeightArgument?

    @Flag(help: ArgumentHelp("Draw empty boxes for pictures of a page that can't be read.", visibility: .hidden))
    var allowMissing = false

    @Flag(help: "Leave out unsupported features, with warnings.")
    var lenient = false

    @Option(help: ArgumentHelp("light or dark, for what a document says about each.", valueName: "scheme", visibility: .hidden))
    var colorScheme: ColorSchemeArgument?

    var isDark: Bool { colorScheme == .dark }

    func validate() throws {
        for (name, value) in [("--width", width), ("--height", height?.pixels)] {
            if let value, !(1...1_000_000).contains(value) {
                throw ValidationError("\(name) is \(value); 1 to 1000000 are allowed.")
            }
        }
    }

    /// Refuses a width and a height for a document that isn't SVG.
    func checkSizeUnused() throws {
        guard width == nil, height == nil else {
            throw CommandFailure(.usage, "--width and --height are for SVG and HTML documents; CSS takes --box")
        }
    }

    /// Refuses options that were given for a scene.
    func checkUnused() throws {
        guard width == nil, height == nil, !lenient, colorScheme == nil, !allowMissing else {
            throw CommandFailure(
                .usage,
                "--width, --height, --color-scheme, --lenient and --allow-missing are for documents; a scene takes --scale")
        }
    }

    /// Whether the bytes of a file are an SVG document rather than JSON.
    static func isDocument(_ bytes: [UInt8], named name: String) -> Bool {
        if name.lowercased().endsWithBytes(".svg") || name.lowercased().endsWithBytes(".svgz") { return true }
        return HTMLDocument.isDocument(bytes, named: name) || SVGDocument.isDocument(bytes)
    }

    /// Turns a document into a scene, and reports what was left out.
    ///
    /// - Parameters:
    ///   - path: the document's path; `-` is standard input.
    ///   - scale: pixels per point, instead of a width or a height.
    ///   - time: the seconds at which animations are shown; infinite for their end. Nil leaves them out.
    ///   - isStrict: whether it is an error that a feature is left out.
    ///   - values: the values of an HTML template's parameters.
    func scene(
        _ bytes: [UInt8], path: String, files: FileRoots, limits: RenderLimits, scale: Double? = nil, time: Double? = nil,
        isStrict: Bool = false, values: [String: JSONValue] = [:]
    ) throws -> Scene {
        if HTMLDocument.isDocument(bytes, named: path) {
            return try page(
                bytes, path: path, files: files, limits: limits, scale: scale, time: time, isStrict: isStrict,
                values: values
            ).scene(scale: scale ?? 1)
        }
        guard values.isEmpty else { throw CommandFailure(.usage, "--set is for scenes and HTML; an SVG has no parameters") }
        guard height != .automatic else { throw CommandFailure(.usage, "--height auto is for HTML documents") }
        guard scale == nil || (width == nil && height == nil) else {
            throw CommandFailure(.usage, "--scale doesn't go with --width and --height")
        }
        let name = path == "-" ? "standard input" : path
        var options = SVGOptions(
            baseFolder: ScenePath.folder(of: path), files: files, shaper: TextShaper(), limits: limits)
        options.allowsMissing = lenient || allowMissing
        options.isDark = isDark
        options.time = time
        if let scale, scale > 0 { options.resolution = scale }
        let document: SVGDocument
        do throws(SVGError) {
            document = try SVGDocument(bytes, options: options)
        } catch {
            let hint = error.kind == .missing ? "; --allow-missing leaves it out" : ""
            throw CommandFailure(.badData, "\(name): \(error)\(hint)")
        }
        if isStrict, !lenient, let first = document.warnings.first {
            throw CommandFailure(.badData, "\(name): \(first); --lenient leaves it out")
        }
        for warning in document.warnings { Notices.write("\(name): \(warning); left out") }
        var scene = document.scene(width: width.map(Double.init), height: (height?.pixels).map(Double.init))
        if let scale {
            try check("--scale", scale, Limits.scale)
            scene.canvas.scale = scale
        }
        return scene
    }
}

/// The height of a page: pixels, or that of its content.
enum PageHeightArgument: ExpressibleByArgument, Equatable {
    case automatic
    case points(Int)

    init?(argument: String) {
        if argument == "auto" {
            self = .automatic
        } else if let number = Int(argument) {
            self = .points(number)
        } else {
            return nil
        }
    }

    var pixels: Int? { if case .points(let number) = self { number } else { nil } }
}

/// What users prefer: `prefers-color-scheme` of media queries.
enum ColorSchemeArgument: String, ExpressibleByArgument, CaseIterable {
    case light, dark
}
