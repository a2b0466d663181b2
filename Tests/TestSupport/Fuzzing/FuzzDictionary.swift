import TestSupport

/// Words of a format in the syntax of libFuzzer's dictionaries: one per line, in double quotes, with `\xAB` for bytes. `#`
/// begins a comment.
public enum FuzzDictionary {
    /// The words for a target; empty if it has no dictionary.
    public static func words(for target: FuzzTarget) -> [[UInt8]] {
        guard let bytes = Repository.bytes(of: "Fuzz/Dictionaries/\(target.rawValue).dict") else { return [] }
        return bytes.split(separator: UInt8(ascii: "\n")).compactMap { word(Array($0)) }
    }

    /// The word of one line; nil for comments and for lines that libFuzzer wouldn't read.
    package static func word(_ line: [UInt8]) -> [UInt8]? {
        guard let first = line.firstIndex(of: UInt8(ascii: "\"")), let last = line.lastIndex(of: UInt8(ascii: "\"")),
            first < last,
            line.first != UInt8(ascii: "#")
        else { return nil }
        var result: [UInt8] = []
        var rest = line[(first + 1)..<last]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\") else {
                result.append(byte)
                continue
            }
            switch rest.popFirst() {
            case UInt8(ascii: "x")?:
                guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
                    return nil
                }
                rest = rest.dropFirst(2)
                result.append(value)
            case let escaped?: result.append(escaped)
            case nil: return nil
            }
        }
        return result.isEmpty ? nil : result
    }
}
