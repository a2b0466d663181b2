/// A path as the names between its slashes, without empty ones and `.`; by bytes, since file names are bytes and not text.
struct PathParts: Hashable, Sendable {
    var names: [[UInt8]]

    static let parent: [UInt8] = [0x2E, 0x2E]

    init(_ names: [[UInt8]]) {
        self.names = names
    }

    init(_ path: [UInt8]) {
        names = path.split(separator: UInt8(ascii: "/")).map { Array($0) }.filter { $0 != [0x2E] }
    }

    /// Without `..`, taken by the words alone; those that would climb above the beginning are left out, as above `/` there is nothing.
    var normalized: PathParts {
        var result: [[UInt8]] = []
        for name in names {
            if name == Self.parent { _ = result.popLast() } else { result.append(name) }
        }
        return PathParts(result)
    }

    func starts(with other: PathParts) -> Bool { names.starts(with: other.names) }

    static func + (a: PathParts, b: PathParts) -> PathParts { PathParts(a.names + b.names) }

    func dropFirst(_ count: Int) -> PathParts { PathParts(Array(names.dropFirst(count))) }

    /// Seen from a folder; the folder itself is `.`.
    var relative: [UInt8] { names.isEmpty ? [0x2E] : Array(names.joined(separator: [UInt8(ascii: "/")])) }
}

extension [UInt8] {
    /// Calls C with the bytes as a string that ends in NUL; they hold none themselves.
    func asCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        (self + [0]).withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) { body($0.baseAddress.unsafelyUnwrapped) }
        }
    }
}
