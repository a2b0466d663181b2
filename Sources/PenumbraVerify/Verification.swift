import PenumbraBitmap
import PenumbraCPU
import PenumbraCodecs
import PenumbraDigest
import PenumbraEffects
import PenumbraGPU
import PenumbraPlan
import PenumbraScene

/// Draws the embedded corpus with every renderer of this host and compares the pictures with each other and with what was recorded.
///
/// The CPU renderer with the kernels that every processor has, on one thread, is compared with the recorded digests; all others
/// are compared with it, byte by byte.
public struct Verification {
    /// Something that draws.
    private struct Subject {
        var name: String
        var draw: (RenderPlan) throws -> Bitmap
    }

    private let pictures: [(record: CorpusArchive.Record, bitmap: Result<Bitmap, ImageError>)]
    private let scenes: [VerificationScene]
    private let reference: CPURenderer
    private let others: [Subject]

    /// - Parameters:
    ///   - archive: the scenes; those built in unless a test brings its own.
    ///   - threads: of the CPU renderers that use several; less than 2 counts as 2.
    ///   - devices: the GPUs to verify.
    /// - Throws: `VerificationError` where a scene of the archive cannot be read.
    public init(archive: CorpusArchive, threads: Int, devices: [GPURenderer]) throws(VerificationError) {
        let several = max(2, threads)
        reference = CPURenderer(threads: 1, kernels: .baseline)
        var subjects: [Subject] = []
        func add(_ renderer: CPURenderer) {
            subjects.append(Subject(name: Self.name(renderer)) { renderer.execute($0) })
        }
        add(CPURenderer(threads: several, kernels: .baseline))
        let best = CPURenderer(threads: 1)
        if best.kernelName != reference.kernelName {
            add(best)
            add(CPURenderer(threads: several))
        }
        for device in devices {
            subjects.append(Subject(name: Self.name(device.device)) { try device.execute($0) })
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

    /// `CPU, avx2 kernels, 2 threads`.
    private static func name(_ renderer: CPURenderer) -> String {
        "CPU, \(renderer.kernelName) kernels, \(renderer.threads) thread\(renderer.threads == 1 ? "" : "s")"
    }

    /// `egl:0 llvmpipe (LLVM 15.0.6, 256 bits), software GL`.
    public static func name(_ device: GPUDevice) -> String {
        "egl:\(device.index) \(device.renderer)\(device.isSoftware ? ", software GL" : "")"
    }

    /// - Parameter progress: told of each scene that is about to be drawn, with how many are done.
    public func run(progress: (String, Int, Int) -> Void = { _, _, _ in }) -> VerificationReport {
        var failures: [VerificationReport.Failure] = []
        for (record, result) in pictures {
            switch result {
            case .success(let bitmap):
                let digest = bitmap.digest
                if digest != record.digest {
                    failures.append(.init(subject: "decoder", scene: record.name, kind: .notAsRecorded(digest: digest)))
                }
            case .failure(let error):
                failures.append(.init(subject: "decoder", scene: record.name, kind: .failed("\(error)")))
            }
        }
        for (index, entry) in scenes.enumerated() {
            progress(entry.name, index, scenes.count)
            do {
                let plan = try entry.plan()
                let expected = reference.execute(plan)
                let digest = expected.digest
                if digest != entry.digest {
                    failures.append(
                        .init(subject: Self.name(reference), scene: entry.name, kind: .notAsRecorded(digest: digest)))
                }
                for subject in others {
                    if let kind = Self.fault(of: subject, plan, expected) {
                        failures.append(.init(subject: subject.name, scene: entry.name, kind: kind))
                    }
                }
            } catch {
                failures.append(.init(subject: "planner", scene: entry.name, kind: .failed("\(error)")))
            }
        }
        return VerificationReport(
            scenes: scenes.count, subjects: [Self.name(reference)] + others.map(\.name), failures: failures)
    }

    private static func fault(of subject: Subject, _ plan: RenderPlan, _ expected: Bitmap) -> VerificationReport.Kind? {
        let bitmap: Bitmap
        do {
            bitmap = try subject.draw(plan)
        } catch {
            return .failed("\(error)")
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
