import Penumbra
import PenumbraSystem

/// The numbered files that an output's name stands for if its scene moves.
package struct NumberedOutput: Hashable, Sendable {
    package var names: FrameNames
    /// Whether the name has a printf field, such as `%04d`. A run of `#` may also be a part of one picture's name.
    package var isCertain: Bool

    package init(names: FrameNames, isCertain: Bool) { (self.names, self.isCertain) = (names, isCertain) }

    /// Finds the place for a number in a normal path.
    ///
    /// - Parameter mask: the same path with other characters where a row's values have `#` and `%`, which are no place for a
    ///   number. Both have the same number of UTF-8 bytes.
    package init?(_ path: String, mask: String) {
        guard mask.utf8.count == path.utf8.count, let field = FrameNames.field(in: mask) else { return nil }
        let before = path.utf8.prefix(mask.utf8.distance(from: mask.startIndex, to: field.range.lowerBound))
        let after = path.utf8.suffix(mask.utf8.distance(from: field.range.upperBound, to: mask.endIndex))
        names = FrameNames(
            before: String(Substring(before)), after: String(Substring(after)), digits: field.digits)
        isCertain = field.isPrintf
    }

    /// Whether a digit stands directly beside the number. Frames of other names could then have the same name.
    var touchesDigit: Bool {
        func isDigit(_ byte: UInt8?) -> Bool { byte.map { (0x30...0x39).contains($0) } ?? false }
        return isDigit(names.before.utf8.last) || isDigit(names.after.utf8.first)
    }

    // MARK: Workers

    func write(to body: inout MessageWriter) {
        body.add(names.before)
        body.add(names.after)
        body.add(names.digits)
        body.add(isCertain ? 1 : 0)
    }

    init(_ reader: inout MessageReader) throws(MessageError) {
        names = FrameNames(before: try reader.text(), after: try reader.text(), digits: try reader.count())
        isCertain = try reader.integer() == 1
    }
}

/// The frames of a job that were written as numbered files.
package struct FrameSpan: Hashable, Sendable {
    /// The first frame's number.
    package var first: Int
    package var count: Int

    package init(first: Int, count: Int) { (self.first, self.count) = (first, count) }

    package init(_ numbers: Range<Int>) { self.init(first: numbers.lowerBound, count: numbers.count) }

    var numbers: Range<Int> { first..<first + count }
}

/// The digest of numbered files: the digest of all their digests.
struct FrameDigest {
    private var sum = SHA256()
    private(set) var bytes = 0

    mutating func add(_ file: Digest, bytes: Int) {
        sum.update(file.bytes)
        self.bytes += bytes
    }

    var digest: Digest { sum.digest }
}
