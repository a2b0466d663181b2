import Penumbra

// A card as an app would lay it out: the names are Core Animation's, the values are Swift's.

let card = Layer(
    name: "card", frame: Rect(x: 40, y: 30, width: 320, height: 200), backgroundColor: .white,
    cornerRadii: CornerRadii(24),
    shadows: [
        Shadow(opacity: 0.2, offset: Point(0, 2), radius: Sigma(layerRadius: 4)),
        Shadow(opacity: 0.25, offset: Point(0, 16), radius: Sigma(layerRadius: 24)),
    ],
    sublayers: [
        Layer(
            kind: .gradient(
                Gradient(
                    .axial(startPoint: Point(0, 0), endPoint: Point(1, 1)),
                    colors: [Color(red: 1, green: 0.62, blue: 0.26), Color(red: 0.91, green: 0.26, blue: 0.42)])),
            name: "sunset", frame: Rect(x: 12, y: 12, width: 296, height: 110), cornerRadii: CornerRadii(14),
            innerShadows: [Shadow(opacity: 0.35, offset: Point(0, 2), radius: Sigma(contextBlur: 8))]),
        Layer(
            kind: .text(Text(string: "Penumbra", font: "DejaVu Sans:bold", fontSize: 28)), name: "title",
            frame: Rect(x: 20, y: 132, width: 280, height: 40)),
    ])
let scene = Scene(
    canvas: Canvas(size: Size(width: 400, height: 280), scale: 2, background: .color(Color(white: 0.93))), layers: [card])

/// Draws the card to `output`, and writes its scene to `output.json`.
func draw(to output: String) throws {
    let renderer = try Renderer(backend: .auto)
    let bitmap = try renderer.render(scene)
    var options = PNGOptions.default
    options.scale = scene.canvas.scale
    try FileWriter.write(try PNGEncoder.encode(bitmap, options: options), to: output)
    try FileWriter.write(Array(try scene.json().utf8), to: output + ".json")
    print("\(bitmap.width)×\(bitmap.height) by \(renderer.backendDescription)")
}

try draw(to: CommandLine.arguments.dropFirst().first ?? "card.png")
