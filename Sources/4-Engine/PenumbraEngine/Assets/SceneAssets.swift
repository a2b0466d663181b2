import PenumbraBitmap
import PenumbraCodecs
import PenumbraPlan
import PenumbraPlanning
import PenumbraScene
import PenumbraSystem
import PenumbraText

/// The assets of a scene: the pictures it shows, decoded, and its texts as outlines.
public struct SceneAssets: Sendable {
    /// A deviation from the scene in the picture, with its place. The description is one line.
    public struct Notice: Hashable, Sendable, CustomStringConvertible {
        /// The key's place in the scene: `layers[2].sublayers[0].font`.
        public var place: String
        public var notice: SceneNotice

        public var description: String { "\(place): \(notice)" }

        /// The description for many scenes. It has no place where any text of any scene may cause the same notice.
        package var descriptionForMany: String {
            if case .text(let text) = notice, case .charactersReplaced = text { text.wordsForMany } else { description }
        }
    }

    public internal(set) var images: [ImageSource: Bitmap]
    /// The pictures that change with time. `images` has one frame of each.
    package internal(set) var movingSources: Set<ImageSource> = []
    /// The decoded pictures with what they were decoded from.
    package internal(set) var shownPictures = EarlierPictures()
    public private(set) var texts: [TextPlacement: TextOutline] = [:]
    /// The scene with the values that its layouts and animations give to layers, and with layers instead of SVG documents. Nil
    /// for a scene without them.
    package internal(set) var resolvedScene: Scene?
    public private(set) var notices: [Notice] = []
    private var textSegments = 0
    /// The bytes of the pictures in the texts' glyphs.
    package private(set) var glyphBytes = 0

    /// The bytes of the layers and of the outlines of texts.
    package internal(set) var sceneBytes = 0

    /// The bytes of all pictures.
    package var pictureBytes: Int { images.values.reduce(glyphBytes) { $0 + $1.byteCount } }

    /// The bytes of layers, outlines and pictures.
    package var bytes: Int { sceneBytes + pictureBytes }

    /// The bytes of the pictures that a plan shows, and of all that the texts' glyphs have.
    func bytes(shownBy plan: RenderPlan) -> Int {
        let shown = Set(plan.images.map { ObjectIdentifier($0) })
        return images.values.reduce(glyphBytes) { shown.contains(ObjectIdentifier($1)) ? $0 + $1.byteCount : $0 }
    }

    /// Creates assets from decoded pictures, without texts.
    ///
    /// - Parameter images: pictures that are already decoded.
    public init(images: [ImageSource: Bitmap] = [:]) {
        self.images = images
    }

    /// Creates assets from decoded pictures and given outlines of texts.
    ///
    /// - Parameter outlines: outlines that replace the outlines of the texts' fonts. Each is filled with the colour of its
    ///   text.
    package init(images: [ImageSource: Bitmap], outlines: [TextPlacement: Path]) {
        self.images = images
        for (placement, path) in outlines {
            texts[placement] = TextOutline([.fill(path, placement.text.color)])
        }
    }

    /// Adds a text that was laid out.
    ///
    /// - Parameters:
    ///   - space: the colour space of the canvas, which pictures of glyphs are converted to.
    ///   - documents: pictures of the text that other layers show.
    /// - Throws: `RenderError.text` when all texts together exceed the limits.
    package mutating func add(
        _ layout: TextLayout, of text: SceneRequirements.TextBox, in space: ColorSpace = .srgb,
        without documents: [ImageSource: Size] = [:]
    ) throws(RenderError) {
        textSegments += layout.elementCount
        guard textSegments <= TextLayout.mostSegments else {
            throw .text(place: text.place, .outlineTooLong(limit: TextLayout.mostSegments))
        }
        glyphBytes += layout.pictures.reduce(0) { $0 + $1.pixels.count }
        texts[text.placement] = TextOutline(layout, of: text.placement.text, in: space, without: documents)
        if text.placement.text.hasKnownFonts { return }
        notices += layout.notices.map { Notice(place: "\(text.place).\($0.key)", notice: .text($0)) }
    }

    /// Adds notices about documents.
    mutating func add(_ notices: [Notice]) { self.notices += notices }

    /// Adds one notice for all colours and pictures of a scene that the canvas's colour space clips.
    ///
    /// - Parameter pictures: the places of pictures whose profile has colours outside the space.
    mutating func addClippedColors(of scene: Scene, pictures: [String]) {
        let colors = scene.canvas.clipsColors ? [] : scene.placesOfClippedColors
        guard let place = colors.first ?? pictures.first else { return }
        let others = colors.count + pictures.count - 1
        notices.append(
            Notice(
                place: place,
                notice: .colorsClipped(isPicture: colors.isEmpty, space: scene.canvas.colorSpace, others: others)))
    }
}

extension TextOutline {
    /// Gives each part of a laid-out text its paint. Neighbouring outlines of one paint become one outline.
    init(_ layout: TextLayout, of text: Text, in space: ColorSpace, without documents: [ImageSource: Size] = [:]) {
        self.init([])
        for part in layout.parts {
            // Behind pictures, a mark of the text itself belongs to no run.
            let run = part.run < text.runs.count ? text.runs[part.run] : nil
            let decoration = text.decoration
            let color: Color?
            switch part.role {
            case .picture:
                if let source = run?.picture?.source, documents[source] == nil {
                    let area = part.path.bounds
                    let place = AffineTransform(a: area.width, b: 0, c: 0, d: area.height, tx: area.minX, ty: area.minY)
                    parts.append(.picture(source, place))
                }
                continue
            case .glyphs, .background: color = nil
            case .underline: color = (run?.underline ?? decoration.underline).color
            case .overline: color = (run?.overline ?? decoration.overline).color
            case .strikethrough: color = (run?.strikethrough ?? decoration.strikethrough).color
            case .stroke: color = (run?.stroke ?? text.stroke)?.color
            }
            let own = part.role == .background ? run?.backgroundColor : run?.color ?? text.color
            guard let paint = color.map(Paint.color) ?? own else { continue }
            if let width = part.strokeWidth {
                parts.append(.stroke(part.path, width: width, paint))
            } else if let glyph = part.glyph {
                let colored = glyph.glyph.converted(to: space)
                parts.append(.glyph(colored, glyph.transform, paint))
                // As in browsers, a stroke paints a glyph in colours once more.
                if let stroke = run?.stroke ?? text.stroke, !paint.isOpaque {
                    parts.append(.glyph(colored, glyph.transform, .color(stroke.color)))
                }
            } else if part.role == .glyphs, case .glyphs(var outlines, let place, paint)? = parts.last {
                // The old outlines are removed first, so that they aren't copied.
                parts.removeLast()
                outlines.append(part.outlines)
                parts.append(.glyphs(outlines, place, paint))
            } else {
                parts.append(.glyphs(part.outlines, .identity, paint))
            }
        }
    }
}

extension ColorGlyph {
    /// The glyph with its picture in another colour space. Glyphs of layers and paints are converted while they are drawn.
    fileprivate func converted(to space: ColorSpace) -> ColorGlyph {
        guard space != .srgb, case .picture(let bitmap, let map) = drawing else { return self }
        return ColorGlyph(.picture(ImageDecoder.converted(bitmap, to: space), map)) ?? self
    }
}
