import Glibc
import Penumbra
import PenumbraSystem

/// A file of keys, read again when it changes.
final class KeyFile: Sendable {
    private struct State {
        var keys: SigningKeys
        var identity: FileIdentity?
    }

    private let path: String
    private let note: @Sendable (String) -> Void
    private let state: Mutex<State>

    init(_ path: String, note: @escaping @Sendable (String) -> Void) throws(ServerError) {
        (self.path, self.note) = (path, note)
        state = Mutex(State(keys: try Self.read(path), identity: Self.identity(of: path)))
    }

    var current: SigningKeys { state.withLock { $0.keys } }

    /// A file that is missing or broken leaves the keys as they were.
    func reload() {
        let identity = Self.identity(of: path)
        guard identity != state.withLock({ $0.identity }) else { return }
        do throws(ServerError) {
            let keys = try Self.read(path)
            state.withLock { $0 = State(keys: keys, identity: identity) }
            note("\(path): the keys have changed")
        } catch {
            state.withLock { $0.identity = identity }
            note("\(error.words); the keys stay as they were")
        }
    }

    private static func read(_ path: String) throws(ServerError) -> SigningKeys {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try FileReader.read(path, limit: 1 << 20)
        } catch {
            throw ServerError(error.kind, error.words)
        }
        return try SigningKeys(file: bytes, name: path)
    }

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
