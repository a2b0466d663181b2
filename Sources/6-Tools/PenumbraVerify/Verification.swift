import Penumbra
import PenumbraPlan
import PenumbraSystem

/// Draws the embedded corpus with every renderer of this host. Compares the pictures with each other and with the recorded
/// digests.
///
/// The reference is the CPU renderer on one thread, with the kernels that run on every processor. It is compared with the
/// recorded digests; all other renderers are compared with the reference, byte by byte.
public struct Verification {
    /// A renderer to verify.
    private struct Subject {
        var name: String
        var driver = ""
        var draw: (RenderPlan) throws -> Bitmap
    }

    private let engine: Engine
    private let pictures: [(record: CorpusArchive.Record, bitmap: Result<Bitmap, ImageError>)]
    private let scenes: [VerificationScene]
    private let reference: Device
    private let others: [Subject]
    private let repeats: Int

    /// Prepares a verification of the given devices and of the CPU renderers.
    ///
    /// - Parameters:
    ///   - archive: the scenes; the built-in archive, except in tests.
    ///   - threads: numbers of threads for the CPU renderers, with one renderer per kernel build and number. Numbers below 1
    ///     count as 1. The kernels that run on every processor always draw on one thread too, as the reference for all others.
    ///   - repeats: how often everything is drawn; less than 1 counts as 1.
    ///   - tile: the columns and rows of the tiles in which all renderers but the reference draw. Nil draws whole pictures;
    ///     less than 1 counts as 1.
    ///   - devices: the GPUs to verify.
    /// - Throws: `VerificationError` if a scene of the archive can't be read.
    public init(
        archive: CorpusArchive, threads: [Int], repeats: Int = 1, tile: (width: Int, height: Int)? = nil, devices: [Device]
    ) throws(VerificationError) {
        let engine = Engine(threads: 1)
        self.engine = engine
        let reference = Device.processor(threads: 1, kernels: .baseline)
        self.reference = reference
        self.repeats = max(1, repeats)
        var subjects: [Subject] = []
        var pictures: [(record: CorpusArchive.Record, bitmap: Result<Bitmap, ImageError>)] = []
        var byName: [String: Bitmap] = [:]
        var files: [String: [UInt8]] = [:]
        var coefficients: [ObjectIdentifier: Bitmap] = [:]
        for record in archive.records where record.isPicture {
            let bitmap = Result { () throws(ImageError) in try ImageDecoder.decode(record.contents) }
            pictures.append((record, bitmap))
            guard case .success(let bitmap) = bitmap else { continue }
            byName[fileName(record.name)] = bitmap
            files[fileName(record.name)] = record.contents
            coefficients[ObjectIdentifier(bitmap)] = try? ImageDecoder.decodeForDevice(record.contents)
        }
        func add(_ device: Device) {
            let (name, driver) = (Self.name(device), device.facts?.version ?? "")
            guard let tile else {
                subjects.append(Subject(name: name, driver: driver) { try device.draw($0) })
                if !device.isProcessor {
                    subjects.append(
                        Subject(name: "\(name), JPEG and PNG files", driver: driver) { plan in
                            try Self.drawFromAndInFiles(plan, coefficients, on: device)
                        })
                }
                return
            }
            let size = TileSize(width: tile.width, height: tile.height)
            subjects.append(
                Subject(name: "\(name), tiles of \(size)", driver: driver) { plan in
                    try engine.draw(plan, in: size, on: device)
                })
        }
        var counts: [Int] = []
        for count in threads.map({ max(1, $0) }) where !counts.contains(count) { counts.append(count) }
        for count in counts where count > 1 || tile != nil { add(.processor(threads: count, kernels: .baseline)) }
        if Device.processor(threads: 1).kernels?.name != reference.kernels?.name {
            for count in counts { add(.processor(threads: count)) }
        }
        for device in devices { add(device) }
        others = subjects
        var scenes: [VerificationScene] = []
        for record in archive.records where !record.isPicture {
            scenes.append(
                try rethrowing(
                    try VerificationScene(
                        name: record.name, digest: record.digest, contents: record.contents, pictures: byName,
                        files: files),
                    as: { (error: any Error) in VerificationError(scene: record.name, reason: "\(error)") }))
        }
        self.pictures = pictures
        self.scenes = scenes
    }

    /// Draws a plan from JPEGs' coefficients and makes its files on a GPU, and reads the picture from its PNG.
    ///
    /// - Parameter coefficients: the bitmaps that replace a plan's bitmaps.
    /// - Throws: `OtherBytes` if a file of that picture by the processor is another.
    private static func drawFromAndInFiles(
        _ plan: RenderPlan, _ coefficients: [ObjectIdentifier: Bitmap], on device: Device
    ) throws -> Bitmap {
        var plan = plan
        plan.images = plan.images.map { coefficients[ObjectIdentifier($0)] ?? $0 }
        let jpeg = JPEGOptions(chromaSampling: plan.width % 2 == 0 ? .half : .full)
        let files = try device.files(plan, as: [.png(.default), .jpeg(jpeg)])
        guard let png = files[0] else { return try device.draw(plan) }
        let bitmap = try ImageDecoder.decode(png)
        guard try PNGEncoder.encode(bitmap) == png else { throw OtherBytes() }
        if let file = files[1], try JPEGEncoder.encode(bitmap, options: jpeg) != file { throw OtherBytes() }
        return bitmap
    }

    private struct OtherBytes: Error, CustomStringConvertible {
        var description: String { "the file has other bytes than the CPU's file of the same pixels" }
    }

    /// A renderer's name: `CPU, avx2 kernels, 2 threads`, or `egl:0 llvmpipe (LLVM 15.0.6, 256 bits), software GL`.
    public static func name(_ device: Device) -> String {
        if let kernels = device.kernels {
            return "CPU, \(kernels.name) kernels, \(kernels.threads) thread\(kernels.threads == 1 ? "" : "s")"
        }
        guard let facts = device.facts else { return device.name }
        return "\(device.name) \(facts.renderer)\(facts.isSoftware ? ", software GL" : "")"
    }

    /// Draws every scene with every renderer and compares the results.
    ///
    /// - Parameter progress: called before each drawing with the scene's name, the number of finished drawings and the total
    ///   number of drawings.
    public func run(progress: (String, Int, Int) -> Void = { _, _, _ in }) -> VerificationReport {
        var failures: [VerificationReport.Failure] = []
        var decoders = VerificationRow(name: "decoders")
        for (record, result) in pictures {
            var kind: VerificationReport.Kind?
            switch result {
            case .success(let bitmap):
                let digest = bitmap.digest
                if digest != record.digest { kind = .notAsRecorded(digest: digest) }
                decoders.add(record.name, digest, isEqual: kind == nil)
            case .failure(let error):
                kind = .failed("\(error)")
                decoders.add(record.name, nil, isEqual: false)
            }
            if let kind { failures.append(.init(subject: "decoder", scene: record.name, kind: kind)) }
        }
        var rows =
            [VerificationRow(name: Self.name(reference))] + others.map { VerificationRow(name: $0.name, driver: $0.driver) }
        for turn in 0..<repeats {
            for (index, entry) in scenes.enumerated() {
                progress(entry.name, turn * scenes.count + index, repeats * scenes.count)
                do {
                    let plan = try entry.plan(engine)
                    let expected = try reference.draw(plan)
                    let digest = expected.digest
                    if digest != entry.digest {
                        failures.append(
                            .init(subject: Self.name(reference), scene: entry.name, kind: .notAsRecorded(digest: digest)))
                    }
                    rows[0].add(entry.name, digest, isEqual: digest == entry.digest)
                    for (number, subject) in others.enumerated() {
                        let result = Result { try subject.draw(plan) }
                        let kind = Self.fault(result, expected)
                        if let kind { failures.append(.init(subject: subject.name, scene: entry.name, kind: kind)) }
                        rows[number + 1].add(entry.name, kind == nil ? digest : try? result.get().digest, isEqual: kind == nil)
                    }
                } catch {
                    failures.append(.init(subject: "planner", scene: entry.name, kind: .failed("\(error)")))
                }
            }
        }
        return VerificationReport(
            scenes: scenes.count, repeats: repeats, subjects: [Self.name(reference)] + others.map(\.name), failures: failures,
            rows: (pictures.isEmpty ? [] : [decoders]) + rows)
    }

    private static func fault(_ drawn: Result<Bitmap, any Error>, _ expected: Bitmap) -> VerificationReport.Kind? {
        let bitmap: Bitmap
        switch drawn {
        case .success(let picture): bitmap = picture
        case .failure(let error): return .failed("\(error)")
        }
        if bitmap == expected { return nil }
        guard let comparison = BitmapComparison(expected, bitmap) else {
            return .failed("its picture is \(bitmap.width)×\(bitmap.height), not \(expected.width)×\(expected.height)")
        }
        return .differs(comparison)
    }
}

/// The reason why the archive in this program can't be used.
public struct VerificationError: Error, Sendable, CustomStringConvertible {
    public var scene: String
    public var reason: String

    public var description: String { "the embedded scene \(scene) cannot be read: \(reason)" }
}
