import PenumbraBitmap
import PenumbraSystem

/// A baseline JPEG whose codes nobody has read yet, so that a device can read them.
///
/// Whether the codes are free of faults is known only afterwards. A device that finds anything unusual leaves the file to
/// `settle`, which reads it as libjpeg does. Whoever wants the pixels on the processor calls `settle` before, because
/// `write(to:)` can't fail.
package final class JPEGStream: PixelSource, @unchecked Sendable {
    private enum Outcome {
        case coefficients(JPEGCoefficients)
        /// The file is decoded to pixels without any error, but its coefficients can't be kept.
        case pixels
        case failed(ImageError)
    }

    package let shape: JPEGShape
    package let codes: JPEGCodes
    private let file: [UInt8]
    private let limits: ImageLimits
    private let coefficientBytes: Int
    private let outcome = Mutex<Outcome?>(nil)

    /// - Parameter structure: the structure of the file, which was checked.
    /// - Returns: nil if the file is not for a device, or has any peculiarity.
    init?(_ file: [UInt8], _ structure: JPEGStructure, limits: ImageLimits) {
        guard [0xC0, 0xC1].contains(structure.frameMarker), let needed = structure.information.bytesWithCoefficients,
            needed <= limits.maximumBytes, !structure.convertsColors
        else { return nil }
        let parts = file.withUnsafeBytes { bytes -> (JPEGShape, JPEGCodes)? in
            guard let header = JPEGScanHeader(ByteView(bytes)), let factors = header.factors,
                header.width == structure.width, header.height == structure.height,
                let shape = JPEGShape(
                    width: header.width, height: header.height, orientation: structure.orientation, space: header.space,
                    factors: factors),
                let codes = JPEGCodes(ByteView(bytes), header)
            else { return nil }
            return (shape, codes)
        }
        guard let (shape, codes) = parts else { return nil }
        (self.shape, self.codes, self.file, self.limits) = (shape, codes, file, limits)
        coefficientBytes = structure.information.coefficientBytes
    }

    /// The bytes of the file, and of the coefficients that a failing device leaves to the host.
    package var byteCount: Int { file.count + coefficientBytes }
    /// The bytes of the file.
    package var fileBytes: Int { file.count }

    /// The upright bitmap. Its pixels are made when they are first read.
    var bitmap: Bitmap { shape.bitmap(of: self) }

    /// Copies the codes without restart markers and without what makes them different from markers: `codes.byteCount` bytes.
    package func writeCodes(to memory: UnsafeMutableRawPointer) { file.withUnsafeBytes { codes.write($0, to: memory) } }

    /// True once the processor has read the codes.
    package var isSettled: Bool { outcome.withLock { $0 != nil } }

    /// Reads the codes on the processor, the first time.
    ///
    /// - Returns: the coefficients; nil if only pixels can be made.
    /// - Throws: the decoder's error.
    @discardableResult package func settle() throws(ImageError) -> JPEGCoefficients? {
        let result = outcome.withLock { outcome in
            if let outcome { return outcome }
            let found = read()
            outcome = found
            return found
        }
        switch result {
        case .coefficients(let coefficients): return coefficients
        case .pixels: return nil
        case .failed(let error): throw error
        }
    }

    private func read() -> Outcome {
        do throws(ImageError) {
            let bitmap = try ImageDecoder.decode(file, limits: limits, keepsCoefficients: true)
            return (bitmap.source as? JPEGCoefficients).map { .coefficients($0) } ?? .pixels
        } catch {
            return .failed(error)
        }
    }

    /// Writes the pixels; black ones if the file can't be decoded, which `settle` tells.
    package func write(to pixels: UnsafeMutableBufferPointer<UInt8>) {
        if let coefficients = try? settle() { return coefficients.write(to: pixels) }
        guard let target = pixels.baseAddress, let bitmap = try? ImageDecoder.decode(file, limits: limits),
            bitmap.pixels.count == pixels.count, let source = bitmap.pixels.baseAddress
        else {
            for i in pixels.indices { pixels[i] = i & 3 == 3 ? 255 : 0 }
            return
        }
        target.update(from: source, count: pixels.count)
    }
}

extension Bitmap {
    /// The JPEG whose codes may hold faults that nobody knows of yet. Nil for all other bitmaps.
    package var stream: JPEGStream? { source as? JPEGStream }
}
