import ArgumentParser
import Penumbra
import PenumbraBatch

/// The drawing and format options of a batch: the same as for single pictures, plus devices.
struct BatchDrawingOptions: ParsableArguments {
    @OptionGroup var shared: DrawingOptions

    @Option(
        help: ArgumentHelp(
            "A GPU, or all; may be repeated. See penumbra doctor.", valueName: "device"))
    var device: [String] = []

    @Flag(help: ArgumentHelp("Make fast PNG files on the GPU, with the same bytes.", visibility: .hidden))
    var encodeOnDevice = false

    @Flag(help: ArgumentHelp("Decode JPEG files on the GPU, after their entropy codes.", visibility: .hidden))
    var decodeOnDevice = false

    @OptionGroup(visibility: .hidden) var motion: BatchMotionOptions
    @OptionGroup(visibility: .hidden) var scale: ScaleOption
    @OptionGroup(visibility: .hidden) var picture: ScenePictureOptions

    func check() throws {
        try PenumbraCLI.check("--scale", scale.scale, Limits.scale)
        try picture.format.checkValues()
        try motion.check()
        for (option, isSet) in [("--encode-on-device", encodeOnDevice), ("--decode-on-device", decodeOnDevice)]
        where isSet && shared.backend == .cpu {
            throw ValidationError("\(option) needs a GPU, the backend is cpu: leave out one of them.")
        }
    }

    func apply(to options: inout BatchOptions) throws {
        try shared.apply(to: &options)
        options.scale = scale.scale
        options.encodesOnDevice = encodeOnDevice
        options.decodesOnDevice = decodeOnDevice
        picture.apply(to: &options)
        motion.apply(to: &options)
        options.motion.quality = picture.format.quality
        if let matte = picture.format.matte?.color.bytes { options.motion.matte = SIMD3(matte.x, matte.y, matte.z) }
    }

    /// Rejects invalid device names without opening a device.
    func checkDevices() throws {
        if shared.backend == .cpu, let name = device.first {
            throw CommandFailure(.usage, "the device \"\(name)\" is a GPU's, the backend is cpu: leave out one of them")
        }
    }

    func devices() throws -> [Device] {
        let (devices, warnings) = try Device.open(shared.backend, named: device)
        for warning in warnings { Notices.write("\(warning)") }
        return devices
    }
}
