import TestSupport
import Testing

/// Tests manifests and inputs that are malicious or ambiguous.
@Suite(.timed, .needsCommand)
struct BatchHostileTests {
    let folder: BatchFolder

    init() throws { folder = try BatchFolder() }

    /// Unicode treats both spellings as equal, but on Linux they name two folders.
    @Test func unicodeSpellingsOfAFolderAreDifferentFolders() throws {
        let names = ["\u{E9}", "e\u{301}"]
        let lines = names.enumerated().map { index, name in
            #"{"scene":"card.json","parameters":{"w":\#(20 + index)},"output":"\#(name)/a.png"}"# + "\n"
        }
        let manifest = folder.folder.file("two.jsonl", lines.joined())
        #expect(try folder.run("batch", manifest, "--output-root", "out").status == 0)
        let files = names.map { folder.bytes("out/\($0)/a.png") }
        #expect(!files[0].isEmpty && !files[1].isEmpty && files[0] != files[1])
        #expect(try folder.run("batch-status", manifest, "--output-root", "out").status == 0)
    }

    /// U+0387 and U+00B7 are equal as strings but have different glyphs in a font with both. Neither may be drawn for the
    /// other, in any order.
    @Test(arguments: [["\u{B7}", "\u{387}"], ["`", "\u{1FEF}"]])
    func canonicallyEquivalentTextsAreDrawnSeparately(_ texts: [String]) throws {
        func line(_ index: Int, _ text: String) -> String {
            #"{"scene":{"canvas":{"width":60,"height":60},"layers":[{"type":"text","frame":[0,0,60,60],"string":"\#(text)","fontSize":40}]},"output":"\#(index).png"}"#
                + "\n"
        }
        // Each text repeats several times, so that caches are used.
        let repeated = (0..<12).map { texts[$0 % 2] }
        let manifest = folder.folder.file("texts.jsonl", repeated.enumerated().map(line).joined())
        #expect(try folder.run("batch", manifest, "--output-root", "out", "--threads", "1").status == 0)
        let pictures = folder.pictures("out")
        for (index, text) in texts.enumerated() {
            let alone = folder.folder.file("alone.jsonl", line(index, text))
            #expect(try folder.run("batch", alone, "--output-root", "alone").status == 0)
            let expected = folder.bytes("alone/\(index).png")
            for number in stride(from: index, to: 12, by: 2) { #expect(pictures["\(number).png"] == expected, "\(number)") }
        }
    }

    @Test func pictureOfHugeDeclaredSizeIsRefusedByName() throws {
        // The size follows the signature and the first chunk's length and name.
        #expect(try folder.run("render", "card.json", "-o", "photo.png").status == 0)
        var png = folder.bytes("photo.png")
        for index in 16..<24 { png[index] = index % 4 == 0 ? 0x7F : 0xFF }
        _ = folder.folder.file("huge.png", png)
        let manifest = folder.folder.file(
            "huge.jsonl",
            #"{"scene":"photo.json","parameters":{"photo":"huge.png"},"output":"a.png"}"# + "\n" + BatchFolder.job(0) + "\n")
        let outcome = try folder.run("batch", manifest, "--output-root", "out")
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("huge.png") && outcome.errors.contains("1 written, 1 failed"), "\(outcome.errors)")
    }

    @Test(arguments: [
        "penumbra-batch.journal.old/a.png", "penumbra-batch.2-of-8.journal/a.png", "penumbra-batch.journal.failed/a.png",
    ])
    func outputsWithJournalNamesAreRefused(_ output: String) throws {
        let manifest = folder.folder.file(
            "names.jsonl", #"{"scene":"card.json","output":"\#(output)"}"# + "\n" + BatchFolder.job(1) + "\n")
        for _ in 0..<2 {
            let outcome = try folder.run("batch", manifest, "--output-root", "out")
            #expect(outcome.status == 1 && outcome.errors.contains("name of the batch's own files"), "\(outcome.errors)")
        }
    }

    @Test func textInsideABrokenRowIsNotARow() throws {
        let table = folder.folder.file("rows.csv", "w,color\n\"1\"x,\"red\n22,blue\n\",\n33,teal\n")
        let outcome = try folder.run(
            "batch", "--template", "card.json", "--rows", table, "--output", "${w}.png", "--output-root", "out")
        #expect(outcome.status == 1)
        #expect(Set(folder.pictures("out").keys) == ["33.png"])
    }

    /// A process that fails because of a photo must not exit while another thread looks for fonts.
    @Test func missingPhotoBesideATextIsAnError() throws {
        _ = folder.folder.file(
            "both.json",
            #"{"canvas":{"width":50,"height":40},"layers":[{"type":"image","frame":[0,0,9,9],"contents":"gone.jpg"},{"type":"text","string":"a"}]}"#
        )
        for _ in 0..<25 { #expect(try folder.run("render", "both.json", "-o", "x.png").status == 66) }
    }
}
