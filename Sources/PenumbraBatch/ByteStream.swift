import Glibc
import PenumbraCodecs

/// The bytes of a file or of standard input, a piece at a time.
final class ByteStream {
    private let descriptor: Int32
    private let path: String
    private let closes: Bool
    private var buffer: [UInt8] = []
    private var position = 0
    private var isAtEnd = false

    private static let pieceBytes = 64 << 10

    /// - Parameter path: `-` is standard input.
    init(_ path: String) throws(BatchError) {
        self.path = path
        if path == "-" {
            (descriptor, closes) = (STDIN_FILENO, false)
        } else {
            do {
                descriptor = try FileReader.open(path)
            } catch {
                throw .manifestFile(error)
            }
            closes = true
        }
    }

    deinit {
        if closes { close(descriptor) }
    }

    /// The next byte; nil at the end.
    func next() throws(BatchError) -> UInt8? {
        if position == buffer.count {
            guard try fill() else { return nil }
        }
        defer { position += 1 }
        return buffer[position]
    }

    /// The next byte, which stays.
    func peek() throws(BatchError) -> UInt8? {
        if position == buffer.count {
            guard try fill() else { return nil }
        }
        return buffer[position]
    }

    /// Skips the mark that some programs put before UTF-8. Must be called before anything is read.
    func skipByteOrderMark() throws(BatchError) {
        guard try peek() == 0xEF else { return }
        if buffer.count >= 3, buffer[1] == 0xBB, buffer[2] == 0xBF { position = 3 }
    }

    private func fill() throws(BatchError) -> Bool {
        if isAtEnd { return false }
        do {
            buffer = try FileReader.piece(of: descriptor, upTo: Self.pieceBytes, path: path)
        } catch {
            throw .manifestFile(error)
        }
        position = 0
        isAtEnd = buffer.isEmpty
        return !isAtEnd
    }
}
