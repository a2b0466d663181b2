import Penumbra
import PenumbraBatch
import PenumbraEngine
import PenumbraFiles
import PenumbraSystem
import TestSupport
import Testing

/// Tests a batch on several GPUs of one process.
@Suite(.timed, .serialized) struct SeveralDevicesTests {
    let folder: TestFolder

    init() throws { folder = try TestFolder() }

    /// Opens the same kind of device again, with a context and buffers of its own.
    private func device(_ options: DeviceOptions = DeviceOptions()) -> Device? {
        let name: DeviceSelector = Device.report().firstHardware == nil ? .software : .firstHardware
        return try? Device(name, options: options)
    }

    private func manifest(_ count: Int) throws -> String {
        let lines = (0..<count).map { index in
            #"{"scene":{"canvas":{"width":60,"height":40,"background":"white"},"layers":[{"frame":[8,6,\#(20 + index % 17),24],"#
                + #""backgroundColor":"tomato","cornerRadius":\#(index % 9),"shadows":[{"radius":\#(index % 5),"offset":[3,4]}]}]},"#
                + #""output":"\#(index).png"}"#
        }
        return try folder.file("jobs.jsonl", lines.joined(separator: "\n") + "\n")
    }

    private func files(_ count: Int, _ devices: [Device], root: String) throws -> (files: [[UInt8]?], summary: BatchSummary) {
        var options = BatchOptions()
        options.outputRoot = "\(folder.path)/\(root)"
        let batch = Batch(source: .manifest(path: try manifest(count)), options: options, devices: devices)
        let summary = try batch.run { _ in }
        return ((0..<count).map { folder.bytes("\(root)/\($0).png") }, summary)
    }

    /// Both devices draw, every job is drawn once, and the files are those of the processor.
    @Test func devicesShareTheJobs() throws {
        guard let one = device(), let two = device() else { return }
        let count = 200
        let expected = try files(count, [], root: "cpu")
        let shared = try files(count, [one, two], root: "gpu")
        #expect(shared.files == expected.files && !shared.files.contains { $0 == nil })
        let drawn = [one, two].map { $0.counts?.pictures ?? 0 }
        #expect(drawn.allSatisfy { $0 > 0 }, "\(drawn)")
        #expect(drawn.reduce(0, +) == count, "\(drawn)")
    }

    /// A device whose shaders don't compile draws nothing, and its jobs are drawn all the same.
    @Test func failingDeviceLosesNoJob() throws {
        let shaders = Repository.root + "/Shaders"
        try folder.make(folder: "shaders")
        for name in try #require(fileNames(in: shaders)) {
            let text = name == "fill_mesh.comp" ? Array("#error broken\n".utf8) : try FileReader.read("\(shaders)/\(name)")
            try folder.file("shaders/\(name)", text)
        }
        guard let good = device(), let bad = device(try Device.options("\(folder.path)/shaders")) else { return }
        let count = 60
        let expected = try files(count, [], root: "cpu")
        let shared = try files(count, [bad, good], root: "gpu")
        #expect(shared.files == expected.files && !shared.files.contains { $0 == nil })
    }

    @Test func deviceNamedTwiceIsOpenedOnce() throws {
        guard let index = Device.report().devices.first(where: \.isUsable)?.index else { return }
        let devices = try Device.open(.gpu, named: ["egl:\(index)", "egl:\(index)"]).devices
        #expect(devices.count == 1)
    }
}
