import Glibc
import PenumbraCodecs
import PenumbraFiles
import PenumbraSystem
import TestSupport
import Testing

/// Tests every case with openat2 and with the fallback that walks the path.
@Suite(.timed) struct OutputFolderTests {
    /// A possible temporary name for an output; the same output always gets the same name.
    private func temporaryName(_ path: String) -> String { ".penumbra-\(path.utf8.reduce(5381) { $0 &* 33 &+ Int($1) }).tmp" }

    let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private func root(_ usesOpenat2: Bool) throws -> OutputFolder {
        try OutputFolder("\(folder.path)/out", makesFolder: true, usesOpenat2: usesOpenat2)
    }

    private func write(_ text: String, to path: String, in root: OutputFolder) throws {
        try Array(text.utf8).withUnsafeBytes { try root.write($0, to: path, temporaryName: temporaryName(path)) }
    }

    private func text(_ name: String) -> String? { folder.bytes(name).map { String(decoding: $0, as: UTF8.self) } }

    @Test func outputPathsHaveOneNormalForm() throws {
        for (path, normal) in [
            ("a", "a"), ("./a", "a"), ("a//b", "a/b"), ("a/./b", "a/b"), ("a/../b", "b"), ("a/b/../../c", "c"),
            ("..a/b..", "..a/b.."), (".a", ".a"),
        ] {
            #expect(try OutputFolder.normalized(path) == normal)
        }
        for path in ["", "/a", "..", ".", "a/", "a/.", "a/..", "../a", "a/../../a", "./../a", "a\0b", "/", "//a"] {
            #expect(throws: FileError.self, "\(path.debugDescription)") { try OutputFolder.normalized(path) }
        }
        // A slash remains a separate byte whatever character follows. As characters, these paths have no slash; as bytes, they
        // do.
        for path in [
            "../\u{301}x", "../\u{301}d\u{600}/x", "../\u{301}d\u{600}/../x", "/\u{301}x", "a\u{600}/../../x",
            "\u{600}/../../x", "a/\u{200D}../../../x",
            "a/..\u{600}/../../../x", "a/\u{301}",
        ] {
            guard let normal = try? OutputFolder.normalized(path) else { continue }
            let parts = Array(normal.utf8).split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
                String(decoding: $0, as: UTF8.self)
            }
            #expect(!parts.contains { $0.utf8.elementsEqual("..".utf8) || $0.isEmpty }, "\(path.debugDescription)")
        }
        for path in ["../\u{301}x", "../\u{301}d\u{600}/x", "/\u{301}x", "a\u{600}/../../x"] {
            #expect(throws: FileError.self, "\(path.debugDescription)") { try OutputFolder.normalized(path) }
        }
        // Paths that no file system accepts are rejected before anything happens.
        for path in [
            String(repeating: "a/", count: 2048) + "x", String(repeating: "n", count: 256),
            String(repeating: "n", count: 256) + "/x",
        ] {
            #expect(throws: FileError.self) { try OutputFolder.normalized(path) }
        }
        let pieces = ["a", "b", "..", ".", "", "\u{301}", "..\u{301}", "\u{600}", "\u{200D}..", "..\u{600}"]
        for seed in 0..<2000 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            let path = (0..<random.integer(1...7)).map { _ in pieces[random.integer(0...9)] }.joined(separator: "/")
            guard let normal = try? OutputFolder.normalized(path) else { continue }
            let parts = Array(normal.utf8).split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
                Array($0)
            }
            #expect(
                !parts.contains(Array("..".utf8)) && !parts.contains(Array(".".utf8)) && !parts.contains([]),
                "seed \(seed): \(path)")
            #expect(try OutputFolder.normalized(normal) == normal, "seed \(seed): \(path)")
        }
    }

    @Test(arguments: [true, false]) func outputFilesAndFoldersAreCreatedAndReplaced(usesOpenat2: Bool) throws {
        let root = try root(usesOpenat2)
        for words in ["one", "two"] {
            for path in ["a", "x/y/z/b", "x/c"] {
                try write(words, to: path, in: root)
                #expect(text("out/\(path)") == words)
                #expect(try root.size(of: path) == 3 && root.read(path) == Array(words.utf8))
            }
        }
        #expect(TestFolder.names(in: "\(folder.path)/out") == ["a", "x"])
        #expect(TestFolder.names(in: "\(folder.path)/out/x/y/z") == ["b"])
        #expect(
            try root.read("none") == nil && root.size(of: "no/ne") == nil && root.size(of: "x") == nil && root.read("x") == nil)
        // A file that can't be examined isn't a missing file.
        #expect(throws: FileError.self) { try root.size(of: String(repeating: "n", count: 300)) }
    }

    @Test(arguments: [true, false]) func pathsWithCombiningCharactersDoNotLeaveTheFolder(usesOpenat2: Bool) throws {
        let root = try root(usesOpenat2)
        try folder.make(folder: "beside")
        for path in [
            "../\u{301}x", "../beside/x", "../\u{301}d/x", "a/../../beside/x", "../beside\u{600}/x", "a/../../\u{301}/x",
        ] {
            #expect(throws: FileError.self, "\(path.debugDescription)") { try write("x", to: path, in: root) }
        }
        #expect(
            TestFolder.names(in: folder.path) == ["beside", "out"] && TestFolder.names(in: "\(folder.path)/beside").isEmpty)
    }

    @Test(arguments: [true, false]) func linksOutOfTheOutputFolderAreNotFollowed(usesOpenat2: Bool) throws {
        let root = try root(usesOpenat2)
        try folder.make(folder: "beside")
        try folder.make(folder: "out/real")
        for (name, target) in [
            ("absolute", "\(folder.path)/beside"), ("relative", "../beside"), ("parent", ".."), ("self", "self"),
            ("magic", "/proc/self/cwd"),
            ("real/deep", "../../beside"),
        ] {
            try #require(symlink(target, "\(folder.path)/out/\(name)") == 0)
            for path in ["\(name)/a", "\(name)/b/c"] {
                let error = #expect(throws: FileError.self) { try write("x", to: path, in: root) }
                #expect(error?.kind == .cannotCreate, "\(path): \(String(describing: error))")
            }
        }
        #expect(TestFolder.names(in: "\(folder.path)/beside").isEmpty)
        #expect(TestFolder.names(in: folder.path) == ["beside", "out"])
        // A link at the file's own path is replaced, not followed.
        try folder.file("beside/victim", "safe")
        try #require(symlink("../beside/victim", "\(folder.path)/out/picture") == 0)
        #expect(try root.read("picture") == nil && root.size(of: "picture") == nil)
        try write("new", to: "picture", in: root)
        #expect(text("out/picture") == "new" && text("beside/victim") == "safe")
    }

    /// A link inside the folder could turn two differently named outputs into one file.
    @Test(arguments: [true, false]) func linksInsideTheOutputFolderAreNotFollowed(usesOpenat2: Bool) throws {
        let root = try root(usesOpenat2)
        try folder.make(folder: "out/real")
        try #require(symlink("real", "\(folder.path)/out/link") == 0)
        try #require(symlink("../real", "\(folder.path)/out/real/up") == 0)
        for (path, link) in [("link/a", "link"), ("link/b/c", "link"), ("real/up/d", "real/up")] {
            let error = #expect(throws: FileError.self) { try write("x", to: path, in: root) }
            #expect(error?.reason == .outside(.link(link)))
        }
        #expect(TestFolder.names(in: "\(folder.path)/out/real") == ["up"])
    }

    /// More folders than are kept open, and more than are remembered for syncing.
    @Test(arguments: [true, false]) func manyOutputFoldersAreSynchronised(usesOpenat2: Bool) throws {
        let root = try root(usesOpenat2)
        let before = TestFolder.names(in: "/proc/self/fd").count
        for number in 0..<150 { try write("\(number)", to: "f\(number)/deep/a", in: root) }
        // Other tests open files at the same time.
        #expect(TestFolder.names(in: "/proc/self/fd").count < before + 2 * 64 + 60)
        try root.synchronize()
        try root.synchronize()
        #expect((0..<150).allSatisfy { text("out/f\($0)/deep/a") == "\($0)" })
        // A folder that was deleted meanwhile isn't an error: no kept file is lost.
        try write("x", to: "gone/a", in: root)
        try #require(unlink("\(folder.path)/out/gone/a") == 0 && rmdir("\(folder.path)/out/gone") == 0)
        try root.synchronize()
    }

    @Test(arguments: [true, false]) func occupiedOutputPathsAreNamedInErrors(usesOpenat2: Bool) throws {
        let root = try root(usesOpenat2)
        try folder.make(folder: "out/folder")
        try folder.file("out/file", "f")
        for (path, words) in [
            ("folder", "it is a folder"), ("file/a", "ENOTDIR"), (String(repeating: "n", count: 256), "ENAMETOOLONG"),
            (String(repeating: "n", count: 256) + "/a", "ENAMETOOLONG"),
        ] {
            let error = #expect(throws: FileError.self) { try write("x", to: path, in: root) }
            #expect(error?.description.contains(words) == true && error?.kind == .cannotCreate, "\(String(describing: error))")
        }
        #expect(TestFolder.names(in: "\(folder.path)/out") == ["file", "folder"])
        #expect(TestFolder.names(in: "\(folder.path)/out/folder").isEmpty)
    }

    @Test func outputFoldersAreCreatedOrRefused() throws {
        #expect(throws: FileError.self) { try OutputFolder("\(folder.path)/none/out") }
        try folder.file("file", "x")
        #expect(throws: FileError.self) { try OutputFolder("\(folder.path)/file") }
        let error = #expect(throws: FileError.self) { try OutputFolder("\(folder.path)/later", makesFolder: false) }
        #expect(error?.kind == .inputMissing)
        #expect(TestFolder.names(in: folder.path) == ["file"])
    }

    @Test(arguments: [true, false]) func obstaclesAtTheTemporaryNameAreNotWrittenThrough(usesOpenat2: Bool) throws {
        let root = try root(usesOpenat2)
        try folder.file("victim", "safe")
        let planted = "\(folder.path)/out/\(temporaryName("a"))"
        let plants: [(String, () -> Int32)] = [
            ("a link", { symlink("../victim", planted) }), ("a hard link", { link("\(folder.path)/victim", planted) }),
            ("a pipe", { mkfifo(planted, 0o600) }), ("a dangling link", { symlink("../made", planted) }),
            ("a file", { close(open(planted, O_WRONLY | O_CREAT, 0o600)) }),
        ]
        for (name, plant) in plants {
            try #require(plant() == 0)
            try write(name, to: "a", in: root)
            #expect(text("out/a") == name)
            #expect(text("victim") == "safe", "\(name)")
            #expect(TestFolder.names(in: "\(folder.path)/out") == ["a"], "\(name)")
        }
        #expect(TestFolder.names(in: folder.path) == ["out", "victim"])
    }

    @Test func temporaryFilesOfOtherProcessesAreLeftAlone() throws {
        let root = try root(true)
        let temporary = "\(folder.path)/out/\(temporaryName("a"))"
        let other = open(temporary, O_WRONLY | O_CREAT, 0o600)
        #expect(flock(other, LOCK_EX) == 0)
        let error = #expect(throws: FileError.self) { try write("x", to: "a", in: root) }
        #expect(error?.reason == .inUse && error?.description.contains("another process") == true)
        root.removeTemporary(temporaryName("a"), of: "a")
        #expect(access(temporary, F_OK) == 0)
        close(other)
        root.removeTemporary(temporaryName("a"), of: "a")
        #expect(TestFolder.names(in: "\(folder.path)/out").isEmpty)
        try write("x", to: "a", in: root)
        #expect(text("out/a") == "x")
    }

    @Test func concurrentWritesOfOneFileLeaveOneWholeFile() throws {
        let watch = HangWatch()
        defer { watch.end() }
        let root = try root(true)
        let texts = (0..<4).map { String(repeating: "\($0)", count: 200_000) }
        let results = Mutex<[String]>([])
        let threads = texts.map { text in
            WorkerThreads.start {
                for _ in 0..<40 {
                    do {
                        try Array(text.utf8).withUnsafeBytes { try root.write($0, to: "a/b", temporaryName: "t") }
                    } catch let error as FileError where error.reason == .inUse {
                        usleep(100)
                    } catch {
                        results.withLock { $0.append("\(error)") }
                    }
                    let seen = (try? root.read("a/b")).flatMap { $0 }.map { String(decoding: $0, as: UTF8.self) }
                    if let seen, !texts.contains(seen) { results.withLock { $0.append("torn: \(seen.count) bytes") } }
                }
            }
        }
        for thread in threads { thread?.join() }
        #expect(results.withLock { $0 }.isEmpty)
        #expect(TestFolder.names(in: "\(folder.path)/out/a") == ["b"])
    }

    @Test(arguments: [true, false]) func removedOutputFolderIsCreatedAgain(usesOpenat2: Bool) throws {
        let root = try root(usesOpenat2)
        try write("x", to: "a/b/c", in: root)
        try #require(
            unlink("\(folder.path)/out/a/b/c") == 0 && rmdir("\(folder.path)/out/a/b") == 0
                && rmdir("\(folder.path)/out/a") == 0)
        try write("y", to: "a/b/c", in: root)
        #expect(text("out/a/b/c") == "y")
    }

    /// Another thread repeatedly replaces a folder with a link that leads out, while files are written below the folder.
    @Test(arguments: [true, false]) func linkCreatedDuringWritingIsNotFollowed(usesOpenat2: Bool) throws {
        let watch = HangWatch()
        defer { watch.end() }
        try folder.make(folder: "beside")
        let place = "\(folder.path)/out/a"
        let isOver = Mutex(false)
        let planter = WorkerThreads.start {
            // A write may create the folder again before the old folder returns, so each round needs a new name.
            var round = 0
            while !isOver.withLock({ $0 }) {
                round += 1
                rename(place, "\(place).away.\(round)")
                symlink("../beside", place)
                usleep(50)
                unlink(place)
                rename("\(place).away.\(round)", place)
                usleep(50)
            }
        }
        // Both results must occur; on a busy machine, one of the threads may wait for a long time.
        var (written, refused, number) = (0, 0, 0)
        let end = ContinuousClock.now + .seconds(40)
        while number < 400 || (written == 0 || refused == 0) && ContinuousClock.now < end {
            // A new folder each time, so that no folder is already open.
            let root = try root(usesOpenat2)
            if (try? write("x", to: "a/\(number)/p", in: root)) != nil { written += 1 } else { refused += 1 }
            number += 1
        }
        isOver.withLock { $0 = true }
        planter?.join()
        #expect(TestFolder.names(in: "\(folder.path)/beside").isEmpty)
        #expect(written > 0 && refused > 0)
    }

    @Test func foldersBeyondTheOpenLimitAreWritten() throws {
        let root = try root(true)
        for number in 0..<200 { try write("\(number)", to: "f\(number % 100)/\(number)", in: root) }
        #expect(text("out/f7/107") == "107" && text("out/f7/7") == "7")
        #expect(TestFolder.names(in: "/proc/self/fd").count < 400)
    }
}
