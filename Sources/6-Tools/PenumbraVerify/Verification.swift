import PenumbraBitmap
import PenumbraCPU
import PenumbraCodecs
import PenumbraGPU
import PenumbraGeometry
import PenumbraPlan
import PenumbraPlanning
import PenumbraScene
import PenumbraSystem

/// Draws the embedded corpus with every renderer of this host and compares the pictures with each other and with what was
/// recorded.
///
/// The CPU renderer with the kernels that every processor has, on one thread, is compared with the recorded digests; all others
/// are compared with it, byte by byte.
public struct Verification {
    /// Something that draws.
    private struct Subject {
        var name: String
        var driver = ""
        var draw: (RenderPlan) throws -> Bitmap
    }

    private let pictures: [(record: CorpusArchive.Record, bitmap: Result<Bitmap, ImageError>)]
    private let scenes: [VerificationScene]
    private let reference: CPURenderer
    private let others: [Subject]
    private let repeats: Int

    /// - Parameters:
    ///   - archive: the scenes; those built in unless a test brings its own.
    ///   - threads: how many threads CPU renderers draw on, one renderer of each build of the kernels for each number; less
    ///     than 1 counts as 1. The kernels of every processor always draw on one thread too, since all others are compared with
    ///     them.
    ///   - repeats: how often everything is drawn; less than 1 counts as 1.
    ///   - tile: columns and rows of the tiles that all but the reference draw in; nil for whole pictures, less than 1 counts
    ///     as 1.
    ///   - devices: the GPUs to verify.
    /// - Throws: `VerificationError` where a scene of the archive cannot be read.
    public init(
        archive: CorpusArchive, threads: [Int], repeats: Int = 1, tile: (width: Int, height: Int)? = nil, devices: [GPURenderer]
    ) throws(VerificationError) {
        reference = CPURenderer(threads: 1, kernels: .baseline)
        self.repeats = max(1, repeats)
        var subjects: [Subject] = []
        func add(_ name: String, driver: String = "", _ draw: @escaping (RenderPlan) throws -> Bitmap) {
            guard let tile else { return subjects.append(Subject(name: name, driver: driver, draw: draw)) }
            let (width, height) = (max(1, tile.width), max(1, tile.height))
            subjects.append(
                Subject(name: "\(name), tiles of \(width)×\(height)", driver: driver) {
                    try Self.drawTiles($0, width: width, height: height, draw)
                })
        }
        func addProcessor(_ renderer: CPURenderer) { add(Self.name(renderer)) { try renderer.execute($0) } }
        var counts: [Int] = []
        for count in threads.map({ max(1, $0) }) where !counts.contains(count) { counts.append(count) }
        for count in counts where count > 1 || tile != nil { addProcessor(CPURenderer(threads: count, kernels: .baseline)) }
        if CPURenderer(threads: 1).kernelName != reference.kernelName {
            for count in counts { addProcessor(CPURenderer(threads: count)) }
        }
        for device in devices {
            add(Self.name(device.device), driver: device.device.version) { try device.execute($0) }
        }
        others = subjects
        var pictures: [(record: CorpusArchive.Record, bitmap: Result<Bitmap, ImageError>)] = []
        var byName: [String: Bitmap] = [:]
        var scenes: [VerificationScene] = []
        for record in archive.records where record.name.hasPrefix("pictures/") {
            let bitmap = Result { () throws(ImageError) in try ImageDecoder.decode(record.contents) }
            pictures.append((record, bitmap))
            if case .success(let bitmap) = bitmap { byName[fileName(record.name)] = bitmap }
        }
        for record in archive.records where !record.name.hasPrefix("pictures/") {
            do {
                scenes.append(
                    try VerificationScene(
                        name: record.name, digest: record.digest, contents: record.contents, pictures: byName))
            } catch {
                throw VerificationError(scene: record.name, reason: "\(error)")
            }
        }
        self.pictures = pictures
        self.scenes = scenes
    }

    /// Draws a picture in tiles, each from a plan of its own.
    private static func drawTiles(
        _ plan: RenderPlan, width: Int, height: Int, _ draw: (RenderPlan) throws -> Bitmap
    ) throws -> Bitmap {
        try Bitmap(width: plan.width, height: plan.height) { pixels in
            for y in stride(from: 0, to: plan.height, by: height) {
                for x in stride(from: 0, to: plan.width, by: width) {
                    let tile = PixelRect(x: x, y: y, width: min(width, plan.width - x), height: min(height, plan.height - y))
                    let (part, bounds) = plan.cropped(to: tile)
                    let bitmap = try draw(part)
                    for row in 0..<tile.height {
                        let from = 4 * ((y - bounds.y + row) * bounds.width + x - bounds.x)
                        let source = bitmap.pixels[from..<(from + 4 * tile.width)]
                        let to = 4 * ((y + row) * plan.width + x)
                        _ = UnsafeMutableBufferPointer(rebasing: pixels[to..<(to + source.count)]).update(
                            fromContentsOf: source)
                    }
                }
            }
        }
    }

    /// `CPU, avx2 kernels, 2 threads`.
    private static func name(_ renderer: CPURenderer) -> String {
        "CPU, \(renderer.kernelName) kernels, \(renderer.threads) thread\(renderer.threads == 1 ? "" : "s")"
    }

    /// `egl:0 llvmpipe (LLVM 15.0.6, 256 bits), software GL`.
    public static func name(_ device: GPUDevice) -> String {
        "egl:\(device.index) \(device.renderer)\(device.isSoftware ? ", software GL" : "")"
    }

    /// - Parameter progress: told of each scene that is about to be drawn, with how many drawings are done and how many there
    ///   will be.
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
                    let plan = try entry.plan()
                    let expected = try reference.execute(plan)
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

/// Why the archive in this program cannot be used.
public struct VerificationError: Error, Sendable, CustomStringConvertible {
    public var scene: String
    public var reason: String

    public var description: String { "the embedded scene \(scene) cannot be read: \(reason)" }
}
