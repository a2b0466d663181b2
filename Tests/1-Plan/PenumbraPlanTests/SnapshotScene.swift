import PenumbraBitmap
import PenumbraGeometry
import PenumbraPlan
import PenumbraPlanning
import PenumbraRecipes
import PenumbraScene
import Testing

/// A scene whose plan is recorded as text: the five effects, and a card made of rectangles.
struct SnapshotScene: Sendable, CustomTestStringConvertible {
    /// The file's name, without an extension.
    let name: String
    let scene: Scene

    var testDescription: String { name }

    init(_ name: String, _ scene: Scene) {
        self.name = name
        self.scene = scene
    }

    /// Plans contain no fonts and no files, so every picture is this one.
    private static let photo = ImageSource.data([1])
    private static let photoSize = Size(width: 160, height: 120)

    var plan: RenderPlan {
        get throws {
            let bitmap = Bitmap(width: 160, height: 120) { bytes in
                for index in bytes.indices { bytes[index] = 255 }
            }
            return try ScenePlanner.plan(scene, images: [Self.photo: bitmap])
        }
    }

    static let all =
        [
            SnapshotScene("curl", PhotoShadow(photo: photo, photoSize: photoSize).scene),
            SnapshotScene("indent", Indent(.path(Cloud.outline(in: artwork), size: artwork)).scene),
            SnapshotScene("indent-picture", indentedPicture.scene),
            SnapshotScene("cloud", Cloud().scene),
            SnapshotScene("ground", GroundShadow(.image(photo, size: artwork)).scene),
            SnapshotScene("table", table.scene),
            SnapshotScene("card", card),
        ]
        + Focus.Style.allCases.map { style in
            var focus = Focus(photo: photo, size: photoSize, style: style)
            // A larger progressive blur has more steps.
            if style == .progressive { focus.blurRadius = 0.3 }
            return SnapshotScene("focus-\(style.rawValue)", focus.scene)
        }

    private static let artwork = Size(width: 90, height: 60)

    private static var indentedPicture: Indent {
        var indent = Indent.label(.image(photo, size: artwork))
        indent.fill = .image(photo)
        return indent
    }

    private static var table: ShadowTable {
        let gradient = Paint.gradient(Gradient(colors: [.white, Color(white: 0.9)]))
        var table = ShadowTable(rows: [
            ShadowTable.Row(height: 46), ShadowTable.Row(height: 60, content: .image(photo)),
            ShadowTable.Row(height: 46, content: .paint(gradient)),
        ])
        table.width = 160
        table.separatorColor = Color(white: 0.8)
        table.scrollOffset = -20
        return table
    }

    /// A photo with rounded corners, two shadows and an inner shadow. Two bars below it replace the card's texts.
    private static var card: Scene {
        let picture = Layer(
            kind: .image(ImageContents(source: photo, gravity: .resizeAspectFill)), name: "photo",
            frame: Rect(x: 20, y: 16, width: 360, height: 140), cornerRadii: CornerRadii(12), masksToBounds: true,
            shadows: [
                Shadow(opacity: 0.25, offset: Point(0, 8), radius: Sigma(12)),
                Shadow(opacity: 0.2, offset: Point(0, 1), radius: Sigma(2)),
            ], innerShadows: [Shadow(opacity: 0.4, offset: Point(0, 1), radius: Sigma(3))])
        let title = Layer(
            name: "title", frame: Rect(x: 20, y: 168, width: 240, height: 14), backgroundColor: .color(Color(white: 0.1)))
        let note = Layer(
            name: "note", frame: Rect(x: 20, y: 190, width: 180, height: 8), opacity: 0.7,
            backgroundColor: .color(Color(white: 0.4)), cornerRadii: CornerRadii(4), shadows: [Shadow(radius: Sigma(1))])
        return Scene(
            canvas: Canvas(size: Size(width: 400, height: 210), background: .color(Color(white: 0.95))),
            layers: [picture, title, note])
    }
}
