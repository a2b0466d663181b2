import Glibc

/// The identity of a file as it is now. A file that is written again has another identity.
package struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let inode: UInt64
    package let size: Int
    /// The time of the last write and the time of the last change of any kind. The second is needed because a copied file
    /// may claim any time of writing.
    private let times: [Int]

    package init(_ status: stat) {
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        size = Int(status.st_size)
        times = [status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec]
    }
}
