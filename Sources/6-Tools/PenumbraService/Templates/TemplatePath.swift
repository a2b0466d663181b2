import Penumbra
import PenumbraSystem

/// The template and the format that a path names: `/cards/news.png` is `cards/news` as PNG.
struct TemplatePath: Sendable, Hashable {
    var name: String
    var format: PictureFormat

    /// - Parameter path: a path as the client sent it.
    init(_ path: String) throws(ServiceError) {
        var parts: [String] = []
        for part in path.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
            let text = try Self.decoded(String(part), place: "path")
            guard !text.isEmpty, text != ".", text != ".." else {
                throw ServiceError(400, "an empty part, . and .. are not allowed in a path", place: "path")
            }
            guard !text.unicodeScalars.contains(where: { $0.value < 0x20 || $0 == "/" || $0 == "\\" || $0.value == 0x7F })
            else {
                throw ServiceError(
                    400, "escaped slashes, backslashes and control characters are not allowed in a path", place: "path")
            }
            parts.append(text)
        }
        guard path.hasPrefix("/"), let last = parts.last else { throw ServiceError(400, "the path is empty", place: "path") }
        guard let format = PictureFormat(path: last), let ending = PictureFormat.ending(of: last) else {
            throw ServiceError(404, "\"\(oneLine(last))\" has no ending of .png, .jpg, .webp and .avif", place: "path")
        }
        parts[parts.count - 1] = String(last.dropLast(ending.count + 1))
        name = parts.joined(separator: "/")
        self.format = format
    }

    /// Replaces percent escapes.
    ///
    /// - Parameter plusIsSpace: as HTML forms write queries.
    static func decoded(_ text: String, plusIsSpace: Bool = false, place: String) throws(ServiceError) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst().flatMap(Self.digit), let low = rest.popFirst().flatMap(Self.digit) else {
                    throw ServiceError(400, "a % is not followed by two hexadecimal digits", place: place)
                }
                bytes.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsSpace: bytes.append(0x20)
            default: bytes.append(byte)
            }
        }
        guard let result = String(validating: bytes, as: UTF8.self) else {
            throw ServiceError(400, "the text is not UTF-8", place: place)
        }
        return result
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }
}
