import PenumbraBitmap

/// Writes animated GIFs (GIF89a, with the application extension NETSCAPE2.0 for the number of plays).
///
/// A frame holds the smallest area of changed pixels; unchanged pixels in it are transparent, so the previous frame shows
/// through. If pixels become transparent, the frame before is cleared in an area that holds them.
///
/// The palette of the first frame is the file's. Another frame has a palette of its own, unless it only has colours of the
/// file's palette.
struct GIFWriter: TimedWriter {
    /// The longest duration of a frame in hundredths of a second. Longer frames are followed by frames of one pixel.
    static let longestFrame = 65535

    let ticks: FrameSchedule.Ticks
    private let hundredthsPerTick: Int
    private let width: Int
    private let height: Int
    private let options: AnimatedOptions
    /// The pixels that viewers show: 0 if transparent.
    private var shown: [UInt32]
    private var isFirst = true
    /// The file's palette, and the number for transparent pixels, which is behind its colours.
    private var shared: (palette: GIFPalette, transparent: Int?)?
    private var compression = GIFCompression()
    private(set) var work = 0
    /// The last frame, which is not written yet.
    private var pending: FrameSchedule.Shown?

    /// Browsers show a frame of one hundredth for ten, so rates above 50 frames per second count in steps of two hundredths.
    init(width: Int, height: Int, rate: AnimatedRate, options: AnimatedOptions) {
        self.width = width
        self.height = height
        self.options = options
        hundredthsPerTick = rate.numerator > 50 * rate.denominator ? 2 : 1
        ticks = .perSecond(100 / hundredthsPerTick)
        shown = [UInt32](repeating: 0, count: width * height)
    }

    /// The header follows with the first frame, as it holds that frame's palette.
    mutating func begin() -> [UInt8] { [] }

    /// Writes the frame before, since the way it ends depends on this one.
    mutating func write(_ frame: FrameSchedule.Shown) throws(AnimatedError) -> [UInt8] {
        defer { pending = frame }
        return pending.map { bytes(of: $0, next: frame.bitmap) } ?? []
    }

    private mutating func bytes(of frame: FrameSchedule.Shown, next: Bitmap?) -> [UInt8] {
        let wanted = pixels(of: frame.bitmap)
        let cleared = next.flatMap { Self.clearedArea(from: wanted, to: pixels(of: $0), width: width, height: height) }
        let changed =
            isFirst
            ? PixelArea(x: 0, y: 0, width: width, height: height)
            : Self.changedArea(wanted, shown, width: width, height: height)
        var bytes: [UInt8] = []
        var area = changed ?? cleared ?? .onePixel
        if let cleared { area = area.union(cleared) }
        var rest = frame.ticks * hundredthsPerTick
        while rest > Self.longestFrame {
            write(wanted, area, hundredths: Self.longestFrame, clears: false, to: &bytes)
            shown = wanted
            area = cleared ?? .onePixel
            rest -= Self.longestFrame
        }
        write(wanted, area, hundredths: rest, clears: cleared != nil, to: &bytes)
        shown = wanted
        if cleared != nil {
            for y in area.y..<(area.y + area.height) {
                for x in area.x..<(area.x + area.width) { shown[y * width + x] = 0 }
            }
        }
        return bytes
    }

    mutating func finish() throws(AnimatedError) -> (bytes: [UInt8], patches: [FilePatch]) {
        ((pending.map { bytes(of: $0, next: nil) } ?? []) + [0x3B], [])
    }

    /// Writes an area of a frame.
    ///
    /// - Parameter clears: whether the area becomes transparent afterwards.
    private mutating func write(
        _ wanted: [UInt32], _ area: PixelArea, hundredths: Int, clears: Bool, to bytes: inout [UInt8]
    ) {
        var colors: [UInt32] = []
        colors.reserveCapacity(area.width * area.height)
        for y in area.y..<(area.y + area.height) {
            for place in (y * width + area.x)..<(y * width + area.x + area.width) {
                colors.append(wanted[place] == shown[place] ? 0 : wanted[place])
            }
        }
        let hasTransparent = clears || colors.contains(0)
        var palette = GIFPalette(colors, limit: hasTransparent ? 255 : 256)
        work += palette.work
        var transparent = hasTransparent ? palette.colors.count : nil
        var bits = palette.bits(extra: hasTransparent ? 1 : 0)
        var isShared = false
        if isFirst {
            // Later frames need a number for unchanged pixels.
            if palette.colors.count < 256 { bits = palette.bits(extra: 1) }
            shared = (palette, palette.colors.count < 256 ? palette.colors.count : nil)
            appendHeader(palette, bits: bits, to: &bytes)
            (isFirst, isShared) = (false, true)
        } else if let shared, let numbers = shared.palette.exact, let exact = palette.exact,
            !hasTransparent || shared.transparent != nil,
            exact.colors.allSatisfy({ numbers.number(of: $0) != nil })
        {
            (palette, transparent, isShared) = (shared.palette, hasTransparent ? shared.transparent : nil, true)
            bits = palette.bits(extra: shared.transparent == nil ? 0 : 1)
        }
        let indices = numbers(of: colors, area, palette, transparent: UInt8(truncatingIfNeeded: transparent ?? 0))
        appendControl(hundredths: hundredths, transparent: transparent, clears: clears, to: &bytes)
        bytes.append(0x2C)
        for value in [area.x, area.y, area.width, area.height] { bytes += WebPTagging.little(value, 2) }
        bytes.append(isShared ? 0 : 0x80 | UInt8(truncatingIfNeeded: bits - 1))
        if !isShared { bytes += palette.table(bits: bits) }
        compression.append(indices, bits: max(2, bits), to: &bytes)
    }

    /// The palette's numbers for an area's pixels.
    private mutating func numbers(
        of colors: [UInt32], _ area: PixelArea, _ palette: GIFPalette, transparent: UInt8
    ) -> [UInt8] {
        var indices = [UInt8](repeating: transparent, count: colors.count)
        if let exact = palette.exact {
            var last: (color: UInt32, number: UInt8) = (0, transparent)
            for (place, color) in colors.enumerated() {
                if color != last.color {
                    last = (color, color == 0 ? transparent : exact.number(of: color & 0xFF_FFFF) ?? 0)
                }
                indices[place] = last.number
            }
            return indices
        }
        var dithering = GIFDithering(palette.colors, options.dithering)
        var place = 0
        for y in area.y..<(area.y + area.height) {
            for x in area.x..<(area.x + area.width) {
                if colors[place] != 0 { indices[place] = dithering.number(of: colors[place], x: x, y: y) }
                place += 1
            }
        }
        work += dithering.work
        return indices
    }

    private func appendHeader(_ palette: GIFPalette, bits: Int, to bytes: inout [UInt8]) {
        bytes += "GIF89a".utf8
        bytes += WebPTagging.little(width, 2) + WebPTagging.little(height, 2)
        // A palette for the file, of colours with eight bits; the background is colour 0; no aspect ratio.
        bytes += [0xF0 | UInt8(truncatingIfNeeded: bits - 1), 0, 0]
        bytes += palette.table(bits: bits)
        guard options.plays != 1 else { return }
        // The extension counts the plays after the first; 0 plays endlessly.
        bytes += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1]
        bytes += WebPTagging.little(max(0, options.plays - 1), 2) + [0]
    }

    private func appendControl(hundredths: Int, transparent: Int?, clears: Bool, to bytes: inout [UInt8]) {
        // Disposal 1 leaves the frame in place, 2 clears its area.
        bytes += [0x21, 0xF9, 4, (clears ? 8 : 4) | (transparent == nil ? 0 : 1)]
        bytes += WebPTagging.little(hundredths, 2)
        bytes += [UInt8(truncatingIfNeeded: transparent ?? 0), 0]
    }
}

extension GIFWriter {
    /// The frame's pixels as a GIF can show them: opaque, or 0.
    private func pixels(of bitmap: Bitmap) -> [UInt32] {
        let count = width * height
        return withExtendedLifetime(bitmap) {
            [UInt32](unsafeUninitializedCapacity: count) { target, initialized in
                guard let base = target.baseAddress, let source = bitmap.pixels.baseAddress else { return }
                let bytes = UnsafeMutableRawBufferPointer(start: base, count: 4 * count)
                if let matte = options.matte, !bitmap.isOpaque {
                    bitmap.flatten(onto: matte, into: bytes.bindMemory(to: UInt8.self))
                } else {
                    bytes.copyMemory(from: UnsafeRawBufferPointer(start: source, count: 4 * count))
                }
                for i in 0..<count {
                    let pixel = UInt32(littleEndian: base[i])
                    base[i] = pixel >> 31 == 0 ? 0 : pixel | 0xFF00_0000
                }
                initialized = count
            }
        }
    }

    private static func changedArea(_ a: [UInt32], _ b: [UInt32], width: Int, height: Int) -> PixelArea? {
        a.withUnsafeBytes { a in
            b.withUnsafeBytes { b in
                guard let a = a.bindMemory(to: UInt8.self).baseAddress, let b = b.bindMemory(to: UInt8.self).baseAddress else {
                    return nil
                }
                return PenumbraCodecs.changedArea(a, b, width: width, height: height)
            }
        }
    }

    /// The smallest area that holds all pixels that become transparent.
    private static func clearedArea(from a: [UInt32], to b: [UInt32], width: Int, height: Int) -> PixelArea? {
        var (left, right, top, bottom) = (width, 0, height, 0)
        a.withUnsafeBufferPointer { a in
            b.withUnsafeBufferPointer { b in
                for y in 0..<height {
                    for x in 0..<width where a[y * width + x] != 0 && b[y * width + x] == 0 {
                        (left, right) = (min(left, x), max(right, x + 1))
                        (top, bottom) = (min(top, y), y + 1)
                    }
                }
            }
        }
        return left < right ? PixelArea(x: left, y: top, width: right - left, height: bottom - top) : nil
    }
}
