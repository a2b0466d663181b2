import Penumbra
import PenumbraBitmap
import PenumbraCPU
import PenumbraCodecs
import PenumbraEngine
import PenumbraFiles
import PenumbraJSON
import PenumbraPlanning
import PenumbraScene
import TestSupport
import Testing

/// Tests docs/scene-format.md against the schema, and its pictures against the corpus scenes that they come from.
@Suite(.timed) struct FormatReferenceTests {
    private static let docs = CorpusScene.folder + "/../../docs"

    /// A picture listed in docs/format/pictures.tsv.
    private struct Picture {
        /// The property that the picture shows, such as `shadow.radius`.
        let property: String
        let scene: String
        let scale: Double
        let file: String
    }

    private static func lines(_ file: String) throws -> [Substring] {
        String(decoding: try FileReader.read("\(docs)/\(file)"), as: UTF8.self).split(separator: "\n")
    }

    private static func pictures() throws -> [Picture] {
        try lines("format/pictures.tsv").filter { !$0.hasPrefix("#") }.map { line in
            let parts = line.split(separator: "\t").map(String.init)
            try #require(2...3 ~= parts.count, "docs/format/pictures.tsv: \(line)")
            let suffix = parts.count == 3 ? "@\(parts[2])" : ""
            return Picture(
                property: parts[0], scene: parts[1], scale: Double(parts.last ?? "") ?? 2,
                file: String(parts[1].map { $0 == "/" ? "-" : $0 }) + suffix + ".png")
        }
    }

    // MARK: - Keys

    /// The section that describes a definition of the schema, and the prefix of its keys in pictures.tsv. Other definitions may
    /// be described anywhere.
    private static let sections: [String: (section: String, prefix: String)] = [
        "scene": ("Scene", "scene"), "canvas": ("Canvas", "canvas"), "light": ("Scene", "light"),
        "plainLayer": ("Layer", "layer"),
        "imageLayer": ("Image layer", "image"), "gradientLayer": ("Gradient layer", "gradient"),
        "shapeLayer": ("Shape layer", "shape"), "textLayer": ("Text layer", "text"), "run": ("Text layer", "text"),
        "shadow": ("Shadow", "shadow"),
        "innerShadow": ("Inner shadow", "innerShadow"), "backdropBlur": ("Backdrop blur", "backdropBlur"),
        "gradient": ("Gradients", "gradient"), "gradientOfLayer": ("Gradients", "gradient"), "rectPath": ("Paths", "path"),
        "ellipsePath": ("Paths", "path"), "circlePath": ("Paths", "path"), "polygonPath": ("Paths", "path"),
        "circle": ("Paths", "circle"), "figmaDropShadow": ("Figma effects", "effect"),
        "figmaInnerShadow": ("Figma effects", "effect"), "figmaLayerBlur": ("Figma effects", "effect"),
        "figmaBackgroundBlur": ("Figma effects", "effect"), "figmaColor": ("Figma effects", "effect.color"),
        "figmaOffset": ("Figma effects", "effect.offset"), "animation": ("Animations", "animation"),
        "animationGroup": ("Animations", "animationGroup"), "timingFunction": ("Animations", "timingFunction"),
        "spring": ("Animations", "spring"),
    ]

    /// Keys that change no pixel, or whose values have their own pictures.
    private static let withoutPicture: Set = [
        "scene.version", "scene.canvas", "scene.$schema", "scene.expectsEmpty", "scene.proves", "layer.type", "layer.name",
        "text.language", "effect.type", "effect.boundVariables", "effect.blendMode", "effect.blurType", "effect.color.r",
        "effect.color.g",
        "effect.color.b", "effect.color.a", "effect.offset.x", "effect.offset.y",
    ]

    /// Every key of the schema with its definition. Reserved keys accept no value but none.
    private static func keys() throws -> [(definition: String, key: String, isReserved: Bool)] {
        let schema = try JSONValue(parsing: try FileReader.read("\(docs)/scene-v1.schema.json"))
        func properties(_ value: JSONValue?) -> [JSONObject.Member] {
            guard case .object(let object)? = value, case .object(let keys)? = object["properties"] else { return [] }
            return keys.members
        }
        guard case .object(let root) = schema, case .object(let definitions)? = root["$defs"] else { return [] }
        let common = Set(properties(definitions["plainLayer"]).map(\.key))
        let ofGradient = Set(properties(definitions["gradient"]).map(\.key))
        var result: [(String, String, Bool)] = []
        for member in [JSONObject.Member(key: "scene", value: schema)] + definitions.members where member.key != "layer" {
            let isKind = member.key.hasSuffix("Layer") && member.key != "plainLayer"
            for property in properties(member.value) {
                if isKind, common.contains(property.key) { continue }
                if member.key == "gradientLayer", ofGradient.contains(property.key) { continue }
                var isReserved = false
                if case .object(let about) = property.value, case .string(let text)? = about["description"] {
                    isReserved = text.hasPrefix("Reserved")
                }
                result.append((member.key, property.key, isReserved))
            }
        }
        return result
    }

    /// The page's sections by their second-level headings.
    private static func page() throws -> [String: String] {
        var result: [String: String] = [:]
        var title = ""
        for line in try lines("scene-format.md") {
            if line.hasPrefix("## ") { title = String(line.dropFirst(3)) }
            result[title, default: ""] += line + "\n"
        }
        return result
    }

    @Test func formatReferenceDescribesEverySchemaKey() throws {
        let page = try Self.page()
        let keys = try Self.keys()
        #expect(keys.count > 90)
        let all = page.values.joined()
        for (definition, key, _) in keys {
            let section = Self.sections[definition]?.section
            let text = section.map { page[$0] ?? "" } ?? all
            // Either as `key` or, in an example, as "key":
            #expect(
                text.contains("`\(key)`") || text.contains("\"\(key)\":"),
                "docs/scene-format.md does not name `\(key)` of the schema's \(definition)\(section.map { ", in its section \($0)" } ?? "")"
            )
        }
    }

    @Test func formatReferenceHasAPictureForEveryVisibleKey() throws {
        let shown = Set(try Self.pictures().map(\.property))
        for (definition, key, isReserved) in try Self.keys() where !isReserved {
            let property = "\(Self.sections[definition]?.prefix ?? definition).\(key)"
            #expect(
                shown.contains(property) || Self.withoutPicture.contains(property),
                "docs/format/pictures.tsv has no picture of \(property): add a line with a corpus scene, and run scripts/release/render-docs"
            )
        }
    }

    // MARK: - Pictures

    @Test func formatReferenceShowsExactlyTheListedPictures() throws {
        let page = try Self.lines("scene-format.md").joined(separator: "\n")
        let made = Set(try Self.pictures().map(\.file))
        var shown: Set<String> = []
        for piece in page.split(separator: "](format/").dropFirst() {
            let file = String(piece.prefix { $0 != ")" })
            if file.hasSuffix(".png") { shown.insert(file) }
        }
        #expect(shown.subtracting(made).isEmpty, "shown in docs/scene-format.md, but not in docs/format/pictures.tsv")
        #expect(made.subtracting(shown).isEmpty, "in docs/format/pictures.tsv, but not shown in docs/scene-format.md")
    }

    @Test func documentedPicturesMatchTheRenderer() throws {
        let shaper = TextShaper()
        var drawn: Set<String> = []
        for picture in try Self.pictures() where drawn.insert(picture.file).inserted {
            let path = "\(CorpusScene.folder)/\(picture.scene).json"
            let scene = try Scene(
                json: try FileReader.read(path), baseFolder: String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]),
                scaleOverride: picture.scale)
            let assets = try Engine().assets(for: scene, shaper: shaper, files: CorpusScene.files)
            let expected = try CPURenderer().execute(
                try ScenePlanner.plan(assets.resolvedScene ?? scene, images: assets.images, texts: assets.texts))
            // Files of 16 bits per channel are read with 8.
            var options = PNGOptions()
            options.colorSpace = scene.canvas.colorSpace
            let seen =
                scene.canvas.depth == .sixteen
                ? try ImageDecoder.decode(PNGEncoder.encode(expected, options: options), to: scene.canvas.colorSpace) : expected
            let shown = try? ImageDecoder.decode(
                try FileReader.read("\(Self.docs)/format/\(picture.file)"), to: scene.canvas.colorSpace)
            #expect(
                shown.flatMap { BitmapComparison($0, seen) }?.isEqual == true,
                "docs/format/\(picture.file): run scripts/release/render-docs and look at what changed")
        }
    }
}
