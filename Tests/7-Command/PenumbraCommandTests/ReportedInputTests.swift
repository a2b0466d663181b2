import PenumbraBitmap
import PenumbraCodecs
import TestSupport
import Testing

/// Small inputs that users of similar renderers reported, and checks of their pictures: `Tests/Regressions/reported`.
///
/// A line of `expected.tsv` has a file, an argument of `render` or `convert`, and checks. Rectangles are their first and last
/// columns, then their first and last rows.
@Suite(.timed, .needsCommand)
struct ReportedInputTests {
    struct Report: CustomTestStringConvertible, Sendable {
        var file: String
        var arguments: [String]
        var checks: [[String]]
        var testDescription: String { file }
    }

    private static let folder = "Tests/Regressions/reported"

    static let reports: [Report] = {
        let table = String(decoding: Repository.bytes(of: "\(folder)/expected.tsv") ?? [], as: UTF8.self)
        return table.split(separator: "\n").map { line in
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            let argument = cells[1].hasPrefix("--text=") ? [cells[1]] : cells[1].split(separator: " ").map(String.init)
            let checks = cells[2].split(separator: ";").map { $0.split(separator: " ").map(String.init) }
            return Report(file: cells[0], arguments: argument, checks: checks)
        }
    }()

    @Test func allReportsAreListed() {
        let names = Set(
            Command.names(in: "\(Command.root)/\(Self.folder)").filter { !$0.hasSuffix(".tsv") && !$0.hasSuffix(".png") })
        let named = Self.reports.flatMap { report in
            [report.file] + report.checks.filter { $0[0] == "same" }.map { $0[1] }
        }
        #expect(Set(named) == names && named.count == names.count)
    }

    /// Draws an input on the CPU. Snippets and Figma's documents are converted first.
    private func draw(_ file: String, _ arguments: [String] = []) throws -> (bitmap: Bitmap, words: String) {
        let work = try WorkFolder()
        var (path, arguments, words) = ("\(Command.root)/\(Self.folder)/\(file)", arguments, "")
        let isFigma = file.hasPrefix("figma-line-height") || file == "figma-shadow-of-translucent-fill.json"
        if file.hasSuffix(".css") || isFigma {
            let converted = try Command.run(["convert", path] + arguments, in: work.path)
            try #require(converted.status == 0, "\(converted.errors)")
            path = work.file("scene.json", converted.output)
            (arguments, words) = ([], converted.errors)
        }
        let drawn = try Command.run(["render", path, "-o", "-", "--backend", "cpu"] + arguments, in: work.path)
        try #require(drawn.status == 0, "\(drawn.errors)")
        return (try ImageDecoder.decode(drawn.output), words + drawn.errors)
    }

    @Test(arguments: reports) func reportedInputShowsWhatItShould(report: Report) throws {
        let (bitmap, words) = try draw(report.file, report.arguments)
        let picture = Picture(bitmap)
        for check in report.checks {
            let numbers = check.dropFirst().compactMap(Int.init)
            let holds: Bool
            switch check[0] {
            case "pixel":
                let tolerance = check.count > 4 ? try #require(Int(check[4])) : 0
                holds = picture.isNear(check[3], x: numbers[0], y: numbers[1], by: tolerance)
            case "clear":
                holds = numbers[0] < bitmap.width && numbers[2] < bitmap.height && picture.most(in: numbers) { Int($0.w) } <= 16
            case "ink": holds = picture.most(in: numbers) { Int($0.w) } > 128
            case "dark": holds = picture.most(in: numbers) { $0.w < 255 ? 0 : 255 - Int($0.x) } > 128
            case "has": holds = picture.middle(of: check[1]) != nil
            case "right-of":
                let (first, second) = (picture.middle(of: check[1]), picture.middle(of: check[2]))
                holds = try #require(first) > #require(second)
            case "rows":
                holds = (numbers[0]...numbers[1]).allSatisfy { y in
                    zip(picture.alphas(y), picture.alphas(y - numbers[0] + numbers[2])).allSatisfy {
                        abs(Int($0) - Int($1)) <= numbers[3]
                    }
                }
            case "lines": holds = picture.lines == check.dropFirst().joined(separator: " ")
            case "same": holds = try bitmap == draw(check[1]).bitmap
            case "thinner":
                let (factor, middle) = (try #require(Double(check[1])), numbers[numbers.count - 1])
                let (left, right) = picture.sums(of: middle)
                holds = left > 0 && Double(left) <= factor * Double(right)
            case "red":
                holds = picture.count(where: { $0.w > 64 && Int($0.x) - Int($0.y) > 64 }) <= numbers[0]
            case "says": holds = check.count == 1 ? words.isEmpty : words.contains(check.dropFirst().joined(separator: " "))
            default:
                Issue.record("no check is named \(check[0])")
                continue
            }
            #expect(holds, "\(report.file): \(check.joined(separator: " ")) \(words)")
        }
    }
}

/// What checks ask of a picture.
private struct Picture {
    let bitmap: Bitmap

    init(_ bitmap: Bitmap) { self.bitmap = bitmap }

    /// The bytes of a colour, `rrggbb` or `rrggbbaa`.
    private static func color(_ text: String) -> SIMD4<UInt8> {
        let value = UInt32(text, radix: 16) ?? 0
        let all = text.count == 6 ? value << 8 | 255 : value
        return SIMD4(truncatingIfNeeded: SIMD4(all >> 24, all >> 16, all >> 8, all))
    }

    private static func isNear(_ a: SIMD4<UInt8>, _ b: SIMD4<UInt8>, by tolerance: Int) -> Bool {
        (0..<4).allSatisfy { abs(Int(a[$0]) - Int(b[$0])) <= tolerance }
    }

    func isNear(_ color: String, x: Int, y: Int, by tolerance: Int) -> Bool {
        Self.isNear(bitmap[x, y], Self.color(color), by: tolerance)
    }

    /// The highest of the numbers that `number` gives for the pixels of a rectangle, which may leave the picture.
    func most(in rectangle: [Int], _ number: (SIMD4<UInt8>) -> Int) -> Int {
        var most = 0
        for y in rectangle[2]...rectangle[3] where y < bitmap.height {
            for x in rectangle[0]...rectangle[1] where x < bitmap.width { most = max(most, number(bitmap[x, y])) }
        }
        return most
    }

    /// The mean column of a colour. Nil if no pixel has it.
    func middle(of color: String) -> Double? {
        var (sum, count) = (0, 0)
        for y in 0..<bitmap.height {
            for x in 0..<bitmap.width where isNear(color, x: x, y: y, by: 0) { (sum, count) = (sum + x, count + 1) }
        }
        return count == 0 ? nil : Double(sum) / Double(count)
    }

    func alphas(_ y: Int) -> [UInt8] { (0..<bitmap.width).map { bitmap[$0, y].w } }

    /// The first and last rows of stretches of rows with pixels of little green.
    var lines: String {
        let rows = (0..<bitmap.height).filter { y in (0..<bitmap.width).contains { bitmap[$0, y].y < 128 } }
        let firsts = rows.filter { !rows.contains($0 - 1) }
        let lasts = rows.filter { !rows.contains($0 + 1) }
        return zip(firsts, lasts).map { "\($0)-\($1)" }.joined(separator: " ")
    }

    /// The sums of alpha left and right of a column.
    func sums(of middle: Int) -> (left: Int, right: Int) {
        var (left, right) = (0, 0)
        for y in 0..<bitmap.height {
            for x in 0..<bitmap.width {
                if x < middle { left += Int(bitmap[x, y].w) } else { right += Int(bitmap[x, y].w) }
            }
        }
        return (left, right)
    }

    func count(where holds: (SIMD4<UInt8>) -> Bool) -> Int {
        (0..<bitmap.height).reduce(0) { sum, y in sum + (0..<bitmap.width).count { holds(bitmap[$0, y]) } }
    }
}
