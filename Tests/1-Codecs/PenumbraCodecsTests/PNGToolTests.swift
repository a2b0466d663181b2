import Glibc
import PenumbraCodecs
import PenumbraFiles
import TestPlans
import TestSupport
import Testing

private let pngcheck = ["/usr/bin/pngcheck", "/usr/local/bin/pngcheck"].first { (path: String) in access(path, X_OK) == 0 }

@Suite(.timed) struct PNGToolTests {
    @Test(.enabled(if: pngcheck != nil, "pngcheck is not installed: apt-get install pngcheck"))
    func writtenPNGsPassPngcheck() throws {
        let program = try #require(pngcheck)
        try withTemporaryFolder { folder in
            var generator = SeededGenerator(seed: 3)
            for (width, height) in [(1, 1), (17, 5), (200, 131), (1000, 700), (1, 300_000), (16384, 20)] {
                for kind in PictureKind.allCases {
                    for effort in width * height < 200_000 ? PNGOptions.Effort.allCases : [.fast] {
                        let path = "\(folder)/\(width)-\(height)-\(kind)-\(effort).png"
                        let picture = kind.picture(width, height, using: &generator)
                        let file = try PNGEncoder.encode(picture, options: PNGOptions(effort: effort, scale: 2))
                        try FileWriter.write(file, to: path)
                        #expect(runProgram(program, ["-q", path]) == 0, "\(path)")
                    }
                }
            }
        }
    }
}
