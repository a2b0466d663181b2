import Penumbra
import PenumbraSystem

/// A version of an HTML file, which becomes a scene for the page's values and for a time.
final class StudioHTML: Sendable {
    private let bytes: [UInt8]
    private let template: HTMLTemplate?
    private let path: String
    private let limits: RenderLimits
    private let files: FileRoots
    private let shaper = TextShaper()
    private let last = Mutex<Last?>(nil)

    /// What a page was last asked for. Its tree, its plan and its picture are asked for one after another.
    private struct Last {
        var parameters: [String: JSONValue]
        var time: Double?
        var scale: Double
        var result: Drawn
    }

    /// A page as a scene.
    struct Drawn {
        /// The document of the scene, with the parameters of the template and their defaults.
        var document: JSONValue
        /// The parts of the page without effect.
        var warnings: [String]
        /// The files that the page names, besides those of the scene.
        var files: [String]
        /// The time in seconds after which no animation changes anything.
        var duration: Double
    }

    /// Reads the tags of a template.
    init(_ bytes: [UInt8], path: String, limits: RenderLimits, files: FileRoots) throws(ServiceError) {
        let bytes = HTMLDocument.decoded(bytes)
        (self.bytes, self.path, self.limits, self.files) = (bytes, path, limits, files)
        do throws(HTMLError) {
            let most = HTMLLimits(documentBytes: limits.scene.documentBytes, memory: limits.pictureMemory)
            template = HTMLTemplate.declaresParameters(bytes) ? try HTMLTemplate(bytes, limits: most) : nil
        } catch {
            throw Self.error(error)
        }
    }

    private static func error(_ error: HTMLError) -> ServiceError {
        ServiceError(422, error.message, place: "\(error.place)")
    }

    /// Draws the page again at the next request, because a file that it names has changed.
    func forget() { last.withLock { $0 = nil } }

    /// The page with values.
    ///
    /// - Parameters:
    ///   - time: the seconds that animations show. Nil leaves them out.
    ///   - scale: pixels per point.
    func drawn(_ parameters: [String: JSONValue], time: Double?, scale: Double) throws(ServiceError) -> Drawn {
        let known = last.withLock { $0 }
        if let known, known.parameters == parameters, known.time == time, known.scale == scale { return known.result }
        var options = HTMLOptions(baseFolder: ScenePath.folder(of: path), files: files, shaper: shaper, limits: limits)
        options.time = time
        options.resolution = scale
        let read = options.readFile
        let named = Mutex<[String]>([])
        options.readFile = { path in
            named.withLock { $0.append(path) }
            return read?(path)
        }
        let page: HTMLDocument
        do throws(HTMLError) {
            // Values make a template of a document without declared parameters.
            if template == nil, parameters.isEmpty {
                page = try HTMLDocument(bytes, options: options)
            } else {
                let filled = if let template { template } else { try HTMLTemplate(bytes, limits: options.limits) }
                page = try HTMLDocument(filled, values: parameters, options: options)
            }
        } catch {
            throw Self.error(error)
        }
        var document: JSONValue
        do throws(SceneError) {
            document = try page.scene().jsonValue()
        } catch {
            throw ServiceError(422, error.words, place: error.place)
        }
        if let template, case .object(var object) = document {
            let members = template.names.map { JSONObject.Member(key: $0, value: template.defaults[$0] ?? .null) }
            object["parameters"] = .object(JSONObject(members))
            document = .object(object)
        }
        let result = Drawn(
            document: document, warnings: page.warnings.map(\.description), files: named.withLock { $0 },
            duration: page.duration)
        last.withLock { $0 = Last(parameters: parameters, time: time, scale: scale, result: result) }
        return result
    }
}
