import PenumbraGeometry
import PenumbraScene
import TestSupport
import Testing

/// Tests lists of families and font files.
@Suite(.timed) struct FontStackTests {
    @Test(arguments: [
        ("./Inter.ttf, ./NotoSansArabic.ttf, sans-serif", "s/Inter.ttf,s/NotoSansArabic.ttf, sans-serif"),
        ("Inter,inter.woff2:bold", "Inter,s/inter.woff2:bold"), ("a.ttf:weight=200:italic", "s/a.ttf:weight=200:italic"),
        ("a.ttf:wght=650:bold", "s/a.ttf:bold:wght=650"), ("a.ttc#1", "s/a.ttc#1"), ("a.ttc#A B:bold", "s/a.ttc#A B:bold"),
        (#"a\\,b.ttf"#, #"s/a\,b.ttf"#), ("C#.ttf", ##"s/C\#.ttf"##), ("a:b.ttf", #"s/a\:b.ttf"#), ("/x/a b.OTF", "/x/a b.OTF"),
    ])
    func filesStandAnywhereInAList(_ font: String, _ expected: String) throws {
        let scene = try Self.scene(font, folder: "s")
        #expect(Self.font(scene) == expected)
        #expect(try Scene(json: Array(scene.json(baseFolder: "s").utf8), baseFolder: "s") == scene)
    }

    @Test func partsOfAStackAreTold() {
        let stack = FontStack(#"Inter, ./a.ttc#Noto Sans:bold:wght=650:GRAD=-50, b\:c.otf"#)
        // A colon before a file belongs to a name.
        #expect(stack.fonts.count == 3 && stack.misplacedStyle == ":GRAD=-50")
        let plain = FontStack(#"Inter, ./a.ttc#Noto Sans, b\:c.otf:bold:wght=650:GRAD=-50"#)
        #expect(plain.fonts == [.family("Inter"), .file("./a.ttc", face: "Noto Sans"), .file("b:c.otf")])
        #expect(plain.style == ":bold" && plain.axes == ["wght": 650, "GRAD": -50] && plain.misplacedStyle == nil)
        #expect(FontStack(plain.text) == plain)
    }

    @Test func charactersFollowTheFont() {
        let stack = FontStack(##"Ampersand#U+26, ./a.ttc#Noto Sans#u+4?? U+0-7F, b\#U+1.ttf, C:bold"##)
        #expect(stack.fonts == [.family("Ampersand"), .file("./a.ttc", face: "Noto Sans"), .file("b#U+1.ttf"), .family(" C")])
        #expect(stack.style == ":bold" && stack.characters.keys.sorted() == [0, 1])
        #expect(stack.characters[1]?.ranges == [0...0x7F, 0x400...0x4FF])
        #expect(FontStack(stack.text) == stack)
    }

    @Test(
        arguments: [
            ("U+26", [0x26...0x26]), ("u+0-ff, U+100-17f", [0...0x17F]), ("U+4??", [0x400...0x4FF]), ("U+??????", nil),
            ("U+30-20", nil), ("U+", nil), ("26", nil), ("U+-5", nil), ("U++5", nil), ("U+1234567", nil), ("U+5-", nil),
            ("", nil),
            ("U+110000", nil), ("U+10FFFE-110000", nil), ("U+10FF??", [0x10FF00...0x10FFFF]), ("U+9,U+3,U+4", [3...4, 9...9]),
        ] as [(String, [ClosedRange<UInt32>]?)])
    func characterRangesAreRead(_ text: String, _ ranges: [ClosedRange<UInt32>]?) {
        let read = CharacterRanges(text)
        #expect(read?.ranges == ranges)
        for value in [0, 0x25, 0x26, 0x27, 0x3FF, 0x400, 0x4FF, 0x500, 0x10FFFF] as [UInt32] {
            guard let scalar = Unicode.Scalar(value) else { continue }
            #expect(read?.contains(scalar) ?? false == ranges?.contains { $0.contains(value) } ?? false)
        }
    }

    @Test(arguments: ["Inter.ttf", "a/b", "a,b", "a:b", #"a\b"#, "x.ttc#1"])
    func escapedFamiliesAreNoFiles(_ name: String) {
        let stack = FontStack(FontStack.escaped(family: name) + ":bold")
        #expect(stack.files.isEmpty && stack.families.count == 1 && stack.style == ":bold")
    }

    @Test(arguments: [
        ("a.ttf:bold, b.ttf", #"found ":bold" before the last font; write the style once, after all fonts"#),
        ("a.ttf:boldd", #"found ":boldd"; did you mean ":bold"?"#),
        ("a.ttf:wght=x", #"found ":wght=x", expected a number for an axis, such as ":wght=650""#),
        ("a.ttc#", #"found "a.ttc#", expected the name or the number of a font in the file after #"#),
        ("a.ttc:index=1", #"found ":index=1"; write the number of a font in a file as "fonts.ttc#1""#),
        (
            "Inter, https://a.b/c.ttf",
            #"found "https://a.b/c.ttf"; nothing is fetched from a network, expected a font file or a family"#
        ),
    ])
    func faultyStacksAreErrorsWithTheirPlace(_ font: String, _ words: String) {
        let error = #expect(throws: SceneError.self) { try Self.scene(font, folder: "") }
        #expect(error.map { "\($0)" } == "layers[0].font: \(words)")
    }

    @Test func filesOfAListAreLimited() {
        let most = Array(repeating: "a.ttf", count: SceneLimits.fontFiles)
        #expect(throws: Never.self) { try Self.scene(most.joined(separator: ","), folder: "") }
        #expect(throws: SceneError.self) { try Self.scene((most + ["b.ttf"]).joined(separator: ","), folder: "") }
    }

    @Test func filesOfRunsCountOnceByTheirBytes() {
        var text = Text(string: "", font: "a.ttf,b.ttf")
        text.runs = [Text.Run("x"), Text.Run("y")]
        text.runs[0].font = "b.ttf,\u{E9}.ttf"
        text.runs[1].font = "e\u{301}.ttf"
        #expect(text.fontFiles.count == 4)
    }

    private static func scene(_ font: String, folder: String) throws -> Scene {
        let json = #"{"canvas": {"width": 1, "height": 1}, "layers": [{"type": "text", "string": "", "font": "\#(font)"}]}"#
        return try Scene(json: Array(json.utf8), baseFolder: folder)
    }

    private static func font(_ scene: Scene) -> String? {
        if case .text(let text) = scene.layers[0].kind { text.font } else { nil }
    }
}
