import PenumbraCodecs
import PenumbraScene

/// What a picture takes, told from what is known of it so far.
package enum MemoryEstimate {
    /// What takes little, whatever the picture: its scene, its plan, its file's tables.
    package static let bytesOfAnyPicture = 1 << 20

    /// A segment of a text's outline, where it was set and where it is drawn.
    static let bytesOfTextSegment = 256

    /// A finished picture and its file.
    package static func finished(width: Int, height: Int) -> Int { 8 * width * height }

    /// A scene's finished picture and its file; 0 where its size is known only once it is planned.
    package static func finished(_ canvas: Canvas) -> Int {
        if canvas.fitsContent { return 0 }
        let (width, height) = (canvas.size.width * canvas.scale, canvas.size.height * canvas.scale)
        return 8 * Int(min(1e12, max(1, width.rounded()) * max(1, height.rounded())))
    }

    /// The pixels of a picture that is to be decoded, by its file's header.
    ///
    /// What is broken or beyond the limits takes nothing: decoding refuses it by name.
    static func decoded(_ file: [UInt8], limits: ImageLimits) -> Int {
        guard let header = try? ImageDecoder.information(of: file) else { return 0 }
        let (pixels, isTooMuch) = header.width.multipliedReportingOverflow(by: header.height)
        guard !isTooMuch, pixels <= limits.maximumPixels, max(header.width, header.height) <= limits.maximumSide else {
            return 0
        }
        return 4 * min(1 << 38, pixels)
    }
}
