import Glibc
import Penumbra
import PenumbraBatch
import PenumbraEngine
import PenumbraSystem
import TestSupport
import Testing

@Suite(.timed) struct LineReaderTests {
    let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private func lines(_ stream: ByteStream) throws -> [String?] {
        var reader = try LineReader(stream)
        var result: [String?] = []
        while let line = try reader.next() {
            if case .bytes(let bytes) = line {
                result.append(String(decoding: bytes, as: UTF8.self))
            } else {
                result.append(nil)
            }
        }
        #expect(reader.number == result.count)
        return result
    }

    @Test func linesEndInLFOrCRLFOrTheFileEnd() throws {
        for (text, expected) in [
            ("", []), ("a", ["a"]), ("a\n", ["a"]), ("a\nb", ["a", "b"]), ("a\r\nb\r\n", ["a", "b"]), ("\n\n", ["", ""]),
            ("\u{FEFF}a\n\u{FEFF}b", ["a", "\u{FEFF}b"]), ("a\rb\n", ["a\rb"]),
        ] {
            #expect(try lines(try ByteStream(try folder.file("t", text))) == expected, "\(text.debugDescription)")
        }
    }

    @Test func lineBeyondTheLimitIsSkipped() throws {
        let longest = [UInt8](repeating: 0x78, count: RenderLimits.default.manifestEntryBytes)
        let text = longest + [0x0A] + longest + [0x79, 0x0A, 0x7A]
        let found = try lines(try ByteStream(try folder.file("t", text)))
        #expect(
            found.count == 3 && found[0]?.utf8.count == RenderLimits.default.manifestEntryBytes && found[1] == nil
                && found[2] == "z")
    }

    @Test func byteOrderMarkInPiecesIsRecognised() throws {
        #expect(mkfifo("\(folder.path)/pipe", 0o600) == 0)
        let path = "\(folder.path)/pipe"
        let writer = WorkerThreads.start {
            let file = open(path, O_WRONLY)
            for byte: UInt8 in [0xEF, 0xBB, 0xBF, 0x61, 0x0A, 0x62] {
                _ = [byte].withUnsafeBytes { write(file, $0.baseAddress, 1) }
                usleep(2000)
            }
            close(file)
        }
        #expect(try lines(try ByteStream(path)) == ["a", "b"])
        writer?.join()
    }

    @Test func stopSignalEndsTheWaitForAPipe() throws {
        #expect(mkfifo("\(folder.path)/pipe", 0o600) == 0)
        // One descriptor holds both ends, so nothing arrives and the pipe never ends.
        let keeper = open("\(folder.path)/pipe", O_RDWR)
        defer { close(keeper) }
        let stop = StopSignal()
        let setter = WorkerThreads.start {
            usleep(30_000)
            stop.set()
        }
        let error = #expect(throws: BatchError.self) { try lines(try ByteStream("\(folder.path)/pipe", stop: stop)) }
        if case .stopped? = error {} else { Issue.record("\(String(describing: error))") }
        setter?.join()
    }

    @Test func unreadableManifestFilesAreNamed() throws {
        for path in ["\(folder.path)/none", folder.path] {
            let error = #expect(throws: BatchError.self) { try lines(try ByteStream(path)) }
            #expect(error?.description.contains(path) == true)
        }
    }
}
