import PenumbraCodecs
import PenumbraScene

/// Estimates the memory of a picture from the facts known so far.
package enum MemoryEstimate {
    /// The bytes of the small parts of every picture: its scene, its plan, its file's tables.
    package static let bytesOfAnyPicture = 1 << 20

    /// The bytes for one segment of a text's outline, counted where the text is laid out and where it is drawn.
    static let bytesOfTextSegment = 256

    /// The bytes of a scene's finished picture and its file. 0 when the size is known only after planning.
    package static func finished(_ canvas: Canvas) -> Int {
        if canvas.fitsContent { return 0 }
        let (width, height) = (canvas.size.width * canvas.scale, canvas.size.height * canvas.scale)
        return 2 * canvas.depth.bytesPerPixel * Int(min(1e12, max(1, width.rounded()) * max(1, height.rounded())))
    }

    /// The bytes of a picture's decoded pixels, estimated from the header of its file.
    ///
    /// Broken files and files beyond the limits count as 0, because decoding refuses them with an error.
    /// - Parameter keepsCoefficients: true adds the coefficients of JPEGs.
    static func decoded(_ file: [UInt8], limits: ImageLimits, keepsCoefficients: Bool) -> Int {
        guard let header = try? ImageDecoder.information(of: file) else { return 0 }
        let (pixels, isTooMuch) = header.width.multipliedReportingOverflow(by: header.height)
        guard !isTooMuch, pixels <= limits.maximumPixels, max(header.width, header.height) <= limits.maximumSide else {
            return 0
        }
        if keepsCoefficients, let bytes = header.bytesWithCoefficients, bytes <= limits.maximumBytes { return bytes }
        return 4 * min(1 << 38, pixels)
    }
}
