import PenumbraHTML
import PenumbraText

/// A document in a page of this many points, with the fonts of the host.
func laidOut(_ text: String, width: Double = 400) throws(HTMLError) -> HTMLDocument {
    var options = HTMLOptions()
    (options.width, options.height) = (width, 300)
    let shaper = TextShaper()
    options.paragraph = { content throws(TextError) in try shaper.paragraph(content, openingFonts: FontLibrary.open) }
    return try HTMLDocument(Array(text.utf8), options: options)
}
