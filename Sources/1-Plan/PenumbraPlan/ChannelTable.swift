import PenumbraElementary
import PenumbraSystem

/// A function of one straight channel, as a table with a value for each of the 32,769 possible values.
public final class ChannelTable: Sendable, Hashable {
    /// The results, 0…32768, for 0…32768.
    public let values: [UInt16]

    /// Computes a table. The function receives and returns 0…1; other results are clamped.
    ///
    /// - Parameter snaps: whether values within half a unit of a byte count as exactly this byte. Functions with jumps at
    ///   fractions of 255 then treat the colours of 8-bit pictures exactly.
    public init(snaps: Bool = true, _ function: (Double) -> Double) {
        var values: [UInt16] = []
        values.reserveCapacity(Self.count)
        for index in 0..<Self.count {
            var x = Double(index) / Double(Q15.one)
            if snaps {
                let byte = (x * 255).rounded()
                if UInt32(index) == Q15.value(byte: UInt32(byte)) { x = byte / 255 }
            }
            values.append(Q15.value(function(x)))
        }
        self.values = values
    }

    static let count = Int(Q15.one) + 1
    package static var byteCount: Int { count * 2 }

    /// From an sRGB-encoded value to linear light, by IEC 61966-2-1.
    public static let linear = ChannelTable(snaps: false) {
        $0 <= 0.04045 ? $0 / 12.92 : Elementary.pow(($0 + 0.055) / 1.055, 2.4)
    }

    /// From linear light to an sRGB-encoded value.
    public static let encoded = ChannelTable(snaps: false) {
        $0 <= 0.0031308 ? $0 * 12.92 : 1.055 * Elementary.pow($0, 1 / 2.4) - 0.055
    }

    public static func == (a: ChannelTable, b: ChannelTable) -> Bool { a === b || a.values == b.values }

    public func hash(into hasher: inout Hasher) {
        for index in stride(from: 0, to: values.count, by: 1024) { hasher.combine(values[index]) }
    }

    /// The values in the form that shaders read: two in a word, the first in the low half.
    package var words: [Int32] {
        stride(from: 0, to: values.count, by: 2).map { index in
            let high = index + 1 < values.count ? UInt32(values[index + 1]) : 0
            return Int32(bitPattern: UInt32(values[index]) | high << 16)
        }
    }
}
