import Glibc
import PenumbraFiles
import Synchronization
import TestSupport
import Testing

/// Tests roots in random trees, and while links and folders change during reading.
@Suite(.timed) struct FileRootsRaceTests {
    private func file(_ path: String, _ text: String) throws { try FileWriter.write(Array(text.utf8), to: path) }

    /// The result of reading: the file's text, or the kind of error.
    private func outcome(_ path: String, _ roots: FileRoots) -> String {
        do throws(FileError) {
            return String(decoding: try roots.read(path), as: UTF8.self)
        } catch {
            switch error.reason {
            case .outsideRoots: return "outside"
            case .system(let code): return "errno \(code)"
            case .isFolder: return "folder"
            default: return "\(error.reason)"
            }
        }
    }

    /// Random folders, files, links and paths. No secret is read, both implementations agree, and with the root `/` everything
    /// that the system reads is readable.
    @Test func fileRootsRevealNoSecretInRandomTrees() throws {
        for seed in seeds(16) {
            var random = SeededGenerator(seed: seed)
            try withTemporaryFolder { folder in
                let names = ["a", "b", "c"]
                var folders = ["in", "out", "also"]
                for name in folders { try #require(mkdir("\(folder)/\(name)", 0o755) == 0) }
                func word() -> String { random.chance(0.25) ? ".." : random.chance(0.1) ? "." : names[random.integer(0...2)] }
                func words(_ most: Int) -> String { (0..<random.integer(1...most)).map { _ in word() }.joined(separator: "/") }
                for _ in 0..<30 {
                    let parent = folders[random.integer(0...folders.count - 1)]
                    let path = "\(parent)/\(names[random.integer(0...2)])"
                    switch random.integer(0...3) {
                    case 0: if mkdir("\(folder)/\(path)", 0o755) == 0 { folders.append(path) }
                    case 1:
                        if access("\(folder)/\(path)", F_OK) != 0, errno == ENOENT {
                            var status = stat()
                            guard lstat("\(folder)/\(path)", &status) != 0 else { continue }
                            try file("\(folder)/\(path)", parent.hasPrefix("out") ? "secret" : "open \(path)")
                        }
                    default:
                        let target =
                            random.chance(0.3)
                            ? "\(folder)/\(["in", "out", "also"][random.integer(0...2)])/\(words(2))" : words(4)
                        symlink(target, "\(folder)/\(path)")
                    }
                }
                for named in [["in"], ["in", "also"], ["in", "in/a", "also"]] {
                    let existing = named.filter {
                        realpath("\(folder)/\($0)", nil).map { free($0) } != nil
                            && Self.isBelow("\(folder)/\($0)", folder, named)
                    }
                    let roots = existing.map { "\(folder)/\($0)" }
                    guard let quick = try? FileRoots(roots, usesOpenat2: true),
                        let slow = try? FileRoots(roots, usesOpenat2: false)
                    else { continue }
                    for _ in 0..<60 {
                        let path = "\(folder)/in/\(words(5))"
                        let (a, b) = (outcome(path, quick), outcome(path, slow))
                        #expect(a == b, "seed \(seed): \(path)")
                        #expect(a != "secret", "seed \(seed): \(path)")
                    }
                }
                let everywhere = try FileRoots(["/"], usesOpenat2: random.chance(0.5))
                for _ in 0..<60 {
                    let path = "\(folder)/in/\(words(5))"
                    guard let bytes = try? FileReader.read(path) else { continue }
                    #expect(try everywhere.read(path) == bytes, "seed \(seed): \(path)")
                }
            }
        }
    }

    /// Whether a folder, which may be a link, really lies below an open root.
    private static func isBelow(_ path: String, _ folder: String, _ named: [String]) -> Bool {
        guard let real = realpath(path, nil) else { return false }
        defer { free(real) }
        let text = String(cString: real)
        return !text.hasPrefix("\(folder)/out") && text != folder && text.hasPrefix(folder + "/")
    }

    /// An action that a thread repeats until it's told to stop.
    private final class Mischief: Sendable {
        let isOver = Atomic(false)

        /// - Returns: a thread to be joined.
        func start(_ work: @escaping @Sendable (Int) -> Void) -> pthread_t? {
            final class Work: Sendable {
                let mischief: Mischief
                let work: @Sendable (Int) -> Void
                init(_ mischief: Mischief, _ work: @escaping @Sendable (Int) -> Void) {
                    (self.mischief, self.work) = (mischief, work)
                }
            }
            var thread = pthread_t()
            let status = pthread_create(
                &thread, nil,
                { argument in
                    guard let argument else { return nil }
                    let work = Unmanaged<Work>.fromOpaque(argument).takeRetainedValue()
                    var round = 0
                    while !work.mischief.isOver.load(ordering: .relaxed) {
                        work.work(round)
                        round += 1
                    }
                    return nil
                }, Unmanaged.passRetained(Work(self, work)).toOpaque())
            return status == 0 ? thread : nil
        }
    }

    /// A link alternately points inside and outside. A folder is moved out and in again while a path climbs out of it.
    @Test(arguments: [true, false]) func pathsReplacedDuringReadingStayInsideTheRoots(usesOpenat2: Bool) throws {
        try withTemporaryFolder { folder in
            for name in ["in", "in/real", "in/moves", "in/moves/deep", "out", "out/real"] {
                try #require(mkdir("\(folder)/\(name)", 0o755) == 0)
            }
            for name in ["in/real/a", "in/a", "in/moves/deep/a"] { try file("\(folder)/\(name)", "open") }
            for name in ["out/real/a", "out/a", "a"] { try file("\(folder)/\(name)", "secret") }
            try #require(symlink("real", "\(folder)/in/flip") == 0)
            let roots = try FileRoots(["\(folder)/in"], usesOpenat2: usesOpenat2)
            let mischief = Mischief()
            let thread = mischief.start { round in
                let targets = ["real", "../out", "\(folder)/out/real", "../out/real"]
                symlink(targets[round % 4], "\(folder)/in/new")
                rename("\(folder)/in/new", "\(folder)/in/flip")
                rename("\(folder)/in/moves", "\(folder)/out/moves")
                rename("\(folder)/out/moves", "\(folder)/in/moves")
            }
            let started = try #require(thread)
            var outcomes: [String: Int] = [:]
            let clock = ContinuousClock()
            let start = clock.now
            while clock.now - start < .milliseconds(400) {
                for path in ["flip/a", "moves/deep/../../a", "moves/../a", "moves/deep/../../../a", "flip/../a"] {
                    outcomes["\(path): \(outcome("\(folder)/in/\(path)", roots))", default: 0] += 1
                }
            }
            mischief.isOver.store(true, ordering: .relaxed)
            pthread_join(started, nil)
            #expect(!outcomes.keys.contains { $0.hasSuffix("secret") }, "\(outcomes)")
            #expect(outcomes["flip/a: open"] != nil && outcomes["flip/a: outside"] != nil, "\(outcomes)")
            #expect(outcomes["moves/../a: open"] != nil, "\(outcomes)")
        }
    }

    /// If a file shrinks or grows while it's read, the existing part is read.
    @Test func filesThatChangeSizeAreReadToTheirCurrentEnd() throws {
        try withTemporaryFolder { folder in
            let path = "\(folder)/a"
            try FileWriter.write([UInt8](repeating: 7, count: 4 << 20), to: path)
            let mischief = Mischief()
            let thread = mischief.start { round in truncate(path, round % 2 == 0 ? 1000 : 4 << 20) }
            let started = try #require(thread)
            let roots = try FileRoots([folder])
            var sizes: Set<Int> = []
            for _ in 0..<60 { sizes.insert(try roots.read(path).count) }
            mischief.isOver.store(true, ordering: .relaxed)
            pthread_join(started, nil)
            #expect(sizes.allSatisfy { (0...4 << 20).contains($0) }, "\(sizes)")
            let open = try roots.open(path)
            try #require(truncate(path, 10) == 0)
            #expect(try open.read().count == 10)
            try #require(truncate(path, 5000) == 0)
            // Reading continues from the last position.
            #expect(try open.read(limit: 5000).count == 4990)
        }
    }
}
