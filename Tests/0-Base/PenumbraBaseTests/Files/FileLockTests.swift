import Glibc
import PenumbraFiles
import TestSupport
import Testing

/// Tests file locks while a child process starts. The child holds its parent's files until it runs its own program; here a
/// second descriptor plays that role.
@Suite(.timed) struct FileLockTests {
    private func isLocked(_ path: String) -> Bool {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        return file < 0 || flock(file, LOCK_EX | LOCK_NB) != 0
    }

    /// Second descriptors of the files that this process has open in a folder, including unnamed files.
    private func duplicates(in folder: String) -> [Int32] {
        TestFolder.names(in: "/proc/self/fd").compactMap { Int32($0) }.filter { number in
            let link = [CChar](unsafeUninitializedCapacity: 4096) { buffer, count in
                count = buffer.baseAddress.map { max(0, readlink("/proc/self/fd/\(number)", $0, buffer.count)) } ?? 0
            }
            return String(decoding: link.map(UInt8.init(bitPattern:)), as: UTF8.self).hasPrefix(folder + "/")
        }.map { dup($0) }
    }

    @Test func writtenFileIsUnlockedWhileAnotherDescriptorIsOpen() throws {
        try withTemporaryFolder { folder in
            for _ in 0..<2 {
                var kept: [Int32] = []
                try FileWriter.write(to: "\(folder)/a") { write throws(FileError) in
                    try write(UnsafeRawBufferPointer(start: nil, count: 0))
                    kept = duplicates(in: folder)
                    return true
                }
                #expect(kept.count == 1 && !isLocked("\(folder)/a"))
                for file in kept { close(file) }
            }
        }
    }

    @Test func temporaryFileIsUnlockedWhileAnotherDescriptorIsOpen() throws {
        try withTemporaryFolder { folder in
            let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            defer { close(directory) }
            let file = try OutputFolder.TemporaryFile(in: directory, named: "t", path: "\(folder)/a")
            let kept = dup(file.descriptor)
            defer { close(kept) }
            #expect(isLocked("\(folder)/t"))
            file.close()
            #expect(!isLocked("\(folder)/t"))
        }
    }
}
