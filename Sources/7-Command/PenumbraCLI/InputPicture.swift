import Penumbra
import PenumbraSystem

/// A picture from a file, decoded once, with its name in scenes.
struct InputPicture {
    var source: ImageSource
    var bitmap: Bitmap

    /// The picture's size in pixels.
    var size: Size { Size(width: Double(bitmap.width), height: Double(bitmap.height)) }

    /// - Parameter path: the file's path; `-` means standard input. The scene then contains the file itself.
    init(reading path: String, limits: ImageLimits) throws {
        if path == "-" {
            try self.init(
                .data(try readFile(path, limit: limits.maximumFileBytes, raisedBy: .pictureFileSize)),
                name: "standard input", limits: limits)
        } else {
            try self.init(.file(path), name: path, limits: limits)
        }
    }

    /// - Parameters:
    ///   - name: the picture's name in errors.
    ///   - files: the allowed folders. Nil allows any path, for files named on the command line.
    init(_ source: ImageSource, name: String? = nil, limits: ImageLimits, files: FileRoots? = nil) throws {
        self.source = source
        let bytes: [UInt8]
        let file: String
        switch source {
        case .data(let data): (bytes, file) = (data, name ?? "data: URL")
        case .file(let path):
            (bytes, file) = (
                try readFile(path, limit: limits.maximumFileBytes, raisedBy: .pictureFileSize, in: files),
                name ?? path
            )
        }
        bitmap = try decodePicture(bytes, limits: limits, file: file)
    }

    /// Whether a word on the command line has a picture's file extension.
    static func isPictureName(_ name: String) -> Bool {
        PictureFormat.allCases.flatMap(\.endings).contains { name.lowercased().endsWithBytes(".\($0)") }
    }

    /// The smallest rectangle, in pixels, around all pixels with an alpha above 1/255. Nil if there are none.
    var visibleBounds: Rect? {
        if bitmap.isOpaque { return Rect(origin: .zero, size: size) }
        let pixels = bitmap.pixels
        var (left, right, top, bottom) = (bitmap.width, -1, bitmap.height, -1)
        for y in 0..<bitmap.height {
            let row = y * bitmap.width
            guard let first = (0..<bitmap.width).first(where: { pixels[4 * (row + $0) + 3] > 1 }),
                let last = (first..<bitmap.width).last(where: { pixels[4 * (row + $0) + 3] > 1 })
            else { continue }
            (left, right) = (min(left, first), max(right, last))
            (top, bottom) = (min(top, y), y)
        }
        guard right >= left else { return nil }
        return Rect(x: Double(left), y: Double(top), width: Double(right - left + 1), height: Double(bottom - top + 1))
    }
}
