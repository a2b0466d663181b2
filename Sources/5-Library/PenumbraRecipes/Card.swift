import PenumbraScene

/// A card for an article, a product or a person. Whatever is nil or empty takes no room.
///
/// All lengths are in points. Flexbox places everything, so a long title makes the card higher.
public struct Card: Sendable {
    public enum Style: String, Sendable, CaseIterable {
        /// A white card on a pale page, with the photo at its top.
        case light
        /// A dark card on a black page, with the photo at its top.
        case dark
        /// A translucent card over the photo, which fills the page and is blurred behind the card.
        case glass
    }

    public var title: String
    public var subtitle = ""
    public var author = ""
    public var date = ""
    public var tags: [String] = []
    public var photo: ImageSource?
    /// The author's picture. Nil shows the author's initials.
    public var avatar: ImageSource?
    /// A picture of which only the alpha counts. It is drawn in `accent`, on glass in white.
    public var logo: ImageSource?
    public var style: Style
    public var accent = Color(red: 79.0 / 255, green: 70.0 / 255, blue: 229.0 / 255)
    /// A font's name without a weight, because title, tags and author are bold or semibold; or a font file for all texts.
    public var font = "Inter,Noto Sans,DejaVu Sans"
    public var width = 504.0
    /// The height of the whole picture. Nil fits the card. At a given height the card is tighter and the photo shrinks. In a
    /// picture wider than 1.5 times its height, the photo lies beside the words.
    public var height: Double?
    /// Pixels per point.
    public var scale = 1.0

    public init(title: String, style: Style = .light) {
        self.title = title
        self.style = style
    }

    public var scene: Scene {
        var layers: [Layer] = []
        if style == .glass, let photo {
            layers.append(
                Layer(
                    kind: .image(ImageContents(source: photo, gravity: .resizeAspectFill)), name: "photo", masksToBounds: true))
            layers[0].layout = LayerLayout(style: .absolute)
        }
        layers.append(card)
        var page = Self.column(
            "page", padding: isTight ? [20, 28, 28, 28] : style == .glass ? [150, 40, 52, 40] : [44, 52, 64, 52],
            sublayers: layers)
        page.layout?.container?.justifyContent = style == .glass ? .end : .center
        page.backgroundColor = look.page
        page.masksToBounds = true
        return Scene(
            // The words may end within a row of pixels. The colour at the page's end fills the rest of this row.
            canvas: Canvas(
                size: Size(width: width, height: height ?? 0), scale: scale, background: .color(look.pageEnd),
                fitsContent: height == nil),
            layers: [page])
    }

    private var isTight: Bool { height != nil }
    private var isWide: Bool { style != .glass && height.map { width > 1.5 * $0 } ?? false }

    // MARK: - Layers

    private var card: Layer {
        let look = look
        let room = isTight ? 22.0 : 28
        var body = Self.column(
            "body", padding: [room, room, room, room], sublayers: [header] + [tagRow, line, footer].compactMap { $0 })
        body.place { $0.flexShrink = 0 }
        var parts = [body]
        if style != .glass, let photo {
            var layer = Layer(
                kind: .image(ImageContents(source: photo, gravity: .resizeAspectFill)), name: "photo", masksToBounds: true)
            if isWide {
                // A picture in a layer without layout takes the layer's size.
                layer = Layer(sublayers: [layer])
                layer.place {
                    $0.width = .fraction(0.4)
                    $0.flexShrink = 0
                }
                parts[0].place {
                    $0.flexGrow = 1
                    $0.flexBasis = .length(.zero)
                    $0.minWidth = .zero
                }
                parts[0].layout?.container?.justifyContent = .center
                parts.append(layer)
            } else {
                layer.place {
                    $0.width = .fraction(1)
                    $0.maxHeight = .points(232)
                    $0.minHeight = .zero
                }
                parts.insert(layer, at: 0)
            }
        }
        var card = Self.column("card", sublayers: parts)
        if isWide { card.layout?.container?.direction = .row }
        card.place { $0.minHeight = .zero }
        card.cornerRadii = CornerRadii(24)
        card.cornerCurve = .continuous
        card.masksToBounds = true
        card.backgroundColor = look.card
        card.borderWidth = 1
        card.borderColor = look.border
        card.shadows = look.shadows
        card.innerShadows = look.innerShadows
        card.backdropBlur = style == .glass ? BackdropBlur(radius: Sigma(18)) : nil
        return card
    }

    private var header: Layer {
        var words: [Layer] = []
        func add(_ name: String, _ string: String, _ change: (inout Text) -> Void) {
            guard !string.isEmpty else { return }
            var layer = text(name, string, look.text, change)
            if style == .glass { layer.shadows = [Self.shadow(Self.ink, 0.35, 1, 3)] }
            words.append(layer)
        }
        add("title", title) {
            $0.font = weighted("bold")
            ($0.fontSize, $0.lineHeight, $0.letterSpacing) = (26, 32, -0.4)
            ($0.maximumLines, $0.lineBreak) = (isTight && !subtitle.isEmpty ? 2 : 3, .balanced)
        }
        add("subtitle", subtitle) {
            $0.color = .color(look.quiet)
            ($0.fontSize, $0.lineHeight, $0.maximumLines) = (16, 24, isTight ? 2 : 4)
        }
        var column = Self.column("words", gap: isTight ? 6 : 10, sublayers: words)
        column.place {
            $0.flexGrow = 1
            $0.flexBasis = .length(.zero)
            $0.minWidth = .zero
        }
        guard let logo else { return Self.row("header", gap: 20, sublayers: [column]) }
        var mark = Layer(
            kind: .image(
                ImageContents(source: logo, gravity: .resizeAspect, tint: style == .glass ? .white : accent)), name: "logo")
        mark.place {
            $0.height = .points(36)
            $0.maxWidth = .points(72)
            $0.flexShrink = 0
        }
        return Self.row("header", gap: 20, sublayers: [column, mark])
    }

    private var tagRow: Layer? {
        let tags = tags.filter { !$0.isEmpty }.map { tag in
            var layer = text("tag", tag, look.tagText) {
                $0.font = weighted("semibold")
                ($0.fontSize, $0.maximumLines) = (13, 1)
            }
            layer.place {
                $0.padding = LayoutEdges(top: .points(5), right: .points(12), bottom: .points(5), left: .points(12))
            }
            layer.cornerRadii = CornerRadii(14)
            layer.backgroundColor = .color(look.tag)
            return layer
        }
        guard !tags.isEmpty else { return nil }
        var row = Self.row("tags", gap: 10, sublayers: tags)
        row.layout?.container?.wrap = .wrap
        row.place { $0.margin.top = .points(isTight ? 14 : 22) }
        return row
    }

    private var line: Layer? {
        guard hasFooter else { return nil }
        var layer = Layer(name: "line", backgroundColor: .color(look.line))
        layer.place {
            $0.height = .points(1)
            $0.margin.top = .points(isTight ? 12 : 24)
            $0.margin.bottom = .points(isTight ? 12 : 20)
        }
        return layer
    }

    private var hasFooter: Bool { !author.isEmpty || !date.isEmpty || avatar != nil }

    private var footer: Layer? {
        guard hasFooter else { return nil }
        var parts: [Layer] = []
        if let face { parts.append(face) }
        var name = text("author", author, look.text) {
            $0.font = weighted("semibold")
            ($0.fontSize, $0.maximumLines) = (15, 1)
        }
        name.place {
            $0.flexGrow = 1
            $0.flexBasis = .length(.zero)
            $0.minWidth = .zero
        }
        parts.append(name)
        if !date.isEmpty {
            var day = text("date", date, look.quiet) { ($0.fontSize, $0.maximumLines) = (14, 1) }
            day.place { $0.maxWidth = .fraction(0.45) }
            parts.append(day)
        }
        var footer = Self.row("footer", gap: 12, sublayers: parts)
        footer.layout?.container?.alignItems = .center
        return footer
    }

    /// The avatar or the initials. Nil without author and avatar.
    private var face: Layer? {
        guard avatar != nil || !author.isEmpty else { return nil }
        var disc = Layer(name: "avatar", cornerRadii: CornerRadii(20))
        disc.place {
            $0.width = .points(40)
            $0.height = .points(40)
            $0.flexShrink = 0
        }
        disc.shadows = [Self.shadow(.black, 0.22, 3, 4)]
        if let avatar {
            disc.kind = .image(ImageContents(source: avatar, gravity: .resizeAspectFill))
            disc.masksToBounds = true
        } else {
            disc.backgroundColor = .gradient(Gradient(colors: [Self.gray(0x98, 0xA0, 0xB8), Self.gray(0x56, 0x60, 0x79)]))
            var initials = Text(
                string: Self.initials(author), font: weighted("semibold"), fontSize: 15, color: .white, alignment: .center)
            initials.verticalAlignment = .center
            (initials.maximumLines, initials.minimumFontSize) = (1, 7)
            disc.sublayers = [Layer(kind: .text(initials), name: "initials")]
        }
        return disc
    }

    /// The first letters of the first and of the last word.
    package static func initials(_ name: String) -> String {
        let words = name.split(whereSeparator: \.isWhitespace)
        let letters = [words.first, words.count > 1 ? words.last : nil].compactMap { $0?.first }
        return String(letters).uppercased()
    }

    private func weighted(_ weight: String) -> String { !FontStack(font).files.isEmpty ? font : "\(font):\(weight)" }

    private func text(_ name: String, _ string: String, _ color: Color, _ change: (inout Text) -> Void) -> Layer {
        var text = Text(string: string, font: font, color: .color(color))
        change(&text)
        return Layer(kind: .text(text), name: name)
    }

    private static func row(_ name: String, gap: Double, sublayers: [Layer]) -> Layer {
        var container = FlexContainer()
        container.columnGap = gap
        container.rowGap = gap
        var layer = Layer(name: name, sublayers: sublayers)
        layer.layout = LayerLayout(container: container)
        return layer
    }

    /// - Parameter padding: top, right, bottom and left.
    private static func column(
        _ name: String, gap: Double = 0, padding: [Double] = [0, 0, 0, 0], sublayers: [Layer]
    ) -> Layer {
        var layer = row(name, gap: gap, sublayers: sublayers)
        layer.layout?.container?.direction = .column
        layer.place {
            $0.padding = LayoutEdges(
                top: .points(padding[0]), right: .points(padding[1]), bottom: .points(padding[2]), left: .points(padding[3]))
        }
        return layer
    }

    // MARK: - Looks

    private struct Look {
        var page: Paint
        /// The colour at the bottom of the page.
        var pageEnd: Color
        var card: Paint
        var border: Color
        var shadows: [Shadow]
        var innerShadows: [Shadow] = []
        var text: Color
        /// The colour of the subtitle and the date.
        var quiet: Color
        var tag: Color
        var tagText: Color
        var line: Color
    }

    private static let slate = gray(15, 23, 42)
    private static let ink = gray(21, 15, 46)

    private static func gray(_ red: Double, _ green: Double, _ blue: Double, alpha: Double = 1) -> Color {
        Color(red: red / 255, green: green / 255, blue: blue / 255, alpha: alpha)
    }

    private static func shadow(_ color: Color, _ opacity: Double, _ y: Double, _ sigma: Double) -> Shadow {
        Shadow(color: color, opacity: opacity, offset: Point(0, y), radius: Sigma(sigma))
    }

    private var look: Look {
        let (slate, ink) = (Self.slate, Self.ink)
        switch style {
        case .light:
            return Look(
                page: .gradient(Gradient(colors: [Self.gray(243, 245, 250), Self.gray(227, 232, 241)])),
                pageEnd: Self.gray(227, 232, 241), card: .white,
                border: Self.gray(15, 23, 42, alpha: 0.07),
                shadows: [
                    Self.shadow(slate, 0.16, 1, 1), Self.shadow(slate, 0.09, 8, 8), Self.shadow(slate, 0.16, 28, 28),
                ],
                text: slate, quiet: Self.gray(85, 96, 122), tag: Self.gray(15, 23, 42, alpha: 0.06),
                tagText: Self.gray(59, 70, 95), line: Self.gray(15, 23, 42, alpha: 0.08))
        case .dark:
            return Look(
                page: .gradient(Gradient(colors: [Self.gray(20, 22, 31), Self.gray(10, 11, 16)])),
                pageEnd: Self.gray(10, 11, 16),
                card: .gradient(Gradient(colors: [Self.gray(38, 42, 55), Self.gray(26, 29, 39)])),
                border: Color(white: 1, alpha: 0.11),
                shadows: [
                    Self.shadow(.black, 0.6, 2, 2), Self.shadow(.black, 0.55, 26, 26), Self.shadow(accent, 0.3, 10, 44),
                ],
                innerShadows: [Self.shadow(.white, 0.25, 1, 0.5)],
                text: Self.gray(245, 247, 251), quiet: Self.gray(163, 172, 194), tag: Color(white: 1, alpha: 0.1),
                tagText: Self.gray(215, 220, 237), line: Color(white: 1, alpha: 0.12))
        case .glass:
            var shadows = [Self.shadow(ink, 0.2, 2, 3), Self.shadow(ink, 0.42, 24, 28)]
            for index in shadows.indices { shadows[index].knockout = true }
            return Look(
                page: .gradient(
                    Gradient(
                        .axial(startPoint: .zero, endPoint: Point(1, 1)),
                        colors: [Self.gray(124, 92, 255), Self.gray(224, 86, 155), Self.gray(255, 179, 107)],
                        locations: [0, 0.55, 1])),
                pageEnd: Self.gray(255, 179, 107),
                card: .gradient(
                    Gradient(colors: [Self.gray(29, 22, 51, alpha: 0.35), Self.gray(29, 22, 51, alpha: 0.55)])),
                border: Color(white: 1, alpha: 0.55), shadows: shadows,
                innerShadows: [Self.shadow(.white, 0.65, 1.5, 1), Self.shadow(.white, 0.22, 0, 16)],
                text: .white, quiet: Color(white: 1, alpha: 0.9), tag: Color(white: 1, alpha: 0.2), tagText: .white,
                line: Color(white: 1, alpha: 0.3))
        }
    }
}

extension Layer {
    fileprivate mutating func place(_ change: (inout LayoutStyle) -> Void) {
        var layout = layout ?? LayerLayout()
        change(&layout.style)
        self.layout = layout
    }
}

extension LayoutStyle {
    /// Out of the flow, over all of the parent.
    fileprivate static var absolute: LayoutStyle {
        var style = LayoutStyle()
        style.position = .absolute
        style.inset = .zero
        (style.width, style.height) = (.fraction(1), .fraction(1))
        return style
    }
}
