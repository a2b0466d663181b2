import CPenumbraDeflate
import PenumbraSystem

/// The scenes and HTML documents of the corpus, their input pictures and the recorded digests of both, packed into one
/// compressed file.
///
/// The uncompressed archive is a sequence of records: `name` LF `digest in hexadecimal` LF `bytes in decimal` LF, followed by
/// the bytes of a scene (JSON), of an HTML document or of a picture file. The compressed form is the uncompressed size as eight
/// little-endian bytes, followed by a zlib stream.
public struct CorpusArchive: Sendable {
    public struct Record: Hashable, Sendable {
        /// The path below the corpus: `shadow/sigma-8`, `pictures/checks.png`, `html/grid.html`. Scenes have no
        /// extension.
        public var name: String
        /// The digest of a scene's drawing or of a picture's decoded pixels.
        public var digest: Digest
        public var contents: [UInt8]

        /// Whether this is a picture that scenes show, and no scene.
        public var isPicture: Bool { name.hasPrefix("pictures/") }

        public init(name: String, digest: Digest, contents: [UInt8]) {
            self.name = name
            self.digest = digest
            self.contents = contents
        }
    }

    /// Whether a record's name is that of an HTML document.
    static func isPage(_ name: String) -> Bool { name.hasSuffix(".html") }

    public var records: [Record]

    public init(_ records: [Record]) {
        self.records = records
    }

    /// The maximum uncompressed size; larger values are invalid.
    private static let largest = 1 << 26

    /// Reads an archive from its compressed bytes.
    ///
    /// - Throws: `CorpusArchiveError` if the bytes aren't an archive as `compressed` returns it.
    public init(compressed bytes: [UInt8]) throws(CorpusArchiveError) {
        guard bytes.count > 8 else { throw CorpusArchiveError("it has \(bytes.count) bytes") }
        let size = bytes[..<8].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard size <= Self.largest else { throw CorpusArchiveError("it claims to hold \(size) bytes") }
        guard let decompressor = libdeflate_alloc_decompressor() else { throw CorpusArchiveError("there is no memory for it") }
        defer { libdeflate_free_decompressor(decompressor) }
        var plain = [UInt8](repeating: 0, count: max(1, Int(size)))
        var count = 0
        let result = bytes.withUnsafeBytes { source in
            libdeflate_zlib_decompress(
                decompressor, source.baseAddress.map { $0 + 8 }, source.count - 8, &plain, Int(size), &count)
        }
        guard result == LIBDEFLATE_SUCCESS, count == Int(size) else { throw CorpusArchiveError("it does not decompress") }
        records = []
        var place = 0
        func line() throws(CorpusArchiveError) -> String {
            guard let end = plain[place..<count].firstIndex(of: 0x0A) else {
                throw CorpusArchiveError("it ends in the middle of a record")
            }
            defer { place = end + 1 }
            return String(decoding: plain[place..<end], as: UTF8.self)
        }
        while place < count {
            let name = try line()
            guard let digest = Digest(hexadecimal: try line()), let length = Int(try line()), length >= 0,
                length <= count - place
            else { throw CorpusArchiveError("the record \"\(name)\" is damaged") }
            records.append(Record(name: name, digest: digest, contents: Array(plain[place..<place + length])))
            place += length
        }
    }

    /// The compressed archive. The same records and the same version of libdeflate give the same bytes.
    public func compressed() throws(CorpusArchiveError) -> [UInt8] {
        var plain: [UInt8] = []
        for record in records {
            plain += Array("\(record.name)\n\(record.digest)\n\(record.contents.count)\n".utf8)
            plain += record.contents
        }
        guard let compressor = libdeflate_alloc_compressor(12) else { throw CorpusArchiveError("there is no memory for it") }
        defer { libdeflate_free_compressor(compressor) }
        var packed = [UInt8](repeating: 0, count: libdeflate_zlib_compress_bound(compressor, plain.count))
        let count = libdeflate_zlib_compress(compressor, plain, plain.count, &packed, packed.count)
        guard count > 0 else { throw CorpusArchiveError("it does not compress") }
        return withUnsafeBytes(of: UInt64(plain.count).littleEndian) { Array($0) } + packed[..<count]
    }
}

/// The reason why an archive can't be read or written.
public struct CorpusArchiveError: Error, Hashable, Sendable, CustomStringConvertible {
    public var reason: String

    init(_ reason: String) {
        self.reason = reason
    }

    public var description: String { "the archive of verification scenes cannot be used: \(reason)" }
}
