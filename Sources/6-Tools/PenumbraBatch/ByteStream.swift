import Glibc
import Penumbra
import PenumbraSystem

/// Reads the bytes of a file or of standard input piece by piece.
package final class ByteStream {
    private let descriptor: Int32
    private let path: String
    private let closes: Bool
    private var buffer: [UInt8] = []
    private var position = 0
    private var isAtEnd = false
    /// A signal that ends waiting for a pipe.
    private let stop: StopSignal?
    private let isPipe: Bool

    private static let pieceBytes = 64 << 10
    /// The maximum number of bytes, and the number of bytes read so far.
    private let limit: Int
    private var given = 0

    /// - Parameters:
    ///   - path: the file's path; `-` means standard input.
    ///   - limit: the maximum number of bytes. A longer file is rejected at once, a stream when it exceeds the limit.
    ///   - stop: when this signal is set while a pipe delivers nothing, reading throws `BatchError.stopped`.
    ///   - takesPipes: false rejects a named pipe, because opening it would wait for a writer.
    package init(_ path: String, limit: Int = .max, stop: StopSignal? = nil, takesPipes: Bool = true) throws(BatchError) {
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
        if closes, kind == S_IFREG, status.st_size > limit { throw Self.tooLong(path, Int(status.st_size), limit) }
        if isPipe, !takesPipes { throw .manifestFile(.pipe(.reading, path)) }
    }

    /// - Parameter bytes: nil if only so many were read that the limit is exceeded.
    private static func tooLong(_ path: String, _ bytes: Int?, _ limit: Int) -> BatchError {
        let length = bytes.map { "\($0) bytes, more than \(limit)" } ?? "more than \(limit) bytes"
        return .manifest(
            name: path == "-" ? "standard input" : path,
            "it has \(length); raise \(limit: .manifestSize), or make several batches of it")
    }

    deinit {
        if closes { close(descriptor) }
    }

    /// Returns the next byte and consumes it; nil at the end.
    package func next() throws(BatchError) -> UInt8? {
        guard let byte = try peek() else { return nil }
        position += 1
        return byte
    }

    /// Returns the next byte without consuming it; nil at the end.
    func peek() throws(BatchError) -> UInt8? {
        if position == buffer.count {
            guard try fill() else { return nil }
        }
        return buffer[position]
    }

    /// Skips the byte order mark that some programs put before UTF-8. Must be called before anything is read.
    ///
    /// - Throws: `BatchError.manifest` if the stream starts with a UTF-16 byte order mark.
    func skipByteOrderMark() throws(BatchError) {
        let mark = try beginning(3)
        if mark == [0xEF, 0xBB, 0xBF] { position = 3 }
        if mark.starts(with: [0xFF, 0xFE]) || mark.starts(with: [0xFE, 0xFF]) {
            throw .manifest(name: path == "-" ? "standard input" : path, "it is written in UTF-16; save it as UTF-8")
        }
    }

    /// Returns the first bytes without consuming them; fewer if the stream is shorter. A pipe may deliver them one by one.
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
        if given > limit { throw Self.tooLong(path, nil, limit) }
        position = 0
        isAtEnd = buffer.isEmpty
        return !isAtEnd
    }
}
