import Glibc
import Penumbra
import PenumbraBatch
import PenumbraEngine
import PenumbraSystem
import TestSupport
import Testing

/// Tests batches on a GPU that is reset again and again.
@Suite(.timed) struct LostDeviceTests {
    /// Several groups may be in progress when the device is given up, and threads may wait for more. The processor draws the
    /// pictures of all groups and all later ones. If the first fence fails, no picture is ever drawn. Four pictures are then
    /// too few for all threads of the device, so some wait when it is given up.
    @Test(.needsSoftwareGL, .needsCompiler, arguments: Tier.isFull ? [1, 9, 15] : [1, 9], [1, 4, 20, 160])
    func cpuDrawsThePicturesOfAnAbandonedDevice(fence: Int32, count: Int) throws {
        let folder = try TestFolder()
        let library = "\(folder.path)/libegl_faults.so"
        try #require(buildFaultyEGL(library), "no C compiler: apt-get install gcc")
        let handle = try #require(dlopen(library, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE))
        let symbol = try #require(dlsym(handle, "faults_arm"))
        let arm = unsafeBitCast(symbol, to: (@convention(c) (Int32, Int32, Int32, Int32) -> Void).self)
        var options = DeviceOptions()
        (options.libraryName, options.programCacheDirectory) = (library, nil)
        let device = try Device(.software, options: options)

        let jobs = (0..<count).map { index in
            #"{"scene":{"canvas":{"width":\#(20 + index % 7),"height":24},"layers":[{"frame":[3,3,\#(4 + index % 9),12],"#
                + #""backgroundColor":"red","shadows":[{"radius":2}]}]},"output":"\#(index).png"}"#
        }
        let manifest = try folder.file("jobs.jsonl", jobs.joined(separator: "\n"))
        func run(_ devices: [Device], to output: String) throws -> BatchSummary {
            var options = BatchOptions()
            options.outputRoot = "\(folder.path)/\(output)"
            options.threads = 3
            return try Batch(source: .manifest(path: manifest), options: options, devices: devices).run()
        }
        // Every fence from this one on resets the device.
        let resetAtFence: Int32 = 6
        arm(resetAtFence, fence, 1, 0)
        let summary = try run([device], to: "lost")
        arm(0, 1, 0, 0)
        #expect(summary.done == count && summary.failed == 0)
        // A device is given up after three resets, if there are as many pictures.
        if fence == 1 || count == 160 {
            #expect(summary.givenUpDevices == (count < 3 ? [] : [device.name]))
            #expect(summary.devices[Device.processorName] ?? 0 > 0, "\(summary.devices)")
        }
        _ = try run([], to: "whole")
        for index in 0..<count {
            let file = folder.bytes("lost/\(index).png")
            #expect(file != nil && file == folder.bytes("whole/\(index).png"), "picture \(index)")
        }
    }
}
