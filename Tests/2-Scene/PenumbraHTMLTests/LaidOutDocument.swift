import PenumbraHTML
import PenumbraText
import Testing

/// A document in a page of this many points, with the fonts of the host.
func laidOut(_ text: String, width: Double = 400) throws(HTMLError) -> HTMLDocument {
    var options = HTMLOptions()
    (options.width, options.height) = (width, 300)
    let shaper = TextShaper()
    options.paragraph = { content throws(TextError) in try shaper.paragraph(content, openingFonts: FontLibrary.open) }
    return try HTMLDocument(Array(text.utf8), options: options)
}

/// Compares the frames of `b` and `i` elements in a page of 400 by 300 points, with texts in lines of 30 points.
func expectTextualBoxes(_ body: String, _ wanted: [[Double]]) throws {
    let style = "<style>body{margin:0;font:20px/30px 'DejaVu Sans'}p{margin:0}b,i{font-weight:400;font-style:normal}</style>"
    let document = try laidOut("<!doctype html>\(style)\(body)")
    let frames = document.boxes.filter { ["b", "i"].contains($0.name) }.map(\.frame)
    try #require(frames.count == wanted.count)
    for (frame, wanted) in zip(frames, wanted) {
        let found = [frame.minX, frame.minY, frame.width, frame.height]
        #expect(zip(found, wanted).allSatisfy { abs($0 - $1) < 0.05 }, "\(found) instead of \(wanted)")
    }
}

extension BrowserBoxTests.Case {
    /// Compares the frames of `b` and `i` elements, which are blocks, in a page of 400 by 300 points.
    func check() throws {
        var options = HTMLOptions()
        (options.width, options.height) = (400, 300)
        let text = "<!doctype html><style>body{margin:0}b,i{display:block}</style>\(body)"
        let document = try HTMLDocument(Array(text.utf8), options: options)
        let found = document.boxes.filter { $0.name == "b" || $0.name == "i" }.map(\.frame)
        try #require(found.count == frames.count)
        for (frame, wanted) in zip(found, frames) {
            // Chromium's lengths are whole 64ths.
            let distances = [
                frame.minX - wanted.minX, frame.minY - wanted.minY, frame.width - wanted.width, frame.height - wanted.height,
            ]
            #expect(distances.allSatisfy { abs($0) <= 1 / 32 }, "\(frame) instead of \(wanted)")
        }
    }
}
