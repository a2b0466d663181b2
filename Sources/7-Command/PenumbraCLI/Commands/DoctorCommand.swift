import ArgumentParser
import Penumbra
import PenumbraSystem

struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract:
            "Report devices, fonts, missing packages and limits.",
        discussion: """
            EXAMPLES
              penumbra doctor
              penumbra doctor --json
            """)

    @Flag(help: "Print the result as JSON.") var json = false

    @OptionGroup var limits: LimitOptions

    func run() throws {
        let limits = try self.limits.resolved()
        let cpu = Device.processor().kernels ?? ("", 1)
        let report = Device.report()
        let fonts = InstalledFonts()
        // Measured once for each device and driver.
        let speeds = report.firstHardware == nil ? nil : try? Device.open(.auto).device.model?.speeds
        if json { return print(Self.document(cpu, report, speeds, fonts, limits).prettyPrinted(), terminator: "") }
        print("CPU: \(cpu.threads) thread\(cpu.threads == 1 ? "" : "s"), \(cpu.name) kernels")
        print("\(report)")
        if let device = report.firstHardware {
            print("--backend auto uses egl:\(device.index), \(device.renderer): the first hardware GPU.")
            if let speeds {
                print("It draws single pictures that take the CPU longer, as measured here: \(Self.text(speeds)).")
            }
        } else {
            let software = report.firstSoftware.map { "\($0.renderer) is a software GL, slower than the CPU renderer; " } ?? ""
            print("--backend auto uses the CPU: \(software)no hardware GPU was found.")
        }
        print("Fonts: \(fonts)")
        if let policy = LimitPolicy.file {
            print("Policy: \(oneLine(policy)) (\(LimitPolicy.variable)): \(LimitPolicy.names.joined(separator: ", "))")
        }
        print("Limits:\n\(LimitTable(limits: limits).text)", terminator: "")
    }

    private static func document(
        _ cpu: (name: String, threads: Int), _ report: DeviceReport, _ speeds: DeviceSpeeds?, _ fonts: InstalledFonts,
        _ limits: RenderLimits
    ) -> JSONValue {
        let devices = report.devices.map { device -> JSONValue in
            [
                "name": .string("egl:\(device.index)"), "renderer": .string(device.renderer),
                "isSoftware": .bool(device.isSoftware), "isUsable": .bool(device.isUsable),
                "limits": .string("\(device.limits)"),
            ]
        }
        return [
            "cpu": ["threads": .count(cpu.threads), "kernels": .string(cpu.name)],
            "devices": .array(devices), "problems": .strings(report.problems),
            "speeds": speeds.map(json) ?? .null,
            "auto": .string(report.firstHardware.map { "egl:\($0.index)" } ?? "cpu"),
            "fonts": ["faces": .count(fonts.faces), "sansSerif": fonts.sansSerif.map(JSONValue.string) ?? .null],
            "policy": LimitPolicy.file.map { ["file": .string($0), "limits": .strings(LimitPolicy.names)] } ?? .null,
            "limits": LimitTable(limits: limits).json,
        ]
    }

    private static func text(_ speeds: DeviceSpeeds) -> String {
        func rounded(_ value: Double) -> String { value < 1e9 ? "\(Int(value.rounded()))" : "over a billion" }
        let times = [("start", speeds.start), ("dispatch", speeds.dispatch), ("barrier", speeds.barrier)]
        let rates = [("memory", speeds.memory), ("up", speeds.up), ("down", speeds.down)]
        let parts = times.map { "\($0) \(rounded($1 * 1e6)) µs" } + rates.map { "\($0) \(rounded($1 / 1e9)) GB/s" }
        return parts.joined(separator: ", ")
    }

    private static func json(_ speeds: DeviceSpeeds) -> JSONValue {
        [
            "startSeconds": .number(speeds.start), "dispatchSeconds": .number(speeds.dispatch),
            "barrierSeconds": .number(speeds.barrier), "memoryBytesPerSecond": .number(speeds.memory),
            "upBytesPerSecond": .number(speeds.up), "downBytesPerSecond": .number(speeds.down),
        ]
    }
}
