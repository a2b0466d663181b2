import Glibc

/// A shared library opened at run time and never closed.
///
/// Closing would unmap a driver whose threads and exit handlers still run. The handle therefore has no destructor, and the
/// library is opened with RTLD_NODELETE.
struct DynamicLibrary: @unchecked Sendable {
    private let handle: UnsafeMutableRawPointer

    /// - Throws: the loader's own message if the library, or a library it needs, cannot be opened.
    init(name: String) throws(DynamicLibraryError) {
        guard let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE) else {
            let reason = dlerror().map { String(cString: $0) } ?? "the loader gives no reason"
            throw DynamicLibraryError(name: name, reason: reason)
        }
        self.handle = handle
    }

    func symbol(_ name: String) -> UnsafeMutableRawPointer? { dlsym(handle, name) }
}

struct DynamicLibraryError: Error, Hashable {
    var name: String
    var reason: String
}
