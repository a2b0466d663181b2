import Penumbra
import PenumbraSystem

extension VectorOptions {
    /// Reads an HTML document, and reports what has no effect.
    ///
    /// - Parameters:
    ///   - path: the document's path; `-` is standard input.
    ///   - scale: pixels per point.
    ///   - time: the seconds at which animations are shown; infinite for their end. Nil leaves them out.
    ///   - isStrict: whether it is an error that a feature has no effect.
    ///   - values: the values of the template's parameters. A document without values and without declared parameters is no
    ///     template.
    func page(
        _ bytes: [UInt8], path: String, files: FileRoots, limits: RenderLimits, scale: Double? = nil, time: Double? = nil,
        isStrict: Bool = false, values: [String: JSONValue] = [:]
    ) throws -> HTMLDocument {
        let name = path == "-" ? "standard input" : path
        var options = try settings(path: path, files: files, limits: limits, scale: scale).options
        options.time = time
        options.keepsPlaces = true
        let document: HTMLDocument
        do throws(HTMLError) {
            document = try Self.document(bytes, values, options)
        } catch {
            throw CommandFailure(.badData, "\(name): \(error)")
        }
        if isStrict, !lenient, let first = document.warnings.first {
            throw CommandFailure(.badData, "\(name): \(first); --lenient leaves it out")
        }
        if lenient {
            if !document.warnings.isEmpty { Notices.write("\(name): \(document.warnings.count) warnings") }
        } else {
            for warning in document.warnings { Notices.write("\(name): \(warning)") }
        }
        return document
    }

    /// The parts of a page without effect, and the error that stops it or the drawing of its layers. Empty if there are none.
    func mistakes(
        in bytes: [UInt8], path: String, files: FileRoots, _ renderer: Renderer, scale: Double?, time: Double?,
        values: [String: JSONValue]
    ) throws -> [String] {
        var options = try settings(path: path, files: files, limits: renderer.limits, scale: scale).options
        options.time = time
        let document: HTMLDocument
        do throws(HTMLError) {
            document = try Self.document(bytes, values, options)
        } catch {
            return ["\(error)"]
        }
        let warnings = document.warnings.map { "\($0)" }
        do throws(RenderError) {
            _ = try renderer.plan(document.scene(scale: scale ?? 1))
        } catch {
            return warnings + ["\(error)"]
        }
        return warnings
    }

    /// Reads a document, or fills a template.
    private static func document(
        _ bytes: [UInt8], _ values: [String: JSONValue], _ options: HTMLOptions
    ) throws(HTMLError) -> HTMLDocument {
        let bytes = HTMLDocument.decoded(bytes)
        guard !values.isEmpty || HTMLTemplate.declaresParameters(bytes) else {
            return try HTMLDocument(bytes, options: options)
        }
        return try HTMLDocument(try HTMLTemplate(bytes, limits: options.limits), values: values, options: options)
    }

    private func settings(
        path: String, files: FileRoots, limits: RenderLimits, scale: Double?
    ) throws -> PageSettings {
        if let scale { try check("--scale", scale, Limits.scale) }
        return PageSettings(
            path: path, files: files, limits: limits, width: width.map(Double.init),
            height: (height?.pixels).map(Double.init), fitsHeight: height == .automatic, isDark: isDark,
            allowsMissingFiles: allowMissing, scale: scale ?? 1)
    }

    /// Makes the scenes of a page's moments.
    ///
    /// - Parameter size: the size of all moments, whatever the height of their content.
    func moments(
        of bytes: [UInt8], path: String, files: FileRoots, limits: RenderLimits, size: Size, scale: Double?,
        values: [String: JSONValue]
    ) throws -> @Sendable (_ time: Time) throws(RenderError) -> Scene {
        var settings = try settings(path: path, files: files, limits: limits, scale: scale)
        (settings.width, settings.height, settings.fitsHeight) = (size.width, size.height, false)
        let bytes = HTMLDocument.decoded(bytes)
        let document: [UInt8]
        do throws(HTMLError) {
            document =
                !values.isEmpty || HTMLTemplate.declaresParameters(bytes)
                ? try HTMLTemplate(bytes, limits: settings.options.limits).document(values) : bytes
        } catch {
            throw CommandFailure(.badData, "\(path == "-" ? "standard input" : path): \(error)")
        }
        return { [settings] time throws(RenderError) in
            // Each moment may take the work that the limits allow a page.
            var options = settings.options
            options.time = time.seconds
            do throws(HTMLError) {
                return try HTMLDocument(document, options: options).scene(scale: settings.scale)
            } catch {
                throw .scene(SceneError(place: "\(error.place)", message: error.message))
            }
        }
    }
}

/// What the options of a command say about a page.
private struct PageSettings: Sendable {
    var path: String
    var files: FileRoots
    var limits: RenderLimits
    var width: Double?
    var height: Double?
    var fitsHeight: Bool
    var isDark: Bool
    var allowsMissingFiles: Bool
    var scale: Double
    private let shaper = TextShaper()

    init(
        path: String, files: FileRoots, limits: RenderLimits, width: Double?, height: Double?, fitsHeight: Bool, isDark: Bool,
        allowsMissingFiles: Bool, scale: Double
    ) {
        (self.path, self.files, self.limits) = (path, files, limits)
        (self.width, self.height, self.fitsHeight) = (width, height, fitsHeight)
        (self.isDark, self.allowsMissingFiles, self.scale) = (isDark, allowsMissingFiles, scale)
    }

    var options: HTMLOptions {
        var options = HTMLOptions(baseFolder: ScenePath.folder(of: path), files: files, shaper: shaper, limits: limits)
        (options.width, options.height, options.fitsHeight) = (width, height, fitsHeight)
        (options.isDark, options.allowsMissingFiles) = (isDark, allowsMissingFiles)
        options.resolution = scale
        return options
    }
}
