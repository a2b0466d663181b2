/// The kind of failure behind an error of this module, for callers that choose an exit code or decide about a retry.
public enum FailureKind: Sendable, Hashable {
    /// The input does not exist.
    case inputMissing
    /// The input exists but cannot be read: permissions, a folder, a read error, too many bytes.
    case inputUnreadable
    /// The input was read, but its contents are not usable.
    case badData
    /// The output cannot be created at this path: no such folder, no permission, a read-only file system.
    case cannotCreate
    /// Writing failed part way: disk full, quota, a device error, a closed pipe.
    case diskFullOrIO
    /// Memory ran out; the same job may work later.
    case outOfMemory
    /// The process or the system has too many files open; the same job may work later.
    case tooManyFiles
}
