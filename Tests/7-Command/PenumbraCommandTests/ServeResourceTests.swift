import Glibc
import TestSupport
import Testing

/// Tests `serve` as a process that lacks descriptors, and that has drawn expensive pictures.
@Suite(.timed, .serialized, .needsCommand)
struct ServeResourceTests {
    let folder: WorkFolder

    init() throws {
        folder = try WorkFolder()
        _ = folder.file(
            "card.json",
            """
            {"canvas": {"width": 1000, "height": 1000, "background": "#336699"}, "parameters": {"radius": 30},
             "layers": [{"frame": [60, 50, 700, 600], "cornerRadius": 40, "backgroundColor": "white",
                         "shadows": [{"radius": "${radius}"}, {"radius": 80, "offset": [20, 20]}]},
                        {"frame": [300, 300, 500, 500], "backdropBlur": 20, "backgroundColor": "#ffffff44", "blur": 3}]}
            """)
    }

    private struct Silence: Error {}

    /// Starts a service, and waits until it listens.
    private func start(_ words: [String] = [Command.path]) throws -> (service: Command.Running, port: Int) {
        let arguments = ["serve", "--templates", ".", "--listen", "127.0.0.1:0", "--threads", "2", "--max-seconds", "100"]
        let service = try Command.start(words + arguments, in: folder.path)
        let start = "listening on http://127.0.0.1:"
        for _ in 0..<3000 {
            for line in service.errorsSoFar.split(separator: "\n") where line.hasPrefix(start) {
                if let port = Int(line.dropFirst(start.count).prefix { $0.isNumber }) { return (service, port) }
            }
            usleep(10_000)
        }
        service.send(SIGKILL)
        _ = service.finish()
        throw Silence()
    }

    /// The processor time of a process, in seconds.
    private func processorTime(of process: pid_t) throws -> Double {
        let text = String(decoding: Command.bytes(of: "/proc/\(process)/stat"), as: UTF8.self)
        let fields = try #require(text.split(separator: ")").last).split(separator: " ")
        let (user, system) = (try #require(Int(fields[11])), try #require(Int(fields[12])))
        return Double(user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// A figure of /proc in bytes.
    private func memory(_ field: String, of process: pid_t) throws -> Int {
        let text = String(decoding: Command.bytes(of: "/proc/\(process)/status"), as: UTF8.self)
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("\(field):") })
        return try #require(Int(line.filter { $0.isNumber })) << 10
    }

    /// Without a free descriptor, the service waits, and it knows its templates afterwards.
    @Test func serviceWithoutDescriptorsIsIdle() throws {
        let (service, port) = try start()
        defer {
            service.send(SIGTERM)
            _ = service.finish()
        }
        // Reading the folder needs a descriptor for a moment, so the smallest number that is ever free counts.
        let numbers = (0..<20).map { _ -> Set<Int> in
            usleep(20_000)
            return Set(Command.names(in: "/proc/\(service.process)/fd").compactMap { Int($0) })
        }
        let taken = numbers.reduce(numbers[0]) { $0.intersection($1) }
        let free = try #require((0...).first { !taken.contains($0) })
        #expect(free > 3)
        let former = try #require(limitFiles(of: service.process, to: free))
        let clients = try (0..<2).map { _ in try TestClient(port: port) }
        for client in clients { client.send("GET /card.png?radius=1 HTTP/1.1\r\nHost: a\r\n\r\n") }
        for _ in 0..<500 where !service.errorsSoFar.contains("no connection can be accepted") { usleep(10_000) }
        #expect(service.errorsSoFar.contains("no connection can be accepted"), "\(service.errorsSoFar)")
        let before = try processorTime(of: service.process)
        // Longer than the time after which templates are read again.
        usleep(2_500_000)
        #expect(try processorTime(of: service.process) - before < 0.5)
        #expect(limitFiles(of: service.process, to: former) == free)
        for client in clients { #expect(client.response(within: 60)?.status == 200) }
        #expect(!service.errorsSoFar.contains("there are 0"), "\(service.errorsSoFar)")
    }

    /// Memory that only expensive pictures needed goes back to the system.
    @Test func idleServiceReturnsTheMemoryOfPictures() throws {
        let (service, port) = try start()
        defer {
            service.send(SIGTERM)
            _ = service.finish()
        }
        let client = try TestClient(port: port)
        client.send("GET /card.png?scale=0.1 HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(client.response(within: 60)?.status == 200)
        let clients = try (0..<4).map { _ in try TestClient(port: port) }
        for (index, client) in clients.enumerated() {
            client.send("GET /card.\(index == 3 ? "webp" : "png")?scale=4&radius=\(30 + index) HTTP/1.1\r\nHost: a\r\n\r\n")
        }
        for client in clients { #expect(client.response(within: 300)?.status == 200) }
        // The working memory of these pictures is several times the bound.
        #expect(try memory("VmHWM", of: service.process) > 250 << 20)
        var idle = Int.max
        for _ in 0..<100 where idle > Self.bound {
            usleep(100_000)
            idle = try memory("VmRSS", of: service.process)
        }
        #expect(idle <= Self.bound, "\(idle >> 20) MiB")
        let again = try TestClient(port: port)
        again.send("GET /card.png?scale=4&radius=77 HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(again.response(within: 300)?.status == 200)
    }

    private static let bound = 100 << 20

    /// A client learns that a policy limits it, and not where the policy's file lies.
    @Test func policyFileIsNotNamedToClients() throws {
        _ = folder.file("policy.json", #"{"canvasPixels": 16000000}"#)
        let (service, port) = try start(["/usr/bin/env", "PENUMBRA_LIMITS=\(folder.path)/policy.json", Command.path])
        defer {
            service.send(SIGTERM)
            _ = service.finish()
        }
        let client = try TestClient(port: port)
        client.send("GET /card.png?scale=9 HTTP/1.1\r\nHost: a\r\n\r\n")
        let response = try #require(client.response(within: 60))
        #expect(response.status == 400)
        #expect(response.text.contains("the server's policy"), "\(response.text)")
        #expect(!response.text.contains(folder.path), "\(response.text)")
    }
}
