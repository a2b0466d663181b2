import Glibc
import Penumbra
import PenumbraBatch
import PenumbraCodecs
import PenumbraEngine
import PenumbraJSON
import PenumbraPlan
import PenumbraScene
import PenumbraSystem
import TestSupport
import Testing

/// Tests jobs and the memory that they may use together.
@Suite(.timed, .serialized) struct BatchMemoryTests {
    let folder: TestFolder

    init() throws { folder = try TestFolder() }

    /// Software GL if there is no other device; empty if there is no GL at all.
    private static let gpu: [Device] = ((try? Device.open(.gpu, named: [])) ?? ([], [])).devices

    private struct Outcome {
        var summary: BatchSummary
        var failures: [Int: String]
        var done: Set<String>
    }

    private func run(_ manifest: String, devices: [Device] = [], _ change: (inout BatchOptions) -> Void) throws -> Outcome {
        var options = BatchOptions()
        options.outputRoot = "\(folder.path)/out"
        change(&options)
        let seen = Mutex((failures: [Int: String](), done: Set<String>()))
        let batch = Batch(source: .manifest(path: try folder.file("jobs.jsonl", manifest)), options: options, devices: devices)
        let summary = try batch.run { event in
            seen.withLock { seen in
                switch event {
                case .failed(let failure): seen.failures[failure.line] = "\(failure.error)"
                case .done(_, let output): seen.done.insert(output)
                default: break
                }
            }
        }
        let (failures, done) = seen.withLock { $0 }
        return Outcome(summary: summary, failures: failures, done: done)
    }

    private func line(_ output: String, width: Int, height: Int, blur: Int = 0) -> String {
        let layer =
            #"{"frame":[2,2,\#(width / 2),\#(height / 2)],"backgroundColor":"red","shadows":[{"radius":\#(blur),"opacity":0.5}]}"#
        return #"{"scene":{"canvas":{"width":\#(width),"height":\#(height)},"layers":[\#(layer)]},"output":"\#(output)"}"#
            + "\n"
    }

    /// Files of several formats and sizes, some of them of a card with alpha, are the same by device and by processor.
    @Test(arguments: [false, true]) func batchFilesMadeOnADeviceEqualCPUFiles(trims: Bool) throws {
        try #require(!Self.gpu.isEmpty)
        func job(_ name: String, _ width: Int, _ height: Int, alpha: String) -> String {
            #"{"scene":{"canvas":{"width":\#(width),"height":\#(height),"scale":2,"background":"rgb(20 90 200\#(alpha))"},"#
                + #""layers":[{"frame":[9,9,20,12],"cornerRadius":4,"backgroundColor":"red","shadows":[{"radius":3}]}]},"#
                + #""output":"\#(name)"}"# + "\n"
        }
        let names = (0..<12).map { "\($0).\($0 % 5 == 4 ? "jpg" : $0 % 5 == 3 ? "webp" : "png")" }
        let manifest = names.enumerated().map { job($1, 40 + 61 * $0, 30, alpha: $0 % 2 == 0 ? "" : " / 0.5") }.joined()
        var files: [[[UInt8]?]] = []
        for encodesOnDevice in [false, true] {
            let outcome = try run(manifest, devices: Self.gpu) {
                $0.trims = trims
                $0.encodesOnDevice = encodesOnDevice
            }
            #expect(outcome.done.count == names.count, "\(outcome.failures)")
            files.append(names.map { folder.bytes("out/\($0)") })
            for name in names { unlink("\(folder.path)/out/\(name)") }
        }
        #expect(files[0] == files[1] && !files[0].contains { $0 == nil })
    }

    /// Photos that a device decodes, also damaged and unusual photos, give the files or the errors of the processor.
    @Test func batchPhotosDecodedOnADeviceEqualCPUResults() throws {
        try #require(!Self.gpu.isEmpty)
        var manifest = ""
        var names: [String] = []
        for seed in UInt64(0)..<24 {
            var random = SeededGenerator(seed: seed)
            let sampling = JPEGFile.Sampling.allCases[Int(seed) % JPEGFile.Sampling.allCases.count]
            guard var photo = JPEGFile.random(sampling, largest: 200, using: &random)?.bytes else { continue }
            if seed % 6 == 5 { photo.removeLast(photo.count / 2) }
            _ = try folder.file("photo-\(seed).jpg", photo)
            // Each photo twice, whole and cropped.
            for (turn, mode) in ["resizeAspect", "topRight"].enumerated() {
                names.append("\(seed)-\(turn).png")
                manifest +=
                    #"{"scene":{"canvas":{"width":90,"height":70},"layers":[{"type":"image","frame":[5,5,80,60],"cornerRadius":9,"#
                    + #""contents":"photo-\#(seed).jpg","contentsGravity":"\#(mode)","masksToBounds":true}]},"output":"\#(names.last ?? "")"}"#
                    + "\n"
            }
        }
        var files: [[[UInt8]?]] = []
        var errors: [[Int: String]] = []
        for decodesOnDevice in [false, true] {
            let outcome = try run(manifest, devices: Self.gpu) {
                $0.decodesOnDevice = decodesOnDevice
                $0.encodesOnDevice = true
            }
            files.append(names.map { folder.bytes("out/\($0)") })
            errors.append(outcome.failures)
            for name in names { unlink("\(folder.path)/out/\(name)") }
        }
        #expect(files[0] == files[1] && errors[0] == errors[1])
        #expect(files[0].contains { $0 != nil } && !errors[0].isEmpty)
    }

    @Test func fileLargerThanTheBudgetIsNotRead() throws {
        let watch = HangWatch()
        defer { watch.end() }
        // A PNG signature followed by nothing: the whole file would be read before its header is checked.
        try folder.file("big.png", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        try #require(truncate("\(folder.path)/big.png", 400 << 20) == 0)
        let layer = #"{"type":"image","frame":[0,0,9,9],"contents":"\#(folder.path)/big.png"}"#
        let manifest =
            #"{"scene":{"canvas":{"width":9,"height":9},"layers":[\#(layer)]},"output":"a.png"}"# + "\n"
            + line("b.png", width: 10, height: 10)
        let outcome = try run(manifest) {
            $0.memory = 100 << 20
            $0.threads = 1
        }
        #expect(
            outcome.done == ["b.png"]
                && outcome.failures[1]?.contains("more than the allowed 100M; raise the limit memory") == true,
            "\(outcome.failures)")
        let limited = try run(manifest) {
            $0.memory = 1 << 30
            $0.limits.images.maximumFileBytes = 300 << 20
        }
        #expect(limited.failures[1]?.contains("the limit pictureFileSize") == true, "\(limited.failures)")
    }

    @Test func jobLargerThanTheBudgetIsRefusedByName() throws {
        let watch = HangWatch()
        defer { watch.end() }
        let manifest =
            line("a.png", width: 10, height: 10) + line("big.png", width: 4000, height: 4000)
            + line("b.png", width: 10, height: 10)
        for threads in [1, 3] {
            let outcome = try run(manifest) {
                $0.memory = 40 << 20
                $0.threads = threads
            }
            #expect(outcome.done == ["a.png", "b.png"] && outcome.failures.keys.sorted() == [2])
            #expect(
                outcome.failures[2]?.contains("more than the allowed 40M; raise the limit memory") == true,
                "\(outcome.failures)")
            #expect(outcome.summary.isComplete && outcome.summary.jobs == 3)
        }
    }

    @Test func manyLargeJobsUnderASmallBudgetFinish() throws {
        let watch = HangWatch()
        defer { watch.end() }
        let manifest = (0..<12).map { line("\($0).png", width: 900, height: 700, blur: 20) }.joined()
        let outcome = try run(manifest) {
            $0.memory = 24 << 20
            $0.threads = 8
        }
        #expect(outcome.done.count == 12 && outcome.failures.isEmpty)
    }

    @Test func batchWithoutMemoryRefusesEachJobAndEnds() throws {
        let watch = HangWatch()
        defer { watch.end() }
        let outcome = try run((0..<20).map { line("\($0).png", width: 20, height: 20) }.joined()) {
            $0.memory = 1
            $0.threads = 4
        }
        #expect(outcome.failures.count == 20 && outcome.done.isEmpty && outcome.summary.isComplete)
    }

    /// Every job is done or rejected for its memory, whatever the budget, the number of threads and the device.
    @Test func batchWithATinyBudgetNeverHangs() throws {
        let watch = HangWatch()
        defer { watch.end() }
        let scene =
            #"{"parameters":{"w":9,"h":9,"r":0},"canvas":{"width":"${w}","height":"${h}"},"layers":[{"frame":[1,1,20,20],"backgroundColor":"lime","shadows":[{"radius":"${r}"}]},{"type":"text","frame":[0,0,40,20],"string":"a"}]}"#
        try folder.file("s.json", scene)
        var reference: [String: [UInt8]] = [:]
        for seed in 0..<24 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            let usesGPU = !Self.gpu.isEmpty && seed % 4 == 3
            let budget = random.integer(1...40) << 20
            let threads = random.integer(1...8)
            var sizes: [String: String] = [:]
            let manifest = (0..<random.integer(1...40)).map { number -> String in
                let (w, h) = (
                    random.integer(1...(random.chance(0.2) ? 900 : 90)), random.integer(1...(random.chance(0.2) ? 900 : 90))
                )
                let values = #"{"w":\#(w),"h":\#(h),"r":\#(random.integer(0...9))}"#
                let ending = random.chance(0.7) ? "png" : "jpg"
                sizes["\(seed)/\(number).\(ending)"] = values + ending
                return #"{"scene":"s.json","parameters":\#(values),"output":"\#(seed)/\#(number).\#(ending)"}"# + "\n"
            }.joined()
            let outcome = try run(manifest, devices: usesGPU ? Self.gpu : []) {
                $0.memory = budget
                $0.threads = threads
                $0.cacheMemory = random.integer(0...2) << 20
                $0.encodesOnDevice = random.chance(0.5)
                $0.decodesOnDevice = random.chance(0.5)
            }
            #expect(outcome.summary.isComplete, "seed \(seed)")
            #expect(outcome.done.count + outcome.failures.count == sizes.count, "seed \(seed)")
            #expect(outcome.failures.values.allSatisfy { $0.contains("the limit memory") }, "seed \(seed): \(outcome.failures)")
            // The same scene gives the same bytes, whatever the budget and the device.
            for output in outcome.done {
                guard let bytes = folder.bytes("out/\(output)"), let values = sizes[output] else {
                    Issue.record("seed \(seed): \(output) is missing")
                    continue
                }
                if let known = reference[values] {
                    #expect(known == bytes, "seed \(seed): \(output)")
                } else {
                    reference[values] = bytes
                }
            }
        }
    }

    @Test func stoppedBatchLeavesWholeFilesAndCanBeResumed() throws {
        let watch = HangWatch()
        defer { watch.end() }
        let count = 60
        let manifest = (0..<count).map { line("\($0).png", width: 300, height: 200, blur: 9) }.joined()
        for threads in [1, 4] {
            let stop = StopSignal()
            var options = BatchOptions()
            options.outputRoot = "\(folder.path)/stopped-\(threads)"
            options.threads = threads
            options.memory = 8 << 20
            options.resumes = true
            let source = JobSource.manifest(path: try folder.file("jobs.jsonl", manifest))
            let done = Mutex(0)
            let first = try Batch(source: source, options: options).run(stop: stop) { event in
                if case .done = event,
                    done.withLock({
                        $0 += 1
                        return $0
                    }) == 5
                {
                    stop.set()
                }
            }
            #expect(!first.isComplete && first.done >= 5 && first.done < count, "\(first)")
            let second = try Batch(source: source, options: options).run()
            #expect(second.isComplete && second.skipped == first.done && second.done == count - first.done)
            // The output equals that of an undisturbed run.
            options.outputRoot = "\(folder.path)/calm-\(threads)"
            #expect(try Batch(source: source, options: options).run().done == count)
            for number in 0..<count {
                #expect(folder.bytes("stopped-\(threads)/\(number).png") == folder.bytes("calm-\(threads)/\(number).png"))
            }
        }
    }
}
