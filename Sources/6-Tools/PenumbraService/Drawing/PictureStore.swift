import Glibc
import Penumbra
import PenumbraSystem

/// Finished files in a folder, so that a restarted service needn't draw them again. One service uses a folder.
///
/// A file starts with a digest of its key and of what follows. So a file that was cut off or changed, or that has the name of
/// another one, counts as missing. Nothing else in the folder is read, changed or removed.
package final class PictureStore: Sendable {
    private struct Entry {
        var bytes: Int
        var lastUse: UInt64
    }

    private struct State {
        var entries: [Digest: Entry] = [:]
        var bytes = 0
        var uses: UInt64 = 0
        /// No file is written before this time, after writing has failed.
        var pausedUntil = ContinuousClock().now
    }

    private let folder: String
    private let budget: Int
    private let notice: @Sendable (String) -> Void
    private let state = Mutex(State())

    private static let ending = ".picture"
    /// What digests begin with. It changes with the format, so that files of another format count as missing.
    private static let format = "penumbra picture 2"
    private static let digestSize = 32
    /// The time for which nothing is written after a failure, such as a full disk.
    private static let pause = Duration.seconds(10)

    /// Lists the files that are there.
    ///
    /// - Parameters:
    ///   - folder: is created if it is missing; its parent must exist.
    ///   - budget: the bytes of all files. The files that were not used for the longest time are removed.
    ///   - notice: takes words about failures.
    package init(folder: String, budget: Int, notice: @escaping @Sendable (String) -> Void) throws(FileError) {
        (self.folder, self.budget, self.notice) = (folder, budget, notice)
        guard !folder.utf8.contains(0), !folder.isEmpty else { throw FileError(writing: folder, code: ENOENT) }
        if mkdir(folder, 0o700) != 0, errno != EEXIST { throw FileError(writing: folder, code: errno) }
        guard let list = opendir(folder) else { throw FileError(writing: folder, code: errno) }
        guard access(folder, R_OK | W_OK | X_OK) == 0 else {
            closedir(list)
            throw FileError(writing: folder, code: errno)
        }
        var found: [(key: Digest, bytes: Int, time: Int)] = []
        while let entry = readdir(list) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if name.hasSuffix(Self.temporaryEnding), Digest(hexadecimal: name.prefix(64)) != nil {
                // A process was killed while it wrote this file.
                unlinkat(dirfd(list), name, 0)
                continue
            }
            guard name.hasSuffix(Self.ending), let key = Digest(hexadecimal: name.dropLast(Self.ending.count)),
                name == "\(key)\(Self.ending)"
            else { continue }
            var status = Glibc.stat()
            guard fstatat(dirfd(list), name, &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_mode & S_IFMT == S_IFREG else {
                continue
            }
            found.append((key, Int(status.st_size), Int(status.st_mtim.tv_sec)))
        }
        closedir(list)
        let removed = state.withLock { state in
            for file in found.sorted(by: { ($0.time, $0.bytes) < ($1.time, $1.bytes) }) {
                state.uses += 1
                state.entries[file.key] = Entry(bytes: file.bytes, lastUse: state.uses)
                state.bytes += file.bytes
            }
            return Self.overflow(&state, budget)
        }
        remove(removed)
    }

    /// The bytes of all files.
    package var bytes: Int { state.withLock { $0.bytes } }

    /// A kept file. Nil if there is none, or if it can't be read or is damaged.
    package func file(for key: Digest) -> [UInt8]? {
        let size = state.withLock { state -> Int? in
            guard let entry = state.entries[key] else { return nil }
            state.uses += 1
            state.entries[key]?.lastUse = state.uses
            return entry.bytes
        }
        guard let size else { return nil }
        do throws(FileError) {
            // Neither a pipe nor a much larger file in the place of this one may hold up the thread.
            let contents = try FileRoots([], files: [path(key)]).read(path(key), limit: size)
            if contents.count > Self.digestSize {
                let file = Array(contents[Self.digestSize...])
                if Self.digest(of: file, key).bytes.elementsEqual(contents[..<Self.digestSize]) { return file }
            }
        } catch {
            // The file itself may be whole.
            if error.kind == .tooManyFiles || error.kind == .outOfMemory { return nil }
        }
        forget(key)
        remove([key])
        return nil
    }

    /// Keeps a file. A file that can't be written is not kept.
    package func keep(_ file: [UInt8], for key: Digest) {
        let size = file.count + Self.digestSize
        let isWanted = state.withLock {
            size <= budget && $0.entries[key] == nil && ContinuousClock().now >= $0.pausedUntil
        }
        guard isWanted else { return }
        if let code = write(Self.digest(of: file, key).bytes + file, to: path(key)) {
            state.withLock { $0.pausedUntil = ContinuousClock().now + Self.pause }
            notice("\(folder): a picture can't be kept: \(String(cString: strerror(code)))")
            return
        }
        let removed = state.withLock { state in
            state.uses += 1
            state.bytes += size - (state.entries[key]?.bytes ?? 0)
            state.entries[key] = Entry(bytes: size, lastUse: state.uses)
            return Self.overflow(&state, budget)
        }
        remove(removed)
    }

    private static func digest(of file: [UInt8], _ key: Digest) -> Digest {
        var sum = SHA256()
        sum.update(format)
        sum.update(key.bytes)
        sum.update(file)
        return sum.digest
    }

    private static var temporaryEnding: String { ".writing" }

    private func path(_ key: Digest) -> String { "\(folder)/\(key)\(Self.ending)" }

    /// Forgets files until nine tenths of the budget are left, if there are more than the budget. Returns their keys.
    private static func overflow(_ state: inout State, _ budget: Int) -> [Digest] {
        guard state.bytes > budget else { return [] }
        var removed: [Digest] = []
        for (key, entry) in state.entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
            guard state.bytes > budget / 10 * 9 else { break }
            state.entries[key] = nil
            state.bytes -= entry.bytes
            removed.append(key)
        }
        return removed
    }

    private func forget(_ key: Digest) {
        state.withLock { state in
            if let entry = state.entries.removeValue(forKey: key) { state.bytes -= entry.bytes }
        }
    }

    private func remove(_ keys: [Digest]) { for key in keys { unlink(path(key)) } }

    /// Writes a file under another name and renames it. The disk need not be synchronised: the digest shows what is missing.
    ///
    /// - Returns: the system's error; nil if the file was written.
    private func write(_ bytes: [UInt8], to path: String) -> Int32? {
        let number = state.withLock { state in
            state.uses += 1
            return state.uses
        }
        // Two threads may write the same file. A pipe under this name would hold up the thread.
        let temporary = path.dropLast(Self.ending.count) + ".\(number)" + Self.temporaryEnding
        unlink(String(temporary))
        let descriptor = open(String(temporary), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return errno }
        var code: Int32?
        bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else {
                    code = count < 0 ? errno : EIO
                    return
                }
                rest = rest.dropFirst(count)
            }
        }
        if close(descriptor) != 0, code == nil { code = errno }
        if code == nil, rename(String(temporary), path) != 0 { code = errno }
        if code != nil { unlink(String(temporary)) }
        return code
    }
}
