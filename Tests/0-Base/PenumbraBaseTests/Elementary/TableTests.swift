import PenumbraElementary
import TestSupport
import Testing

/// Tests the functions against tables that `scripts/studies/make-elementary-tables` computed with mpmath. The tables hold
/// arguments and the doubles nearest to the true values.
@Suite(.timed) struct TableTests {
    private static let rows = String(
        decoding: Repository.bytes(of: "Tests/0-Base/PenumbraBaseTests/Elementary/expected.tsv") ?? [], as: UTF8.self
    ).split(separator: "\n").map {
        $0.split(separator: "\t").map(String.init)
    }
    private static let functions: [String: @Sendable (Double, Double) -> Double] = [
        "sin": { x, _ in Elementary.sin(x) }, "cos": { x, _ in Elementary.cos(x) }, "tan": { x, _ in Elementary.tan(x) },
        "sin-degrees": { x, _ in Elementary.cosineAndSine(degrees: x).1 },
        "cos-degrees": { x, _ in Elementary.cosineAndSine(degrees: x).0 },
        "tan-degrees": { x, _ in Elementary.tan(degrees: x) },
        "asin": { x, _ in Elementary.asin(x) }, "acos": { x, _ in Elementary.acos(x) },
        "atan": { x, _ in Elementary.atan2(x, 1) },
        "exp": { x, _ in Elementary.exp(x) }, "log": { x, _ in Elementary.log(x) }, "erf": { x, _ in Elementary.erf(x) },
        "atan2": { y, x in Elementary.atan2(y, x) }, "hypot": { x, y in Elementary.hypot(x, y) },
        "pow": { x, y in Elementary.pow(x, y) },
    ]

    private static func double(_ bits: String) throws -> Double { Double(bitPattern: try #require(UInt64(bits, radix: 16))) }

    @Test(arguments: functions.keys.sorted())
    func elementaryFunctionsReturnTheNearestDouble(_ name: String) throws {
        let function = try #require(Self.functions[name])
        let rows = Self.rows.filter { $0[0] == name }
        #expect(rows.count >= 40)
        for row in rows {
            let x = try Self.double(row[1])
            let y = row.count > 3 ? try Self.double(row[2]) : 0
            let truth = try Self.double(row[row.count - 1])
            let result = function(x, y)
            #expect(result.bitPattern == truth.bitPattern, "\(name)(\(x), \(y)) is \(truth), not \(result)")
        }
    }

    @Test func tableCoversExactlyTheTestedFunctions() {
        #expect(Set(Self.rows.map { $0[0] }) == Set(Self.functions.keys))
    }

    /// A fused multiply-add rounds only once, which would change some of these sums.
    @Test func compilerDoesNotFuseMultiplyAndAdd() {
        @inline(never) func multiplied(_ a: Double, _ b: Double) -> Double { a * b }
        @inline(never) func fused(_ a: Double, _ b: Double, _ c: Double) -> Double { c.addingProduct(a, b) }
        var generator = SeededGenerator(seed: 1)
        var distinguished = 0
        for _ in 0..<1000 {
            let (a, b, c) = (generator.number(-2...2), generator.number(-2...2), generator.number(-2...2))
            let sum = a * b + c
            #expect(sum == multiplied(a, b) + c, "\(a)·\(b) + \(c)")
            if sum != fused(a, b, c) { distinguished += 1 }
            let product = DoubleDouble.product(a, b)
            #expect(product.low == fused(a, b, -product.high), "\(a)·\(b)")
        }
        #expect(distinguished > 50)
    }
}
