import PenumbraService
import PenumbraSystem
import TestSupport
import Testing

/// Tests that every bit of a signature counts, in every digit and with every key.
@Suite(.timed) struct SignatureTests {
    private static let keys = ["0123456789abcdef", "fedcba9876543210", "a third key of a service"]

    /// The comparison is nettle's `memeql_sec`, whose time doesn't depend on the bytes. It must not skip any of them.
    @Test func signatureComparisonCoversEveryBit() throws {
        let code = HMAC.code(of: Array("/card.png".utf8), key: Array(Self.keys[0].utf8))
        #expect(HMAC.equal(code, code))
        for bit in 0..<256 {
            var digits = Array("\(code)")
            let value = try #require(digits[bit / 4].hexDigitValue) ^ 1 << (bit % 4)
            digits[bit / 4] = Character(String(value, radix: 16))
            let other = try #require(Digest(hexadecimal: String(digits)))
            #expect(!HMAC.equal(code, other) && !HMAC.equal(other, code), "bit \(bit)")
        }
    }

    @Test(arguments: keys.indices) func signaturesOfEveryKeyAreAccepted(_ index: Int) throws {
        let keys = try SigningKeys(file: Array(Self.keys.joined(separator: "\n").utf8), name: "keys")
        let code = HMAC.code(of: Array("/card.png?title=Hi".utf8), key: Array(Self.keys[index].utf8))
        func isAccepted(_ signature: String) -> Bool {
            keys.accept(HTTPRequest(method: "GET", target: "/card.png?title=Hi&signature=\(signature)"))
        }
        #expect(isAccepted("\(code)"))
        #expect(isAccepted("\(code)".uppercased()))
        for position in 0..<64 {
            var digits = Array("\(code)")
            digits[position] = digits[position] == "0" ? "1" : "0"
            #expect(!isAccepted(String(digits)), "digit \(position)")
        }
        #expect(!isAccepted(String("\(code)".dropLast())))
        #expect(!isAccepted("\(code)0"))
        #expect(!isAccepted(""))
    }
}
