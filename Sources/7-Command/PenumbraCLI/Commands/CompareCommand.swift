import ArgumentParser
import Penumbra
import PenumbraSystem

struct CompareCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Compare two pictures; exit with 1 if they differ.",
        discussion: """
            Prints the largest and the mean difference over all channels, 0…255, and how many pixels differ. Differences
            between PNG files of 16 bits are rounded up.

            EXAMPLES
              penumbra compare gpu.png cpu.png
              penumbra compare old.png new.png --tolerance 1 --diff difference.png
            """)

    @Argument(help: ArgumentHelp("A picture; \"-\" reads standard input.", valueName: "a")) var first: String
    @Argument(help: ArgumentHelp("The other picture.", valueName: "b")) var second: String

    @Option(help: ArgumentHelp("Largest difference that counts as equal, 0 to 255.", valueName: "n"))
    var tolerance = 0

    @Option(
        help: ArgumentHelp(
            "Write a picture of the differences.", valueName: "file"))
    var diff: String?

    @Flag(help: "Print the result as JSON.")
    var json = false

    @OptionGroup var limits: LimitOptions

    func validate() throws {
        try check("--tolerance", tolerance, 0...255)
        if let diff { _ = try PictureFormatOptions.format(of: diff) }
    }

    func run() throws {
        let limits = try self.limits.resolved().images
        var a = try readPicture(first, limits: limits, depth: .sixteen)
        var b = try readPicture(second, limits: limits, depth: .sixteen)
        if a.depth != b.depth { (a, b) = (a.deepened, b.deepened) }
        guard let comparison = BitmapComparison(a, b, tolerance: tolerance) else {
            let sizes = "\(a.width)×\(a.height) and \(b.width)×\(b.height)"
            if json {
                print("{\"equal\": false, \"reason\": \"the sizes differ: \(sizes)\"}")
                throw ExitCode(ExitStatus.differs.rawValue)
            }
            throw CommandFailure(.differs, "the sizes differ: \(sizes)")
        }
        let bytes = 4 * a.width * a.height
        if diff != nil, !AddressSpace.hasRoom(for: bytes) { throw RenderError.outOfMemory(bytes: bytes) }
        if let diff, let picture = Bitmap.difference(a, b) {
            var encoding = PictureEncoding(format: try PictureFormatOptions.format(of: diff))
            encoding.options.webp.isLossless = true
            try writePicture(picture, as: encoding, to: diff)
        }
        let mean = (comparison.meanDifference * 1e6).rounded() / 1e6
        if json {
            print(
                """
                {"equal": \(comparison.isEqual), "maximum": \(comparison.maximumDifference), "mean": \(mean), \
                "differentPixels": \(comparison.differentPixels), "pixels": \(comparison.pixels), "tolerance": \(tolerance)}
                """)
        } else if comparison.maximumDifference == 0 {
            print("equal: \(comparison.pixels) pixels")
        } else {
            let place = comparison.firstDifference.map { ", first at (\($0.x), \($0.y))" } ?? ""
            print(
                "maximum \(comparison.maximumDifference), mean \(mean), \(comparison.differentPixels) of "
                    + "\(comparison.pixels) pixels differ by more than \(tolerance)\(place)")
        }
        if !comparison.isEqual { throw ExitCode(ExitStatus.differs.rawValue) }
    }
}
