import Penumbra
import PenumbraBatch
import PenumbraEngine
import PenumbraFiles
import PenumbraService
import PenumbraSystem
import Synchronization
import TestSupport
import Testing

/// Tests a service that draws on GPUs.
@Suite(.timed, .serialized) struct ServiceDeviceTests {
    private func device(_ options: DeviceOptions = DeviceOptions()) -> Device? {
        let name: DeviceSelector = Device.report().firstHardware == nil ? .software : .firstHardware
        return try? Device(name, options: options)
    }

    /// A device with a broken shader, which draws nothing.
    private func brokenDevice(_ folder: TestFolder) throws -> Device? {
        let shaders = Repository.root + "/Shaders"
        try folder.make(folder: "shaders")
        for name in try #require(fileNames(in: shaders)) {
            let text = name == "fill_mesh.comp" ? Array("#error broken\n".utf8) : try FileReader.read("\(shaders)/\(name)")
            try folder.file("shaders/\(name)", text)
        }
        return device(try Device.options("\(folder.path)/shaders"))
    }

    /// Asks for different cards on many connections at once.
    private func cards(_ count: Int, _ service: RunningService) throws -> [[UInt8]] {
        let files = PenumbraSystem.Mutex([Int: [UInt8]]())
        let next = Atomic(0)
        let threads = WorkerThreads.start(16) {
            while true {
                let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
                guard index < count else { return }
                let body = (try? service.ask(Self.target(index)))?.body ?? []
                files.withLock { $0[index] = body }
            }
        }
        for thread in threads { thread.join() }
        return files.withLock { files in (0..<count).map { files[$0] ?? [] } }
    }

    /// Every third card is a JPEG.
    private static func target(_ index: Int) -> String {
        "/card.\(index % 3 == 2 ? "jpg" : "png")?radius=\(index % 9 + 1)&color=%23ff00\(index + 16)"
    }

    private static func file(_ index: Int) throws -> [UInt8] {
        try RunningService.file(
            parameters: ["radius": .number(Double(index % 9 + 1)), "color": .string("#ff00\(index + 16)")],
            as: index % 3 == 2 ? .jpeg : .png)
    }

    /// Pictures of many clients are drawn in groups, with the bytes of the processor.
    @Test(arguments: [false, true])
    func servicePicturesAreDrawnInGroups(encodesOnDevice: Bool) throws {
        guard let device = device() else { return }
        let service = try RunningService { options, _ in
            options.painter.devices = [device]
            options.painter.encodesOnDevice = encodesOnDevice
        }
        let count = 60
        let files = try cards(count, service)
        for index in 0..<count { #expect(files[index] == (try Self.file(index)), "card \(index)") }
        #expect(try service.metric("penumbra_gpu_pictures_total") == count)
        let counts = try #require(device.counts)
        #expect(counts.pictures == count)
        #expect(counts.groups < count, "\(counts.groups) groups")
        #expect((counts.readBackBytes < count * 40 * 30 * 4) == encodesOnDevice, "\(counts.readBackBytes) bytes")
        service.end()
    }

    @Test func devicesShareTheServicePictures() throws {
        guard let one = device(), let two = device() else { return }
        let service = try RunningService { options, _ in options.painter.devices = [one, two] }
        let count = 60
        let files = try cards(count, service)
        for index in 0..<count { #expect(files[index] == (try Self.file(index)), "card \(index)") }
        let drawn = [one, two].map { $0.counts?.pictures ?? 0 }
        #expect(drawn.reduce(0, +) == count, "\(drawn)")
    }

    /// The processor draws what a device can't.
    @Test func failingDeviceLosesNoServicePicture() throws {
        let folder = try TestFolder()
        guard let broken = try brokenDevice(folder) else { return }
        let service = try RunningService { options, _ in options.painter.devices = [broken] }
        let files = try cards(20, service)
        for index in 0..<20 { #expect(files[index] == (try Self.file(index)), "card \(index)") }
        service.end()
        #expect(service.log.contains("drawn on the CPU"), "\(service.log)")
    }

    /// Where memory holds few pictures at a time, all pictures are drawn, one after another.
    @Test func servicePicturesWaitForMemory() throws {
        guard let device = device() else { return }
        let service = try RunningService { options, _ in
            options.painter.devices = [device]
            options.painter.threads = 1
            options.painter.limits.memory = 8 << 20
        }
        let files = try cards(20, service)
        for index in 0..<20 { #expect(files[index] == (try Self.file(index)), "card \(index)") }
        let counts = try #require(device.counts)
        #expect(counts.pictures == 20)
    }

    /// A picture beyond its deadline gets 504 from a device too, and doesn't stop the next one.
    @Test func latePicturesOfADeviceAreAnsweredWith504() throws {
        guard let device = device() else { return }
        let service = try RunningService { options, _ in
            options.painter.devices = [device]
            options.painter.seconds = 0.000_001
        }
        #expect(try service.ask("/card.png").status == 504)
        #expect(try service.ask("/card.png?radius=4").status == 504)
        service.end()
    }
}
