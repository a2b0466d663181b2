import Glibc
import Penumbra
import PenumbraSystem

/// A version of the scene's file, as far as it can be parsed.
struct StudioVersion: Sendable {
    /// Counts the versions, from 1.
    var number: Int
    /// The document. Nil if the file can't be read or isn't JSON.
    var document: JSONValue?
    /// Why there is no document.
    var fault: ServiceError?
    /// The page, if the file is HTML. The document is the scene that the page becomes with its first values.
    var page: StudioHTML?
}

/// The scene's file and the files that it names. It looks for changes, and reads the scene again.
///
/// Looking at times and sizes finds changes on every file system, also where editors replace the file by another.
package final class StudioFile: Sendable {
    private struct State {
        var version: StudioVersion
        var identity: FileIdentity?
        /// When the file was first found broken. Programs write files in several steps, so a moment may pass.
        var brokenSince: ContinuousClock.Instant?
        /// The files that the scene named last, with their identities.
        var named: [String: FileIdentity?] = [:]
        var rounds = 0
    }

    /// How often the scene's file is looked at before the files that it names are looked at once. There may be many.
    private static let roundsOfNamedFiles = 10

    /// How long a broken file may still be in the course of being written.
    private static let patience = Duration.milliseconds(80)

    let path: String
    private let limits: RenderLimits
    private let files: FileRoots
    /// The values of parameters with which the page starts.
    private let parameters: [String: JSONValue]
    private let state: Mutex<State>

    /// - Parameter files: the folders of the files that the scene may name. Others aren't looked at.
    /// - Throws: an error if the file can't be read. A file with mistakes is no error.
    package init(
        _ path: String, limits: RenderLimits, files: FileRoots, parameters: [String: JSONValue] = [:]
    ) throws(FileError) {
        (self.path, self.limits, self.files, self.parameters) = (path, limits, files, parameters)
        let identity = Self.identity(of: path)
        let bytes = try FileReader.read(path, limit: limits.scene.documentBytes, raisedBy: .sceneSize)
        state = Mutex(State(version: StudioVersion(number: 1), identity: identity))
        let version = version(1, bytes)
        state.withLock { $0.version = version }
    }

    var current: StudioVersion { state.withLock { $0.version } }

    /// Names the files whose changes change the picture too.
    package func watch(_ files: [String]) {
        let named = Dictionary(files.map { ($0, identity(named: $0)) }, uniquingKeysWith: { first, _ in first })
        state.withLock { state in
            // The identities that are already known are those from before the picture was drawn.
            state.named = named.merging(state.named.filter { named[$0.key] != nil }) { _, known in known }
        }
    }

    /// Looks for changes.
    ///
    /// - Returns: whether there is a new version.
    package func poll() -> Bool {
        let (known, brokenSince, named) = state.withLock { state in
            state.rounds += 1
            let isTurn = state.rounds.isMultiple(of: Self.roundsOfNamedFiles)
            return (state.identity, state.brokenSince, isTurn ? state.named : [:])
        }
        let identity = Self.identity(of: path)
        let changed = changes(of: named)
        if identity != known || brokenSince != nil { return read(identity, brokenSince) }
        guard !changed.isEmpty else { return false }
        state.withLock { state in
            // The page may have named other files meanwhile.
            for (name, identity) in changed where state.named[name] != nil { state.named[name] = .some(identity) }
            state.version.number += 1
            state.version.page?.forget()
        }
        return true
    }

    private func read(_ identity: FileIdentity?, _ brokenSince: ContinuousClock.Instant?) -> Bool {
        let number = current.number + 1
        let version: StudioVersion
        do throws(FileError) {
            // A pipe in the place of the file would keep the thread waiting that ends with the studio.
            let bytes = try FileRoots([], files: [path]).read(path, limit: limits.scene.documentBytes, raisedBy: .sceneSize)
            version = self.version(number, bytes)
        } catch {
            version = StudioVersion(number: number, fault: ServiceError(422, "\(error)"))
        }
        let now = ContinuousClock().now
        return state.withLock { state in
            if version.fault != nil, now - (brokenSince ?? now) < Self.patience {
                state.brokenSince = brokenSince ?? now
                return false
            }
            (state.version, state.identity, state.brokenSince) = (version, identity, nil)
            return true
        }
    }

    private func version(_ number: Int, _ bytes: [UInt8]) -> StudioVersion {
        if HTMLDocument.isDocument(bytes, named: path) {
            do throws(ServiceError) {
                let page = try StudioHTML(bytes, path: path, limits: limits, files: files)
                let drawn = try page.drawn(parameters, time: nil, scale: 1)
                return StudioVersion(number: number, document: drawn.document, page: page)
            } catch {
                return StudioVersion(number: number, fault: error)
            }
        }
        do throws(SceneError) {
            try limits.scene.check(documentBytes: bytes.count)
            let document = try JSONValue(document: bytes, limit: limits.scene.documentBytes)
            guard case .object = document else {
                throw SceneError(place: "scene", message: "found \(document.summary), expected an object with \"canvas\"")
            }
            return StudioVersion(number: number, document: document)
        } catch {
            return StudioVersion(number: number, fault: ServiceError(422, error.words, place: error.place))
        }
    }

    /// The files that have changed, with their new identities.
    private func changes(of named: [String: FileIdentity?]) -> [String: FileIdentity?] {
        var result: [String: FileIdentity?] = [:]
        for (name, known) in named {
            let identity = identity(named: name)
            if identity != known { result[name] = .some(identity) }
        }
        return result
    }

    /// The identity of a file that the scene names. Nil if the file is missing, or if the scene may not read it: requests can
    /// name any path, and must not find out what lies there.
    private func identity(named path: String) -> FileIdentity? {
        guard path != "-", let file = try? files.open(path) else { return nil }
        return FileIdentity(file.status)
    }

    private static func identity(of path: String) -> FileIdentity? {
        var status = Glibc.stat()
        return fstatat(AT_FDCWD, path, &status, 0) == 0 ? FileIdentity(status) : nil
    }
}
