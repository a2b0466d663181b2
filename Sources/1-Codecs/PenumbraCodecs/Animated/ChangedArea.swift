import Glibc
import PenumbraBitmap

/// A rectangle of whole pixels.
struct PixelArea: Equatable {
    var x: Int
    var y: Int
    var width: Int
    var height: Int

    static let onePixel = PixelArea(x: 0, y: 0, width: 1, height: 1)

    /// The smallest area that holds both areas.
    func union(_ other: PixelArea) -> PixelArea {
        let (left, top) = (min(x, other.x), min(y, other.y))
        return PixelArea(
            x: left, y: top, width: max(x + width, other.x + other.width) - left,
            height: max(y + height, other.y + other.height) - top)
    }

    /// The area with its left and top edges moved outwards to even columns and rows.
    var fromEvenPlace: PixelArea {
        PixelArea(x: x & ~1, y: y & ~1, width: width + (x & 1), height: height + (y & 1))
    }
}

extension Bitmap {
    /// True if a bitmap of the same size has the same bytes.
    func hasEqualBytes(_ other: Bitmap) -> Bool {
        if self === other { return true }
        return withExtendedLifetime((self, other)) {
            guard let a = pixels.baseAddress, let b = other.pixels.baseAddress else { return true }
            return memcmp(a, b, pixels.count) == 0
        }
    }

    /// The smallest area that holds all pixels that differ from a bitmap of the same size. Nil if there are none.
    func changedArea(from other: Bitmap) -> PixelArea? {
        withExtendedLifetime((self, other)) {
            guard let a = pixels.baseAddress, let b = other.pixels.baseAddress else { return nil }
            return PenumbraCodecs.changedArea(a, b, width: width, height: height)
        }
    }

    /// A copy of an area, which must lie inside the bitmap.
    func cropped(to area: PixelArea) -> Bitmap {
        if area == PixelArea(x: 0, y: 0, width: width, height: height) { return self }
        return withExtendedLifetime(self) {
            Bitmap(width: area.width, height: area.height, isOpaque: isOpaque ? true : nil) { target in
                guard let to = target.baseAddress, let from = pixels.baseAddress else { return }
                for row in 0..<area.height {
                    let source = from + 4 * ((area.y + row) * width + area.x)
                    (to + 4 * row * area.width).update(from: source, count: 4 * area.width)
                }
            }
        }
    }
}

/// Finds the smallest area that holds all four-byte pixels that differ between two pictures without gaps.
///
/// Equal rows at the top and the bottom are found with `memcmp`. In the rows between, only pixels left and right of the area
/// so far are compared, two at a time.
func changedArea(_ a: UnsafePointer<UInt8>, _ b: UnsafePointer<UInt8>, width: Int, height: Int) -> PixelArea? {
    let rowBytes = 4 * width
    func isEqual(_ y: Int) -> Bool { memcmp(a + y * rowBytes, b + y * rowBytes, rowBytes) == 0 }
    var (top, bottom) = (0, height)
    while top < bottom, isEqual(top) { top += 1 }
    if top == bottom { return nil }
    while isEqual(bottom - 1) { bottom -= 1 }
    var (left, right) = (width, 0)
    for y in top..<bottom {
        let p = UnsafeRawPointer(a + y * rowBytes)
        let q = UnsafeRawPointer(b + y * rowBytes)
        func pair(_ x: Int) -> UInt64 {
            p.loadUnaligned(fromByteOffset: 4 * x, as: UInt64.self) ^ q.loadUnaligned(fromByteOffset: 4 * x, as: UInt64.self)
        }
        func pixel(_ x: Int) -> UInt32 {
            p.loadUnaligned(fromByteOffset: 4 * x, as: UInt32.self) ^ q.loadUnaligned(fromByteOffset: 4 * x, as: UInt32.self)
        }
        var x = 0
        while x + 2 <= left, pair(x) == 0 { x += 2 }
        while x < left, pixel(x) == 0 { x += 1 }
        left = min(left, x)
        x = width
        while x - 2 >= right, pair(x - 2) == 0 { x -= 2 }
        while x > right, pixel(x - 1) == 0 { x -= 1 }
        right = max(right, x)
    }
    return PixelArea(x: left, y: top, width: right - left, height: bottom - top)
}
