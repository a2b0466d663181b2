import Glibc
import Penumbra
import PenumbraBatch
import PenumbraSystem

/// The settings of a service.
public struct ServiceOptions: Sendable {
    public var templates: String
    /// A file with the keys that sign requests. It is read again when it changes.
    public var keyFile: String?
    public var painter = PainterOptions()
    public var server = ServerLimits()
    /// The seconds for which clients and proxies may keep a picture.
    public var maxAge = 300
    /// The most items of a query.
    public var queryItems = 100
    /// The seconds that requests in progress get when the service ends.
    public var endSeconds = 20.0
    /// Whether each request gets a line in the log.
    public var logsRequests = true
    /// The names of settings in errors.
    public var settingName: @Sendable (Setting) -> String = \.name

    public init(templates: String) { self.templates = templates }

    /// A digest of what decides the bytes of pictures besides the request and the templates.
    var context: Digest {
        var sum = SHA256()
        sum.update(penumbraVersion)
        sum.update("\(painter.picture)")
        sum.update("\(painter.limits.isStrict)")
        return sum.digest
    }

    func answer(_ error: ServiceError) -> HTTPAnswer {
        var headers: [(name: String, value: String)] = []
        if let seconds = error.retryAfter { headers.append(("Retry-After", String(seconds))) }
        if error.status == 405 { headers.append(("Allow", "GET, HEAD, POST")) }
        return .error(error.status, error.message.text(settingName), place: error.place, headers: headers)
    }
}

/// A server that draws templates: the HTTP server, the templates, the threads that draw, the log and the metrics.
public final class Service: Sendable {
    private let options: ServiceOptions
    private let log: ServiceLog
    private let metrics = Metrics()
    private let templates: TemplateFolder
    private let keys: KeyFile?
    private let painter: Painter
    private let server: HTTPServer
    private let state = Monitor((isReady: false, isEnding: false))

    /// - Parameter write: writes lines of the log.
    /// - Throws: an error if the folder of templates can't be read.
    public init(_ options: ServiceOptions, write: @escaping @Sendable (String) -> Void) throws(ServerError) {
        var options = options
        let log = ServiceLog(write: write)
        let name = options.settingName
        do throws(FileError) {
            let folder = try TemplateFolder(options.templates, limits: options.painter.limits.scene) { log.add($0) }
            options.painter.files = try FileRoots.or(folder.path, options.painter.files)
            options.painter.folder = folder.path
            templates = folder
            painter = try Painter(options.painter, metrics: metrics) { log.addOnce($0) }
        } catch {
            throw ServerError(error.kind, "\(error.words.text(name))")
        }
        keys = if let file = options.keyFile { try KeyFile(file) { log.add($0) } } else { nil }
        (self.options, self.log) = (options, log)
        let pages = Pages(state: state, metrics: metrics, templates: templates, painter: painter)
        let handler = TemplateHandler(options: options, templates: templates, keys: keys, painter: painter)
        let router = Router(
            [
                "/healthz": PageHandler { .text(200, "ok\n") }, "/readyz": PageHandler { pages.readiness },
                "/metrics": PageHandler { pages.metricsPage },
            ], others: handler)
        server = HTTPServer(
            router, limits: options.server, threads: max(1, options.painter.threads / 4), notice: { log.add($0) },
            report: { [metrics, logsRequests = options.logsRequests] report in
                metrics.add(report)
                if logsRequests { log.add(report) }
            })
        pages.connections.withLock { [server] in $0 = { [weak server] in server?.connections ?? 0 } }
    }

    /// Starts to answer requests.
    ///
    /// - Returns: the port.
    public func start(host: String, port: Int) throws(ServerError) -> Int {
        guard painter.start() else { throw ServerError(.outOfMemory, "the system gives no thread; end other programs") }
        let port = try server.listen(host: host, port: port)
        let watcher = WorkerThreads.start { [self] in
            let isCorrect = KernelCheck.isCorrect()
            if !isCorrect { log.add("the test scene wasn't drawn right; run penumbra verify. The service doesn't get ready.") }
            state.update { $0.isReady = isCorrect }
            while !state.update({ $0.isEnding }) {
                reload()
                painter.rest()
                usleep(1_000_000)
            }
        }
        watcher?.detach()
        return port
    }

    /// Reads the templates and the keys again, as far as they have changed.
    public func reload() {
        keys?.reload()
        guard templates.reload() else { return }
        metrics.count(.reloads)
        log.add("the templates have changed; there are \(templates.current.entries.count)")
    }

    /// Finishes the requests in progress, and ends.
    public func end() {
        state.update { $0.isEnding = true }
        server.end(within: options.endSeconds)
        painter.end()
        log.end()
    }
}

/// The pages for monitoring.
private final class Pages: Sendable {
    private let state: Monitor<(isReady: Bool, isEnding: Bool)>
    private let metrics: Metrics
    private let templates: TemplateFolder
    private let painter: Painter
    let connections = Mutex<@Sendable () -> Int>({ 0 })

    init(state: Monitor<(isReady: Bool, isEnding: Bool)>, metrics: Metrics, templates: TemplateFolder, painter: Painter) {
        (self.state, self.metrics, self.templates, self.painter) = (state, metrics, templates, painter)
    }

    var readiness: HTTPAnswer {
        let (isReady, isEnding) = state.update { $0 }
        if isEnding { return .text(503, "ending\n") }
        return isReady ? .text(200, "ready\n") : .text(503, "not ready\n")
    }

    var metricsPage: HTTPAnswer {
        let entries = templates.current.entries
        let gauges = [
            ("penumbra_queue_depth", "Pictures that wait for a thread.", painter.waiting),
            ("penumbra_connections", "Open connections.", connections.withLock { $0 }()),
            ("penumbra_cache_bytes", "Bytes of finished files in memory.", painter.keptBytes),
            ("penumbra_disk_bytes", "Bytes of finished files on the disk.", painter.storedBytes),
            ("penumbra_templates", "Templates in the folder.", entries.count),
            ("penumbra_templates_broken", "Templates whose file is broken.", entries.values.count { $0.fault != nil }),
        ]
        return .text(
            200, metrics.page(gauges.map { (name: $0.0, help: $0.1, value: $0.2) }),
            type: "text/plain; version=0.0.4; charset=utf-8")
    }
}
