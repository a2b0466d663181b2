import PenumbraBitmap
import PenumbraGPU
import PenumbraMathematics
import PenumbraPlan
import PenumbraPlanning
import PenumbraReference
import PenumbraScene

#if canImport(Glibc)
    import Glibc
#endif

/// A small scene or plan built from the bytes, drawn by the kernels for all processors, by the widest, with one thread and with
/// three, and by the software GPU where there is one: all pictures must be the same bytes.
enum DifferentialChecks {
    /// Plans with more pixels than this, over all surfaces, take too long.
    private static let mostPixels = 1 << 19

    private static let gpu: GPURenderer? = {
        var options = GPUOptions()
        options.programCacheDirectory = nil
        do {
            return try GPURenderer(.software, options: options)
        } catch {
            let line = "differential: without a GPU: \(error)\n"
            _ = write(STDERR_FILENO, line, line.utf8.count)
            return nil
        }
    }()

    /// Whether there is a device to compare the processor with.
    static var hasGPU: Bool { gpu != nil }

    static func check(_ bytes: [UInt8]) throws {
        guard let plan = try plan(bytes) else { return }
        try SceneChecks.requireValid(plan)
        guard plan.surfaces.reduce(0, { $0 + $1.width * $1.height }) <= mostPixels else { return }
        let expected = try Kernels.narrow.execute(plan)
        try requireSame(Kernels.wide.execute(plan), expected, "the CPU's widest kernels")
        guard let gpu else { return }
        let drawn: Bitmap
        do throws(GPUError) {
            drawn = try gpu.execute(plan)
        } catch {
            throw FuzzFinding("the GPU draws nothing: \(error)")
        }
        try requireSame(drawn, expected, "the GPU")
    }

    /// The first byte chooses between scenes, which only effects make, and plans, whose passes come in any order.
    private static func plan(_ bytes: [UInt8]) throws -> RenderPlan? {
        guard let first = bytes.first else { return nil }
        let random = SeededGenerator(bytes: bytes.dropFirst())
        guard first % 4 != 0 else {
            return RandomPlan.make(random, passes: Int(first / 4) % 20, largest: 40)
        }
        let (scene, images) = RandomScene.make(random, largest: 64)
        do throws(PlanningError) {
            return try ScenePlanner.plan(scene, images: images)
        } catch {
            try requireOneLine(error)
            return nil
        }
    }

    private static func requireSame(_ picture: Bitmap, _ expected: Bitmap, _ name: String) throws {
        guard let comparison = BitmapComparison(picture, expected) else { throw FuzzFinding("\(name) draws another size") }
        let place = comparison.firstDifference.map {
            ", first at (\($0.x), \($0.y)): \(picture[$0.x, $0.y]) for \(expected[$0.x, $0.y])"
        }
        try require(
            comparison.isEqual,
            "\(name) draws \(comparison.differentPixels) of \(comparison.pixels) pixels otherwise\(place ?? "")")
    }
}
