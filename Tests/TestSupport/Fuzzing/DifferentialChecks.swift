import PenumbraBitmap
import PenumbraEngine
import PenumbraPlan
import PenumbraScene
import TestPlans
import TestSupport

#if canImport(Glibc)
    import Glibc
#endif

/// Draws a small scene or plan built from the bytes with several renderers. All pictures must have the same bytes.
///
/// The renderers are the kernels for all processors, the widest kernels, one thread, three threads, and the software GPU if
/// there is one.
enum DifferentialChecks {
    /// Plans with more pixels than this, over all surfaces, take too long.
    private static let mostPixels = 1 << 19

    private static let gpu: Device? = {
        var options = DeviceOptions()
        options.programCacheDirectory = nil
        do {
            return try Device(.software, options: options)
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
        let expected = try Kernels.narrow.draw(plan)
        try requireSame(try Kernels.wide.draw(plan), expected, "the CPU's widest kernels")
        guard let gpu else { return }
        let drawn: Bitmap
        do throws(RenderError) {
            drawn = try gpu.draw(plan)
        } catch {
            throw FuzzFinding("the GPU draws nothing: \(error)")
        }
        try requireSame(drawn, expected, "the GPU")
    }

    /// The first byte selects a scene, whose plan contains passes as effects make them, or a plan with passes in any order.
    private static func plan(_ bytes: [UInt8]) throws -> RenderPlan? {
        guard let first = bytes.first else { return nil }
        let random = SeededGenerator(bytes: bytes.dropFirst())
        guard first % 4 != 0 else {
            return RandomPlan.make(random, passes: Int(first / 4) % 20, largest: 40)
        }
        let (scene, images) = RandomScene.make(random, largest: 64)
        do throws(RenderError) {
            return try Kernels.engine.passes(of: scene, SceneAssets(images: images))
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
