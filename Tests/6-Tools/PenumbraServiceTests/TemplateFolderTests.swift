import Glibc
import PenumbraService
import PenumbraSystem
import TestSupport
import Testing

/// Tests what takes the place of templates and of the key file while a service runs.
@Suite(.timed, .serialized) struct TemplateFolderTests {
    /// Exchanges a file for something else in one step. The service reads the folder every second, and would otherwise see that
    /// the file is missing.
    private func replace(_ place: String, by thing: String) throws {
        let path = place + ".new"
        switch thing {
        case "pipe": #expect(mkfifo(path, 0o600) == 0)
        case "folder": #expect(mkdir(path, 0o700) == 0)
        case "link to nothing": #expect(symlink("nothing", path) == 0)
        case "link to itself": #expect(symlink(place, path) == 0)
        case "link to a folder": #expect(symlink("/etc", path) == 0)
        case "link to a device": #expect(symlink("/dev/zero", path) == 0)
        case "socket":
            let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(descriptor) }
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
            let bound = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
            #expect(bound == 0)
        default: Issue.record("\(thing)")
        }
        // The C library has the function, and Swift's module of it hasn't. 2 is RENAME_EXCHANGE.
        let symbol = try #require(dlsym(nil, "renameat2"))
        typealias Exchange = @convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32
        #expect(unsafeBitCast(symbol, to: Exchange.self)(AT_FDCWD, path, AT_FDCWD, place, 2) == 0)
        #expect(unlink(path) == 0)
    }

    /// Whatever takes the place of a template, the last good version stays, and a good file counts again.
    @Test(
        arguments: [
            "pipe", "socket", "folder", "link to nothing", "link to itself", "link to a folder", "link to a device",
        ])
    func lastGoodTemplateStaysWhenSomethingElseTakesItsPlace(_ thing: String) throws {
        let service = try RunningService()
        let path = "\(service.folder.path)/templates/card.json"
        let first = try service.ask("/card.png")
        try replace(path, by: thing)
        service.reload()
        let second = try service.ask("/card.png")
        #expect(second.status == 200, "\(second.text)")
        #expect(second.body == first.body)
        #expect(try service.metric("penumbra_templates_broken") == 1)
        service.reload()
        #expect(try service.ask("/card.png").status == 200)
        #expect(remove(path) == 0)
        let edited = RunningService.card.replacing("#336699", with: "#993366")
        try service.folder.file("templates/card.json", edited)
        service.reload()
        #expect(try service.ask("/card.png").body == (try RunningService.file(edited)))
        #expect(try service.metric("penumbra_templates_broken") == 0)
        unlink(path)
        service.reload()
        #expect(try service.ask("/card.png").status == 404)
        service.end()
        #expect(service.log.contains("card.json\\\": "), "\(service.log)")
        #expect(service.log.contains("the last good version stays in use"))
    }

    /// A folder whose name ends like a template's is no broken template.
    @Test func foldersWithNamesOfTemplatesAreNoTemplates() throws {
        let service = try RunningService { _, folder in
            try folder.make(folder: "templates/set.json")
            try folder.file("templates/set.json/card.json", RunningService.card)
        }
        #expect(try service.ask("/set.json/card.png").status == 200)
        #expect(try service.ask("/set.png").status == 404)
        #expect(try service.metric("penumbra_templates_broken") == 0)
    }

    /// A pipe in the place of the keys keeps the service neither from reading templates nor from ending.
    @Test func pipeInThePlaceOfTheKeysIsRefused() throws {
        let key = "0123456789abcdef"
        let service = try RunningService { options, folder in options.keyFile = try folder.file("keys", key) }
        func isSigned(_ path: String, _ key: String) throws -> Bool {
            let code = HMAC.code(of: Array(path.utf8), key: Array(key.utf8))
            return try service.ask("\(path)?signature=\(code)").status == 200
        }
        let keys = "\(service.folder.path)/keys"
        #expect(unlink(keys) == 0 && mkfifo(keys, 0o600) == 0)
        try service.folder.file("templates/new.json", RunningService.card)
        let isOver = Mutex(false)
        let thread = try #require(
            WorkerThreads.start {
                service.reload()
                isOver.withLock { $0 = true }
            })
        for _ in 0..<500 where !isOver.withLock({ $0 }) { usleep(10_000) }
        guard isOver.withLock({ $0 }) else {
            // A writer ends the wait, so that the test itself can end.
            close(open(keys, O_WRONLY | O_NONBLOCK))
            Issue.record("the service waits for the pipe")
            return
        }
        thread.join()
        #expect(try isSigned("/new.png", key))
        let other = "fedcba9876543210"
        #expect(unlink(keys) == 0)
        try service.folder.file("keys", other)
        service.reload()
        #expect(try isSigned("/card.png", other))
        #expect(try !isSigned("/card.png", key))
    }
}
