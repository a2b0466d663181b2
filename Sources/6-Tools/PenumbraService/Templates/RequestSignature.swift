import Glibc
import Penumbra
import PenumbraSystem

/// A file of keys, read again when it changes.
final class KeyFile: Sendable {
    private struct State {
        var keys: SigningKeys
        var identity: FileIdentity?
        /// Why the file was not read last.
        var fault: Message?
    }

    private static let longest = 1 << 20

    private let path: String
    private let note: @Sendable (String) -> Void
    private let state: Mutex<State>

    init(_ path: String, note: @escaping @Sendable (String) -> Void) throws(ServerError) {
        (self.path, self.note) = (path, note)
        let identity = Self.identity(of: path)
        let bytes = try rethrowing(
            try FileReader.read(path, limit: Self.longest), as: Self.failure)
        state = Mutex(State(keys: try SigningKeys(file: bytes, name: path), identity: identity))
    }

    var current: SigningKeys { state.withLock { $0.keys } }

    /// A file that is missing or broken leaves the keys as they were.
    func reload() {
        let identity = Self.identity(of: path)
        guard identity != state.withLock({ $0.identity }) else { return }
        do throws(ServerError) {
            let keys = try read()
            state.withLock { $0 = State(keys: keys, identity: identity) }
            note("\(path): the keys have changed")
        } catch {
            // A host that lacks descriptors or memory says nothing about the file, which is read again soon.
            let isLasting = error.kind != .tooManyFiles && error.kind != .outOfMemory
            let isNew = state.withLock { state in
                if isLasting { state.identity = identity }
                defer { state.fault = error.words }
                return isLasting || state.fault != error.words
            }
            if isNew { note("\(error.words); the keys stay as they were") }
        }
    }

    /// Reads a changed file. A pipe in its place is refused: it would keep the thread waiting that reads templates too.
    private func read() throws(ServerError) -> SigningKeys {
        let bytes = try rethrowing(
            try FileRoots([], files: [path]).read(path, limit: Self.longest), as: Self.failure)
        return try SigningKeys(file: bytes, name: path)
    }

    private static func failure(_ error: FileError) -> ServerError { ServerError(error.kind, error.words) }

    private static func identity(of path: String) -> FileIdentity? {
        var status = Glibc.stat()
        return fstatat(AT_FDCWD, path, &status, 0) == 0 ? FileIdentity(status) : nil
    }
}

/// The keys that sign requests. Any of them may sign, so keys can be replaced one after another.
public struct SigningKeys: Sendable {
    private let keys: [[UInt8]]

    /// Reads a file with one key per line. Empty lines are ignored.
    ///
    /// - Throws: an error without a key, or with a key of fewer than 16 bytes.
    public init(file: [UInt8], name: String) throws(ServerError) {
        keys = file.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }).map { Array($0) }
        guard !keys.isEmpty else { throw ServerError(.badData, "\(oneLine(name)): there is no key; write one key per line") }
        guard keys.allSatisfy({ $0.count >= 16 }) else {
            throw ServerError(.badData, "\(oneLine(name)): a key has fewer than 16 bytes; make keys with openssl rand -hex 32")
        }
    }

    /// Checks a request's signature: HMAC-SHA256 over the path and the query without the signature. With a body, a line feed
    /// and the body follow.
    func check(_ request: HTTPRequest) throws(ServiceError) {
        var items = (request.query ?? "").split(separator: "&", omittingEmptySubsequences: false)
        let signatures = items.filter { $0.hasPrefix("signature=") }
        items.removeAll { $0.hasPrefix("signature=") }
        guard let signature = signatures.first, signatures.count == 1,
            let given = Digest(hexadecimal: signature.dropFirst("signature=".count))
        else { throw ServiceError(403, "the request needs one signature of 64 hexadecimal digits", place: "query.signature") }
        let query = items.joined(separator: "&")
        var message = Array((query.isEmpty ? request.path : "\(request.path)?\(query)").utf8)
        if !request.body.isEmpty { message += [0x0A] + request.body }
        var isValid = false
        for key in keys where HMAC.equal(HMAC.code(of: message, key: key), given) { isValid = true }
        guard isValid else { throw ServiceError(403, "the signature is of another request or key", place: "query.signature") }
    }
}
