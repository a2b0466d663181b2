import Glibc
import PenumbraSystem

/// The reason why a file could not be read or written.
///
/// The description is one line with the path, the system's reason, and the remedy.
public struct FileError: Error, Hashable, Sendable {
    public enum Operation: Sendable, Hashable {
        case reading, writing
    }

    public enum Reason: Sendable, Hashable {
        /// A system call failed with the given `errno`.
        case system(Int32)
        /// The path names a folder.
        case isFolder
        /// The file has more bytes than allowed. `found` is nil for a stream, which is not read to its end. `limit` names
        /// the limit to raise, where there is one.
        case tooLarge(found: Int?, allowed: Int, limit: Limit? = nil)
        /// The path is empty or contains a NUL.
        case invalidPath
        /// The path names a file, but a folder is needed.
        case isNoFolder
        /// Standard input serves only one reader, and several jobs would read it.
        case notForJobs
        /// Another process is writing the same file.
        case inUse
        /// The contents of the file were never completed.
        case givenUp
        /// The path leads out of the folder that outputs must stay in.
        case outside(Way)
        /// The path leads out of the folders that may be read, through `link` where a link is named.
        case outsideRoots(link: String?, allowed: [String])
        /// The same, for a reader who must not learn which folders these are.
        case outsideHiddenRoots(link: String?)
        /// The path goes through this link of /proc, which may lead to a different place than its text.
        case processLink(String)
        /// The path names a pipe, a socket or a device, given in words, but only regular files are read.
        case notRegular(String)
    }

    /// The ways in which a path leads out of a folder.
    public enum Way: Sendable, Hashable {
        case absolute
        /// The path climbs out by `..`.
        case parent
        /// The path goes through a symbolic link, or might do so, at the given place.
        case link(String)
    }

    public let operation: Operation
    /// The path as the caller gave it; `-` is standard input or output.
    public let path: String
    public let reason: Reason
    /// True when the transfer of bytes itself failed; false when the file could not be opened or put in place.
    let whileTransferring: Bool

    init(_ operation: Operation, _ path: String, _ reason: Reason, whileTransferring: Bool = false) {
        self.operation = operation
        self.path = path
        self.reason = reason
        self.whileTransferring = whileTransferring
    }

    /// The error for standard input when another reader already uses it.
    package static var standardInputTaken: FileError { FileError(.reading, "-", .notForJobs) }

    /// The error for a pipe where only regular files are accepted.
    package static func pipe(_ operation: Operation, _ path: String) -> FileError {
        FileError(operation, path, .notRegular("a pipe"))
    }

    /// The error for an output whose own name is a symbolic link.
    package static func link(_ path: String) -> FileError { FileError(.writing, path, .outside(.link(path))) }

    /// The same error for a reader who knows the file by another name, and must not learn which folders may be read.
    package func named(_ path: String) -> FileError {
        if case .outsideRoots(let link, _) = reason {
            return FileError(operation, path, .outsideHiddenRoots(link: link), whileTransferring: whileTransferring)
        }
        return FileError(operation, path, reason, whileTransferring: whileTransferring)
    }

    /// Makes the error for a system call that failed while a file was being written.
    package init(writing path: String, code: Int32) {
        self.init(.writing, path, .system(code), whileTransferring: code == ENOSPC || code == EIO)
    }

    public var kind: FailureKind {
        switch (operation, reason) {
        case (_, .system(ENOMEM)):
            return .outOfMemory
        case (_, .system(EMFILE)), (_, .system(ENFILE)):
            return .tooManyFiles
        case (.reading, .system(ENOENT)), (.reading, .system(ENOTDIR)), (.reading, .invalidPath):
            return .inputMissing
        case (.reading, _):
            return .inputUnreadable
        case (.writing, .system(let code)):
            return whileTransferring || [ENOSPC, EDQUOT, EIO, EFBIG, EPIPE].contains(code) ? .diskFullOrIO : .cannotCreate
        case (.writing, _):
            return .cannotCreate
        }
    }
}

extension FileError: Worded {
    public var words: Message {
        let place =
            switch (operation, path) {
            case (.reading, "-"): "cannot read standard input"
            case (.writing, "-"): "cannot write to standard output"
            case (.reading, _): "cannot read \"\(oneLine(path))\""
            case (.writing, _): "cannot write \"\(oneLine(path))\""
            }
        if case .notForJobs = reason { return "\(place) in a batch; name a file" }
        return "\(place): \(explanation)"
    }

    /// The system's reason and the remedy.
    package var explanation: Message {
        switch reason {
        case .isFolder:
            "it is a folder; name a file"
        case .invalidPath:
            "a path must not be empty or contain a NUL character"
        case .isNoFolder:
            "it is a file, not a folder; name a folder"
        case .notForJobs:
            "standard input serves one reader; name a file"
        case .inUse:
            "another process is writing it; wait for it, or choose another output"
        case .givenUp:
            "its contents could not be made"
        case .outside(.absolute):
            "it is an absolute path; outputs are named from the output root"
        case .outside(.parent):
            "\"..\" leads out of the output root; write outputs below it"
        case .outside(.link(let link)):
            "the symbolic link \"\(oneLine(link))\" is not followed, since it may lead out of the output root or to another output; write outputs into folders below it"
        case .outsideRoots(let link, let allowed):
            "\(link.map { "the symbolic link \"\(oneLine($0))\" leads" } ?? "it lies") outside \(oneLine(Self.list(allowed))); to allow it, name its folder with \(setting: .roots)"
        case .outsideHiddenRoots(let link):
            "\(link.map { "the symbolic link \"\(oneLine($0))\" leads" } ?? "it lies") outside the folders that may be read; name a file below the scene's folder"
        case .processLink(let link):
            "the link \"\(oneLine(link))\" of /proc is not followed; name the file itself"
        case .notRegular(let what):
            "it is \(what); name a file"
        case .tooLarge(let found, let allowed, let limit):
            "it has \(found.map(String.init) ?? "more") bytes; \(allowed) are allowed"
                + (limit.map { ". Raise \(limit: $0)" } ?? "")
        case .system(let code):
            "\(SystemErrorWords.words(for: code, operation))"
        }
    }
}

extension FileError {
    private static let namedFolders = 4

    /// The folders that may be read, in words.
    private static func list(_ folders: [String]) -> String {
        if folders.isEmpty { return "what was named" }
        let names = folders.prefix(namedFolders).map { $0.isEmpty ? "the working directory" : "\"\($0)\"" }
        let more = folders.count - names.count
        let words = names + (more > 0 ? ["\(more) more"] : [])
        guard let last = words.last, words.count > 1 else { return words[0] }
        return words.dropLast().joined(separator: ", ") + " and " + last
    }
}

/// English for the values of `errno` that reading and writing files meet; independent of the locale.
enum SystemErrorWords {
    static func words(for code: Int32, _ operation: FileError.Operation) -> String {
        switch code {
        case ENOENT where operation == .writing: "the folder does not exist (ENOENT); make it first"
        case ENOENT: "there is no such file (ENOENT); check the path"
        case ENOTDIR: "a part of the path is not a folder (ENOTDIR); check the path"
        case EACCES: "permission denied (EACCES); check the permissions of the file and its folder"
        case EPERM: "the operation is not permitted (EPERM); check the file's owner and attributes"
        case EROFS: "the file system is read-only (EROFS); choose another folder"
        case ELOOP: "too many symbolic links (ELOOP); check where the link leads"
        case ENAMETOOLONG: "the name is too long (ENAMETOOLONG); shorten it"
        case ENOSPC: "the disk is full (ENOSPC); free space or choose another folder"
        case EDQUOT: "the disk quota is used up (EDQUOT); free space or choose another folder"
        case EFBIG: "the file would be larger than the limit (EFBIG); raise the limit or choose another file system"
        case EIO: "the device failed (EIO); check the disk"
        case EPIPE: "the reader closed the pipe (EPIPE)"
        case EMFILE, ENFILE:
            "too many files are open (\(code == EMFILE ? "EMFILE" : "ENFILE")); raise the limit, or run fewer jobs"
        case ENXIO: "it is a socket, or a device without hardware (ENXIO); name a file"
        case ETXTBSY: "it is a program that is running (ETXTBSY); choose another name"
        case EBUSY: "it is in use by the system (EBUSY); choose another name"
        case EBADF: "it is closed (EBADF); open the stream"
        case ENOMEM: "memory ran out (ENOMEM); free some"
        case EISDIR: "it is a folder (EISDIR); name a file"
        default: "the system reports error \(code)"
        }
    }
}
