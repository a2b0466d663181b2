import Glibc
import PenumbraCodecs
import PenumbraMathematics
import Testing

private let pngcheck = ["/usr/bin/pngcheck", "/usr/local/bin/pngcheck"].first { (path: String) in access(path, X_OK) == 0 }

@Suite struct PNGToolTests {
    @Test(.enabled(if: pngcheck != nil, "pngcheck is not installed: apt-get install pngcheck"))
    func writtenFilesPassPngcheck() throws {
        let program = try #require(pngcheck)
        try withTemporaryFolder { folder in
            var generator = SeededGenerator(seed: 3)
            for (index, size) in [(1, 1), (17, 5), (200, 131)].enumerated() {
                for opaque in [true, false] {
                    let path = "\(folder)/\(index)-\(opaque).png"
                    let picture = randomBitmap(size.0, size.1, opaque: opaque, using: &generator)
                    try FileWriter.write(try PNGEncoder.encode(picture, options: PNGOptions(scale: 2)), to: path)
                    #expect(runProgram(program, ["-q", path]) == 0, "\(path)")
                }
            }
        }
    }
}
