import Glibc
import PenumbraGeometry
import PenumbraScene
import PenumbraText
import TestSupport
import Testing

/// Tests fonts that styles name by file: lists, styles, collections and packed files.
@Suite(.timed) struct FontFileTests {
    private static let fonts = Repository.root + "/Tests/Corpus/fonts"
    private static let dejavu = "/usr/share/fonts/truetype/dejavu"
    private static let shaper = TextShaper()

    private func layout(_ string: String, _ font: String) throws -> TextLayout {
        let style = TextStyle(font: .pattern(font), fontSize: 1000)
        return try Self.shaper.layout(string, style: style, width: nil)
    }

    private static func bytes(of path: String) -> [UInt8] {
        let file = open(path, O_RDONLY)
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 8 << 20)
        let count = read(file, &bytes, bytes.count)
        return Array(bytes.prefix(max(0, count)))
    }

    /// A file with several fonts: the offsets of their tables count from the file's start.
    private static func collection(_ paths: [String]) -> [UInt8] {
        func bytes(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
        func number(_ file: [UInt8], _ at: Int, _ count: Int) -> Int { file[at..<at + count].reduce(0) { $0 << 8 | Int($1) } }
        var result = Array("ttcf".utf8) + bytes(0x10000) + bytes(paths.count)
        var body: [UInt8] = []
        let start = result.count + 4 * paths.count
        for path in paths {
            var file = Self.bytes(of: path)
            let offset = start + body.count
            result += bytes(offset)
            for table in 0..<number(file, 4, 2) {
                let place = 12 + 16 * table + 8
                file.replaceSubrange(place..<place + 4, with: bytes(number(file, place, 4) + offset))
            }
            body += file + [UInt8](repeating: 0, count: (4 - file.count % 4) % 4)
        }
        return result + body
    }

    /// A WOFF file whose tables are stored without compression.
    private static func packed(_ path: String) -> [UInt8] {
        func bytes(_ value: Int, _ count: Int = 4) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
        }
        let file = Self.bytes(of: path)
        func number(_ at: Int, _ count: Int) -> Int { file[at..<at + count].reduce(0) { $0 << 8 | Int($1) } }
        let count = number(4, 2)
        var directory: [UInt8] = []
        var body: [UInt8] = []
        for table in 0..<count {
            let entry = 12 + 16 * table
            let (offset, length) = (number(entry + 8, 4), number(entry + 12, 4))
            directory += file[entry..<entry + 4] + bytes(44 + 20 * count + body.count) + bytes(length) + bytes(length)
            directory += file[entry + 4..<entry + 8]
            body += file[offset..<offset + length] + [UInt8](repeating: 0, count: (4 - length % 4) % 4)
        }
        let header = Array("wOFF".utf8) + file[0..<4] + bytes(44 + directory.count + body.count) + bytes(count, 2) + bytes(0, 2)
        return header + bytes(file.count) + bytes(1, 2) + bytes(0, 2) + [UInt8](repeating: 0, count: 20) + directory + body
    }

    private func isNear(_ a: Double, _ b: Double) -> Bool { abs(a - b) <= 0.01 }

    @Test func packedFilesAreShapedLikeTheirFont() throws {
        let folder = try TestFolder()
        let path = try folder.file("axes.woff", Self.packed("\(Self.fonts)/axes.ttf"))
        let (plain, packed) = (try layout("HI I", "\(Self.fonts)/axes.ttf:wght=650"), try layout("HI I", "\(path):wght=650"))
        #expect(packed.size == plain.size && packed.path == plain.path && packed.notices.isEmpty)
    }

    /// I is as wide as its stem and 100, and its stem is 80 wide at 400, 110 at 650 and 200 at 900.
    @Test func stylesOfFilesSetAxes() throws {
        let axes = "\(Self.fonts)/axes.ttf"
        for (style, width) in [
            ("", 180.0), (":wght=650", 210), (":wght=900", 300), (":black", 300), (":weight=210", 300), (":regular", 180),
            (":bold:wght=900", 300), (":wdth=100:wght=400", 180),
        ] {
            let layout = try layout("I", axes + style)
            #expect(isNear(layout.size.width, width) && layout.notices.isEmpty, "\(style) \(layout.size.width)")
        }
        // The named instance Bold lies at 700, as :bold does.
        #expect(try layout("I", axes + ":bold").size == layout("I", axes + ":style=Bold").size)
        #expect(isNear(try layout("H", axes + ":condensed").size.width, 450))
        #expect(
            try layout("I", axes + ":style=Narrow").notices.map { "\($0)" } == [
                "the file of the font \"Penumbra Axes\" has no style \":style=Narrow\"; used \"Regular\"; add the file of that style to the list"
            ])
    }

    @Test func filesOfOneFamilyCompleteEachOther() throws {
        let (plain, bold) = ("\(Self.dejavu)/DejaVuSans.ttf", "\(Self.dejavu)/DejaVuSans-Bold.ttf")
        let width = try layout("Ham", bold).size.width
        #expect(try layout("Ham", "\(plain), \(bold):bold").size.width == width)
        #expect(try layout("Ham", "\(plain), \(bold)").size.width == layout("Ham", plain).size.width)
        let missing = try layout("Ham", "\(plain):thin")
        #expect(missing.notices == [.styleMissing(asked: ":thin", font: "DejaVu Sans", used: "Book")])
        #expect(try layout("Ham", "\(plain), \(bold):bold").notices.isEmpty)
    }

    @Test func missingStylesAreMadeFromTheOutlines() throws {
        let plain = "\(Self.dejavu)/DejaVuSans.ttf"
        func bounds(_ style: String, size: Double) throws -> Rect {
            var look = TextStyle(font: .pattern(plain + style), fontSize: size)
            look.isWrapped = false
            let layout = try TextShaper().layout("H", style: look, width: nil)
            #expect(layout.notices.isEmpty, "\(style)")
            return try #require(layout.parts.first?.path.bounds)
        }
        for (size, boldness) in [(9.0, 1.0 / 24), (36, 1.0 / 32), (360, 1.0 / 32)] {
            let (regular, bold) = (try bounds("", size: size), try bounds(":bold", size: size))
            let wider = bold.width - regular.width
            #expect(abs(wider / size - boldness) < 0.002, "\(size): \(wider)")
            // Strokes grow on all sides.
            #expect(abs(regular.minX - bold.minX - wider / 2) < 0.01 * size)
        }
        let (upright, slanted) = (try bounds("", size: 100), try bounds(":italic", size: 100))
        #expect(abs(slanted.width - upright.width - upright.height / 4) < 1e-6)
        // A font that is chosen by its number is drawn as it is.
        #expect(try bounds("#0:bold", size: 100) == upright)
    }

    @Test func laterFontsOfAListSupplyCharacters() throws {
        let axes = "\(Self.fonts)/axes.ttf"
        let mono = try layout("a", "DejaVu Sans Mono").size.width
        for list in [
            "\(axes), \(Self.dejavu)/DejaVuSansMono.ttf, sans-serif", "\(axes), DejaVu Sans Mono",
            "No Such Family, \(axes), No Such Family Either, DejaVu Sans Mono",
        ] {
            let layout = try layout("Ia", list)
            #expect(isNear(layout.size.width, 180 + mono) && layout.notices.isEmpty, "\(list)")
            #expect(layout.fonts == ["Penumbra Axes", "DejaVu Sans Mono"])
        }
        #expect(try layout("a", "DejaVu Sans Mono, \(axes)").fonts == ["DejaVu Sans Mono"])
    }

    @Test func fontsDrawTheCharactersThatTheyAreAskedFor() throws {
        let (sans, mono) = ("\(Self.dejavu)/DejaVuSans.ttf", "\(Self.dejavu)/DejaVuSansMono.ttf")
        func width(_ text: String, _ font: String) throws -> Double { try layout(text, font).size.width }
        let (a, i) = (try width("a", sans), try width("i", mono))
        for list in ["\(mono)#U+69, \(sans)", "DejaVu Sans Mono#u+69, DejaVu Sans", "\(sans)#U+0-68 U+6A-FF, \(mono)"] {
            let layout = try layout("aia", list)
            #expect(isNear(layout.size.width, 2 * a + i) && layout.notices.isEmpty, "\(list): \(layout.notices)")
            #expect(layout.size.height == (try self.layout("a", sans)).size.height, "\(list)")
        }
        // The characters of no font in the list come from the host's.
        #expect(try layout("b", "\(sans)#U+61").size.width > 0)
        // A font that isn't asked for spaces gives no line heights, wherever it stands.
        let symbols = try layout("i", "\(Self.fonts)/axes.ttf#U+49, \(sans)")
        #expect(symbols.size.height == (try layout("i", sans)).size.height)
        // One file may serve two lists.
        #expect(isNear(try width("ai", "\(mono)#U+61, \(sans)#U+69-7A, \(mono)"), try width("a", mono) + width("i", sans)))
    }

    @Test func fontsOfCollectionsHaveNumbersAndNames() throws {
        let folder = try TestFolder()
        let files = ["DejaVuSans.ttf", "DejaVuSans-Bold.ttf", "DejaVuSerif.ttf"].map { "\(Self.dejavu)/\($0)" }
        let path = try folder.file("all.ttc", Self.collection(files))
        let widths = try files.map { try layout("Ham", $0).size.width }
        for (font, index) in [
            ("", 0), ("#0", 0), ("#1", 1), ("#2", 2), ("#DejaVu Serif", 2), ("#dejavu sans bold", 1), ("#DejaVuSans-Bold", 1),
            (":bold", 1), ("#DejaVu Sans:bold", 1), (":family=DejaVu Serif", 2), ("#DejaVu Sans", 0),
        ] {
            #expect(try layout("Ham", path + font).size.width == widths[index], "\(font)")
        }
        for name in ["3", "Sans", "-1"] {
            let error = #expect(throws: TextError.self) { try layout("Ham", "\(path)#\(name)") }
            let fonts = ["DejaVu Sans", "DejaVu Sans Bold", "DejaVu Serif"]
            #expect(error == .fontNotInFile(name, file: path, fonts: fonts), "\(name)")
            #expect(
                "\(error!)".hasSuffix("it has DejaVu Sans (#0), DejaVu Sans Bold (#1), DejaVu Serif (#2)"), "\(error!)")
        }
    }

    @Test func missingFilesOfAListAreErrors() throws {
        for list in ["none.ttf", "none.ttf, sans-serif", "sans-serif, none.ttf"] {
            let error = #expect(throws: TextError.self) { try layout("a", list) }
            #expect(
                "\(error!)" == "the font \"none.ttf\" cannot be read: No such file or directory"
                    + "; if a family is meant, write its name without \".ttf\"")
        }
        #expect(try layout("a", #"none\.ttf"#).notices.map { "\($0)" }.first?.hasPrefix(#"no font "none.ttf" is"#) == true)
    }
}
