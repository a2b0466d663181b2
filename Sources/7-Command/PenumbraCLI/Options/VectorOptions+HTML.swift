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
        var options = HTMLOptions(
            baseFolder: ScenePath.folder(of: path), files: files, shaper: TextShaper(), limits: limits)
        options.width = width.map(Double.init)
        options.height = (height?.pixels).map(Double.init)
        options.fitsHeight = height == .automatic
        options.isDark = isDark
        options.time = time
        options.allowsMissingFiles = allowMissing
        options.keepsPlaces = true
        if let scale {
            try check("--scale", scale, Limits.scale)
            options.resolution = scale
        }
        let document: HTMLDocument
        do throws(HTMLError) {
            document =
                !values.isEmpty || HTMLTemplate.declaresParameters(bytes)
                ? try HTMLDocument(try HTMLTemplate(bytes, limits: options.limits), values: values, options: options)
                : try HTMLDocument(bytes, options: options)
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
}
