import ArgumentParser
import Penumbra

/// The options of commands that draw many pictures, on any number of GPUs.
struct DeviceListOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A GPU, or all; may be repeated. See penumbra doctor.", valueName: "device"))
    var device: [String] = []

    @Flag(
        inversion: .prefixedNo,
        help: ArgumentHelp(
            "Make fast PNG and JPEG files on the GPU, with the same bytes. Default: yes, except on a software GL.",
            visibility: .hidden))
    var encodeOnDevice: Bool?

    @Flag(
        inversion: .prefixedNo,
        help: ArgumentHelp(
            "Decode JPEG files on the GPU. Default: yes, except on a software GL.",
            visibility: .hidden))
    var decodeOnDevice: Bool?

    func check(_ backend: Backend) throws {
        for (option, isSet) in [("--encode-on-device", encodeOnDevice), ("--decode-on-device", decodeOnDevice)]
        where isSet == true && backend == .cpu {
            throw ValidationError("\(option) needs a GPU, the backend is cpu: leave out one of them.")
        }
    }

    /// Rejects invalid device names without opening a device.
    func checkNames(_ backend: Backend) throws {
        if backend == .cpu, let name = device.first {
            throw CommandFailure(.usage, "the device \"\(name)\" is a GPU's, the backend is cpu: leave out one of them")
        }
    }

    /// Opens the devices, and says which are slow.
    func open(_ backend: Backend) throws -> [Device] {
        let (devices, warnings) = try Device.open(backend, named: device)
        for warning in warnings { Notices.write("\(warning)") }
        return devices
    }
}
