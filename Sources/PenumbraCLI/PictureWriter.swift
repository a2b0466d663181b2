import Penumbra
import PenumbraBitmap
import PenumbraCodecs
import PenumbraScene

/// Draws scenes with one renderer and writes each to a file.
final class PictureWriter {
    private let renderer: Renderer
    private let options: BackendOptions
    /// What was said about texts; frames would say it again and again.
    private var said: Set<SceneAssets.Notice> = []

    /// - Parameter files: where the files that the scenes name may lie; nil is anywhere, for scenes of the command line's own words.
    init(_ options: BackendOptions, files: FileRoots? = nil) throws {
        renderer = try options.makeRenderer()
        do throws(FileError) {
            renderer.files = try FileRoots.or("/", files)
        } catch {
            throw CommandFailure(error)
        }
        self.options = options
    }

    func write(
        _ scene: Scene, images: [ImageSource: Bitmap], trims: Bool = false, as encoding: PictureEncoding = .png, to output: String
    ) throws {
        var bitmap: Bitmap
        do {
            let assets = try renderer.assets(for: scene, images: images)
            for notice in assets.notices where said.insert(notice).inserted { writeToStandardError("penumbra: \(notice)\n") }
            bitmap = try renderer.execute(try renderer.plan(scene, assets: assets))
        } catch {
            throw CommandFailure(error)
        }
        if options.verbose {
            writeToStandardError("penumbra: \(bitmap.width)×\(bitmap.height) by \(renderer.backendDescription)\n")
        }
        if trims { bitmap = bitmap.trimmed(border: scene.canvas.background?.bytes ?? SIMD4(0, 0, 0, 0)) }
        var encoding = encoding
        encoding.options.png.effort = options.effort
        encoding.options.png.threads = options.threads
        try writePicture(bitmap, scale: scene.canvas.scale, as: encoding, to: output)
    }
}
