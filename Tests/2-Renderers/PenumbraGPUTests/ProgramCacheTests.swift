import PenumbraGPU
import PenumbraPlan
import PenumbraSystem
import TestPlans
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// Tests that the cache of compiled programs saves time and that any defect in the cache costs only time.
@Suite(.timed, .needsSoftwareGL)
struct ProgramCacheTests {
    private static let plan = RandomPlan.make(seed: 9)

    /// Passes on the path of a folder that doesn't exist yet, and removes it afterwards with its contents.
    private static func withFolder(_ body: (String) throws -> Void) throws {
        try withTemporaryFolder { try body($0 + "/a/b") }
    }

    private static func execute(_ directory: String) throws {
        let options = SoftwareGPU.options { $0.programCacheDirectory = directory }
        #expect(try GPURenderer(.software, options: options).execute(plan) == ReferenceExecutor.execute(plan))
    }

    @Test func programCacheKeepsBinariesAndIgnoresDamagedBinaries() throws {
        try Self.withFolder { directory in
            try Self.execute(directory)
            let files = fileNames(in: directory) ?? []
            #expect(files.allSatisfy { $0.hasSuffix(".bin") })
            try #require(!files.isEmpty)
            try Self.execute(directory)
            for (index, name) in files.enumerated() {
                let file = try #require(fopen(directory + "/" + name, "r+"))
                if index % 2 == 0 { fseek(file, 40, SEEK_SET) }
                fputs("damaged by a test", file)
                fclose(file)
            }
            try Self.execute(directory)
        }
    }

    /// Each file is complete but belongs to another program.
    @Test func programCacheIgnoresExchangedFiles() throws {
        try Self.withFolder { directory in
            try Self.execute(directory)
            let files = (fileNames(in: directory) ?? []).sorted()
            try #require(files.count > 1)
            // Every file moves to the next file's place.
            #expect(rename("\(directory)/\(files[files.count - 1])", "\(directory)/last") == 0)
            for index in files.indices.dropLast().reversed() {
                #expect(rename("\(directory)/\(files[index])", "\(directory)/\(files[index + 1])") == 0)
            }
            #expect(rename("\(directory)/last", "\(directory)/\(files[0])") == 0)
            try Self.execute(directory)
        }
    }

    private static func device(_ change: (inout GPUDevice) -> Void = { _ in }) throws -> GPUDevice {
        var device = try SoftwareGPU.shared.get().device
        change(&device)
        return device
    }

    @Test func programBinaryBelongsToItsDriverAndSource() throws {
        try Self.withFolder { directory in
            let cache = ProgramCache(directory: directory, device: try Self.device())
            let binary = ProgramCache.Binary(format: 7, bytes: [1, 2, 3])
            cache.store(binary, of: "clear", source: "text")
            #expect(cache.binary(of: "clear", source: "text") == binary)
            #expect(cache.binary(of: "clear", source: "text ") == nil)
            #expect(cache.binary(of: "finish", source: "text") == nil)
            // A file in another file's place is ignored.
            let file = try #require(fileNames(in: directory)?.first)
            cache.store(binary, of: "finish", source: "text")
            let other = try #require(fileNames(in: directory)?.first { $0 != file })
            #expect(rename("\(directory)/\(file)", "\(directory)/\(other)") == 0)
            #expect(cache.binary(of: "finish", source: "text") == nil)
            cache.store(binary, of: "clear", source: "text")
            let changes: [(inout GPUDevice) -> Void] = [
                { $0.vendor += "x" }, { $0.renderer += "x" }, { $0.version += "x" },
            ]
            for change in changes {
                let other = ProgramCache(directory: directory, device: try Self.device(change))
                #expect(other.binary(of: "clear", source: "text") == nil)
            }
            let same = ProgramCache(directory: directory, device: try Self.device { $0.index += 1 })
            #expect(same.binary(of: "clear", source: "text") == binary)
        }
    }

    /// After a driver update, a file may be complete but rejected by the driver.
    @Test func refusedProgramBinaryIsReplaced() throws {
        try Self.withFolder { directory in
            try Self.execute(directory)
            let names = ["targetWidth", "targetStride", "rowCount", "sourceStride"]
            let shader = JobShader(
                try SoftwareGPU.options().shaders.source(of: "finish", constants: ShaderConstants.all),
                parameters: names.map { JobShader.Parameter($0, of: Int32.self) },
                uniformBytes: try Self.device().limits.uniformBytes)
            let source = shader.text(isShared: false)
            let cache = ProgramCache(directory: directory, device: try Self.device())
            let good = try #require(cache.binary(of: "finish", source: source))
            let refused = ProgramCache.Binary(format: good.format, bytes: [UInt8](repeating: 0x55, count: good.bytes.count))
            cache.store(refused, of: "finish", source: source)
            #expect(cache.binary(of: "finish", source: source) == refused)
            try Self.execute(directory)
            let replaced = cache.binary(of: "finish", source: source)
            #expect(replaced != nil && replaced != refused)
        }
    }

    /// A device is measured once. A damaged file is as good as none.
    @Test func measuredSpeedsAreKept() throws {
        try Self.withFolder { directory in
            func speeds() throws -> GPUSpeeds {
                try GPURenderer(.software, options: SoftwareGPU.options { $0.programCacheDirectory = directory }).speeds()
            }
            let measured = try speeds()
            #expect(try speeds() == measured)
            #expect(GPUSpeeds(bytes: measured.bytes) == measured)
            let cache = ProgramCache(directory: directory, device: try Self.device())
            var zero = measured
            zero.down = 0
            for bytes in [[], [UInt8](repeating: 255, count: 48), zero.bytes] {
                cache.store(ProgramCache.Binary(format: 0, bytes: bytes), of: "speeds", source: "1")
                let again = try speeds()
                #expect(again.down > 0 && again.start > 0 && again != zero)
            }
        }
    }

    @Test func concurrentCacheReadersSeeWholeBinaries() async throws {
        let folder = try TestFolder()
        let directory = "\(folder.path)/programs"
        let cache = ProgramCache(directory: directory, device: try Self.device())
        defer { folder.remove() }
        let found = await withTaskGroup(of: Int.self) { group in
            for writer in UInt8(0)..<4 {
                group.addTask {
                    for round in 1...60 {
                        let bytes = [UInt8](repeating: writer, count: 5000 + 700 * round)
                        cache.store(ProgramCache.Binary(format: UInt32(writer), bytes: bytes), of: "clear", source: "")
                    }
                    return 0
                }
            }
            for _ in 0..<2 {
                group.addTask {
                    var found = 0
                    for _ in 0..<400 {
                        guard let binary = cache.binary(of: "clear", source: "") else { continue }
                        // Another writer's bytes would differ from the format.
                        guard binary.bytes.allSatisfy({ UInt32($0) == binary.format }) else { return -100_000 }
                        found += 1
                    }
                    return found
                }
            }
            return await group.reduce(0, +)
        }
        #expect(found > 0)
        #expect((fileNames(in: directory) ?? []).count == 1)
    }

    @Test func cacheFolderThatCannotBeCreatedIsIgnored() throws {
        try Self.execute("/proc/penumbra")
    }

    /// An object in place of a cached program. Objects that could block, or that another user could change, are never read.
    enum Impostor: CaseIterable {
        case pipe, link, folder, empty, cutShort, other
    }

    @Test(arguments: Impostor.allCases) func programCacheLoadsOnlyFilesOfItsUser(_ impostor: Impostor) throws {
        let watch = HangWatch()
        defer { watch.end() }
        try Self.withFolder { directory in
            try Self.execute(directory)
            let files = fileNames(in: directory) ?? []
            try #require(!files.isEmpty)
            let aside = directory + "/../aside.bin"
            for name in files {
                let path = directory + "/" + name
                switch impostor {
                case .pipe:
                    unlink(path)
                    #expect(mkfifo(path, 0o600) == 0)
                case .link:
                    #expect(rename(path, aside) == 0 && symlink(aside, path) == 0)
                case .folder:
                    unlink(path)
                    #expect(mkdir(path, 0o700) == 0)
                case .empty: #expect(truncate(path, 0) == 0)
                case .cutShort: #expect(truncate(path, 100) == 0)
                // Without permission to change the owner, the file stays one's own.
                case .other: chown(path, 1, 1)
                }
            }
            try Self.execute(directory)
            for name in files where impostor != .folder {
                var status = stat()
                #expect(lstat(directory + "/" + name, &status) == 0)
                #expect(
                    status.st_mode & S_IFMT == S_IFREG && status.st_uid == geteuid() && status.st_size > 100,
                    "\(name) was not replaced")
            }
            #expect((fileNames(in: directory) ?? []) == files)
        }
    }

    @Test func fileAtTheCacheFolderPathIsIgnored() throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        let path = try folder.file("file", [])
        try Self.execute(path)
        try Self.execute(path + "/below")
        #expect(folder.bytes("file") == [])
    }

    @Test func linkToTheCacheFolderIsFollowed() throws {
        try Self.withFolder { directory in
            try Self.execute(directory)
            let count = (fileNames(in: directory) ?? []).count
            let link = "\(directory)/../link"
            #expect(symlink(directory, link) == 0)
            try Self.execute(link)
            #expect((fileNames(in: link) ?? []).count == count)
        }
    }

    /// Whether a file system can be mounted here and filled up.
    private static let canMount: Bool = {
        guard let folder = try? TestFolder(), mount("tmpfs", folder.path, "tmpfs", 0, "size=4k") == 0 else { return false }
        umount(folder.path)
        folder.remove()
        return true
    }()

    @Test(.enabled(if: ProgramCacheTests.canMount, "mounting a small file system needs root"))
    func fullCacheFolderIsIgnored() throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        try #require(mount("tmpfs", folder.path, "tmpfs", 0, "size=4k") == 0)
        defer { umount(folder.path) }
        try Self.execute(folder.path)
        // No partially written file is left behind.
        #expect((fileNames(in: folder.path) ?? []).allSatisfy { $0.hasSuffix(".bin") })
    }
}
