import PenumbraSystem

/// A picture format that can be read. Some can be written too. The raw value is its name in messages.
public enum PictureFormat: String, Sendable, Hashable, CaseIterable {
    case png = "PNG"
    case jpeg = "JPEG"
    case webp = "WebP"
    case avif = "AVIF"
    case heic = "HEIC"
    case gif = "GIF"
    case tiff = "TIFF"

    /// The formats that pictures can be written in.
    public static let written: [PictureFormat] = [.png, .jpeg, .webp, .avif]

    /// The names of all formats, for messages.
    static let readNames = "PNG, JPEG, WebP, AVIF, HEIC, GIF and TIFF"
}

extension PictureFormat {
    /// Makes the format that is written for a file name's extension; nil for another extension and for none.
    public init?(path: String) {
        guard let ending = Self.ending(of: path) else { return nil }
        self.init(ending: ending)
    }

    /// Makes the format that is written for an extension without its dot, in upper or lower case: `png`, `jpg`, `jpeg`,
    /// `webp` or `avif`.
    public init?(ending: String) {
        let ending = ending.lowercased()
        guard let format = Self.written.first(where: { $0.endings.contains(ending) }) else { return nil }
        self = format
    }

    /// The extensions of files of this format, the usual extension first.
    public var endings: [String] {
        switch self {
        case .png: ["png"]
        case .jpeg: ["jpg", "jpeg"]
        case .webp: ["webp"]
        case .avif: ["avif"]
        case .heic: ["heic", "heif"]
        case .gif: ["gif"]
        case .tiff: ["tif", "tiff"]
        }
    }

    /// Returns the extension of a path: the text behind the last dot of its last part. Nil if there is no dot, if nothing
    /// comes before or after the dot, and for `-`.
    public static func ending(of path: String) -> String? {
        let name = path.lastPathPart
        let dots = UInt8(ascii: ".")
        guard let dot = name.utf8.lastIndex(of: dots), name.utf8[..<dot].contains(where: { $0 != dots }) else { return nil }
        let ending = name[name.utf8.index(after: dot)...]
        return ending.isEmpty ? nil : String(ending)
    }

    /// The longest side, in pixels, that the format or the library that writes it allows.
    public var maximumSide: Int {
        switch self {
        case .png: 0x7FFF_FFFF
        // libjpeg's JPEG_MAX_DIMENSION; the format itself counts to 65535.
        case .jpeg: 65500
        case .webp: 16383
        // The most that AV1 and libheif's encoder allow together.
        case .avif: 32768
        case .gif: 65535
        case .heic: 16384
        case .tiff: 0x7FFF_FFFF
        }
    }
}
