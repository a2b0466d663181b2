import Glibc
import Penumbra
import PenumbraBatch
import PenumbraSystem

/// Measures whole batches of cards, from photos on the disk to pictures on the disk, for several ways of writing files.
public struct BatchBenchmark {
    public struct Row: Sendable {
        public let name: String
        public let pictures: Int
        public let seconds: Double
        /// The throughput relative to libpng's.
        public let ratio: Double
        public let bytes: Int
        /// The processor time of the whole process.
        public let processorSeconds: Double
        public let stages: StageTimes
        /// The devices' work for each card. Nil if no device drew.
        public let work: DeviceWork?

        public var picturesPerSecond: Double { seconds > 0 ? Double(pictures) / seconds : 0 }
    }

    /// The work of GPUs for each card of a batch.
    public struct DeviceWork: Sendable {
        public let dispatches: Double
        public let barriers: Double
        public let uploadedBytes: Double
        public let readBackBytes: Double
        public let buffers: Double
        /// The processor time of the threads that talk to the drivers.
        public let threadSeconds: Double
        /// The time in which these threads worked or waited for the driver.
        public let busySeconds: Double
    }

    /// The card's scene, with the parameters `photo` and `title`.
    public let template: SceneTemplate
    /// The paths of different photos.
    public let photos: [String]
    public let threads: Int
    /// The number of pictures per batch.
    public let count: Int
    /// The number of batches of each kind. The fastest batch counts, because every disturbance makes a batch slower.
    public let repeats: Int
    /// The devices that draw.
    public let devices: [Device]

    public init(
        template: SceneTemplate, photos: [String], threads: Int, count: Int, repeats: Int, devices: [Device] = []
    ) {
        self.template = template
        self.photos = photos
        self.threads = max(1, threads)
        self.count = max(1, count)
        self.repeats = max(1, repeats)
        self.devices = devices
    }

    /// The built-in card scene.
    public static func card() throws(JobError) -> SceneTemplate {
        try SceneTemplate(json: Array(BenchmarkScene.cardDocument.utf8), name: "the card", baseFolder: "")
    }

    /// Runs the batches in a new folder, which is removed afterwards.
    ///
    /// - Parameter folder: the parent of the new folder. It determines the disk that is written to.
    public func run(in folder: String) throws(BatchError) -> [Row] {
        var name = Array((folder + "/penumbra-bench-XXXXXX").utf8CString)
        guard mkdtemp(&name) != nil else { throw .outputRoot(FileError(writing: folder, code: errno)) }
        let root = name.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? folder }
        defer { Self.remove(root) }
        // Slow writers get few cards.
        let few = max(1, min(count, 4 * threads))
        let reference = try best("png, libpng level 6", "png", few, 1, root) { options in
            options.encoder = { OtherPNGWriter.libpng(level: 6).file($0) }
        }
        let fast = try best("png, fast", "png", count, repeats, root) { $0.picture.png.effort = .fast }
        var onDevice: [Measured] = []
        if devices.contains(where: { !$0.isProcessor }) {
            onDevice = [
                try best("png, fast, by device", "png", count, repeats, root) { $0.encodesOnDevice = true },
                try best("the same, jpeg too", "png", count, repeats, root) {
                    $0.encodesOnDevice = true
                    $0.decodesOnDevice = true
                },
            ]
        }
        let small = try best("png, small", "png", few, 1, root) { $0.picture.png.effort = .small }
        var jpeg = [try best("jpeg, quality 85", "jpg", count, repeats, root) { _ in }]
        if !onDevice.isEmpty {
            jpeg.append(try best("jpeg, by device", "jpg", count, repeats, root) { $0.encodesOnDevice = true })
        }
        return ([reference, fast] + onDevice + [small] + jpeg).map { measured in
            Row(
                name: measured.name, pictures: measured.summary.done, seconds: measured.summary.seconds,
                ratio: measured.summary.picturesPerSecond / reference.summary.picturesPerSecond,
                bytes: measured.summary.bytes, processorSeconds: measured.processorSeconds, stages: measured.summary.stages,
                work: measured.work)
        }
    }

    /// The time of each shader of each GPU for a group of cards. The GPU decodes their JPEGs and makes their PNGs. GPUs
    /// without a clock are left out.
    public func shaderTimes() throws -> [(device: String, cards: Int, times: [ShaderTime])] {
        let engine = Engine(memory: .max, cacheMemory: 0, keepsCoefficients: true)
        let shaper = TextShaper()
        let files = try FileRoots(["/"])
        var times = StageTimes()
        let cards = try (0..<min(count, Device.mostAtOnce)).map { index -> PlannedPicture in
            let photo = JSONValue.string(photos[index % photos.count])
            var prepared = PreparedScene(
                try template.scene(
                    ["photo": photo, "title": .string("A walk along the ridge, part \(index + 1)")], scale: nil), bytes: 0)
            try engine.prepare(
                &prepared, shaper: shaper, limits: .default, within: .max, isAlone: false, times: &times
            ) { path throws(FileError) in try files.open(path) }
            return try engine.plan(&prepared, limits: .default, within: .max, times: &times)
        }
        var png = PNGOptions()
        png.threads = 1
        let encodings = cards.map { _ in FileEncoding.png(png) }
        return try devices.compactMap { device in
            // The first run compiles shaders. The photos must not stay on the device.
            _ = try device.shaderTimes(of: cards, files: encodings)
            try device.freeBuffers()
            return try device.shaderTimes(of: cards, files: encodings).map { (device.name, cards.count, $0) }
        }
    }

    private typealias Measured = (name: String, summary: BatchSummary, processorSeconds: Double, work: DeviceWork?)

    private func best(
        _ name: String, _ ending: String, _ count: Int, _ repeats: Int, _ root: String,
        _ change: (inout BatchOptions) -> Void
    ) throws(BatchError) -> Measured {
        let rows = root + "/rows.jsonl"
        let lines = (0..<count).map { index in
            let row: JSONValue = [
                "name": .string("\(index).\(ending)"), "photo": .string(photos[index % photos.count]),
                "title": .string("A walk along the ridge, part \(index + 1)"),
            ]
            return row.compact()
        }
        try rethrowing(
            try FileWriter.write(Array(lines.joined(separator: "\n").utf8), to: rows), as: BatchError.outputRoot)
        var options = BatchOptions()
        options.outputRoot = root + "/out"
        options.threads = threads
        options.journal = root + "/journal"
        // The command line names the photos, so any path is allowed.
        options.roots = ["/"]
        (options.encodesOnDevice, options.decodesOnDevice) = (false, false)
        change(&options)
        let batch = Batch(
            source: .rows(path: rows, format: .jsonl, template: template, output: try OutputPattern("${name}")),
            options: options, devices: devices)
        var result: BatchSummary?
        var processorSeconds = 0.0
        let before = devices.compactMap(\.counts)
        for _ in 0..<repeats {
            let start = Self.processorSeconds()
            let summary = try batch.run()
            let spent = Self.processorSeconds() - start
            if summary.failed > 0 {
                let reason = Batch.failures(listedIn: options.failuresPath).first?.compact() ?? "no reason"
                throw .manifest(name: "the benchmark's batch", "\(summary.failed) of \(summary.jobs) cards failed: \(reason)")
            }
            if summary.seconds < result?.seconds ?? .infinity { (result, processorSeconds) = (summary, spent) }
            Self.remove(options.outputRoot)
        }
        let after = devices.compactMap(\.counts)
        func each(_ value: (DeviceCounts) -> Double) -> Double {
            zip(after, before).reduce(0) { $0 + value($1.0) - value($1.1) } / Double(count * repeats)
        }
        let work = DeviceWork(
            dispatches: each { Double($0.dispatches) }, barriers: each { Double($0.barriers) },
            uploadedBytes: each { Double($0.uploadedBytes) },
            readBackBytes: each { Double($0.readBackBytes) }, buffers: each { Double($0.buffers) },
            threadSeconds: each(\.threadSeconds),
            busySeconds: each(\.busySeconds))
        return (name, result ?? BatchSummary(), processorSeconds, work.dispatches > 0 ? work : nil)
    }

    /// Returns the processor time of this process since it began.
    private static func processorSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Removes a folder and the files in it.
    private static func remove(_ path: String) {
        for name in fileNames(in: path) ?? [] { unlink(path + "/" + name) }
        rmdir(path)
    }
}
