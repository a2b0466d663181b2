import PenumbraSystem

/// The reason why a picture could not be decoded or encoded.
///
/// The description is one line: the faulty part, the found and allowed values, and the remedy. It does not name the file,
/// which the decoder never sees; code that reads the file puts its name in front.
public enum ImageError: Error, Hashable, Sendable {
    /// The file has no bytes at all.
    case empty
    /// The file is of a known format that is not supported. The value is the format's name.
    case unsupportedFormat(String)
    /// The library that reads a format is not installed. The values are the format's name and the library's package.
    case libraryMissing(String, String)
    /// The first bytes match no known picture format.
    case unknownFormat(firstBytes: [UInt8])
    /// The file is valid, but the format's library does not decode its variant. The text is the reason.
    case unsupportedVariant(PictureFormat, String)
    /// A side is longer than `ImageLimits.maximumSide`.
    case sideTooLong(PictureFormat, width: Int, height: Int, allowed: Int)
    /// The picture has more pixels than `ImageLimits.maximumPixels`.
    case tooManyPixels(PictureFormat, width: Int, height: Int, allowed: Int)
    /// Decoding would hold more than `ImageLimits.maximumBytes` at once. `needed` is nil if the number does not even fit in
    /// `Int`.
    case tooManyBytes(PictureFormat, width: Int, height: Int, needed: Int?, allowed: Int)
    /// A frame of a picture that moves, and the frames below it, take too long. `work` and `allowed` are nanoseconds of one
    /// core, estimated from the sizes of the frames.
    case tooMuchWork(PictureFormat, frame: Int, work: Int, allowed: Int)
    /// A JPEG has more scans than `ImageLimits.maximumScans`.
    case tooManyScans(allowed: Int)
    /// The file ends before the picture does. The text describes where it ends.
    case truncated(PictureFormat, String)
    /// The contents contradict the format. The text names the part and the contradiction.
    case damaged(PictureFormat, String)
    /// A side is longer than a file of this format, or the library that writes it, can hold; or there are no pixels.
    case sideBeyondFormat(PictureFormat, width: Int, height: Int, allowed: Int)
    /// The format's library refused to write the picture. The text is the reason.
    case notEncoded(PictureFormat, String)
    /// A picture of 16 bits per channel was to be written in a format, or within a budget of bytes, that allows 8 bits only.
    case tooDeep(PictureFormat, hasBudget: Bool)
    /// No file of the picture is as small as a budget of bytes. `smallest` is the smallest file that was made.
    case beyondBudget(PictureFormat, smallest: Int, allowed: Int, isLossless: Bool)
    /// The memory for the work was not available.
    case outOfMemory(bytes: Int)
}

extension ImageError {
    public var kind: FailureKind {
        if case .outOfMemory = self { return .outOfMemory }
        return .badData
    }
}

extension ImageError: Worded {
    /// Nanoseconds as seconds with at most two decimals.
    private static func seconds(_ nanoseconds: Int) -> String {
        let hundredths = (nanoseconds + 5_000_000) / 10_000_000
        let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
        if rest == 0 { return "\(whole)" }
        return rest % 10 == 0 ? "\(whole).\(rest / 10)" : "\(whole).\(rest < 10 ? "0" : "")\(rest)"
    }

    public var words: Message {
        switch self {
        case .empty:
            return "the file is empty; a picture is needed"
        case .unsupportedFormat(let name):
            let article =
                name.first.map { "AEIO".contains($0) || ["HTML", "SVG", "MNG", "SGI", "XBM", "XPM"].contains(name) } == true
                ? "an" : "a"
            return "this is \(article) \(name) file; \(PictureFormat.readNames) are read. Convert it to one of these."
        case .libraryMissing(let format, let package):
            return "pictures in \(format) need a library that this system lacks. Install \(package), or convert the picture."
        case .unknownFormat(let bytes):
            let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
            return "this is not a picture in a known format (it begins with the bytes \(digits)); "
                + "\(PictureFormat.readNames) are read"
        case .unsupportedVariant(let format, let reason):
            return
                "this kind of \(format.rawValue) is not read: \(reason). Save it again as an ordinary 8-bit \(format.rawValue)."
        case .sideTooLong(let format, let width, let height, let allowed):
            return "the \(format.rawValue) is \(width)×\(height) pixels; at most \(allowed) per side are allowed. "
                + "Scale it down or raise \(limit: .pictureSide)."
        case .tooManyPixels(let format, let width, let height, let allowed):
            return "the \(format.rawValue) is \(width)×\(height) pixels; at most \(allowed) pixels in all are allowed. "
                + "Scale it down or raise \(limit: .picturePixels)."
        case .tooManyBytes(let format, let width, let height, let needed, let allowed):
            let amount = needed.map { "\($0) bytes" } ?? "more bytes than this machine can count"
            return "decoding the \(width)×\(height) \(format.rawValue) takes \(amount) of memory; \(allowed) are allowed. "
                + "Scale it down or raise \(limit: .pictureMemory)."
        case .tooMuchWork(let format, let frame, let work, let allowed):
            return
                "frame \(frame) of the \(format.rawValue) and the frames below it take some \(Self.seconds(work)) s of one core; "
                + "\(Self.seconds(allowed)) s are allowed. Scale it down, show an earlier frame, or raise \(limit: .work)."
        case .tooManyScans(let allowed):
            return "the JPEG has more than \(allowed) scans. Save it again as an ordinary JPEG"
                + (allowed < ImageLimits.mostScans ? ", or raise \(limit: .jpegScans)." : ".")
        case .truncated(let format, let place):
            return "the \(format.rawValue) is cut short: \(place). Copy or download it again."
        case .damaged(let format, let reason):
            return "the \(format.rawValue) is damaged: \(reason). Copy or save it again."
        case .sideBeyondFormat(let format, let width, let height, let allowed):
            return "the picture is \(width)×\(height) pixels; \(format.rawValue) allows 1 to \(allowed) per side. "
                + (format == .png ? "Make it smaller." : "Make it smaller, or write a PNG.")
        case .notEncoded(let format, let reason):
            return "the \(format.rawValue) could not be written: \(reason). Write a PNG instead."
        case .tooDeep(let format, let hasBudget):
            return hasBudget
                ? "a 16-bit picture can't be fitted into a number of bytes. Leave out the number, or set "
                    + "canvas.depth to 8."
                : "\(format.rawValue) files have 8 bits per channel, but canvas.depth is 16. Write a PNG, or set canvas.depth to 8."
        case .beyondBudget(let format, let smallest, let allowed, let isLossless):
            return "the smallest \(format.rawValue) of this picture has \(smallest) bytes; \(allowed) are allowed. "
                + (isLossless ? "Write a lossy file, or make the picture smaller." : "Make the picture smaller.")
        case .outOfMemory(let bytes):
            return "\(bytes) bytes of memory could not be had. Free memory, or work on smaller or fewer pictures at a time."
        }
    }
}
