import Foundation

/// Bytes for pictures and fonts.
public final class CGDataProvider: Sendable {
    public let data: CFData?

    /// The pointer of the code that made the provider. Nil, because memory is copied and released at once.
    public var info: UnsafeMutableRawPointer? { nil }

    /// The data, which every provider has.
    var bytes: Data { data ?? Data() }

    public init?(data: CFData) {
        self.data = data
    }

    /// Reads a file. Nil if it can't be read.
    public init?(url: CFURL) {
        guard let data = try? Data(contentsOf: url) else { return nil }
        self.data = data
    }

    public convenience init?(filename: UnsafePointer<CChar>) {
        self.init(url: URL(fileURLWithPath: String(cString: filename)))
    }

    /// Copies bytes from memory, and releases the memory at once.
    public init?(
        dataInfo info: UnsafeMutableRawPointer?, data: UnsafeRawPointer, size: Int,
        releaseData: (UnsafeMutableRawPointer?, UnsafeRawPointer, Int) -> Void
    ) {
        guard size >= 0 else { return nil }
        self.data = Data(bytes: data, count: size)
        releaseData(info, data, size)
    }
}
