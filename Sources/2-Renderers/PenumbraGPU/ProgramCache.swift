import Glibc
import PenumbraSystem

/// Compiled programs kept in files between runs: one file for each device, driver version and source.
///
/// The cache is a convenience. Any failure here, from a missing folder to a damaged file, only means that a program is
/// compiled again. Files are written under another name and renamed, so no reader sees half a file.
package struct ProgramCache {
    package struct Binary: Equatable {
        /// The driver's own name for the binary's format.
        package var format: UInt32
        package var bytes: [UInt8]

        package init(format: UInt32, bytes: [UInt8]) {
            (self.format, self.bytes) = (format, bytes)
        }
    }

    let directory: String
    /// The properties of the driver that a binary depends on besides its source.
    private let driver: String

    /// - Parameter directory: the folder of the files. It is created, with its parents, when the first file is written.
    package init(directory: String, device: GPUDevice) {
        self.directory = directory
        driver = [device.vendor, device.renderer, device.version].joined(separator: "\n")
    }

    /// Returns `penumbra/programs` below XDG_CACHE_HOME, or below ~/.cache; nil if neither is known.
    static func standardDirectory() -> String? {
        func variable(_ name: String) -> String? {
            guard let value = getenv(name).map({ String(cString: $0) }), value.startsWithBytes("/") else { return nil }
            return value
        }
        return (variable("XDG_CACHE_HOME") ?? variable("HOME").map { $0 + "/.cache" }).map { $0 + "/penumbra/programs" }
    }

    package func binary(of title: String, source: String) -> Binary? {
        // Opening a pipe of that name would otherwise wait for a writer.
        let key = key(title, source)
        let descriptor = open(path(key), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        // A binary runs in the driver, so only files of the current user are trusted.
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
            status.st_size >= Self.headerSize,
            status.st_size < 1 << 26
        else { return nil }
        var contents = [UInt8](repeating: 0, count: Int(status.st_size))
        var filled = 0
        while filled < contents.count {
            let count = contents.withUnsafeMutableBytes { bytes in
                read(descriptor, bytes.baseAddress.map { $0 + filled }, bytes.count - filled)
            }
            guard count > 0 else { return nil }
            filled += count
        }
        let bytes = Array(contents[Self.headerSize...])
        let number = { (at: Int) in (0..<8).reduce(UInt64(0)) { $0 | UInt64(contents[at + $1]) << (8 * UInt64($1)) } }
        let binary = Binary(format: UInt32(truncatingIfNeeded: number(8)), bytes: bytes)
        guard Array(contents[0..<8]) == Self.magic, number(16) == Self.checksum(binary, of: key) else { return nil }
        return binary
    }

    package func store(_ binary: Binary, of title: String, source: String) {
        makeDirectory()
        let key = key(title, source)
        var contents = Self.magic
        for number in [UInt64(binary.format), Self.checksum(binary, of: key)] {
            for byte in 0..<8 { contents.append(UInt8(truncatingIfNeeded: number >> (8 * UInt64(byte)))) }
        }
        contents += binary.bytes
        let path = path(key)
        let temporary = path + ".\(getpid()).\(UInt32.random(in: 0...UInt32.max))"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return }
        let written = contents.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        let closed = close(descriptor)
        if written != contents.count || closed != 0 || rename(temporary, path) != 0 { unlink(temporary) }
    }

    private static let magic = Array("PNBRPRG2".utf8)
    private static let headerSize = 24

    private func key(_ title: String, _ source: String) -> [UInt8] { Array((driver + "\n" + title + "\n" + source).utf8) }

    /// The checksum covers the binary and its key, so a file moved to another key's path counts as damaged.
    private static func checksum(_ binary: Binary, of key: [UInt8]) -> UInt64 {
        hash(binary.bytes, seed: hash(key, seed: UInt64(binary.format)))
    }

    private func path(_ key: [UInt8]) -> String {
        let name = [Self.hash(key, seed: 0), Self.hash(key, seed: 0x9E37_79B9_7F4A_7C15)].map { part in
            let digits = String(part, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }
        return directory + "/" + name.joined() + ".bin"
    }

    private func makeDirectory() {
        var path = ""
        for part in directory.pathParts {
            path += "/" + part
            mkdir(path, 0o700)
        }
    }

    /// Computes FNV-1a with 64 bits.
    private static func hash(_ bytes: [UInt8], seed: UInt64) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325 ^ seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
