import Foundation
import Penumbra
import PenumbraCodecs
import PenumbraCoreGraphics

extension CARenderer {
    /// Draws frames and calls a function for each.
    ///
    /// - Parameters:
    ///   - count: the number of frames.
    ///   - rate: frames per second.
    ///   - start: the time of the first frame.
    ///   - prepare: called before each frame with its number and its time, for changes of the layers.
    public func frames(
        _ count: Int, rate: Double = 60, from start: CFTimeInterval = 0,
        prepare: (_ number: Int, _ time: CFTimeInterval) throws -> Void = { _, _ in },
        each: (_ number: Int, _ image: CGImage) throws -> Void
    ) throws {
        guard rate > 0 else { return }
        for number in 0..<max(0, count) {
            let time = start + Double(number) / rate
            try prepare(number, time)
            try each(number, try render(at: time))
        }
    }

    /// Writes frames as one file: APNG, WebP, GIF, Y4M or raw pixels, by the ending `.png`, `.apng`, `.webp`, `.gif`, `.y4m`
    /// or `.rgba`.
    ///
    /// - Parameters:
    ///   - path: the file. An existing file is replaced when all frames are written.
    ///   - count: the number of frames.
    ///   - rate: frames per second.
    ///   - start: the time of the first frame.
    ///   - prepare: called before each frame with its number and its time, for changes of the layers.
    /// - Throws: `LayerError` or `RenderError` for what can't be drawn, `AnimatedError` for what the format can't store, and
    ///   Foundation's errors of files.
    public func writeFrames(
        to path: String, count: Int, rate: Int = 60, from start: CFTimeInterval = 0, options: AnimatedOptions = .default,
        prepare: (_ number: Int, _ time: CFTimeInterval) throws -> Void = { _, _ in }
    ) throws {
        let ending = path.split(separator: ".").last.map { $0.lowercased() } ?? ""
        let format = AnimatedFormat.allCases.first { $0.ending == ending } ?? .apng
        let temporary = path + ".part"
        guard FileManager.default.createFile(atPath: temporary, contents: nil),
            let file = FileHandle(forWritingAtPath: temporary)
        else { throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: temporary]) }
        do {
            var encoder: AnimatedEncoder?
            func emit(_ bytes: UnsafeRawBufferPointer) throws { try file.write(contentsOf: Data(bytes)) }
            try frames(count, rate: Double(rate), from: start, prepare: prepare) { _, image in
                let now =
                    try encoder
                    ?? AnimatedEncoder(
                        format, width: image.width, height: image.height, rate: try AnimatedRate(rate), options: options)
                encoder = now
                try now.append(image.bitmap, emit: emit)
            }
            for patch in try encoder?.finish(emit: emit) ?? [] {
                try file.seek(toOffset: UInt64(patch.offset))
                try file.write(contentsOf: Data(patch.bytes))
            }
            try file.close()
            guard rename(temporary, path) == 0 else {
                throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: path])
            }
        } catch {
            try? FileManager.default.removeItem(atPath: temporary)
            throw error
        }
    }
}
