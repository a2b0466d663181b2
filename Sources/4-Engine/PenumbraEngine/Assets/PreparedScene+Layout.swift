import PenumbraCodecs
import PenumbraFiles
import PenumbraLayout
import PenumbraScene
import PenumbraSystem
import PenumbraText

extension PreparedScene {
    /// The scene with the frames that its layouts give to layers. All pictures have been read, so that their sizes are known.
    func laidOut(
        shaper: TextShaper, clock: TextClock, limits: RenderLimits, open: @escaping FileOpener
    ) throws(RenderError) -> Scene {
        let layout = SceneLayout(scene, limits: limits.scene) { source in size(of: source) }
        let texts = MeasuredTexts(layout.texts, shaper, clock, open)
        do {
            return try layout.solved(text: texts)
        } catch LayoutError.text(let node, let error as TextError) {
            throw .text(place: layout.place(ofNode: node), error)
        } catch let error as SceneError {
            throw .scene(error)
        } catch {
            throw .scene(SceneError(place: "scene", message: "the layout failed: \("\(error)")"))
        }
    }

    /// The size of a picture in pixels. Nil if its file cannot be decoded, which is reported when it is decoded.
    private func size(of source: ImageSource) -> Size? {
        if let size = vectorSizes[source] { return size }
        if let bitmap = assets.images[source] { return Size(width: Double(bitmap.width), height: Double(bitmap.height)) }
        guard let picture = pictures.first(where: { $0.needed.source == source })?.picture else { return nil }
        if let bitmap = picture.bitmap { return Size(width: Double(bitmap.width), height: Double(bitmap.height)) }
        guard let header = try? ImageDecoder.information(of: picture.bytes) else { return nil }
        return Size(width: Double(header.width), height: Double(header.height))
    }
}

/// Measures each text of a scene once.
private final class MeasuredTexts: TextMeasuring {
    private let texts: [Int: Text]
    private let shaper: TextShaper
    private let clock: TextClock
    private let open: FileOpener
    private var measures: [Int: TextMeasure] = [:]

    init(_ texts: [Int: Text], _ shaper: TextShaper, _ clock: TextClock, _ open: @escaping FileOpener) {
        self.texts = texts
        self.shaper = shaper
        self.clock = clock
        self.open = open
    }

    private func measure(_ node: Int) throws(TextError) -> TextMeasure {
        if let measure = measures[node] { return measure }
        guard let text = texts[node] else { return TextMeasure.empty }
        let measure = try clock.spend { limits throws(TextError) in
            try shaper.measure(text, limits: limits, open: open)
        }
        measures[node] = measure
        return measure
    }

    func widths(ofText node: Int) throws -> TextWidths {
        let measure = try measure(node)
        return TextWidths(minimum: measure.leastWidth, maximum: measure.fullWidth)
    }

    func lines(ofText node: Int, width: Double) throws -> TextLines {
        let extent = try measure(node).lines(within: width)
        return TextLines(height: extent.height, firstBaseline: extent.firstBaseline)
    }
}
