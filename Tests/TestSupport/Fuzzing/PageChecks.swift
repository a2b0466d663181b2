import PenumbraEngine
import PenumbraFiles
import PenumbraHTML
import PenumbraScene
import PenumbraSystem
import PenumbraText

/// Checks HTML documents and templates. Each is an error of one line with a place, or a scene that reads back.
enum PageChecks {
    private static let shaper = TextShaper()
    private static let nothing = try? FileRoots([])

    /// Values for a template: texts that want to leave their place, lists and objects.
    private static let values: [JSONValue] = [
        "<i>\"&' a=b}</style>", "red; top: 0", "url(javascript:x)", ["a", "<b>"], [["x": 1], ["x": "</p>"]], 3, true, .null,
        "", "\\3c \u{0}",
    ]

    static func check(_ bytes: [UInt8]) throws {
        try checkTemplate(bytes)
        try checkDocument(bytes, hasTexts: bytes.count.isMultiple(of: 2))
    }

    private static func options(hasTexts: Bool) -> HTMLOptions {
        var limits = RenderLimits.default
        limits.scene.layerCount = 20_000
        var options = HTMLOptions()
        if hasTexts, let nothing {
            options = HTMLOptions(baseFolder: "", files: nothing, shaper: shaper, limits: limits)
        }
        options.limits = HTMLLimits(
            documentBytes: 1 << 20, layerCount: 20_000, memory: 256 << 20, work: 4_000_000_000)
        (options.width, options.height) = (300, 200)
        options.allowsMissingFiles = true
        options.time = 0.5
        return options
    }

    private static func checkDocument(_ bytes: [UInt8], hasTexts: Bool) throws {
        let document: HTMLDocument
        do throws(HTMLError) {
            document = try HTMLDocument(bytes, options: options(hasTexts: hasTexts))
        } catch {
            return try check(error)
        }
        for warning in document.warnings { try check(warning) }
        for box in document.boxes {
            let sides = [box.frame.minX, box.frame.minY, box.frame.width, box.frame.height]
            try require(sides.allSatisfy(\.isFinite), "the box of \(box.name) has no place: \(box.frame)")
        }
        let scene = document.scene()
        guard let written = try accepted({ () throws(SceneError) in try scene.json() }),
            // Limits of scenes, such as the depth of layers, may refuse a document.
            let read = try accepted({ () throws(SceneError) in try Scene(json: Array(written.utf8)) })
        else { return }
        try require(read.layers.count == scene.layers.count, "a scene reads back with other layers")
    }

    /// Fills the template with values that want to leave their place.
    private static func checkTemplate(_ bytes: [UInt8]) throws {
        let template: HTMLTemplate
        do throws(HTMLError) {
            template = try HTMLTemplate(bytes)
        } catch {
            return try check(error)
        }
        var given: [String: JSONValue] = [:]
        for (index, name) in template.names.enumerated() { given[name] = values[index % values.count] }
        var options = options(hasTexts: false)
        options.keepsPlaces = true
        let document: HTMLDocument
        do throws(HTMLError) {
            document = try HTMLDocument(template, values: given, options: options)
        } catch {
            return try check(error)
        }
        for warning in document.warnings { try check(warning) }
    }

    private static func check(_ error: HTMLError) throws {
        try requireOneLine(error)
        try require(error.place.line >= 1 && error.place.column >= 1, "an error has no place: \(error)")
    }
}
