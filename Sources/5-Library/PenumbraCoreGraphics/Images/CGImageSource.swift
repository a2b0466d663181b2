import Foundation
import PenumbraCodecs

// Image I/O's functions that read and write one picture. They come with their own framework on Apple's systems.

/// A picture file that is read.
public final class CGImageSource: Sendable {
    let data: Data

    init(_ data: Data) {
        self.data = data
    }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func CGImageSourceCreateWithData(_ data: CFData, _ options: CFDictionary?) -> CGImageSource? { CGImageSource(data) }

// swift-format-ignore: AlwaysUseLowerCamelCase
public func CGImageSourceCreateWithURL(_ url: CFURL, _ options: CFDictionary?) -> CGImageSource? {
    (try? Data(contentsOf: url)).map(CGImageSource.init)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func CGImageSourceCreateWithDataProvider(_ provider: CGDataProvider, _ options: CFDictionary?) -> CGImageSource? {
    CGImageSource(provider.bytes)
}

/// Returns the number of pictures: one, because only the first picture of a file is read.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func CGImageSourceGetCount(_ source: CGImageSource) -> Int { 1 }

// swift-format-ignore: AlwaysUseLowerCamelCase
public func CGImageSourceCreateImageAtIndex(_ source: CGImageSource, _ index: Int, _ options: CFDictionary?) -> CGImage? {
    index == 0 ? try? CGImage(decoding: source.data) : nil
}

/// A picture file that is written.
public final class CGImageDestination {
    enum Target {
        case file(URL)
        case data(NSMutableData)
    }

    let target: Target
    let format: PictureFormat
    var image: CGImage?
    var quality: Double?

    init?(_ target: Target, _ type: CFString) {
        let formats: [CFString: PictureFormat] = [
            "public.png": .png, "public.jpeg": .jpeg, "org.webmproject.webp": .webp, "public.avif": .avif,
        ]
        guard let format = formats[type] else { return nil }
        (self.target, self.format) = (target, format)
    }
}

public let kCGImageDestinationLossyCompressionQuality: CFString = "kCGImageDestinationLossyCompressionQuality"

/// Makes a destination for `public.png`, `public.jpeg`, `org.webmproject.webp` or `public.avif`. Nil for other types.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func CGImageDestinationCreateWithURL(
    _ url: CFURL, _ type: CFString, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? {
    CGImageDestination(.file(url), type)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func CGImageDestinationCreateWithData(
    _ data: NSMutableData, _ type: CFString, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? {
    CGImageDestination(.data(data), type)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func CGImageDestinationAddImage(_ destination: CGImageDestination, _ image: CGImage, _ properties: CFDictionary?) {
    destination.image = image
    destination.quality = properties?[kCGImageDestinationLossyCompressionQuality] as? Double
}

/// Writes the file. False if there is no image, or if it can't be written.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func CGImageDestinationFinalize(_ destination: CGImageDestination) -> Bool {
    guard let image = destination.image,
        let file = try? image.encoded(as: destination.format, quality: destination.quality)
    else { return false }
    switch destination.target {
    case .file(let url): return (try? file.write(to: url, options: .atomic)) != nil
    case .data(let data):
        data.append(file)
        return true
    }
}
