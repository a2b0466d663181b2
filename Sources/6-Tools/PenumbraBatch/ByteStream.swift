import Glibc
import Penumbra
import PenumbraSystem

/// The bytes of a file or of standard input, a piece at a time.
final class ByteStream {
    private let descriptor: Int32
    private let path: String
    private let closes: Bool
    private var buffer: [UInt8] = []
    private var position = 0
    private var isAtEnd = false
    /// Ends waiting for a pipe.
    private let stop: StopSignal?
    private let isPipe: Bool

    private static let pieceBytes = 64 << 10
    /// The most bytes it may give, and those that it gave.
    private let limit: Int
    private var given = 0

    /// - Parameters:
    ///   - path: `-` is standard input.
    ///   - limit: the most bytes; a longer file is refused at once, a stream when it comes to it.
    ///   - stop: when it is set while a pipe gives nothing, reading throws `BatchError.stopped`.
    ///   - takesPipes: false refuses a named pipe, whose writer would be waited for.
    init(_ path: String, limit: Int = .max, stop: StopSignal? = nil, takesPipes: Bool = true) throws(BatchError) {
        self.path = path
        self.limit = limit
        self.stop = stop
        if path == "-" {
            (descriptor, closes) = (STDIN_FILENO, false)
        } else {
            descriptor = try rethrowing(try FileReader.open(path), as: BatchError.manifestFile)
            closes = true
        }
        var status = stat()
        let kind = fstat(descriptor, &status) == 0 ? status.st_mode & S_IFMT : 0
        isPipe = kind == S_IFIFO
        if closes, kind == S_IFREG, status.st_size > limit { throw Self.tooLong(path, "\(status.st_size)", limit) }
        if isPipe, !takesPipes { throw .manifestFile(.pipe(.reading, path)) }
    }

    private static func tooLong(_ path: String, _ bytes: String, _ limit: Int) -> BatchError {
        .manifest(
            name: path == "-" ? "standard input" : path,
            "it has \(bytes) bytes, allowed are \(limit); raise \(limit: .manifestSize), or make several batches of it")
    }

    deinit {
        if closes { close(descriptor) }
    }

    /// The next byte; nil at the end.
    func next() throws(BatchError) -> UInt8? {
        guard let byte = try peek() else { return nil }
        position += 1
        return byte
    }

    /// The next byte, which stays.
    func peek() throws(BatchError) -> UInt8? {
        if position == buffer.count {
            guard try fill() else { return nil }
        }
        return buffer[position]
    }

    /// Skips the mark that some programs put before UTF-8. Must be called before anything is read.
    ///
    /// - Throws: `BatchError.manifest` where the marks of UTF-16 stand there.
    func skipByteOrderMark() throws(BatchError) {
        let mark = try beginning(3)
        if mark == [0xEF, 0xBB, 0xBF] { position = 3 }
        if mark.starts(with: [0xFF, 0xFE]) || mark.starts(with: [0xFE, 0xFF]) {
            throw .manifest(name: path == "-" ? "standard input" : path, "it is written in UTF-16; save it as UTF-8")
        }
    }

    /// The first bytes, which stay; fewer where there are no more. A pipe may give them one by one.
    private func beginning(_ count: Int) throws(BatchError) -> [UInt8] {
        var first: [UInt8] = []
        while first.count < count, try fill() { first += buffer }
        buffer = first
        return Array(first.prefix(count))
    }

    private func fill() throws(BatchError) -> Bool {
        if isAtEnd { return false }
        if let stop {
            guard FileReader.waitForWriter(descriptor, isStopped: { stop.isSet }) else { throw .stopped }
        } else if isPipe {
            _ = FileReader.waitForWriter(descriptor)
        }
        buffer = try rethrowing(
            try FileReader.piece(of: descriptor, upTo: Self.pieceBytes, path: path), as: BatchError.manifestFile)
        given += buffer.count
        if given > limit { throw Self.tooLong(path, "more", limit) }
        position = 0
        isAtEnd = buffer.isEmpty
        return !isAtEnd
    }
}
