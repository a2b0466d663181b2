import PenumbraScene

/// A list under a navigation bar, lifted off its background by gradient shadows.
///
/// All lengths are in points. The shadows lie on the background, not on the rows. The first shadow is fixed under the
/// navigation bar and appears when the list is pulled down. The second lies below the last row. The third lies above the first
/// row while that row is visible. The second and third shadows are sublayers of their rows, so they move with them.
public struct ShadowTable: Sendable {
    public enum Content: Hashable, Sendable {
        case paint(Paint)
        /// A picture that fills the row and keeps its proportions. Parts outside the row are cut off.
        case image(ImageSource)
    }

    public struct Row: Hashable, Sendable {
        /// The row's height, above zero.
        public var height: Double
        public var content: Content
        public var title: String?

        public init(height: Double, content: Content = .paint(.white), title: String? = nil) {
            self.height = height
            self.content = content
            self.title = title
        }
    }

    /// The height of the shadows under the navigation bar and below the last row.
    public static let shadowHeight = 20.0
    /// The height of the inverse shadow above the first row.
    public static let inverseShadowHeight = 10.0
    /// The alpha of black at the dark end of a shadow that is `shadowHeight` high. Lower shadows are equally steep: half the
    /// height starts at 0.25.
    public static let shadowAlpha = 0.5

    public var rows: [Row]
    public var width = 320.0
    /// The height of the whole picture. Nil fits the bar, all rows and the shadow below them.
    public var height: Double?
    public var navigationBarHeight = 44.0
    public var navigationBarColor = Paint.color(Color(red: 0.24, green: 0.33, blue: 0.47))
    public var navigationBarTitle: String?
    public var navigationBarTitleColor = Color.white
    /// How far the rows are scrolled up under the bar. Negative values pull the rows down.
    public var scrollOffset = 0.0
    /// The colour behind the rows. The shadows end in this colour at alpha 0.
    public var backgroundColor = Color(red: 0.86, green: 0.88, blue: 0.91)
    /// The colour of the one-point line at the lower edge of all rows but the last. Nil draws no lines.
    public var separatorColor: Color?
    /// The colour of the titles in rows.
    public var textColor = Color.black
    /// The font of all titles.
    public var font = Text.standardFont
    public var fontSize = 17.0
    /// The line height of that font, used to centre titles in their rows. Nil means 1.2 times the font size, as in many fonts.
    public var lineHeight: Double?
    /// The space left of a row's title.
    public var titleInset = 15.0
    /// Pixels per point.
    public var scale = 1.0

    public init(rows: [Row]) {
        self.rows = rows
    }

    // MARK: - Geometry

    /// The height of all rows together.
    public var contentHeight: Double { rows.reduce(0) { $0 + $1.height } }

    public var canvasSize: Size {
        Size(width: width, height: max(1, height ?? navigationBarHeight + contentHeight + Self.shadowHeight))
    }

    /// The area below the bar where rows are visible, in canvas coordinates.
    public var viewport: Rect {
        Rect(
            x: 0, y: navigationBarHeight, width: width, height: max(0, canvasSize.height - navigationBarHeight))
    }

    /// The gradient of a shadow: dark at the top, the table's background colour at alpha 0 at the bottom.
    ///
    /// The inverse gradient runs the other way, half as dark at half the height. Straight components are mixed, so half of the
    /// background's colour appears halfway.
    public func shadowGradient(isInverse: Bool) -> Gradient {
        let alpha = isInverse ? Self.shadowAlpha * Self.inverseShadowHeight / Self.shadowHeight : Self.shadowAlpha
        var light = backgroundColor
        light.alpha = 0
        let dark = Color(white: 0, alpha: alpha)
        return Gradient(colors: isInverse ? [light, dark] : [dark, light], interpolation: .straight)
    }

    // MARK: - Scene

    public var scene: Scene {
        scene(of: rowLayers(from: 0 - scrollOffset, scrolledUpBy: 0))
    }

    /// The layers of all rows that are visible at some time.
    ///
    /// - Parameters:
    ///   - top: the upper edge of the first row.
    ///   - distance: how far the rows move up in the meantime. Negative values move them down.
    private func rowLayers(from top: Double, scrolledUpBy distance: Double) -> [Layer] {
        var layers: [Layer] = []
        var top = top
        for (index, row) in rows.enumerated() {
            let (highest, lowest) = (top - max(0, distance), top - min(0, distance))
            // Rows just above or below the viewport are kept because their shadows can still be visible.
            if highest - Self.inverseShadowHeight < viewport.height, lowest + row.height + Self.shadowHeight > 0 {
                let isVisible = highest < viewport.height && lowest + row.height > 0
                layers.append(layer(of: row, index, top: top, castsAbove: index == 0 && isVisible))
            }
            top += row.height
        }
        return layers
    }

    private func scene(of rows: [Layer]) -> Scene {
        let table = Layer(
            name: "table", frame: viewport, backgroundColor: .color(backgroundColor), masksToBounds: true,
            sublayers: [shadowLayer("origin shadow", y: 0, isInverse: false)] + rows)
        return Scene(
            canvas: Canvas(size: canvasSize, scale: scale),
            layers: [table] + (navigationBarHeight > 0 ? [navigationBar] : []))
    }

    /// The table while it scrolls from `scrollOffset` to another offset and back, slowly at both ends.
    ///
    /// - Parameter duration: the length of the whole movement in seconds.
    /// - Throws: `MotionError` for a duration that no animation can have.
    public func scene(scrollingTo end: Double, duration: Double) throws(MotionError) -> Scene {
        // The rows keep their places in a layer that moves.
        let frame = Rect(x: 0, y: 0 - scrollOffset, width: width, height: contentHeight)
        var list = Layer(name: "rows", frame: frame)
        list.sublayers = rowLayers(from: frame.minY, scrolledUpBy: end - scrollOffset).map { row in
            var row = row
            row.frame = row.frame?.offset(by: Point(0, scrollOffset))
            return row
        }
        list.animations = [
            LayerAnimation(
                AnimationKeyPath(pattern: "position.y"),
                .number(
                    Animation(
                        .basic(try BasicValues(from: frame.midY, to: contentHeight / 2 - end)),
                        timing: try Timing(duration: duration / 2, autoreverses: true),
                        timingFunction: .cubicBezier(.easeInOut))))
        ]
        var scene = scene(of: [list])
        scene.canvas.duration = duration
        return scene
    }

    private func shadowLayer(_ name: String, y: Double, isInverse: Bool) -> Layer {
        let height = isInverse ? Self.inverseShadowHeight : Self.shadowHeight
        return Layer(
            kind: .gradient(shadowGradient(isInverse: isInverse)), name: name,
            frame: Rect(x: 0, y: y, width: width, height: height))
    }

    private func layer(of row: Row, _ index: Int, top: Double, castsAbove: Bool) -> Layer {
        let bounds = Rect(x: 0, y: 0, width: width, height: row.height)
        var layer = Layer(name: "row \(index + 1)", frame: bounds.offset(by: Point(0, top)))
        switch row.content {
        case .paint(let paint): layer.backgroundColor = paint
        case .image(let source):
            // The picture gets its own layer because clipping the row would also clip the shadows outside the row.
            layer.sublayers.append(
                Layer(
                    kind: .image(ImageContents(source: source, gravity: .resizeAspectFill)), name: "picture", frame: bounds,
                    masksToBounds: true))
        }
        if let title = row.title {
            let room = max(0, width - 2 * titleInset)
            layer.sublayers.append(text(title, textColor, .left, x: titleInset, width: room, height: row.height))
        }
        if let separatorColor, index + 1 < rows.count {
            layer.sublayers.append(
                Layer(
                    name: "separator", frame: Rect(x: 0, y: row.height - 1, width: width, height: 1),
                    backgroundColor: .color(separatorColor)))
        }
        if castsAbove {
            layer.sublayers.append(shadowLayer("top shadow", y: -Self.inverseShadowHeight, isInverse: true))
        }
        if index + 1 == rows.count {
            layer.sublayers.append(shadowLayer("bottom shadow", y: row.height, isInverse: false))
        }
        return layer
    }

    private var navigationBar: Layer {
        var bar = Layer(
            name: "navigation bar", frame: Rect(x: 0, y: 0, width: width, height: navigationBarHeight),
            backgroundColor: navigationBarColor)
        if let navigationBarTitle {
            bar.sublayers.append(
                text(navigationBarTitle, navigationBarTitleColor, .center, x: 0, width: width, height: navigationBarHeight))
        }
        return bar
    }

    /// One line of text, vertically centred.
    private func text(
        _ string: String, _ color: Color, _ alignment: Text.Alignment, x: Double, width: Double, height: Double
    ) -> Layer {
        let lineHeight = self.lineHeight ?? 1.2 * fontSize
        return Layer(
            kind: .text(
                Text(
                    string: string, font: font, fontSize: fontSize, color: .color(color), alignment: alignment, maximumLines: 1)
            ),
            name: "title", frame: Rect(x: x, y: (height - lineHeight) / 2, width: width, height: lineHeight))
    }
}
