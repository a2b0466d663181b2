import Foundation
import PenumbraBitmap
import PenumbraSystem

/// The pixels of a bitmap context: what was drawn until the last time that they were needed.
final class ContextPixels {
    let format: PixelFormat
    let space: CGColorSpace
    /// The pixels so far, straight. Nil if everything is transparent, or black in a context without alpha.
    private(set) var base: Bitmap?
    /// Whether the recorded layers contain `base`.
    private(set) var isInScene = false
    /// The caller's memory, or memory that the caller has seen. Nil if nobody looks at the pixels.
    private var memory: UnsafeMutableRawPointer?
    private let ownsMemory: Bool

    /// Whether every call must reach memory at once, because the caller may look.
    var isEager: Bool { memory != nil }

    init(_ format: PixelFormat, space: CGColorSpace, memory: UnsafeMutableRawPointer?) {
        self.format = format
        self.space = space
        self.memory = memory
        ownsMemory = memory == nil
        if memory != nil { base = read() }
    }

    deinit {
        if ownsMemory { memory?.deallocate() }
    }

    var hasAlpha: Bool { ![.none, .noneSkipFirst, .noneSkipLast].contains(format.info.alpha) }

    /// The pixels in the context's own layout. From then on, every call changes them at once. Nil without memory.
    func exposed() -> UnsafeMutableRawPointer? {
        if let memory { return memory }
        guard AddressSpace.hasRoom(for: format.byteCount) else { return nil }
        let memory = UnsafeMutableRawPointer.allocate(byteCount: max(1, format.byteCount), alignment: 64)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: max(1, format.byteCount))
        self.memory = memory
        write()
        return memory
    }

    /// Takes changes that the caller made in memory.
    func takeMemory() {
        if memory != nil, !isInScene { base = read() }
    }

    /// Takes a finished picture.
    func take(_ bitmap: Bitmap) {
        isInScene = false
        base = bitmap
        if format.model != .rgb || format.info.alpha == .alphaOnly { base = reduced(bitmap) }
        write()
    }

    /// Forgets the pixels.
    func clear() {
        base = nil
        isInScene = false
        guard let memory else { return }
        for y in 0..<format.height {
            let row = memory + y * format.bytesPerRow
            row.initializeMemory(as: UInt8.self, repeating: 0, count: (format.width * format.bitsPerPixel + 7) / 8)
        }
    }

    /// Reports that the pixels are among the recorded layers now.
    func takeIntoScene() { isInScene = true }

    private func write() {
        guard let memory, let base else { return }
        let bytes = UnsafeMutableRawBufferPointer(start: memory, count: format.byteCount)
        if format.isDeep { format.writeDeep(base, to: bytes) } else { format.write(base, to: bytes) }
    }

    private func read() -> Bitmap? {
        let pixelBytes = format.depth.bytesPerPixel
        guard let memory, AddressSpace.hasRoom(for: pixelBytes * format.width * format.height) else { return nil }
        let bytes = UnsafeRawBufferPointer(start: memory, count: format.byteCount)
        return Bitmap(width: format.width, height: format.height, depth: format.depth) {
            if format.isDeep { format.readDeep(bytes, into: $0) } else { format.read(bytes, into: $0) }
        }
    }

    /// The picture as the layout can hold it: greys, or alpha alone.
    private func reduced(_ bitmap: Bitmap) -> Bitmap {
        let isAlphaOnly = format.info.alpha == .alphaOnly
        if format.isDeep { return format.reducedDeep(bitmap) }
        return bitmap.mapped { value in
            if isAlphaOnly { return SIMD4(0, 0, 0, value.w) }
            let gray = PixelFormat.luminance(value)
            return SIMD4(gray, gray, gray, value.w)
        }
    }
}
