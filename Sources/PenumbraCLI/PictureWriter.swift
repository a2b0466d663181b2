import Penumbra
import PenumbraBitmap
import PenumbraScene

/// Draws scenes with one renderer and writes each as a PNG.
final class PictureWriter {
    private let renderer: Renderer
    private let isVerbose: Bool
    /// What was said about texts; frames would say it again and again.
    private var said: Set<SceneAssets.Notice> = []

    init(_ options: BackendOptions) throws {
        renderer = try options.makeRenderer()
        isVerbose = options.verbose
    }

    func write(_ scene: Scene, images: [ImageSource: Bitmap], to output: String) throws {
        let bitmap: Bitmap
        do {
            let assets = try renderer.assets(for: scene, images: images)
            for notice in assets.notices where said.insert(notice).inserted { writeToStandardError("penumbra: \(notice)\n") }
            bitmap = try renderer.execute(try renderer.plan(scene, assets: assets))
        } catch {
            throw CommandFailure(error)
        }
        if isVerbose {
            writeToStandardError("penumbra: \(bitmap.width)×\(bitmap.height) by \(renderer.backendDescription)\n")
        }
        try writePNG(bitmap, scale: scene.canvas.scale, to: output)
    }
}
