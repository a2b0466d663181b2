import Penumbra
import PenumbraSystem

/// The outputs of a batch so far. No two outputs may conflict with each other.
package struct OutputNames {
    package init() {}

    /// The line of each output file.
    private var files: [OutputName: Int] = [:]
    /// The line of the first file that needs each folder.
    private var folders: [OutputName: Int] = [:]
    /// The numbered files, by their name without the number.
    private var families: [OutputName: [(line: Int, digits: Int)]] = [:]
    /// The lines of files with numbers in their names, by a digest of the name without the number and the number's form.
    private var numbers: [UInt64: Int] = [:]

    /// Registers an output.
    ///
    /// - Parameters:
    ///   - path: the path as `OutputFolder.normalized` returns it.
    ///   - numbered: the numbered files that the path stands for. If only the scene decides, `claim` has to follow.
    /// - Throws: `JobError` if an earlier output is the same file, is a file on the way to this output, or needs this output as
    ///   a folder. Also if a numbered file could be another output.
    package mutating func add(_ path: String, line: Int, numbered: NumberedOutput? = nil) throws(JobError) {
        let name = OutputName(path)
        if let first = files[name] { throw .sameOutput(line: first) }
        if let first = folders[name] { throw .outputAsFolder(line: first) }
        var above: [OutputName] = []
        var rest = path[...]
        while let slash = rest.utf8.lastIndex(of: UInt8(ascii: "/")) {
            rest = rest[..<slash]
            let folder = OutputName(String(rest))
            // A known folder needs no further check: nothing above it is a file.
            if folders[folder] != nil { break }
            if let first = files[folder] { throw .outputBelowFile(String(rest), line: first) }
            above.append(folder)
        }
        if let numbered, numbered.isCertain {
            let family = Self.name(around: numbered.names)
            if let first = families[family]?.first { throw .sameFrame(line: first.line) }
            if let first = fileLine(of: numbered.names) { throw .sameFrame(line: first) }
            families[family] = [(line, numbered.names.digits)]
        } else {
            try addNumbers(in: path, line: line)
            if let numbered {
                families[Self.name(around: numbered.names), default: []].append((line, numbered.names.digits))
            }
        }
        files[name] = line
        for folder in above { folders[folder] = line }
    }

    /// Refuses numbered files that only their scene made certain, if an earlier output could be one of them.
    ///
    /// Later outputs were refused when they were added, so the result doesn't depend on when the scene was read.
    package func claim(_ numbered: NumberedOutput, line: Int) throws(JobError) {
        if let first = families[Self.name(around: numbered.names)]?.first, first.line != line {
            throw .sameFrame(line: first.line)
        }
        if let first = fileLine(of: numbered.names) { throw .sameFrame(line: first) }
    }

    /// The line of a file that could be one of numbered files. Their numbers aren't known, so any number counts.
    private func fileLine(of frames: FrameNames) -> Int? {
        let longer = max(frames.digits, Self.mostDigits)
        let forms = [(frames.digits, true)] + (frames.digits...longer).map { ($0, false) }
        for (length, isPadded) in forms {
            let key = Self.key(frames.before[...], frames.after[...], length: length, isPadded: isPadded)
            if let line = numbers[key] { return line }
        }
        return nil
    }

    /// The most digits of a frame's number: no time is later than 10¹³ frames.
    private static let mostDigits = 14
    /// The most numbers in a name that are compared with frames.
    private static let mostNumbers = 8

    /// Registers the numbers in the name of a file.
    private mutating func addNumbers(in path: String, line: Int) throws(JobError) {
        // Numbered files are PNG files.
        guard AnimatedFormat(path: path) == nil, PictureFormat(path: path) ?? .png == .png else { return }
        var keys: [UInt64] = []
        let file = path.utf8[path.lastPathPart.startIndex...]
        var rest = file
        while keys.count < Self.mostNumbers, let start = rest.firstIndex(where: Self.isDigit) {
            let end = rest[start...].firstIndex { !Self.isDigit($0) } ?? rest.endIndex
            rest = rest[end...]
            let (before, after, length) = (path[..<start], path[end...], path.utf8.distance(from: start, to: end))
            let isPadded = length > 1 && path.utf8[start] == UInt8(ascii: "0")
            let family = families[Self.name(around: before, after)] ?? []
            if let first = family.first(where: { length == $0.digits || length > $0.digits && !isPadded }) {
                throw .sameFrame(line: first.line)
            }
            keys.append(Self.key(before, after, length: length, isPadded: isPadded))
        }
        for key in keys { numbers[key] = line }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// A name without its number. Paths contain no NUL.
    private static func name(around before: Substring, _ after: Substring) -> OutputName { OutputName("\(before)\0\(after)") }

    private static func name(around number: FrameNames) -> OutputName { name(around: number.before[...], number.after[...]) }

    private static func key(_ before: Substring, _ after: Substring, length: Int, isPadded: Bool) -> UInt64 {
        var sum = SHA256()
        sum.update("\(before)\0\(after)")
        sum.update("\(length)\(isPadded)")
        return sum.digest.bytes[..<8].reduce(0) { $0 << 8 | UInt64($1) }
    }
}
