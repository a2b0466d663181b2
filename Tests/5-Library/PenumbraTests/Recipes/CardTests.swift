import PenumbraGeometry
import PenumbraRecipes
import PenumbraScene
import TestSupport
import Testing

@Suite(.timed) struct CardTests {
    private func names(_ layer: Layer) -> [String] { [layer.name].compactMap { $0 } + layer.sublayers.flatMap(names) }

    private var full: Card {
        var card = Card(title: "Espresso")
        card.subtitle = "Slow"
        (card.author, card.date, card.tags) = ("Ada Lovelace", "3 May", ["a", "", "b"])
        (card.photo, card.logo) = (.file("photo.jpg"), .file("logo.png"))
        return card
    }

    @Test func missingCardPartsHaveNoLayer() throws {
        #expect(names(Card(title: "Hello").scene.layers[0]) == ["page", "card", "body", "header", "words", "title"])
        #expect(
            names(full.scene.layers[0]) == [
                "page", "card", "photo", "body", "header", "words", "title", "subtitle", "logo", "tags", "tag", "tag", "line",
                "footer", "avatar", "initials", "author", "date",
            ])
        // A footer with nothing but a date still puts it at the end.
        var dated = Card(title: "")
        dated.date = "3 May"
        #expect(
            names(dated.scene.layers[0]) == ["page", "card", "body", "header", "words", "line", "footer", "author", "date"])
    }

    @Test func cardHeightFollowsTheContentUnlessGiven() throws {
        #expect(full.scene.canvas.fitsContent && full.scene.canvas.size == Size(width: 504, height: 0))
        var wide = full
        (wide.width, wide.height, wide.scale) = (600, 315, 2)
        #expect(!wide.scene.canvas.fitsContent && wide.scene.canvas.size == Size(width: 600, height: 315))
        #expect(wide.scene.canvas.scale == 2)
        // A wide card shows the photo beside the words.
        #expect(wide.scene.layers[0].sublayers[0].layout?.container?.direction == .row)
        wide.style = .glass
        #expect(wide.scene.layers[0].sublayers.map(\.name) == ["photo", "card"])
    }

    @Test func cardScenesRoundTrip() throws {
        for style in Card.Style.allCases {
            var card = full
            card.style = style
            let scene = card.scene
            #expect(try Scene(json: Array(try scene.json().utf8)) == scene, "\(style)")
        }
    }

    @Test func cardFontFilesGetNoWeight() throws {
        var card = full
        card.font = "fonts/a.ttf"
        #expect(try !card.scene.json().contains("a.ttf:"))
        #expect(try full.scene.json().contains("DejaVu Sans:bold"))
    }

    @Test func initialsComeFromTheFirstAndLastWord() {
        let names = [
            ("Ada Lovelace", "AL"), ("ada", "A"), ("Ada King of Lovelace", "AL"), ("  ", ""), ("éa ß", "ÉSS"), ("李 小龙", "李小"),
        ]
        for (name, letters) in names { #expect(Card.initials(name) == letters) }
    }
}
