/// A path as the list of names between its slashes, without empty names and `.`, except for a `.` at the end. Names are
/// compared as bytes, since file names are bytes and not text.
struct PathParts: Hashable, Sendable {
    var names: [[UInt8]]

    static let parent: [UInt8] = [0x2E, 0x2E]
    static let itself: [UInt8] = [0x2E]

    init(_ names: [[UInt8]]) {
        self.names = names
    }

    /// - Parameter keepsEnd: keeps a slash or `.` at the end as a last `.`, since only a folder can be meant by it.
    init(_ path: [UInt8], keepsEnd: Bool = false) {
        let all = path.split(separator: UInt8(ascii: "/")).map { Array($0) }
        names = all.filter { $0 != Self.itself }
        if keepsEnd, path.last == UInt8(ascii: "/") || all.last == Self.itself { names.append(Self.itself) }
    }

    /// The path without `..`, resolved by the names alone. A `..` that would climb above the beginning is dropped, as there
    /// is nothing above `/`.
    var normalized: PathParts {
        var result: [[UInt8]] = []
        for (index, name) in names.enumerated() where name != Self.itself || index == names.count - 1 {
            if name == Self.parent { _ = result.popLast() } else { result.append(name) }
        }
        return PathParts(result)
    }

    func starts(with other: PathParts) -> Bool { names.starts(with: other.names) }

    static func + (a: PathParts, b: PathParts) -> PathParts { PathParts(a.names + b.names) }

    func dropFirst(_ count: Int) -> PathParts { PathParts(Array(names.dropFirst(count))) }

    /// The path relative to a folder; the folder itself is `.`.
    var relative: [UInt8] { names.isEmpty ? Self.itself : Array(names.joined(separator: [UInt8(ascii: "/")])) }
}

extension [UInt8] {
    /// Calls C with the bytes as a string that ends in NUL. The bytes themselves must not contain NUL.
    package func asCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        (self + [0]).withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) { body($0.baseAddress.unsafelyUnwrapped) }
        }
    }
}
