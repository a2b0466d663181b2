import Penumbra
import PenumbraBitmap
import PenumbraScene

/// Draws scenes with one renderer and writes each as a PNG.
final class PictureWriter {
    private let renderer: Renderer
    private let options: BackendOptions
    /// What was said about texts; frames would say it again and again.
    private var said: Set<SceneAssets.Notice> = []

    init(_ options: BackendOptions) throws {
        renderer = try options.makeRenderer()
        self.options = options
    }

    func write(_ scene: Scene, images: [ImageSource: Bitmap], trims: Bool = false, to output: String) throws {
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
        try writePNG(bitmap, scale: scene.canvas.scale, effort: options.effort, threads: options.threads, to: output)
    }
}

extension Color {
    /// As straight bytes, to nearest.
    fileprivate var bytes: SIMD4<UInt8> {
        func byte(_ value: Double) -> UInt8 { UInt8(max(0, min(255, (value * 255).rounded()))) }
        return alpha > 0 ? SIMD4(byte(red), byte(green), byte(blue), byte(alpha)) : SIMD4(0, 0, 0, 0)
    }
}
