import Glibc
import PenumbraSystem

/// Reading font files.
extension FontLibrary {
    /// The largest font file in bytes. Larger files are not read.
    private static let largestFile = 64 << 20
    /// More files than fontconfig opens at a time.
    private static let filesOfFontconfig = 4

    /// Checks that fontconfig will be able to open its files.
    ///
    /// - Throws: `TextError.tooManyFiles` if too many files are open.
    static func askForFiles() throws(TextError) {
        var opened: [Int32] = []
        defer { for file in opened { close(file) } }
        for _ in 0..<filesOfFontconfig {
            let file = Glibc.open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            guard file >= 0 else {
                if errno == EMFILE || errno == ENFILE { throw .tooManyFiles }
                return
            }
            opened.append(file)
        }
    }

    static func failure(_ path: String, _ code: Int32) -> TextError {
        if code == EMFILE || code == ENFILE { return .tooManyFiles }
        if code == ENOMEM { return .outOfMemory }
        return .fontUnreadable(file: path, reason: "\(String(cString: strerror(code)))")
    }

    /// Opens a font file in any folder, without waiting for pipes.
    package static func open(_ path: String) throws(TextError) -> Int32 {
        guard !path.utf8.contains(0) else { throw failure(path, ENOENT) }
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw failure(path, errno) }
        return descriptor
    }

    static func read(_ descriptor: Int32, _ path: String) throws(TextError) -> FontBytes {
        func failure(_ code: Int32) -> TextError { Self.failure(path, code) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure(errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .fontUnreadable(file: path, reason: "it is no file") }
        guard status.st_size <= largestFile else {
            throw .fontUnreadable(file: path, reason: "it has more than \(largestFile >> 20) MiB")
        }
        let size = Int(status.st_size)
        let key = FileIdentity(status)
        if let known = FontBytes.known(key) { return known }
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, size), alignment: 16)
        var filled = 0
        while filled < size {
            let count = pread(descriptor, bytes.baseAddress! + filled, size - filled, off_t(filled))
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else {
                let code = count < 0 ? errno : EIO
                bytes.deallocate()
                throw failure(code)
            }
            filled += count
        }
        return FontBytes.keep(FontBytes(bytes), for: key)
    }
}
