import CPenumbraSystem
import Glibc

extension FileWriter {
    /// Writes a file that has no name until it is whole, so that a process that is killed leaves nothing behind, and puts it in place.
    ///
    /// - Returns: false where the file system has no such files, or none that get a name; nothing was changed then.
    static func replaceFromUnnamed(
        _ target: String, with bytes: UnsafeRawBufferPointer, existing: stat?, path: String
    ) throws(FileError) -> Bool {
        let folder = folder(of: target)
        let descriptor = retrying {
            open(folder.isEmpty ? "." : folder, O_WRONLY | penumbra_O_TMPFILE | O_CLOEXEC, 0o666)
        }
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        try complete(descriptor, with: bytes, existing: existing, path: path)
        // What only closing tells is not told by file systems that have files without names: they are local ones.
        let unnamed = "/proc/self/fd/\(descriptor)"
        func link(to name: String) -> Int32 { linkat(AT_FDCWD, unnamed, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0 ? 0 : errno }
        if existing == nil {
            switch link(to: target) {
            case 0: return true
            // Somebody else was faster, and is replaced.
            case EEXIST: break
            case let code: return try refused(code, path)
            }
        }
        // A link replaces nothing; renaming does. The name is the target's own, so that the next writer takes away what a process killed
        // between both steps has left.
        let temporary = folder + temporaryPrefix + name(of: target) + ".tmp"
        for _ in 0..<attempts {
            let code = link(to: temporary)
            if code == EEXIST {
                unlink(temporary)
                continue
            }
            if code != 0 { return try refused(code, path) }
            if retrying({ rename(temporary, target) }) == 0 { return true }
            let failure = errno
            // Another writer of the same file put this name, and with it a whole file, in place or away.
            if failure == ENOENT { continue }
            unlink(temporary)
            throw FileError(.writing, path, .system(failure))
        }
        return false
    }

    /// How often writers of one file may get into each other's way.
    private static let attempts = 1000

    /// False where another way may work.
    private static func refused(_ code: Int32, _ path: String) throws(FileError) -> Bool {
        if [ENOSPC, EDQUOT, EIO].contains(code) { throw FileError(.writing, path, .system(code), whileTransferring: true) }
        return false
    }

    /// A name of a file's own, short enough for any folder: FNV-1a of its last part.
    private static func name(of target: String) -> String {
        let last = target.utf8.dropFirst(folder(of: target).utf8.count)
        return String(last.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }, radix: 36)
    }
}
