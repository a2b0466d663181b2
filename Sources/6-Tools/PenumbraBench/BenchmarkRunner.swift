import Glibc
import Penumbra
import PenumbraPlan
import PenumbraSystem

/// Measures scenes on the CPU and on GPUs, and compares their pictures.
public struct BenchmarkRunner {
    public struct Options: Sendable {
        public var scenes: [BenchmarkScene.Kind] = BenchmarkScene.Kind.allCases
        /// Pixels per point of the canvas of 1200×630 points.
        public var scales: [Double] = [0.5, 1, 2, 4]
        /// The values of σ, in pixels, for the shadow on 2048².
        public var sigmas: [Double] = [1, 2, 4, 8, 16, 32, 64, 128]
        public var repeats = 15
        /// The time limit in seconds: after three runs, no further run starts beyond the limit.
        public var seconds = 3.0
        public var threads = processorCount()
        /// Whether to keep the pictures for a report.
        public var keepsPictures = false

        public init() {}
    }

    let options: Options
    private let devices: [Device]
    private let engine = Engine()
    private let photo: Bitmap
    private let photoName: String
    private let photoFile: [UInt8]
    private let shaper = TextShaper()

    /// Prepares a benchmark on the given devices.
    ///
    /// - Parameters:
    ///   - photo: the picture file; nil generates a photo from formulas.
    /// - Throws: `ImageError` if the photo can't be decoded.
    public init(options: Options, devices: [Device], photo: (name: String, bytes: [UInt8])?) throws(ImageError) {
        self.options = options
        self.devices = devices
        let bytes: [UInt8]
        if let photo {
            bytes = photo.bytes
        } else {
            bytes = try SyntheticPhoto.jpeg()
        }
        photoFile = bytes
        self.photo = try ImageDecoder.decode(bytes)
        photoName = "\(photo?.name ?? "a landscape made from formulas, JPEG"), \(self.photo.width)×\(self.photo.height)"
    }

    /// One scene at one size.
    private struct Job {
        var scene: BenchmarkScene
        var isShown: Bool
    }

    /// Runs all measurements.
    ///
    /// - Parameter progress: called with each scene and size before it is measured.
    /// - Throws: `RenderError` or `BenchmarkError` if a scene can't be drawn at all. Failures on a device are part of the
    ///   result.
    public func run(program: String, progress: (String) -> Void) throws -> BenchmarkResult {
        var result = BenchmarkResult(
            program: program, date: timestamp(), machine: .current(), photo: photoName, repeats: options.repeats, drawers: [],
            copies: [], rows: [], galleries: [], notes: [], failures: [])
        progress("copies of memory")
        describeDrawers(&result)
        let decode = time(5) { _ = try? ImageDecoder.decode(photoFile) }
        for job in jobs { try measure(job, decode: decode, &result, progress) }
        return result
    }

    private var jobs: [Job] {
        let shown = options.scales.min { abs(log2($0)) < abs(log2($1)) }
        var jobs: [Job] = []
        for kind in options.scenes {
            if kind == .shadow {
                let middle = options.sigmas.min { abs(log2($0 / 32)) < abs(log2($1 / 32)) }
                jobs += options.sigmas.map { Job(scene: BenchmarkScene(kind, scale: 1, sigma: $0), isShown: $0 == middle) }
            } else {
                jobs += options.scales.map { Job(scene: BenchmarkScene(kind, scale: $0), isShown: $0 == shown) }
            }
        }
        return jobs
    }

    // MARK: Renderers and copies

    private func describeDrawers(_ result: inout BenchmarkResult) {
        let cpu = Device.processor(threads: options.threads)
        let threads = options.threads
        result.drawers = [
            .init(
                id: "cpu",
                name:
                    "\(result.machine.processor), \(threads) thread\(threads == 1 ? "" : "s"), \(cpu.kernels?.name ?? "") kernels",
                driver: "", isSoftware: false)
        ]
        func addHost(_ threads: Int) {
            result.copies.append(
                .init(
                    drawer: "cpu", kind: "memcpy, \(threads) thread\(threads == 1 ? "" : "s")",
                    gigabytesPerSecond: HostCopy.rate(threads: threads), clock: "host clock"))
        }
        addHost(1)
        if threads > 1 { addHost(threads) }
        for device in devices {
            let id = device.name
            guard let facts = device.facts else { continue }
            result.drawers.append(
                .init(id: id, name: facts.renderer, driver: facts.version, isSoftware: facts.isSoftware))
            do {
                guard let rates = try device.measureCopies(bytes: 256 << 20, repeats: 10) else { continue }
                let clock = rates.method.rawValue
                result.copies.append(.init(drawer: id, kind: "compute kernel", gigabytesPerSecond: rates.kernel, clock: clock))
                result.copies.append(
                    .init(drawer: id, kind: "glCopyBufferSubData", gigabytesPerSecond: rates.command, clock: clock))
                try device.freeBuffers()
            } catch {
                result.notes.append("\(id): copying was not measured: \(oneLine("\(error)"))")
            }
        }
    }

    /// The time that a drawer's fastest copy takes to move as many bytes.
    private func floor(_ bytes: Int, _ drawer: String, _ result: BenchmarkResult) -> Double? {
        let best = result.copies.filter { $0.drawer == drawer }.map(\.gigabytesPerSecond).max() ?? 0
        return best > 0 ? Double(bytes) / (best * 1e6) : nil
    }

    // MARK: One scene

    private func measure(
        _ job: Job, decode: Double?, _ result: inout BenchmarkResult, _ progress: (String) -> Void
    ) throws {
        let (scene, assets) = try prepare(job.scene, &result)
        let text = assets.texts.isEmpty ? nil : time(5) { _ = try? self.assets(scene) }
        let plan = try self.plan(scene, assets)
        progress(
            "\(job.scene.kind.rawValue)\(job.scene.sigma.map { " σ \(plainNumber($0))" } ?? "") \(plan.width)×\(plan.height)")
        func row(_ drawer: String, _ run: (RenderPlan) throws -> Void) throws -> BenchmarkResult.Row? {
            let peakIsOwn = ProcessMemory.resetPeak()
            let before = ProcessMemory.current
            var totals: [Double] = []
            var plans: [Double] = []
            var draws: [Double] = []
            try Repeater(repeats: options.repeats, seconds: options.seconds).run { index in
                let start = ContinuousClock.now
                let plan = try self.plan(scene, assets)
                let planned = ContinuousClock.now
                try run(plan)
                let end = ContinuousClock.now
                guard index > 0 else { return }
                totals.append(start.duration(to: end).inMilliseconds)
                plans.append(start.duration(to: planned).inMilliseconds)
                draws.append(planned.duration(to: end).inMilliseconds)
            }
            guard let samples = Samples(totals), let planning = Samples(plans), let drawing = Samples(draws) else { return nil }
            let peak = ProcessMemory.peak
            let stages = BenchmarkResult.Stages(
                decode: job.scene.showsPhoto ? decode : nil, text: text, plan: planning.median, upload: nil,
                kernels: drawing.median, readback: nil, rest: nil, encode: nil, clock: "host clock")
            return BenchmarkResult.Row(
                scene: job.scene.kind.rawValue, width: plan.width, height: plan.height, sigma: job.scene.sigma, drawer: drawer,
                time: samples, stages: stages, speedUp: 1, peakMemory: peak,
                addedMemory: peakIsOwn ? peak.flatMap { peak in before.map { max(0, peak - $0) } } : nil,
                trafficBytes: plan.trafficBytes, copyFloor: floor(plan.trafficBytes, drawer, result), comparison: nil)
        }
        // A new renderer, so that it holds no memory from larger pictures.
        let cpu = Device.processor(threads: options.threads)
        guard var reference = try row(cpu.name, { _ = try cpu.draw($0) }) else { return }
        let expected = try cpu.draw(plan)
        let encode = time(3) { _ = try? PNGEncoder.encode(expected, options: PNGOptions(effort: .fast)) }
        reference.stages.encode = encode
        result.rows.append(reference)
        var gallery = BenchmarkResult.Gallery(scene: job.scene.kind.rawValue, reference: expected, others: [])
        for device in devices {
            let id = device.name
            do {
                guard var measured = try row(id, { _ = try device.draw($0) }) else { continue }
                guard let picture = try stages(device, plan, &measured) else { continue }
                measured.stages.encode = encode
                measured.speedUp = reference.time.median / measured.time.median
                measured.comparison = BitmapComparison(expected, picture)
                result.rows.append(measured)
                if job.isShown { gallery.others.append((id, picture)) }
                try device.freeBuffers()
            } catch {
                result.failures.append("\(id): \(reference.title): \(oneLine("\(error)"))")
            }
        }
        if options.keepsPictures && job.isShown { result.galleries.append(gallery) }
    }

    /// Measures a device's stages as medians of a few pictures, and returns the last picture.
    private func stages(
        _ device: Device, _ plan: RenderPlan, _ row: inout BenchmarkResult.Row
    ) throws(DeviceError) -> Bitmap? {
        guard var measured = try device.measure(plan) else { return nil }
        var all = [measured.stages]
        // The device is already warm, so the first run counts too.
        try Repeater(repeats: min(6, options.repeats), seconds: options.seconds / 2, least: 1).run { _ throws(DeviceError) in
            guard let again = try device.measure(plan) else { return }
            measured = again
            all.append(measured.stages)
        }
        func median(_ value: (DeviceStages) -> Double) -> Double? { Samples(all.map(value))?.median }
        row.stages.upload = median(\.upload)
        row.stages.kernels = median(\.kernels)
        row.stages.readback = median(\.readback)
        row.stages.rest = median(\.rest)
        row.stages.clock = measured.stages.method.rawValue
        return measured.picture
    }

    // MARK: Material

    private func prepare(
        _ entry: BenchmarkScene, _ result: inout BenchmarkResult
    ) throws -> (Scene, SceneAssets) {
        let size = Size(width: Double(photo.width), height: Double(photo.height))
        let scene = try rethrowing(
            try entry.scene(photoSize: size), as: { BenchmarkError.scene(entry.kind.rawValue, $0) })
        do {
            let assets = try assets(scene)
            for notice in assets.notices { note("\(entry.kind.rawValue): \(notice)", &result) }
            return (scene, assets)
        } catch {
            guard case RenderError.text = error else { throw error }
            note("\(entry.kind.rawValue): drawn without its texts: \(oneLine("\(error)"))", &result)
            let bare = scene.withoutTexts()
            return (bare, try assets(bare))
        }
    }

    private func assets(_ scene: Scene) throws(RenderError) -> SceneAssets {
        try engine.assets(for: scene, images: [BenchmarkScene.photo: photo], shaper: shaper)
    }

    private func plan(_ scene: Scene, _ assets: SceneAssets) throws(RenderError) -> RenderPlan {
        try engine.passes(of: scene, assets, limits: RenderLimits(scene: BenchmarkScene.limits))
    }

    private func note(_ text: String, _ result: inout BenchmarkResult) {
        if !result.notes.contains(text) { result.notes.append(text) }
    }

    /// The median time of a few runs in milliseconds, without the first run.
    private func time(_ repeats: Int, _ body: () -> Void) -> Double? {
        var times: [Double] = []
        Repeater(repeats: min(repeats, options.repeats), seconds: options.seconds / 3).run { index in
            let time = ContinuousClock().measure(body)
            if index > 0 { times.append(time.inMilliseconds) }
        }
        return Samples(times)?.median
    }
}

/// The reason why a benchmark can't run.
public enum BenchmarkError: Error, Sendable, CustomStringConvertible {
    /// A built-in scene is invalid.
    case scene(String, SceneError)

    public var description: String {
        switch self {
        case .scene(let name, let error): "the scene \"\(name)\" of the benchmark: \(error)"
        }
    }
}

func oneLine(_ text: String) -> String { text.split(separator: "\n").joined(separator: "; ") }
