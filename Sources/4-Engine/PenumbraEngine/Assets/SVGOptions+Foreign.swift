import PenumbraFiles
import PenumbraHTML
import PenumbraSVG
import PenumbraScene
import PenumbraSystem
import PenumbraText

extension SVGOptions {
    /// Draws the HTML inside `foreignObject` elements.
    mutating func drawForeign(
        baseFolder: String, shaper: TextShaper, limits: RenderLimits, clock: TextClock, open: @escaping FileOpener
    ) {
        foreign = { source, size throws(SVGTextFailure) in
            var options = HTMLOptions(baseFolder: baseFolder, shaper: shaper, limits: limits, clock: clock, open: open)
            (options.width, options.height) = (size.width, size.height)
            (options.allowsMissingFiles, options.readsVectorPictures) = (true, false)
            do throws(HTMLError) {
                let document = try HTMLDocument(Array(source.utf8), options: options)
                return ForeignDrawing(layers: document.layers, notices: document.warnings.map(\.message))
            } catch {
                throw SVGTextFailure(error.message)
            }
        }
    }
}
