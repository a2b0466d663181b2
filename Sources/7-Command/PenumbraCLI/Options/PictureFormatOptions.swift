import ArgumentParser
import Glibc
import Penumbra
import PenumbraSystem

/// A picture format with its encoding options.
struct PictureEncoding {
    var format: PictureFormat
    var options = PictureOptions.default
    /// Whether to crop fully transparent rows and columns at the edges.
    var trims = false
    /// Whether the output may replace one of the input files.
    var overwritesInputs = false

    static let png = PictureEncoding(format: .png)
}

/// The format options of every command that writes pictures of scenes.
struct PictureFormatOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Format, if not by ending.",
            valueName: "format", visibility: .hidden))
    var format: FormatArgument?

    @Option(help: ArgumentHelp("JPEG, WebP and AVIF quality, 1 to 100. Default: 85.", valueName: "number"))
    var quality: Int?

    @Option(
        help: ArgumentHelp(
            "The best quality, effort or palette whose file fits, such as 300K. K is 1024 bytes.", valueName: "size",
            visibility: .hidden))
    var maxBytes: ByteCountArgument?

    @Flag(help: ArgumentHelp("Write lossless WebP.", visibility: .hidden))
    var lossless = false

    @Option(
        help: ArgumentHelp("Colour behind transparent JPEG pixels. Default: white.", valueName: "color", visibility: .hidden))
    var matte: ColorArgument?

    @Flag(help: ArgumentHelp("Allow an output that is an input.", visibility: .hidden)) var overwrite = false

    /// Rejects options that contradict each other. Must be called during the validation of arguments.
    ///
    /// - Parameter output: the value of -o; nil if no picture is written.
    func check(output: String?) throws {
        guard let output else {
            let given = [
                ("--format", format != nil), ("--quality", quality != nil), ("--lossless", lossless), ("--matte", matte != nil),
                ("--max-bytes", maxBytes != nil),
            ]
            if let name = given.first(where: \.1)?.0 { throw ValidationError("\(name) is about a picture; name one with -o.") }
            return
        }
        _ = try encoding(for: output)
    }

    /// The encoding for the picture at a path.
    func encoding(for path: String) throws -> PictureEncoding {
        if path == "-", isatty(STDOUT_FILENO) != 0 {
            throw ValidationError("A picture would be written to the terminal; use -o file.png, or -o - > file.png.")
        }
        let format = try Self.format(of: path, given: format?.format)
        if quality != nil {
            guard format != .png else {
                throw ValidationError(
                    "--quality is for JPEG, WebP and AVIF, and the output is a PNG, which loses nothing. Leave it out.")
            }
            guard !lossless else { throw ValidationError("--quality and --lossless exclude each other.") }
        }
        if lossless, format == .jpeg || format == .avif {
            throw ValidationError("--lossless is for WebP, and the output is \(format.rawValue). Name a .webp or .png file.")
        }
        if matte != nil, format != .jpeg {
            throw ValidationError("--matte is for JPEG; \(format.rawValue) keeps transparent pixels. Leave it out.")
        }
        try checkValues()
        var encoding = PictureEncoding(format: format, overwritesInputs: overwrite)
        apply(to: &encoding.options)
        return encoding
    }

    /// Rejects values that are invalid for every format.
    func checkValues() throws {
        try PenumbraCLI.check("--quality", quality, 1...100)
        if let matte, matte.color.alpha != 1 {
            throw ValidationError("The colour of --matte is transparent; name an opaque one.")
        }
    }

    func apply(to options: inout PictureOptions) {
        // Within a budget, the highest quality is as good as the budget allows.
        if let quality = quality ?? (maxBytes == nil ? nil : 100) { options.setQuality(quality) }
        options.byteBudget = maxBytes?.count
        options.webp.isLossless = lossless
        if let matte {
            let bytes = matte.color.bytes
            options.jpeg.matte = SIMD3(bytes.x, bytes.y, bytes.z)
        }
    }

    /// The requested format, or else the format of the path's extension.
    static func format(of path: String, given: PictureFormat? = nil) throws -> PictureFormat {
        let ending = PictureFormat.ending(of: path)
        let named = ending.flatMap(PictureFormat.init(ending:))
        if let given, let named, given != named {
            throw ValidationError(
                "--format is \(given.endings[given.endings.count - 1]), but \"\(path)\" has an ending for \(named.rawValue). Change one of them."
            )
        }
        if let format = given ?? named { return format }
        guard let ending else { return .png }
        throw ValidationError(
            "\"\(path)\" ends in .\(ending); .png, .jpg (or .jpeg), .webp and .avif are written. Change the ending, or name one with --format."
        )
    }
}

/// A number of bytes above zero, with K, M, G or T for powers of 1,024.
struct ByteCountArgument: ExpressibleByArgument {
    var count: Int

    init?(argument: String) {
        guard let value = try? Limit.pictureFileSize.value(argument), let count = Int(exactly: value.rounded(.down)), count > 0
        else { return nil }
        self.count = count
    }
}

/// A format name: `png`, `jpeg`, `jpg`, `webp` or `avif`.
struct FormatArgument: ExpressibleByArgument {
    var format: PictureFormat

    init?(argument: String) {
        guard let format = PictureFormat(ending: argument) else { return nil }
        self.format = format
    }

    static let allValueStrings = PictureFormat.written.compactMap(\.endings.last)
}

/// Encodes a picture and writes it; `-` means standard output.
///
/// - Parameter canvas: the canvas whose scale and colour space the file is tagged with. Nil tags sRGB without a scale.
func writePicture(_ bitmap: Bitmap, of canvas: Canvas? = nil, as encoding: PictureEncoding, to output: String) throws {
    var options = encoding.options
    if let canvas { options.setCanvas(canvas) }
    let bytes: [UInt8]
    if let budget = options.byteBudget {
        let fitted = try rethrowing(
            try PictureEncoder.fitted(bitmap, as: encoding.format, options: options, within: budget),
            as: { CommandFailure($0, file: output) })
        Notices.write("\(output): \(fitted.bytes.count) of \(budget) bytes, \(fitted.choice)")
        bytes = fitted.bytes
    } else {
        bytes = try rethrowing(
            try PictureEncoder.encode(bitmap, as: encoding.format, options: options), as: { CommandFailure($0, file: output) })
    }
    try FileWriter.write(bytes, to: output)
}
