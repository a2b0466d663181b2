import Penumbra
import PenumbraSystem

// The functions of penumbra.h for HTML, which describes them.

/// Why an HTML document isn't drawn.
struct PageError: StatusError, CustomStringConvertible {
    var error: HTMLError
    var status: ExitStatus { .badData }
    var description: String { "\(error)" }
}

/// The options of a call that draws an HTML document.
private struct PageOptions {
    var parameters: [String: JSONValue]?
    var width: Double?
    var height: CallOptions.PageHeight?
    var scale: Double
    var time: Time?
    var folder: String?
    var isDark: Bool
    var allowsMissingFiles: Bool
    var fonts: [PageFont]

    private static let sides = 1...1_000_000
    private static let scales = 0.01...100

    init(_ text: UnsafePointer<CChar>?) throws {
        var options = try CallOptions(text)
        parameters = try options.object("parameters")
        width = try options.integer("width", Self.sides).map(Double.init)
        height = try options.pageHeight("height", Self.sides)
        scale = try options.number("scale") ?? 1
        time = try options.time("time")
        folder = try options.string("folder")
        isDark = try options.word("colorScheme", ["light", "dark"]) { $0 == "dark" } ?? false
        allowsMissingFiles = try options.bool("allowMissing") ?? false
        fonts = try (options.integers("fonts") ?? []).map { try Held.font(UInt64($0)) }
        try options.checkUsed()
        guard Self.scales.contains(scale) else {
            throw UsageError("options.scale: found \(scale), expected \(Self.scales.lowerBound) to \(Self.scales.upperBound)")
        }
    }

    /// Reads a document. It's a template where it declares parameters, and where values are given.
    func document(_ bytes: [UInt8], _ renderer: Renderer, _ files: FileRoots) throws -> HTMLDocument {
        var options = HTMLOptions(
            baseFolder: folder ?? "", files: files, shaper: renderer.shaper, limits: renderer.limits)
        options.width = width
        if case .points(let points) = height { options.height = points }
        options.fitsHeight = height == .automatic
        options.resolution = scale
        options.time = time?.seconds
        options.isDark = isDark
        options.allowsMissingFiles = allowsMissingFiles
        options.fonts = fonts
        let bytes = HTMLDocument.decoded(bytes)
        do throws(HTMLError) {
            guard parameters != nil || HTMLTemplate.declaresParameters(bytes) else {
                return try HTMLDocument(bytes, options: options)
            }
            return try HTMLDocument(
                try HTMLTemplate(bytes, limits: options.limits), values: parameters ?? [:], options: options)
        } catch {
            throw PageError(error: error)
        }
    }
}

@_cdecl("penumbra_html")
public func penumbraHTML(
    _ renderer: UInt64, _ html: UnsafeRawPointer?, _ length: Int, _ options: UnsafePointer<CChar>?,
    _ picture: UnsafeMutablePointer<UInt64>?, _ error: UnsafeMutablePointer<UInt64>?
) -> Int32 {
    call(error) {
        guard let html, length >= 0, let picture else { throw UsageError("html or picture is NULL") }
        let options = try PageOptions(options)
        let source = UnsafeRawBufferPointer(start: html, count: length)
        let drawn = try Held.renderer(renderer).update { renderer in
            // A document that is refused takes no memory, whatever length the caller gives.
            try renderer.limits.scene.check(documentBytes: source.count)
            let named = renderer.files
            defer { renderer.files = named }
            let files = try named ?? FileRoots([options.folder ?? ""])
            renderer.files = files
            let document = try options.document(Array(source), renderer, files)
            if renderer.limits.isStrict, let first = document.warnings.first { throw PageError(error: first) }
            let scene = document.scene(scale: options.scale)
            let assets = try renderer.assets(for: scene)
            let notices = document.warnings.map { "\($0)\n" } + assets.notices.map { "\($0)\n" }
            let bitmap = try renderer.execute(try renderer.plan(scene, assets: assets))
            return Held.picture(bitmap, scene.canvas, notices: FixedBytes(notices.joined()))
        }
        picture.pointee = hold(drawn)
    }
}

@_cdecl("penumbra_font")
public func penumbraFont(
    _ file: UnsafeRawPointer?, _ length: Int, _ options: UnsafePointer<CChar>?, _ font: UnsafeMutablePointer<UInt64>?,
    _ error: UnsafeMutablePointer<UInt64>?
) -> Int32 {
    call(error) {
        guard let file, length >= 0, let font else { throw UsageError("file or font is NULL") }
        var options = try CallOptions(options)
        let family = try options.string("family")
        let weight = try options.integer("weight", 1...1000)
        let isItalic = try options.word("style", ["normal", "italic"]) { $0 == "italic" } ?? false
        try options.checkUsed()
        guard let family, !family.isEmpty else { throw UsageError("options.family: the font's family is missing") }
        guard length <= RenderLimits.default.images.maximumFileBytes else {
            throw FontError(description: "the font \(quoted(family)) has \(length) bytes, which is more than allowed")
        }
        let bytes = Array(UnsafeRawBufferPointer(start: file, count: length))
        guard let made = PageFont(bytes, family: family, weight: Double(weight ?? 400), isItalic: isItalic) else {
            throw FontError(
                description: "the font \(quoted(family)) is no font; give the bytes of a TTF, OTF, TTC, WOFF or WOFF2 file")
        }
        font.pointee = hold(.font(made))
    }
}

/// An error in the bytes of a font.
private struct FontError: StatusError, CustomStringConvertible {
    var description: String
    var status: ExitStatus { .badData }
}
