import Glibc
import PenumbraCodecs
import PenumbraFiles
import PenumbraSystem
import TestSupport
import Testing

@Suite(.timed) struct FileReaderTests {
    @Test func filesOfAllSizesAreReadWhole() throws {
        try withTemporaryFolder { folder in
            for count in [0, 1, 65535, 65536, 65537, 3_000_000] {
                let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 31 >> 3) }
                try FileWriter.write(bytes, to: "\(folder)/a")
                #expect(try FileReader.read("\(folder)/a") == bytes)
            }
        }
    }

    @Test func missingFilesAndFoldersAreNamedInErrors() throws {
        try withTemporaryFolder { folder in
            #expect(throws: FileError.self) { try FileReader.read("") }
            #expect(throws: FileError.self) { try FileReader.read("\(folder)/a\0b") }
            for (path, kind, words) in [
                ("\(folder)/none.png", FailureKind.inputMissing, "there is no such file (ENOENT)"),
                ("/etc/passwd/x", .inputMissing, "not a folder (ENOTDIR)"),
                (folder, .inputUnreadable, "it is a folder"),
                ("\(folder)/" + String(repeating: "n", count: 300), .inputUnreadable, "ENAMETOOLONG"),
            ] {
                let error = #expect(throws: FileError.self) { try FileReader.read(path) }
                #expect(error?.kind == kind && error?.path == path)
                #expect(error?.description.contains(words) == true && error?.description.contains(path) == true)
            }
        }
    }

    @Test func symbolicLinkLoopIsAnError() throws {
        try withTemporaryFolder { folder in
            try #require(symlink("b", "\(folder)/a") == 0 && symlink("a", "\(folder)/b") == 0)
            #expect(throws: FileError.self) { try FileReader.read("\(folder)/a") }
            #expect(throws: FileError.self) { try FileWriter.write([1], to: "\(folder)/a") }
        }
    }

    @Test func sizeLimitHoldsForFilesAndStreams() throws {
        try withTemporaryFolder { folder in
            try FileWriter.write([UInt8](repeating: 1, count: 100), to: "\(folder)/a")
            #expect(try FileReader.read("\(folder)/a", limit: 100).count == 100)
            let file = #expect(throws: FileError.self) { try FileReader.read("\(folder)/a", limit: 99) }
            #expect(file?.reason == .tooLarge(found: 100, allowed: 99))
            let endless = #expect(throws: FileError.self) { try FileReader.read("/dev/zero", limit: 1 << 20) }
            #expect(endless?.reason == .tooLarge(found: nil, allowed: 1 << 20))
            #expect(try FileReader.read("/dev/null", limit: -5).isEmpty)
        }
    }

    @Test func filesWithoutSizeAreReadToTheirEnd() throws {
        #expect(try FileReader.read("/proc/self/status").count > 100)
    }

    @Test func namedPipesAreReadToTheirEnd() throws {
        try withTemporaryFolder { folder in
            try #require(mkfifo("\(folder)/pipe", 0o600) == 0)
            try #require(runProgram("/bin/sh", ["-c", "(printf one; sleep 0.05; printf two) > \(folder)/pipe &"]) == 0)
            #expect(try FileReader.read("\(folder)/pipe") == Array("onetwo".utf8))
        }
    }

    @Test func standardInputIsRead() async {
        await #expect(processExitsWith: .success) {
            var ends: [Int32] = [0, 0]
            guard pipe(&ends) == 0, dup2(ends[0], STDIN_FILENO) == 0, write(ends[1], "abc", 3) == 3 else { exit(9) }
            close(ends[1])
            exit((try? FileReader.read("-")) == Array("abc".utf8) ? 0 : 1)
        }
    }

    @Test func fileWithoutPermissionIsUnreadable() async {
        await #expect(processExitsWith: .success) {
            try withTemporaryFolder { folder in
                try FileWriter.write([1], to: "\(folder)/a")
                guard chmod(folder, 0o755) == 0, chmod("\(folder)/a", 0) == 0 else { exit(9) }
                // Root may read everything; another user may not.
                guard geteuid() != 0 || seteuid(65534) == 0 else { exit(8) }
                var kind: FailureKind?
                do throws(FileError) { _ = try FileReader.read("\(folder)/a") } catch { kind = error.kind }
                _ = seteuid(getuid())
                if kind != .inputUnreadable { exit(1) }
            }
        }
    }
}
