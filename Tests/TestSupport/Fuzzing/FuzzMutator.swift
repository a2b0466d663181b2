import TestSupport

/// Changes inputs at random if no libFuzzer does. The generator determines each change.
public struct FuzzMutator {
    private let seeds: [[UInt8]]
    private let words: [[UInt8]]
    private static let longest = 1 << 14
    private static let numbers = [
        "0", "-0", "1", "-1", "0.5", "1e-320", "1e9", "-1e9", "1e18", "1e308", "-1e308", "1e999", "4294967296",
        "9223372036854775808",
    ].map { Array($0.utf8) }

    public init(_ target: FuzzTarget) {
        seeds = target.seeds()
        words = FuzzDictionary.words(for: target)
    }

    /// A seed with one to six changes.
    public func input(_ random: inout SeededGenerator) -> [UInt8] {
        var bytes = seeds.randomElement(using: &random) ?? []
        for _ in 0..<random.integer(1...6) { change(&bytes, &random) }
        if bytes.count > Self.longest { bytes.removeLast(bytes.count - Self.longest) }
        return bytes
    }

    private func change(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
        guard !bytes.isEmpty else { return bytes.append(UInt8.random(in: 0...255, using: &random)) }
        let place = random.integer(0...(bytes.count - 1))
        let end = min(bytes.count, place + random.integer(1...40))
        switch random.integer(0...8) {
        case 0: bytes[place] ^= 1 << UInt8(random.integer(0...7))
        case 1: bytes[place] = [0, 1, 0x7F, 0x80, 0xFF][random.integer(0...4)]
        case 2: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 3: bytes.removeSubrange(place..<end)
        case 4: bytes.insert(contentsOf: bytes[place..<end], at: random.integer(0...(bytes.count - 1)))
        case 5: bytes.insert(contentsOf: words.randomElement(using: &random) ?? [0], at: place)
        case 6:
            let word = words.randomElement(using: &random) ?? [0xFF]
            bytes.replaceSubrange(place..<min(bytes.count, place + word.count), with: word)
        case 7:
            // Replaces a number with another number.
            func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) || byte == UInt8(ascii: ".") }
            guard let first = bytes[place...].firstIndex(where: isDigit) else { return }
            let last = bytes[first...].firstIndex { !isDigit($0) } ?? bytes.count
            bytes.replaceSubrange(first..<last, with: Self.numbers.randomElement(using: &random) ?? [])
        default:
            let other = seeds.randomElement(using: &random) ?? []
            bytes = Array(bytes[..<place]) + other.suffix(random.integer(0...other.count))
        }
    }
}
