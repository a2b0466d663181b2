import Glibc
import Penumbra
import PenumbraEngine
import PenumbraSystem

/// Draws the pictures of one thread. Areas that are equal in the picture before aren't drawn again.
package final class StudioDrawing: @unchecked Sendable {
    private let options: StudioOptions
    private let engine: Engine
    private let processor: Device
    private let opened = Mutex<Result<Device, RenderError>?>(nil)
    private var frames: FrameDrawing<PixelForm>?
    private var version = 0
    private let shaper = TextShaper()

    /// The memory for decoded pictures and texts.
    private static let cachedBytes = 256 << 20

    init(_ options: StudioOptions) {
        self.options = options
        let memory = options.limits.pictureMemory
        engine = Engine(memory: memory, pictureMemory: min(Self.cachedBytes, memory / 2))
        processor = .processor(threads: options.threads)
    }

    struct Picture {
        var file: [UInt8]
        var width: Int
        var height: Int
        /// Pixels that differ between both renderers. Nil if only one drew.
        var differing: Int?
    }

    /// Draws a picture as a PNG.
    ///
    /// - Parameter version: the version of the file. Another version may have other files.
    func picture(_ scene: Scene, _ view: StudioRequest.View, version: Int) throws(RenderError) -> Picture {
        let bitmap: Bitmap
        var differing: Int?
        switch view {
        case .cpu:
            if version != self.version || frames == nil {
                frames = drawing(on: processor)
                self.version = version
            }
            bitmap = try (frames ?? drawing(on: processor)).draw(scene).picture
        case .gpu: bitmap = try drawing(on: try device()).draw(scene).picture
        case .difference:
            let first = try drawing(on: processor).draw(scene).picture
            let second = try drawing(on: try device()).draw(scene).picture
            (bitmap, differing) = Self.difference(first, second)
        }
        var encoding = PictureOptions.default
        encoding.setCanvas(scene.canvas)
        encoding.png.threads = options.threads
        let file = try rethrowing(
            try PictureEncoder.encode(bitmap, as: .png, options: encoding),
            as: { RenderError.image(place: "canvas", file: nil, $0) })
        return Picture(file: file, width: bitmap.width, height: bitmap.height, differing: differing)
    }

    private func drawing(on device: Device) -> FrameDrawing<PixelForm> {
        FrameDrawing(engine: engine, device: device, mayLeaveDevice: false, limits: options.limits, files: options.files)
    }

    /// The GPU, which is opened when it is first needed. A software GL counts.
    private func device() throws(RenderError) -> Device {
        if let known = opened.withLock({ $0 }) { return try known.get() }
        let result = Result { () throws(RenderError) in try Device.open(.gpu).device }
        opened.withLock { $0 = result }
        return try result.get()
    }

    /// Lays out a scene.
    func inspection(_ scene: Scene) throws(RenderError) -> SceneInspection {
        try engine.inspect(scene, shaper: shaper, limits: options.limits, files: options.files)
    }

    /// The passes of a scene, as text.
    func plan(_ scene: Scene) throws(RenderError) -> String {
        let assets = try engine.assets(for: scene, shaper: shaper, limits: options.limits, files: options.files)
        return "\(try engine.passes(of: scene, assets, limits: options.limits))"
    }

    /// A picture of the differences of two pictures, and the number of pixels that differ. Pictures of two sizes or depths
    /// differ everywhere.
    package static func difference(_ first: Bitmap, _ second: Bitmap) -> (picture: Bitmap, differing: Int) {
        guard let comparison = BitmapComparison(first, second), let picture = Bitmap.difference(first, second) else {
            let white = Bitmap(width: first.width, height: first.height, isOpaque: true) { $0.initialize(repeating: 255) }
            return (white, first.width * first.height)
        }
        return (picture, comparison.differentPixels)
    }
}

extension Scene {
    /// The paths of the files that layers show, and of font files.
    var namedFiles: [String] {
        var files: Set<String> = []
        var open = layers
        while let layer = open.popLast() {
            open += layer.sublayers
            if let mask = layer.mask { open.append(mask) }
            switch layer.kind {
            case .image(let image): if case .file(let path) = image.source { files.insert(path) }
            case .text(let text):
                files.formUnion(text.fontFiles)
                for case .file(let path)? in text.runs.map(\.picture?.source) { files.insert(path) }
            case .layer, .gradient, .shape: break
            }
        }
        return files.sorted()
    }
}
