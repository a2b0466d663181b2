import ArgumentParser
import Penumbra

/// The options that choose the GPUs to compare with the CPU renderer.
struct ComparedDevices: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "egl:N, cuda:N, software, a render node, a PCI id or all.",
            valueName: "device"))
    var device: [String] = []

    @Flag(help: "Include the software GL, which is slow.")
    var software = false

    @Option(help: ArgumentHelp("Folder of shaders, instead of the built-in ones.", valueName: "folder"))
    var shaders: String?

    /// Opens each device once, in the order of `egl:N`.
    ///
    /// - Parameter threads: the threads that copy a picture from a device.
    ///
    /// - Throws: `CommandFailure` with `backendUnavailable` if a named device doesn't exist, or if `--software` finds no
    ///   device.
    func open(threads: Int) throws -> [Device] {
        var options = try Device.options(shaders)
        options.threads = threads
        // Every picture uploads its photo anew, as in a batch of different photos.
        options.imageCacheBytes = 0
        let report = Device.report()
        var chosen: [Int: DeviceFacts] = [:]
        func take(_ device: DeviceFacts) { chosen[device.index] = device }
        if device.isEmpty || device.contains("all") {
            for device in report.devices where device.isUsable && !device.isSoftware { take(device) }
        }
        if software {
            guard let device = report.firstSoftware else {
                throw CommandFailure(.backendUnavailable, "there is no software GL on this host (\(packages))")
            }
            take(device)
        }
        for name in device where name != "all" {
            guard let device = report.device(try DeviceSelector(name)) else {
                let there = report.devices.filter(\.isUsable).map { "egl:\($0.index) \($0.renderer)" }
                throw CommandFailure(
                    .backendUnavailable,
                    "no usable GPU is called \"\(name)\": "
                        + (there.isEmpty
                            ? report.problems.joined(separator: "; ") : "there is " + there.joined(separator: ", ")))
            }
            take(device)
        }
        return try chosen.values.sorted { $0.index < $1.index }.map { try Device(.egl($0.index), options: options) }
    }

    private var packages: String { "apt-get install libegl1 libgles2 libegl-mesa0 libgl1-mesa-dri" }
}
