import Glibc
import PenumbraCodecs
import PenumbraFiles
import PenumbraSystem
import TestSupport
import Testing

@Suite(.timed) struct FileWriterTests {
    private func mode(_ path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
    }

    @Test func writtenFileReplacesTheOldOneAndLeavesNoOtherFile() throws {
        try withTemporaryFolder { folder in
            try FileWriter.write([1, 2], to: "\(folder)/a")
            try FileWriter.write([3], to: "\(folder)/a")
            #expect(try FileReader.read("\(folder)/a") == [3])
            #expect(TestFolder.names(in: folder) == ["a"])
            let longest = String(repeating: "n", count: 255)
            try FileWriter.write([4], to: "\(folder)/\(longest)")
            #expect(TestFolder.names(in: folder) == ["a", longest])
        }
    }

    @Test func obstaclesAtTheTemporaryNameDoNotPreventWriting() throws {
        let watch = HangWatch()
        defer { watch.end() }
        try withTemporaryFolder { folder in
            let temporary = "\(folder)/" + FileWriter.temporaryName(of: "\(folder)/a")
            try FileWriter.write([0], to: "\(folder)/a")
            for plant in [
                { symlink("elsewhere", temporary) }, { mkdir(temporary, 0o755) }, { mkfifo(temporary, 0o644) },
            ] as [() -> Int32] {
                try #require(plant() == 0)
                for byte: UInt8 in [1, 2] {
                    try FileWriter.write([byte], to: "\(folder)/a")
                    #expect(try FileReader.read("\(folder)/a") == [byte])
                }
                // The file is left unchanged.
                #expect(TestFolder.names(in: folder).count == 2)
                try #require(remove(temporary) == 0)
            }
            // Leftovers of a process killed between two steps are removed.
            try FileWriter.write([3], to: temporary)
            try FileWriter.write([4], to: "\(folder)/a")
            #expect(TestFolder.names(in: folder) == ["a"])
        }
    }

    @Test func permissionsOfAReplacedFileAreKept() throws {
        try withTemporaryFolder { folder in
            try FileWriter.write([1], to: "\(folder)/a")
            for bits: mode_t in [0o600, 0o664, 0o755] {
                try #require(chmod("\(folder)/a", bits) == 0)
                try FileWriter.write([2], to: "\(folder)/a")
                #expect(mode("\(folder)/a") == bits)
            }
        }
    }

    @Test func newFileFollowsTheUmask() async {
        await #expect(processExitsWith: .success) {
            try withTemporaryFolder { folder in
                for (mask, bits) in [(0o027, 0o640), (0o022, 0o644), (0o077, 0o600)] as [(mode_t, mode_t)] {
                    umask(mask)
                    try FileWriter.write([1], to: "\(folder)/\(mask)")
                    var status = stat()
                    if stat("\(folder)/\(mask)", &status) != 0 || status.st_mode & 0o7777 != bits { exit(1) }
                }
            }
        }
    }

    @Test func linksToOutputFilesAreFollowedAndKept() throws {
        try withTemporaryFolder { folder in
            try #require(mkdir("\(folder)/inner", 0o755) == 0)
            try #require(symlink("inner/target", "\(folder)/link") == 0)
            for byte: UInt8 in [1, 2] {
                try FileWriter.write([byte], to: "\(folder)/link")
                #expect(try FileReader.read("\(folder)/inner/target") == [byte])
            }
            #expect(TestFolder.names(in: folder) == ["inner", "link"] && TestFolder.names(in: "\(folder)/inner") == ["target"])
            var status = stat()
            #expect(lstat("\(folder)/link", &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
        }
    }

    @Test func unwritablePathsAreNamedInErrors() throws {
        try withTemporaryFolder { folder in
            for (path, words) in [
                ("\(folder)/none/a", "the folder does not exist (ENOENT)"), (folder, "it is a folder"),
                ("\(folder)/new/", "it is a folder"),
                ("/etc/passwd/x", "ENOTDIR"), ("", "must not be empty"), ("\(folder)/a\0b", "NUL"),
                ("\(folder)/" + String(repeating: "n", count: 256), "ENAMETOOLONG"),
            ] {
                let error = #expect(throws: FileError.self) { try FileWriter.write([1], to: path) }
                #expect(error?.kind == .cannotCreate)
                #expect(error?.description.contains(words) == true)
            }
            #expect(TestFolder.names(in: folder).isEmpty)
        }
    }

    @Test func writeProtectedFilesAndFoldersAreNotTouched() async {
        await #expect(processExitsWith: .success) {
            try withTemporaryFolder { folder in
                try FileWriter.write([1], to: "\(folder)/a")
                guard chmod("\(folder)/a", 0o444) == 0, mkdir("\(folder)/closed", 0o555) == 0, chmod(folder, 0o777) == 0 else {
                    exit(9)
                }
                guard geteuid() != 0 || seteuid(65534) == 0 else { exit(8) }
                var kinds: [FailureKind] = []
                for path in ["\(folder)/a", "\(folder)/closed/b"] {
                    do throws(FileError) { try FileWriter.write([2], to: path) } catch { kinds.append(error.kind) }
                }
                _ = seteuid(getuid())
                if kinds != [.cannotCreate, .cannotCreate] { exit(1) }
                if try FileReader.read("\(folder)/a") != [1] || !TestFolder.names(in: "\(folder)/closed").isEmpty { exit(2) }
            }
        }
    }

    @Test func deviceFilesAreWrittenDirectly() throws {
        try FileWriter.write([1, 2, 3], to: "/dev/null")
        var status = stat()
        #expect(stat("/dev/null", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
        let error = #expect(throws: FileError.self) { try FileWriter.write([1], to: "/dev/full") }
        #expect(error?.kind == .diskFullOrIO && error?.reason == .system(ENOSPC))
        #expect(
            error?.description == "cannot write \"/dev/full\": the disk is full (ENOSPC); free space or choose another folder")
    }

    @Test func closedPipeIsAnErrorAndNoSignal() async {
        await #expect(processExitsWith: .success) {
            var ends: [Int32] = [0, 0]
            guard pipe(&ends) == 0, dup2(ends[1], STDOUT_FILENO) >= 0 else { exit(9) }
            close(ends[0])
            close(ends[1])
            for _ in 0..<2 {
                var reason: FileError.Reason?
                do throws(FileError) { try FileWriter.write([1, 2, 3], to: "-") } catch { reason = error.reason }
                if reason != .system(EPIPE) { exit(1) }
            }
            // The signal was consumed and the mask restored.
            var pending = sigset_t()
            var mask = sigset_t()
            sigpending(&pending)
            pthread_sigmask(SIG_BLOCK, nil, &mask)
            exit(sigismember(&pending, SIGPIPE) == 0 && sigismember(&mask, SIGPIPE) == 0 ? 0 : 2)
        }
    }

    @Test func standardOutputReceivesAllBytes() async {
        await #expect(processExitsWith: .success) {
            try withTemporaryFolder { folder in
                let file = open("\(folder)/out", O_RDWR | O_CREAT, 0o600)
                guard file >= 0, dup2(file, STDOUT_FILENO) >= 0 else { exit(9) }
                let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0) }
                try FileWriter.write(bytes, to: "-")
                if try FileReader.read("\(folder)/out") != bytes { exit(1) }
            }
        }
    }

    @Test func fileSizeLimitIsAnErrorAndNoSignal() async {
        await #expect(processExitsWith: .success) {
            try withTemporaryFolder { folder in
                try FileWriter.write([7], to: "\(folder)/a")
                var limit = rlimit()
                guard getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else { exit(9) }
                limit.rlim_cur = 1000
                guard setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else { exit(8) }
                var kind: FailureKind?
                do throws(FileError) { try FileWriter.write([UInt8](repeating: 1, count: 5000), to: "\(folder)/a") } catch {
                    kind = error.kind
                }
                if kind != .diskFullOrIO { exit(1) }
                if try FileReader.read("\(folder)/a") != [7] || TestFolder.names(in: folder) != ["a"] { exit(2) }
            }
        }
    }

    /// Whether a small file system can be mounted here. Mounting needs root and a container that permits it.
    private static let canMount: Bool = {
        var worked = false
        try? withTemporaryFolder { folder in
            worked =
                runProgram("/bin/sh", ["-c", "mount -t tmpfs -o size=64k tmpfs \(folder) 2>/dev/null && umount \(folder)"]) == 0
        }
        return worked
    }()

    @Test(.enabled(if: canMount, "mounting a tmpfs is not permitted here")) func fullDiskLeavesTheOldFileUnchanged()
        throws
    {
        try withTemporaryFolder { folder in
            try #require(runProgram("/bin/mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", folder]) == 0)
            defer { _ = runProgram("/bin/umount", [folder]) }
            try FileWriter.write([1, 2, 3], to: "\(folder)/a")
            for path in ["\(folder)/a", "\(folder)/b"] {
                let error = #expect(throws: FileError.self) {
                    try FileWriter.write([UInt8](repeating: 9, count: 100_000), to: path)
                }
                #expect(error?.kind == .diskFullOrIO && error?.reason == .system(ENOSPC))
            }
            #expect(try FileReader.read("\(folder)/a") == [1, 2, 3])
            #expect(TestFolder.names(in: folder) == ["a"])
        }
    }
}
