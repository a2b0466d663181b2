import Penumbra
import PenumbraBitmap
import PenumbraEngine
import PenumbraGeometry
import PenumbraPlan
import PenumbraScene

/// Checks scene documents. An accepted document can be written and read again and becomes a valid plan or one clear error. All
/// kernels draw it alike with any number of threads.
enum SceneChecks {
    /// The longest side, in pixels, to which canvases are scaled.
    private static let longestSide = 64.0
    /// Plans with more pixels than this, over all surfaces, aren't drawn.
    private static let mostPixelsDrawn = 1 << 17

    static func check(_ bytes: [UInt8]) throws {
        let scene: Scene
        do throws(SceneError) {
            scene = try Scene(json: bytes, baseFolder: "base")
        } catch {
            try requireOneLine(error)
            return
        }
        try checkWriting(scene)
        try checkDrawing(scene)
    }

    static func checkWriting(_ scene: Scene) throws {
        let text: String
        do throws(SceneError) {
            text = try scene.json(baseFolder: "base")
        } catch {
            throw FuzzFinding("a scene that was read cannot be written: \(error)")
        }
        let back: Scene
        do throws(SceneError) {
            back = try Scene(json: Array(text.utf8), baseFolder: "base")
        } catch {
            throw FuzzFinding("a scene that was written cannot be read: \(error)")
        }
        // Arcs are written with their ends, which are rounded.
        if !scene.hasArcs { try require(back == scene, "a scene that was written and read is another") }
    }

    static func checkDrawing(_ scene: Scene) throws {
        var scene = scene
        let side = max(scene.canvas.size.width, scene.canvas.size.height) * scene.canvas.scale
        if side > longestSide { scene.canvas.scale *= longestSide / side }
        if scene.needsLayout {
            do { scene = try SceneLayout(scene) { _ in Size(width: 7, height: 5) }.solved(text: NoText()) } catch {
                try requireOneLine("\(error)")
                return
            }
        }
        let needed = SceneRequirements(scene)
        let images = Dictionary(uniqueKeysWithValues: needed.pictures.map { ($0.source, picture) })
        let texts = Dictionary(
            needed.texts.map { text in
                (text.placement, Path(Rect(x: 0, y: 0, width: min(20, text.placement.text.fontSize), height: 9)))
            }, uniquingKeysWith: { first, _ in first })
        let plan: RenderPlan
        do throws(RenderError) {
            plan = try Kernels.engine.passes(of: scene, SceneAssets(images: images, outlines: texts))
        } catch {
            try requireOneLine(error)
            return
        }
        try requireValid(plan)
        guard plan.surfaces.reduce(0, { $0 + $1.width * $1.height }) <= mostPixelsDrawn else { return }
        let drawn = try Kernels.narrow.draw(plan)
        try require(drawn == (try Kernels.wide.draw(plan)), "the kernels for all processors and the widest draw two pictures")
    }

    /// The check that plans must pass before a device gets them.
    static func requireValid(_ plan: RenderPlan) throws {
        do throws(PlanError) {
            try plan.check()
        } catch {
            throw FuzzFinding("the plan is not valid: \(error)")
        }
    }

    /// The picture used for every picture that a scene shows.
    private static let picture = Bitmap(width: 5, height: 3) { bytes in
        for index in bytes.indices { bytes[index] = UInt8(truncatingIfNeeded: index &* 53 &+ 17) }
    }
}

/// Renderers with different kernels and different numbers of threads.
enum Kernels {
    static let engine = Engine(threads: 1)
    static let narrow = Device.processor(threads: 1, kernels: .baseline)
    static let wide = Device.processor(threads: 3, kernels: .best)
}

extension Scene {
    fileprivate var hasArcs: Bool { layers.contains(where: \.hasArcs) }
}

extension Layer {
    fileprivate var hasArcs: Bool {
        var paths = (shadows + innerShadows).compactMap(\.path)
        if case .shape(let shape) = kind { paths.append(shape.path) }
        return paths.contains { $0.elements.contains { if case .arc = $0 { true } else { false } } }
            || mask?.hasArcs == true || sublayers.contains(where: \.hasArcs)
    }
}
