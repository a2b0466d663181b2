import Glibc
import Penumbra
import PenumbraSystem

/// A server with a page that shows a scene while its file is edited. It reads the file and never writes one.
public final class Studio: Sendable {
    private let options: StudioOptions
    private let file: StudioFile
    private let token: String
    private let events = StudioEvents()
    private let painter = StudioThread()
    private let helper = StudioThread()
    private let devices = StudioHandler.DeviceNote()
    private let server = Mutex<HTTPServer?>(nil)
    private let watcher = Mutex<WorkerThreads.Handle?>(nil)
    private let isEnding = Mutex(false)

    /// - Throws: an error if the scene's file can't be read. A file with mistakes is no error: the page shows them.
    public init(_ options: StudioOptions) throws(ServerError) {
        self.options = options
        token = options.token ?? StudioOptions.randomToken()
        do throws(FileError) {
            file = try StudioFile(
                options.scene, limits: options.limits, files: try FileRoots.or("", options.files),
                parameters: options.parameters)
        } catch {
            throw ServerError(error.kind, "\(error.words.text(options.settingName))")
        }
    }

    /// The path of the page, with its secret.
    public var path: String { "/\(token)/" }

    /// Starts to answer requests and to watch the file.
    ///
    /// - Returns: the port.
    public func start(host: String, port: Int) throws(ServerError) -> Int {
        let handler = StudioHandler(
            options: options, file: file, entrance: StudioGuard(token: token, host: host), events: events,
            painter: painter, painting: StudioDrawing(options), helper: helper, helping: StudioDrawing(options),
            devices: devices)
        let server = HTTPServer(handler, limits: options.server)
        let used = try server.listen(host: host, port: port)
        self.server.withLock { $0 = server }
        let started = WorkerThreads.start { [self] in watch() }
        watcher.withLock { $0 = started }
        guard painter.start(), helper.start(), started != nil else {
            end()
            throw ServerError(.outOfMemory, "the system gives no thread; end other programs, or raise the limit on processes")
        }
        _ = helper.add { [devices, events] in
            devices.json = Self.devices()
            events.send("device", 1)
        }
        return used
    }

    /// Ends the streams of all pages, and the requests in progress.
    public func end() {
        isEnding.withLock { $0 = true }
        watcher.withLock { $0 }?.join()
        events.end()
        server.withLock { $0 }?.end(within: 5)
        painter.end()
        helper.end()
    }

    /// Looks for changes of the file, often while a page is open.
    private func watch() {
        var rounds = 0
        while !isEnding.withLock({ $0 }) {
            if file.poll() { events.send("change", file.current.number) }
            let isIdle = !events.hasListeners
            usleep(UInt32((isIdle ? max(0.1, options.pollSeconds) : options.pollSeconds) * 1e6))
            rounds += 1
            if rounds.isMultiple(of: 1000) { events.beat() }
        }
    }

    /// The GPU that the page offers, or why there is none.
    private static func devices() -> JSONValue {
        let report = Device.report()
        guard let device = report.firstHardware ?? report.firstSoftware else {
            let reason = report.problems.first ?? "this host has no GPU"
            return ["missing": .string(oneLine(reason))]
        }
        return ["name": .string(oneLine(device.renderer)), "isSoftware": .bool(device.isSoftware)]
    }
}
