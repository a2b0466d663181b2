import ArgumentParser
import Penumbra
import PenumbraBatch

/// The drawing and format options of a batch: the same as for single pictures, plus devices.
struct BatchDrawingOptions: ParsableArguments {
    @OptionGroup var shared: DrawingOptions

    @OptionGroup var devices: DeviceListOptions

    @OptionGroup(visibility: .hidden) var motion: BatchMotionOptions
    @OptionGroup(visibility: .hidden) var scale: ScaleOption
    @OptionGroup(visibility: .hidden) var picture: ScenePictureOptions

    func check() throws {
        try PenumbraCLI.check("--scale", scale.scale, Limits.scale)
        try picture.format.checkValues()
        try motion.check()
        try devices.check(shared.backend)
    }

    func apply(to options: inout BatchOptions) throws {
        try shared.apply(to: &options)
        options.scale = scale.scale
        options.encodesOnDevice = devices.encodeOnDevice
        options.decodesOnDevice = devices.decodeOnDevice
        picture.apply(to: &options)
        motion.apply(to: &options)
        options.motion.quality = picture.format.quality
        if let matte = picture.format.matte?.color.bytes { options.motion.matte = SIMD3(matte.x, matte.y, matte.z) }
    }
}
