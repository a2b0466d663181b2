import PenumbraBitmap
import PenumbraCodecs
import PenumbraPlan

/// The part of a picture that a plan's passes read, and its layout on the device: one word per pixel.
struct ImageRegion {
    let picture: Bitmap
    let layout: SurfaceLayout
    /// The columns of the picture that are on the device; `rows` are its rows.
    let columns: Range<Int>
    let rows: Range<Int>
    /// The coefficients from which the device makes the pixels. Nil if the host writes the pixels.
    let coefficients: CoefficientRegion?

    init(_ plan: RenderPlan, _ id: ImageID, limits: GPULimits) {
        var columns: Range<Int>?
        var rows: Range<Int>?
        for pass in plan.passes {
            guard case .resample(let resample) = pass, resample.image == id else { continue }
            columns = Self.union(columns, resample.columns.range)
            rows = Self.union(rows, resample.rows.range)
        }
        picture = plan.images[id.index]
        self.columns = columns ?? 0..<1
        self.rows = rows ?? 0..<1
        let layout = SurfaceLayout(
            elements: self.columns.count, elementBytes: 4, rows: self.rows.count, alignment: limits.storageAlignment)
        self.layout = layout
        if columns != nil, let source = picture.source as? JPEGCoefficients {
            coefficients = CoefficientRegion(
                source, columns: self.columns, rows: self.rows, layout: layout, limits: limits)
        } else {
            coefficients = nil
        }
    }

    /// True if both are the same part of the same picture.
    func isSame(_ other: ImageRegion) -> Bool {
        picture === other.picture && columns == other.columns && rows == other.rows
    }

    /// The bytes that are copied to the device: coefficients, or pixels.
    var uploadedBytes: Int { coefficients?.byteCount ?? layout.byteCount }

    /// Writes the coefficients or the pixels to `uploadedBytes` bytes.
    func write(to destination: UnsafeMutableRawPointer) {
        if let coefficients { return coefficients.write(to: destination) }
        guard let pixels = UnsafeRawPointer(picture.pixels.baseAddress) else { return }
        for row in rows {
            (destination + (row - rows.lowerBound) * layout.rowBytes).copyMemory(
                from: pixels + (row * picture.width + columns.lowerBound) * 4, byteCount: columns.count * 4)
        }
    }

    private static func union(_ a: Range<Int>?, _ b: Range<Int>) -> Range<Int> {
        guard let a else { return b }
        return min(a.lowerBound, b.lowerBound)..<max(a.upperBound, b.upperBound)
    }
}

extension ResamplingTable {
    /// True if target i is source `starts[0]` + i with nothing added, so that filtering with the table changes no value.
    var isUnitShift: Bool { isIdentity && weights.allSatisfy { $0 == Self.unitTotal } }
}
