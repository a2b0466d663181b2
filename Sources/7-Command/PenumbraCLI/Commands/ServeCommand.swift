#if PENUMBRA_SERVICE
    import ArgumentParser
    import Glibc
    import Penumbra
    import PenumbraService
    import PenumbraSystem

    struct ServeCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "serve",
            abstract: "Answer HTTP requests with pictures of templates.",
            discussion: """
                A template is a scene file in the folder. Its parameters come from the
                query, or from a JSON body. POST / draws the scene in the body. The service
                reads changed files without a restart.

                EXAMPLES
                  penumbra serve --templates cards
                  curl 'localhost:8080/card.png?title=Hello&scale=2' -o card.png
                  penumbra serve --templates cards --key-file keys --listen 0.0.0.0:80
                """)

        @Option(help: ArgumentHelp("Folder of scene files.", valueName: "folder")) var templates: String
        @Option(help: ArgumentHelp("Address; port 0 is any free port.", valueName: "host:port")) var listen = "127.0.0.1:8080"
        @Option(help: ArgumentHelp("Keys that sign requests, one per line.", valueName: "file")) var keyFile: String?
        @Option(help: ArgumentHelp("Pictures that may wait. Default: 64.", valueName: "count")) var queue: Int?
        @Option(help: ArgumentHelp("Finished files to keep in memory. Default: 64M.", valueName: "size")) var cacheMemory:
            String?
        @Option(help: ArgumentHelp("Folder that keeps finished files. Default: none.", valueName: "folder"))
        var cacheDir: String?
        @Option(help: ArgumentHelp("Finished files to keep there. Default: 1G.", valueName: "size", visibility: .hidden))
        var cacheDisk: String?
        @Option(help: ArgumentHelp("Seconds that clients may keep a picture.", valueName: "seconds")) var maxAge = 300
        @Option(help: ArgumentHelp("Length of a request's body. Default: 1M.", valueName: "size", visibility: .hidden))
        var maxBody: String?
        @Option(help: ArgumentHelp("Connections at a time. Default: 10000.", valueName: "count", visibility: .hidden))
        var maxConnections: Int?
        @Option(help: ArgumentHelp("Items of a query. Default: 100.", valueName: "count", visibility: .hidden))
        var maxQueryItems: Int?
        @Option(
            help: ArgumentHelp("Seconds to wait for a request's head. Default: 30.", valueName: "seconds", visibility: .hidden))
        var idleSeconds: Double?
        @Flag(help: ArgumentHelp("Log no requests.", visibility: .hidden)) var noAccessLog = false

        @Option(help: ArgumentHelp("JPEG, WebP and AVIF quality, 1 to 100. Default: 85.", valueName: "number")) var quality:
            Int?
        @Flag(help: ArgumentHelp("Fail if a font or a glyph is missing.", visibility: .hidden)) var strict = false
        @OptionGroup var drawing: DrawingOptions
        @OptionGroup var devices: DeviceListOptions
        @OptionGroup var roots: RootOptions

        func validate() throws {
            _ = try ListenAddress(listen)
            try devices.check(drawing.backend)
            try check("--quality", quality, 1...100)
            try check("--queue", queue, 1...100_000)
            try check("--max-age", maxAge, 0...31_536_000)
            try check("--max-connections", maxConnections, 1...1_000_000)
            try check("--max-query-items", maxQueryItems, 0...10_000)
            try check("--idle-seconds", idleSeconds, 0.1...3600)
            _ = try size("--cache-memory", cacheMemory, 0...0x1p40)
            _ = try size("--cache-disk", cacheDisk, 0...0x1p50)
            _ = try size("--max-body", maxBody, 1...0x1p30)
        }

        private func size(_ option: String, _ text: String?, _ range: ClosedRange<Double>) throws -> Int? {
            guard let text else { return nil }
            guard let value = try? Limit.memory.value(text), range.contains(value) else {
                throw ValidationError("\(option) is \"\(oneLine(text))\"; a size such as 64M is expected.")
            }
            return Int(value)
        }

        private func options() throws -> ServiceOptions {
            var options = ServiceOptions(templates: templates)
            var limits = try drawing.limits.resolved()
            // A template that asks for a poster shouldn't hold a thread for seconds.
            let standard = RenderLimits.default.canvas.pixels
            if limits.canvas.pixels == standard { limits.canvas.pixels = min(standard, 1 << 24) }
            limits.isStrict = strict
            options.painter.limits = limits
            options.painter.threads = drawing.threadCount
            options.painter.encodesOnDevice = devices.encodeOnDevice
            options.painter.decodesOnDevice = devices.decodeOnDevice
            options.painter.seconds = limits.jobSeconds ?? 10
            options.painter.files = try roots.files(from: templates)
            options.painter.picture.png.effort = drawing.effort
            if let quality { options.painter.picture.setQuality(quality) }
            if let queue { options.painter.queueLength = queue }
            if let bytes = try size("--cache-memory", cacheMemory, 0...0x1p40) { options.painter.keptBytes = bytes }
            if let bytes = try size("--max-body", maxBody, 1...0x1p30) { options.server.bodyBytes = bytes }
            options.painter.storeFolder = cacheDir
            if let bytes = try size("--cache-disk", cacheDisk, 0...0x1p50) { options.painter.storedBytes = bytes }
            options.server.allBodyBytes = max(options.server.allBodyBytes, 2 * options.server.bodyBytes)
            options.server.connections = Self.connections(maxConnections)
            if let idleSeconds { options.server.headSeconds = idleSeconds }
            if let maxQueryItems { options.queryItems = maxQueryItems }
            options.maxAge = maxAge
            options.logsRequests = !noAccessLog
            options.settingName = \.optionForClients
            options.keyFile = keyFile
            return options
        }

        /// Allows as many open files as the system does, and returns the connections for which they suffice.
        private static func connections(_ wanted: Int?) -> Int {
            var files = rlimit()
            guard getrlimit(__rlimit_resource_t(7), &files) == 0 else { return wanted ?? 1000 }
            files.rlim_cur = files.rlim_max
            setrlimit(__rlimit_resource_t(7), &files)
            getrlimit(__rlimit_resource_t(7), &files)
            return max(1, min(wanted ?? 10_000, Int(clamping: files.rlim_cur) - 128))
        }

        func run() throws {
            let signals = ServiceSignals()
            // Otherwise the C library would keep ever larger blocks in the arenas of each thread.
            SystemMemory.keepFreedMemory(threads: drawing.threadCount)
            var options = try options()
            try devices.checkNames(drawing.backend)
            options.painter.devices = try devices.open(drawing.backend).filter { !$0.isProcessor }
            let address = try ListenAddress(listen)
            let service = try Service(options) { writeToStandardError($0) }
            let used = try service.start(host: address.host, port: address.port)
            writeToStandardError("listening on \(address.url(port: used))\n")
            signals.waitForEnd { service.reload() }
            service.end()
        }
    }

    extension ServerError: StatusError { package var status: ExitStatus { kind.map(ExitStatus.init) ?? .temporary } }
#else
    import ArgumentParser

    /// Stands for `serve` in builds without a server.
    struct MissingServeCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "serve", abstract: "Answer HTTP requests with pictures of templates (not in this build).")

        @Argument(parsing: .captureForPassthrough, help: .hidden) var arguments: [String] = []

        func run() throws {
            throw ValidationError("This build has no server; build with `scripts/run serve` or `swift build -c release`.")
        }
    }
#endif
