import PenumbraBitmap
import PenumbraCodecs
import PenumbraPlan
import PenumbraSystem

/// The part of a picture that a plan's passes read, and its layout on the device: one word per pixel.
struct ImageRegion {
    let picture: Bitmap
    let layout: SurfaceLayout
    /// The columns of the picture that are on the device; `rows` are its rows.
    let columns: Range<Int>
    let rows: Range<Int>
    /// The coefficients from which the device makes the pixels. Nil if the host writes the pixels.
    let coefficients: CoefficientRegion?

    /// - Throws: `GPUError.picture` if the picture is damaged.
    init(_ plan: RenderPlan, _ id: ImageID, limits: GPULimits) throws(GPUError) {
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
        coefficients =
            columns == nil
            ? nil : try Self.coefficients(picture, columns: self.columns, rows: self.rows, layout: layout, limits: limits)
    }

    /// Nil if the host writes the pixels.
    private static func coefficients(
        _ picture: Bitmap, columns: Range<Int>, rows: Range<Int>, layout: SurfaceLayout, limits: GPULimits
    ) throws(GPUError) -> CoefficientRegion? {
        func region(_ source: CoefficientRegion.Source, _ shape: JPEGShape) -> CoefficientRegion? {
            CoefficientRegion(source, shape, columns: columns, rows: rows, layout: layout, limits: limits)
        }
        guard let stream = picture.stream else {
            return (picture.source as? JPEGCoefficients).flatMap { region(.coefficients($0), $0.shape) }
        }
        if !stream.isSettled, let coded = region(.codes(stream, JPEGCodeWords(stream.codes)), stream.shape) { return coded }
        let coefficients = try rethrowing(try stream.settle(), as: GPUError.picture)
        return coefficients.flatMap { region(.coefficients($0), $0.shape) }
    }

    /// True if both are the same part of the same picture, made in the same way.
    func isSame(_ other: ImageRegion) -> Bool {
        picture === other.picture && columns == other.columns && rows == other.rows && readsCodes == other.readsCodes
    }

    /// True if the device reads the codes of the picture, so that it may leave the picture to the host.
    var readsCodes: Bool { coefficients?.readsCodes ?? false }

    /// The bytes of the pixels and of what follows them on the device.
    var byteCount: Int {
        layout.byteCount + (coefficients == nil ? 0 : (CoefficientRegion.statusBytes + 255) / 256 * 256)
    }

    /// The bytes that are copied to the device: codes, coefficients, or pixels.
    var uploadedBytes: Int { coefficients?.byteCount ?? layout.byteCount }

    /// Writes the codes, the coefficients or the pixels to `uploadedBytes` bytes, pixels by up to `threads` threads.
    func write(to destination: UnsafeMutableRawPointer, threads: Int) {
        if let coefficients { return coefficients.write(to: destination) }
        guard let pixels = UnsafeRawPointer(picture.pixels.baseAddress) else { return }
        copyRows(rows, rowBytes: layout.rowBytes, threads: threads) { band in
            for row in band {
                (destination + (row - rows.lowerBound) * layout.rowBytes).copyMemory(
                    from: pixels + (row * picture.width + columns.lowerBound) * 4, byteCount: columns.count * 4)
            }
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
