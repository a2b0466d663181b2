import PenumbraText
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// Tests that font files are cached for later texts within a budget, rather than every font ever used.
@Suite(.timed, .serialized) struct FontMemoryTests {
    private static let dejavu = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"

    /// A copy of a font padded with zeros, which fonts may have. On the disk they take no space.
    private func padded(_ path: String, to bytes: Int) throws {
        let source = open(Self.dejavu, O_RDONLY)
        try #require(source >= 0)
        defer { close(source) }
        var data = [UInt8](repeating: 0, count: 2 << 20)
        let count = read(source, &data, data.count)
        let target = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        try #require(count > 0 && target >= 0)
        defer { close(target) }
        try #require(write(target, data, count) == count && ftruncate(target, bytes) == 0)
    }

    @Test func unusedFontsAreReleased() throws {
        let folder = try TestFolder()
        let paths = (0..<8).map { "\(folder.path)/\($0).ttf" }
        let size = 50 << 20
        let before = FontBytes.held
        do {
            let shaper = TextShaper()
            var widths: Set<Double> = []
            for path in paths {
                try padded(path, to: size)
                let layout = try shaper.layout("Ho", style: TextStyle(font: .file(path), fontSize: 10), width: nil)
                widths.insert(layout.lines[0].width)
                // The cache plus the current font: three files here, not eight.
                #expect(FontBytes.held - before <= 4 * size, "after \(path)")
            }
            #expect(widths.count == 1)
            // A font's bytes count only once, however many texts and shapers use it.
            let again = TextShaper()
            let held = FontBytes.held
            _ = try again.layout("Ho", style: TextStyle(font: .file(paths[7]), fontSize: 20), width: nil)
            #expect(FontBytes.held - held < size)
        }
        #expect(FontBytes.held - before < size)
    }

    @Test func fontFileBeyondTheLimitIsNotRead() throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        let path = "\(folder.path)/large.ttf"
        try padded(path, to: (64 << 20) + 1)
        let error = #expect(throws: TextError.self) {
            try TextShaper().layout("Ho", style: TextStyle(font: .file(path), fontSize: 10), width: nil)
        }
        #expect(error.map { "\($0)" }?.contains("more than 64 MiB") == true)
    }
}
