import PenumbraBitmap
import PenumbraSystem
import TestSupport
import Testing

@Suite(.timed) struct DigestTests {
    /// The examples of FIPS 180-2, appendix B, and the empty message.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ])
    func sha256MatchesTheExamplesOfTheStandard(text: String, expected: String) {
        #expect(SHA256.digest(of: Array(text.utf8)).description == expected)
        #expect(Digest(hexadecimal: expected) == SHA256.digest(of: Array(text.utf8)))
    }

    @Test func sha256OfAMillionBytesMatchesTheStandard() {
        let bytes = [UInt8](repeating: 0x61, count: 1_000_000)
        #expect(
            SHA256.digest(of: bytes).description == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    /// Every length around the ends of blocks, split at every position.
    @Test func digestOfPiecesEqualsDigestOfTheWhole() {
        for length in [0, 1, 54, 55, 56, 57, 63, 64, 65, 119, 120, 128, 191] {
            let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 37) }
            for cut in 0...length {
                var sum = SHA256()
                sum.update(Array(bytes[..<cut]))
                _ = sum.digest
                sum.update(Array(bytes[cut...]))
                #expect(sum.digest == SHA256.digest(of: bytes), "\(length) bytes cut at \(cut)")
            }
        }
    }

    @Test func pictureDigestDependsOnTheSize() {
        func picture(_ width: Int, _ height: Int, _ value: UInt8) -> Bitmap {
            Bitmap(width: width, height: height) { $0.update(repeating: value) }
        }
        #expect(picture(2, 3, 7).digest == picture(2, 3, 7).digest)
        #expect(picture(2, 3, 7).digest != picture(3, 2, 7).digest)
        #expect(picture(2, 3, 7).digest != picture(2, 3, 8).digest)
    }

    @Test(arguments: ["", "00", String(repeating: "g", count: 64), String(repeating: "0", count: 63) + "é"])
    func malformedDigestsAreRefused(text: String) {
        #expect(Digest(hexadecimal: text) == nil)
    }
}
