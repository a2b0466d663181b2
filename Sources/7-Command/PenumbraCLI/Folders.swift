import Glibc
import PenumbraSystem

/// Creates a folder and its parents unless the folder exists.
func makeFolder(_ path: String) throws {
    var made = path.startsWithBytes("/") ? "/" : ""
    for part in path.pathParts {
        made += (made.isEmpty || made.endsWithBytes("/") ? "" : "/") + part
        if mkdir(made, 0o777) != 0 {
            let code = errno
            var status = stat()
            if code == EEXIST, stat(made, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { continue }
            let reason = code == EEXIST ? "a file of that name is in the way" : String(cString: strerror(code))
            throw CommandFailure(
                code == ENOSPC ? .diskFullOrIO : .cannotCreate, "cannot make the folder \"\(made)\": \(reason)")
        }
    }
}
