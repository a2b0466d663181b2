import Glibc
import Penumbra
import PenumbraService
import PenumbraSystem
import TestSupport
import Testing

/// Tests the files that a service keeps on the disk.
@Suite(.timed, .serialized) struct PictureStoreTests {
    let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private func store(budget: Int = 1 << 20, notice: @escaping @Sendable (String) -> Void = { _ in }) throws -> PictureStore {
        try PictureStore(folder: "\(folder.path)/kept", budget: budget, notice: notice)
    }

    private func key(_ number: UInt64) -> Digest {
        var sum = SHA256()
        sum.update(number)
        return sum.digest
    }

    @Test func pictureStoreFilesOutliveTheStore() throws {
        let file = Array("a picture".utf8)
        try store().keep(file, for: key(1))
        let again = try store()
        #expect(again.file(for: key(1)) == file)
        #expect(again.file(for: key(2)) == nil)
        #expect(again.bytes == file.count + 32)
    }

    @Test func damagedPictureStoreFilesCountAsMissing() throws {
        try store().keep(Array(repeating: 7, count: 100), for: key(1))
        try store().keep(Array(repeating: 8, count: 100), for: key(2))
        var bytes = try #require(folder.bytes("kept/\(key(1)).picture"))
        bytes[50] ^= 1
        try folder.file("kept/\(key(1)).picture", bytes)
        try folder.file("kept/\(key(2)).picture", [])
        let again = try store()
        #expect(again.file(for: key(1)) == nil)
        #expect(again.file(for: key(2)) == nil)
        #expect(again.bytes == 0)
        #expect(TestFolder.names(in: "\(folder.path)/kept").isEmpty)
        again.keep([1, 2, 3], for: key(1))
        #expect(again.file(for: key(1)) == [1, 2, 3])
    }

    /// A file counts only under its own key. Files that a former version wrote begin with the digest of the picture alone.
    @Test func exchangedPictureStoreFilesCountAsMissing() throws {
        let (first, second) = ([UInt8](repeating: 7, count: 100), [UInt8](repeating: 8, count: 100))
        try store().keep(first, for: key(1))
        try store().keep(second, for: key(2))
        let (one, two) = ("\(folder.path)/kept/\(key(1)).picture", "\(folder.path)/kept/\(key(2)).picture")
        let contents = try #require(folder.bytes("kept/\(key(2)).picture"))
        #expect(rename(one, "\(folder.path)/spare") == 0 && rename(two, one) == 0)
        #expect(rename("\(folder.path)/spare", two) == 0)
        try folder.file("kept/\(key(3)).picture", SHA256.digest(of: first).bytes + first)
        let again = try store()
        #expect(again.bytes == 3 * contents.count)
        for number in 1...3 { #expect(again.file(for: key(UInt64(number))) == nil, "\(number)") }
        #expect(TestFolder.names(in: "\(folder.path)/kept").isEmpty)
        again.keep(second, for: key(2))
        #expect(again.file(for: key(2)) == second)
        #expect(folder.bytes("kept/\(key(2)).picture") == contents)
    }

    /// Neither a pipe, nor a link, nor a file that has grown is waited for, read whole or answered.
    @Test func foreignThingsInThePlaceOfAPictureStoreFileCountAsMissing() throws {
        let store = try store()
        let file = [UInt8](repeating: 7, count: 100)
        for (number, change) in ["pipe", "link", "longer", "shorter", "gone"].enumerated() {
            let key = key(UInt64(number))
            let path = "\(folder.path)/kept/\(key).picture"
            store.keep(file, for: key)
            let bytes = try #require(folder.bytes("kept/\(key).picture"))
            #expect(unlink(path) == 0)
            switch change {
            case "pipe": #expect(mkfifo(path, 0o600) == 0)
            case "link": #expect(symlink("/etc/passwd", path) == 0)
            case "longer": try folder.file("kept/\(key).picture", bytes + [0])
            case "shorter": try folder.file("kept/\(key).picture", bytes.dropLast())
            default: break
            }
            #expect(store.file(for: key) == nil, "\(change)")
            #expect(TestFolder.names(in: "\(folder.path)/kept").isEmpty, "\(change)")
            store.keep(file, for: key)
            #expect(store.file(for: key) == file, "\(change)")
            #expect(unlink(path) == 0)
            #expect(store.file(for: key) == nil)
        }
    }

    /// The files that were not used for the longest time go. Foreign files stay.
    @Test func pictureStoreStaysWithinItsBudget() throws {
        let store = try store(budget: 1000)
        try folder.file("kept/foreign", "mine")
        try folder.file("kept/\(key(77)).writing", "half")
        for number in 0..<9 {
            store.keep([UInt8](repeating: UInt8(number), count: 68), for: key(UInt64(number)))
        }
        #expect(store.file(for: key(0)) != nil)
        for number in 9..<12 { store.keep([UInt8](repeating: 1, count: 68), for: key(UInt64(number))) }
        #expect(store.bytes <= 1000)
        #expect(store.file(for: key(0)) != nil)
        #expect(store.file(for: key(1)) == nil)
        #expect(store.file(for: key(11)) != nil)
        store.keep([UInt8](repeating: 1, count: 2000), for: key(50))
        #expect(store.file(for: key(50)) == nil)
        let smaller = try self.store(budget: 300)
        #expect(smaller.bytes <= 300)
        let names = TestFolder.names(in: "\(folder.path)/kept")
        #expect(names.contains("foreign"))
        #expect(!names.contains { $0.hasSuffix(".writing") })
        #expect(names.count { $0.hasSuffix(".picture") } <= 3)
    }

    /// A full disk is noted, and costs no picture.
    @Test func pictureStoreReportsAnUnwritableFolder() throws {
        let notices = Mutex<[String]>([])
        let store = try store { text in notices.withLock { $0.append(text) } }
        rmdir("\(folder.path)/kept")
        store.keep([1, 2, 3], for: key(1))
        store.keep([1, 2, 3], for: key(2))
        #expect(notices.withLock { $0.count } == 1)
        #expect(store.file(for: key(1)) == nil)
        #expect(throws: FileError.self) { try PictureStore(folder: "/proc/none", budget: 1) { _ in } }
        #expect(throws: FileError.self) { try PictureStore(folder: "", budget: 1) { _ in } }
    }

    /// A restarted service answers from the disk, with the same bytes.
    @Test func restartedServiceAnswersFromTheDisk() throws {
        let path = "\(folder.path)/pictures"
        func answer() throws -> (body: [UInt8], hits: Int?, pictures: Int?) {
            let service = try RunningService { options, _ in options.painter.storeFolder = path }
            let body = try service.ask("/card.png").body
            // A file is written after its answer.
            for _ in 0..<200 where TestFolder.names(in: path).isEmpty { usleep(10_000) }
            return (body, try service.metric("penumbra_disk_hits_total"), try service.metric("penumbra_pictures_total"))
        }
        let first = try answer()
        let second = try answer()
        #expect(first.body == second.body)
        #expect((first.hits, first.pictures) == (0, 1))
        #expect((second.hits, second.pictures) == (1, 0))
        #expect(second.body == (try RunningService.file()))
    }

    /// A service whose kept files have changed places answers with the right pictures.
    @Test func serviceWithExchangedFilesAnswersWithTheRightPictures() throws {
        let path = "\(folder.path)/pictures"
        func answers() throws -> [[UInt8]] {
            let service = try RunningService { options, _ in options.painter.storeFolder = path }
            let bodies = try (1...2).map { try service.ask("/card.png?radius=\($0)").body }
            for _ in 0..<200 where TestFolder.names(in: path).count(where: { $0.hasSuffix(".picture") }) < 2 { usleep(10_000) }
            return bodies
        }
        let first = try answers()
        let names = TestFolder.names(in: path).map { "\(path)/\($0)" }
        try #require(names.count == 2)
        #expect(rename(names[0], "\(path)/spare") == 0 && rename(names[1], names[0]) == 0)
        #expect(rename("\(path)/spare", names[1]) == 0)
        #expect(first[0] != first[1])
        #expect(try answers() == first)
        #expect(TestFolder.names(in: path).map { "\(path)/\($0)" } == names)
    }
}
