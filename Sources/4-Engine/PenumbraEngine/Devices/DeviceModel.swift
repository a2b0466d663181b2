import PenumbraGPU
import PenumbraPlan

/// The speed of a GPU, measured once and kept beside its compiled programs.
package typealias DeviceSpeeds = GPUSpeeds

/// How long the processors and a GPU take for a plan. `--backend auto` draws on whichever takes less.
package struct DeviceModel: Sendable {
    package let speeds: DeviceSpeeds
    /// The processor's threads that would draw the plan.
    package let threads: Int

    package init(_ speeds: DeviceSpeeds, threads: Int) { (self.speeds, self.threads) = (speeds, threads) }

    /// The bytes that one core moves in a nanosecond, as the work of passes is counted.
    private static let bytesOfWork = 12.0
    /// The part of drawing that more threads don't make faster, because they share caches and memory. Two threads were 1.7
    /// times as fast as one, and 16 between 1.2 and 4.3 times.
    private static let shared = 0.2
    /// The dispatches that make a finished plan's rows.
    private static let finishing = 2

    /// Estimates the time of a plan.
    ///
    /// - Parameter bytesDown: the bytes that come back from a GPU. Nil means those of a bitmap.
    package func estimate(_ plan: RenderPlan, bytesDown: Int? = nil) -> Estimate {
        // Planning and ordering passes takes the same time for any device.
        let work = Double(plan.work - plan.passes.count * Pass.workOfAny)
        let processor = work / 1e9 * (Self.shared + (1 - Self.shared) / Double(max(1, threads)))
        let dispatches = Double(plan.passes.count + Self.finishing)
        let up = plan.images.reduce(plan.bytesOfTables) { $0 + $1.byteCount }
        // Passes may all depend on each other.
        let device =
            speeds.start + dispatches * (speeds.dispatch + speeds.barrier) + work * Self.bytesOfWork / speeds.memory
            + Double(up) / speeds.up + Double(bytesDown ?? plan.pictureBytes) / speeds.down
        return Estimate(processor: processor, device: device)
    }

    /// The seconds that a plan is expected to take.
    package struct Estimate: Hashable, Sendable {
        package let processor: Double
        package let device: Double

        package var prefersDevice: Bool { device < processor }
    }
}

extension DeviceModel.Estimate {
    /// The reason for a choice: `1.2 ms expected, 3.4 ms on egl:0`.
    package func reason(_ device: String) -> String {
        func milliseconds(_ seconds: Double) -> String {
            let tenths = (seconds * 1e4).rounded()
            guard tenths < 1e9 else { return "over a day" }
            return "\(Int(tenths) / 10).\(Int(tenths) % 10) ms"
        }
        return prefersDevice
            ? "\(milliseconds(self.device)) expected, \(milliseconds(processor)) on the CPU"
            : "\(milliseconds(processor)) expected, \(milliseconds(self.device)) on \(device)"
    }
}
