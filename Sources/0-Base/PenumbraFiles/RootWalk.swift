import CPenumbraSystem
import Glibc

/// Walks to a file below one of several folders, one step at a time, following every link by hand.
///
/// No step follows a link implicitly or leaves the open folders, so files renamed meanwhile cannot lead out.
struct RootWalk {
    private let roots: FileRoots
    /// The path that errors name.
    private let path: String
    private var root: FileRoots.Root
    /// The open folders from the root to the current folder, without the root.
    private var way: [Descriptor] = []
    /// The names still to be walked, the next name last.
    private var rest: [[UInt8]]
    private var links = 0
    /// The last link that was followed.
    private var link: String?

    /// Linux follows the same number of links.
    private static let mostLinks = 40

    init(_ roots: FileRoots, path: String, _ place: FileRoots.Place) {
        self.roots = roots
        self.path = path
        root = place.root
        rest = place.rest.names.reversed()
    }

    mutating func open(flags: Int32) throws(FileError) -> Int32 {
        while let name = rest.popLast() {
            if name == PathParts.itself { continue }
            if name == PathParts.parent {
                try climb()
                continue
            }
            let isLast = rest.isEmpty
            let step = (isLast ? flags : penumbra_O_PATH | O_DIRECTORY | O_CLOEXEC) | O_NOFOLLOW
            let next = retrying { name.asCString { openat(here.number, $0, step) } }
            if next >= 0 {
                if isLast { return next }
                way.append(Descriptor(next))
                continue
            }
            let code = errno
            guard code == ELOOP || code == ENOTDIR, let target = target(of: name) else {
                throw FileError(.reading, path, .system(code))
            }
            try follow(target, from: name)
        }
        let found = retrying { openat(here.number, ".", flags) }
        guard found >= 0 else { throw FileError(.reading, path, .system(errno)) }
        return found
    }

    private var here: Descriptor { way.last ?? root.folder }

    /// Goes to the folder above the current folder, even if that folder belongs to another root.
    private mutating func climb() throws(FileError) {
        if way.popLast() != nil { return }
        guard let real = root.absolute.first else { throw roots.outside(path, link: link) }
        try enter(PathParts(Array(real.names.dropLast()) + rest.reversed()))
    }

    private mutating func follow(_ target: [UInt8], from name: [UInt8]) throws(FileError) {
        links += 1
        guard links <= Self.mostLinks else { throw FileError(.reading, path, .system(ELOOP)) }
        let words = String(decoding: name, as: UTF8.self)
        link = words
        if penumbra_is_in_procfs(here.number) != 0 { throw FileError(.reading, path, .processLink(words)) }
        let parts = PathParts(target, keepsEnd: true)
        if target.first == UInt8(ascii: "/") {
            try enter(parts + PathParts(rest.reversed()))
        } else {
            rest += parts.names.reversed()
        }
    }

    private mutating func enter(_ absolute: PathParts) throws(FileError) {
        guard let place = roots.place(of: absolute) else { throw roots.outside(path, link: link) }
        root = place.root
        way = []
        rest = place.rest.names.reversed()
    }

    /// Reads the target of a link; nil if the name is not a link.
    private func target(of name: [UInt8]) -> [UInt8]? {
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, initialized in
            guard let start = buffer.baseAddress else { return }
            initialized = max(
                0,
                name.asCString {
                    readlinkat(
                        here.number, $0, UnsafeMutableRawPointer(start).assumingMemoryBound(to: CChar.self), buffer.count)
                })
        }
        return bytes.isEmpty ? nil : bytes
    }
}
