import Glibc
import Penumbra
import PenumbraPlan
import PenumbraSystem

/// Draws scenes with one renderer and writes each picture to a file.
final class PictureWriter {
    private let renderer: Renderer
    private let options: RendererOptions
    /// The scene's name in messages; nil for scenes made from the command line.
    private let name: String?
    /// The notices about texts already reported, so that frames don't repeat them.
    private var reported: Set<SceneAssets.Notice> = []
    private var reportedNotices: Set<String> = []

    /// - Parameter files: the allowed folders for the files that the scenes name. Nil allows any path, for scenes made from the
    ///   command line.
    init(_ options: RendererOptions, files: FileRoots? = nil, name: String? = nil, isStrict: Bool = false) throws {
        self.name = name
        renderer = try options.makeRenderer()
        renderer.limits.isStrict = isStrict
        renderer.files = try FileRoots.or("/", files)
        self.options = options
    }

    func write(
        _ scene: Scene, images: [ImageSource: Bitmap], as encoding: PictureEncoding = .png, to output: String
    ) throws {
        do {
            try draw(scene, images: images, as: encoding, to: output)
        } catch let error as RenderError {
            throw error.named(name)
        }
    }

    private func draw(
        _ scene: Scene, images: [ImageSource: Bitmap], as encoding: PictureEncoding, to output: String
    ) throws {
        var encoding = encoding
        options.drawing.apply(to: &encoding.options)
        try rethrowing(
            try PictureEncoder.check(scene.canvas.depth, as: encoding.format, options: encoding.options),
            as: { CommandFailure($0, file: output) })
        let assets = try renderer.assets(for: scene, images: images)
        for notice in assets.notices where reported.insert(notice).inserted {
            Notices.write("\(name.map { "\($0): " } ?? "")\(notice)")
        }
        if !encoding.overwritesInputs { try Self.check(output, isNoneOf: assets.images.keys) }
        let plan = try renderer.plan(scene, assets: assets)
        defer { reportNotices() }
        let size = { [renderer] in
            "\(plan.width)×\(plan.height) by \(renderer.choiceDescription)" + (renderer.deviceWork.map { ": \($0)" } ?? "")
        }
        if try isWrittenInRows(plan, encoding) {
            encoding.options.setCanvas(scene.canvas)
            try writeRows(of: plan, encoding.options.png, to: output)
            if options.verbose { Notices.write(size()) }
            return
        }
        var bitmap = try renderer.execute(plan)
        if options.verbose { Notices.write(size()) }
        // Encoding needs as much memory again.
        renderer.freeIdleMemory()
        if encoding.trims {
            let bytes = bitmap.byteCount
            guard AddressSpace.hasRoom(for: bytes) else { throw RenderError.outOfMemory(bytes: bytes) }
            bitmap = bitmap.trimmed(border: scene.canvas.borderBytes)
        }
        try writePicture(bitmap, of: scene.canvas, as: encoding, to: output)
    }

    /// Rejects an output that is one of the input pictures, under any name. Otherwise the next run would start from the output.
    static func check(_ output: String, isNoneOf pictures: some Sequence<ImageSource>) throws {
        func identity(_ path: String) -> [UInt]? {
            var status = stat()
            guard path != "-", stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
            return [UInt(status.st_dev), UInt(status.st_ino)]
        }
        guard let written = identity(output) else { return }
        for case .file(let path) in pictures where identity(path) == written {
            throw CommandFailure(.usage, "\"\(output)\" is an input; choose another output, or add --overwrite")
        }
    }

    /// The maximum number of pixels of a picture held in memory. Larger pictures are written row by row as they are drawn.
    private static let largestHeld = 64_000_000

    /// Whether a picture is written as it is drawn, because it is large or doesn't fit in memory together with its file.
    ///
    /// - Throws: an error if the picture doesn't fit and its format can't be written in rows.
    private func isWrittenInRows(_ plan: RenderPlan, _ encoding: PictureEncoding) throws -> Bool {
        let pixels = plan.width * plan.height
        let canBe =
            encoding.format == .png && encoding.options.png.effort == .fast && !encoding.trims
            && encoding.options.byteBudget == nil
        if canBe, pixels > Self.largestHeld { return true }
        let bytes = encoding.bytesAPixel(isOpaque: plan.isCertainlyOpaque) * pixels * plan.depth.rawValue / 8
        // A small picture fits on any machine, so don't query this machine's memory.
        if renderer.limits.memory == nil, AddressSpace.roomForPictures == nil, bytes <= 64 << 20 { return false }
        let allowed = renderer.limits.pictureMemory
        let needed = bytes + plan.bytesOfPictures
        if needed <= allowed || canBe { return needed > allowed }
        throw CommandFailure(
            .temporary,
            "the picture and its \(encoding.format.rawValue) file may need \(Limit.memory(needed, rounded: .up)) of memory, more than the "
                + "allowed \(Limit.memory(allowed, rounded: .down)). A PNG without --trim and of the fast effort needs less memory: it is "
                + "written while it is drawn. Or raise \(Setting.limit(.memory).option), or lower canvas.scale.")
    }

    /// Draws and writes a PNG some rows at a time. The file is identical to the file of a picture drawn as a whole.
    private func writeRows(of plan: RenderPlan, _ options: PNGOptions, to output: String) throws {
        var failure: (any Error)?
        do throws(FileError) {
            try FileWriter.write(to: output) { write throws(FileError) in
                do {
                    var encoder = try PNGRowEncoder(
                        width: plan.width, height: plan.height, depth: plan.depth, isOpaque: try isOpaque(plan),
                        options: options)
                    let multiple = encoder.rowMultiple
                    try renderer.execute(plan, inMultiplesOf: multiple) { rows, pixels throws(RowFailure<FileError>) in
                        try encoder.append(rows: rows.count, UnsafeBufferPointer(pixels), emit: write)
                        return true
                    }
                    return true
                } catch let error as StripFailure<RowFailure<FileError>> {
                    if case .taking(.emitting(let error)) = error { throw error }
                    failure = error
                } catch {
                    failure = error
                }
                return false
            }
        } catch {
            switch failure {
            case StripFailure<RowFailure<FileError>>.drawing(let error)?: throw error
            case StripFailure<RowFailure<FileError>>.taking(.encoding(let error))?: throw CommandFailure(error, file: output)
            case StripFailure<Never>.drawing(let error)?: throw error
            case let error as RenderError: throw error
            case let error as ImageError: throw CommandFailure(error, file: output)
            default: throw error
            }
        }
    }

    /// Whether no pixel is transparent. Drawing stops at the first transparent pixel.
    private func isOpaque(_ plan: RenderPlan) throws -> Bool {
        if plan.isCertainlyOpaque { return true }
        // The picture may be drawn twice.
        let (work, allowed) = (2 * plan.work, renderer.limits.workInNanoseconds)
        guard work <= allowed else {
            throw RenderError.slowInTiles(work: work, allowed: allowed, memory: renderer.limits.pictureMemory)
        }
        var result = true
        try renderer.execute(plan, inMultiplesOf: 1) { _, pixels throws(Never) in
            var alphas: UInt8 = 255
            // Only an alpha of 65,535 has a high byte and a low byte of 255.
            let bytes = plan.depth.bytesPerPixel
            for index in stride(from: bytes - 1, to: pixels.count, by: bytes) { alphas &= pixels[index] }
            if bytes == 8 { for index in stride(from: 6, to: pixels.count, by: 8) { alphas &= pixels[index] } }
            result = alphas == 255
            return result
        }
        return result
    }

    private func reportNotices() {
        for notice in renderer.notices where reportedNotices.insert(notice).inserted {
            Notices.write("\(notice)")
        }
    }
}

extension PictureEncoding {
    /// The maximum number of bytes per pixel for a picture, its file and the encoder's buffers.
    ///
    /// - Parameter isOpaque: whether the picture is known to be opaque. If not, more may be needed.
    fileprivate func bytesAPixel(isOpaque: Bool) -> Int {
        let bitmap = trims ? 8 : 4
        switch format {
        // The filter bytes of rows and the headers of stored blocks are negligible.
        case .png:
            switch options.png.effort {
            case .fast: return bitmap + (isOpaque ? 3 : 4)
            // The numbers of colours, or a file as large as the pixels. Threads take four megabytes each.
            case .balanced: return bitmap + 6
            case .small: return bitmap + 12
            }
        // libjpeg's bound, plus a copy over the matte.
        case .jpeg: return bitmap + (options.jpeg.samplesChromaInFull ? 6 : 3) + (isOpaque ? 0 : 4)
        // Measured with noise, which needs the most memory: 20 and 37 bytes including the bitmap.
        case .webp: return bitmap + (isOpaque && !options.webp.isLossless ? 18 : 36)
        // Measured with noise: 52 bytes besides the bitmap.
        case .avif: return bitmap + 52
        case .heic, .gif, .tiff: return bitmap
        }
    }
}
