import PenumbraElementary
import PenumbraGeometry
import PenumbraScene
import TestSupport
import Testing

/// Tests documents changed at random: each is rejected with one line or decoded to a scene of finite values.
@Suite(.timed) struct FuzzTests {
    private static let document = """
        {"version": 1, "canvas": {"width": 200, "height": 100, "scale": 2, "background": "rgb(0 10 20 / 40%)"},
         "parameters": {"r": 5, "c": "hsl(120 50% 50%)", "f": [1, 2, 30, 40]},
         "layers": [{"type": "shape", "path": "M1 2L3-4.5e0c1 2 3 4 5 6s7 8 9 10q1 1 2 2t5 5a5 6 30 015 5Z", "fillColor": "${c}",
          "frame": "${f}", "transform": "translate(10px, 5%) rotate(30deg) matrix(1,0,.5,1,0,0)", "cornerRadius": [1, 2, 3, 4],
          "shadows": [{"color": "#12345678", "radius": "${r}", "offset": [3, 4], "path": [{"rect": [0, 0, 9, 9], "radius": 2},
          {"ellipse": [1, 1, 5, 5]}, {"circle": {"center": [0, 0], "radius": 3}}, {"polygon": [[0, 0], [1, 2], [3, 0]]}]}],
          "sublayers": [{"type": "image", "contents": "data:image/png;base64,iVBORw0KGgo=", "contentsGravity": "top"},
          {"name": "a ${r} $${b}", "opacity": 0.5, "masksToBounds": true, "borderColor": "hwb(90 10% 20%)",
          "backgroundColor": {"gradientType": "radial", "colors": ["red", "${c}"], "locations": [0, 0.5], "startPoint": [0.5, 0.5],
          "endPoint": [1, 0], "interpolation": "premultiplied", "falloff": "gaussian"}}]},
          {"type": "gradient", "gradientType": "radial", "colors": ["red", "blue"], "center": [9, 9], "startRadius": 2, "endRadius": 9,
          "mask": {"type": "gradient", "gradient": {"colors": ["white", "transparent"], "endPoint": [0, 1]}, "mask": {"opacity": 0.5}},
          "innerShadows": [{"radius": 2, "outside": "empty"}, {"color": "navy", "opacity": 0.5}], "drawsContents": false,
          "clipForAnyAlpha": true, "blur": 2, "backdropBlur": {"radius": 5, "progressive": true},
          "shadows": [{"knockout": true, "transform": "skewX(20deg) translate(5%, 1px)", "anchor": [0, 1]}]},
          {"type": "text", "string": "a ${r} $${b}", "font": "fonts/a.ttf", "fontSize": 20, "color": "${c}", "alignment": "center",
          "wrapped": false, "lineHeight": 22, "letterSpacing": -0.5, "maximumLines": 3, "backdropBlur": 3},
          {"type": "shape", "path": "M0 0H9", "fillColor": null, "strokeColor": {"colors": ["red"]}, "lineWidth": 2,
          "lineCap": "round", "lineJoin": "bevel", "miterLimit": 4,
          "boxShadow": "0 4px 12px 2px rgb(0 0 0 / 20%), inset 1px 2px 3px #abc", "filter": "blur(2px) drop-shadow(red 1px 2px)",
          "effects": [{"type": "DROP_SHADOW", "radius": 4, "color": {"r": 1, "g": 0, "b": 0.5, "a": 1}, "offset": {"x": 1, "y": 2}},
          {"type": "BACKGROUND_BLUR", "radius": 3, "visible": true}]},
          {"type": "gradient", "gradient": "radial-gradient(circle 20px at right 10% top 5px, red, blue 10px 20%, 30%, lime)",
          "backgroundColor": "conic-gradient(from 0.25turn at 20% 3px, oklch(50% 0.1 120 / 50%), lab(50 20 30) 200deg)"},
          {"backgroundColor": "linear-gradient(12deg, red 10px, color(display-p3 1 0 0) 20%, blue)"}]}
        """
    private static let tokens = [
        "{", "}", "[", "]", ",", ":", "\"", "\\", "null", "true", "-", "1e308", "1e-320", "-0", "9e999", "1e9", "-1", "0",
        "${r}",
        "${", "$${", "\\ud800", "\u{0}", "%", "#", "(", ")", "e", ".", "Z", "M0 0", "A1 1 0 1 1 2 2", "data:,", "px", "é",
        "\u{FEFF}",
    ].map { Array($0.utf8) }

    private func mutated(_ random: inout SeededGenerator) -> [UInt8] {
        var bytes = Array(Self.document.utf8)
        // Changed numbers get further into the decoder than changed syntax.
        let changesNumbersOnly = random.chance(0.3)
        for _ in 0..<random.integer(1...4) where !bytes.isEmpty {
            let place = random.integer(0...(bytes.count - 1))
            switch changesNumbersOnly ? 5 : random.integer(0...5) {
            case 0: bytes[place] = UInt8(random.integer(0...255))
            case 1: bytes.remove(at: place)
            case 2: bytes.insert(contentsOf: Self.tokens[random.integer(0...(Self.tokens.count - 1))], at: place)
            case 3: bytes.removeSubrange(place..<min(bytes.count, place + random.integer(1...40)))
            case 4: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + random.integer(1...40))], at: place)
            default:
                // Replaces a number of the document with another number.
                guard let digit = bytes[place...].firstIndex(where: { DecimalNumber.isDigit($0) }) else { continue }
                bytes.replaceSubrange(digit...digit, with: Self.tokens[random.integer(changesNumbersOnly ? 11...17 : 8...17)])
            }
        }
        return bytes
    }

    @Test func randomlyChangedDocumentsNeverTrap() throws {
        // A message about an unknown key lists the known ones.
        let lists = ([SceneSchema.scene] + SceneSchema.objects).map { $0.keys.joined(separator: ", ") }
        let longest = try #require(lists.map(\.utf8.count).max()) + 160
        var accepted = 0
        for seed in 0..<rounds(20_000 as UInt64) {
            var random = SeededGenerator(seed: seed)
            let bytes = mutated(&random)
            do {
                let scene = try Scene(json: bytes, baseFolder: "s")
                accepted += 1
                // A decoded scene can be written, and the written scene can be read.
                let back = try Scene(json: Array(try scene.json(baseFolder: "s").utf8), baseFolder: "s")
                #expect(back.layers.count == scene.layers.count, "seed \(seed)")
                for layer in scene.layers { #expect(isSound(layer), "seed \(seed)") }
            } catch {
                #expect(!error.description.contains { $0.isNewline }, "seed \(seed): \(error)")
                #expect(error.description.utf8.count < longest, "seed \(seed): \(error)")
            }
        }
        #expect(accepted > rounds(1000))
    }

    private func isSound(_ layer: Layer) -> Bool {
        var paths = (layer.shadows + layer.innerShadows).compactMap(\.path)
        var paints = [layer.backgroundColor].compactMap(\.self)
        switch layer.kind {
        case .shape(let shape):
            paths.append(shape.path)
            paints += [shape.fillColor, shape.strokeColor].compactMap(\.self)
            guard shape.stroke.lineWidth >= 0, shape.stroke.miterLimit >= 1 else { return false }
        case .gradient(let gradient): paints.append(.gradient(gradient))
        case .text(let text):
            paints.append(text.color)
            guard text.fontSize > 0, text.lineHeight?.points(ofFontSize: 1) ?? 1 > 0, text.letterSpacing.isFinite,
                text.maximumLines ?? 1 >= 1
            else {
                return false
            }
        case .layer, .image: break
        }
        return layer.frame?.isFinite != false && layer.transform.isFinite && layer.blur.value >= 0
            && layer.shadows.allSatisfy { $0.transform.isFinite && $0.anchor?.isFinite != false }
            && layer.backdropBlur?.radius.value ?? 1 > 0
            && (layer.backdropBlur?.isProgressive != true || layer.mask?.isHidden == false)
            && paths.allSatisfy { $0.isFinite && $0.bounds.isFinite } && paints.allSatisfy(isSound)
            && layer.sublayers.allSatisfy(isSound) && layer.mask.map(isSound) ?? true
    }

    private func isSound(_ paint: Paint) -> Bool {
        guard case .gradient(let gradient) = paint else { return true }
        let locations = gradient.locations ?? []
        let isGeometrySound =
            switch gradient.geometry {
            case .axial(let start, let end), .radial(let start, let end), .conic(let start, let end):
                start.isFinite && end.isFinite
            case .circles(let center, let start, let end): center.isFinite && start >= 0 && end >= 0
            case .twoCircles(let from, let start, let to, let end):
                from.isFinite && to.isFinite && start >= 0 && end >= 0
            case .css(let css): isSound(css.resolved(gradient, in: Rect(x: 0, y: 0, width: 20, height: 9)))
            }
        return isGeometrySound && 1...SceneLimits.default.gradientStops ~= gradient.colors.count
            && (gradient.locations == nil || locations.count == gradient.colors.count)
            && locations.allSatisfy { 0...1 ~= $0 } && zip(locations, locations.dropFirst()).allSatisfy { $0 <= $1 }
    }

    private func isSound(_ gradient: ResolvedCSSGradient) -> Bool {
        let locations = gradient.stops.locations ?? []
        let points =
            switch gradient.geometry {
            case .line(let from, let to): [from, to]
            case .ellipse(let center, let axes): [center, axes]
            case .turn(let center, let towards): [center, towards]
            }
        return points.allSatisfy(\.isFinite) && locations.count == gradient.stops.colors.count && !locations.isEmpty
            && locations.allSatisfy { 0...1 ~= $0 } && zip(locations, locations.dropFirst()).allSatisfy { $0 <= $1 }
    }

    @Test func randomNotationStringsNeverTrap() {
        let alphabet = Array("rgbhslwtranslateskewmatrix()#%,./ -+0123456789eE;:dataé")
        let words = [
            "red", "#f00", " ", ",", "(", ")", "10px", "0", "-20%", "45deg", "1e9px", "inset", "to", "at", "left", "top",
            "right",
            "circle", "ellipse", "closest-side", "from", "none", "blur(", "drop-shadow(", "oklch(", "color(", "xyz", "/",
            "calc(",
        ]
        for seed in 0..<rounds(20_000 as UInt64) {
            var random = SeededGenerator(seed: seed)
            let head = [
                "linear-gradient(", "radial-gradient(", "conic-gradient(", "", "blur(", "drop-shadow(", "lab(", "color(xyz ",
            ][random.integer(0...7)]
            let text =
                head
                + (0..<random.integer(0...12)).map { _ in words[random.integer(0...(words.count - 1))] }
                .joined(separator: random.chance(0.8) ? " " : "")
            if let gradient = try? Gradient(css: text) {
                #expect(isSound(.gradient(gradient)), "seed \(seed): \(text)")
                #expect((try? gradient.css.map { try Gradient(css: $0) }) == gradient, "seed \(seed): \(text)")
            }
            if let shadows = try? BoxShadow.list(css: text) {
                #expect(shadows.allSatisfy { $0.radius.value >= 0 && $0.offset.isFinite }, "seed \(seed): \(text)")
            }
            if let functions = try? FilterFunction.list(css: text), !functions.isEmpty {
                let back = try? FilterFunction.list(css: functions.map(\.css).joined(separator: " "))
                #expect(back == functions, "seed \(seed): \(text)")
            }
            _ = try? Color(css: text)
        }
        for seed in 0..<rounds(20_000 as UInt64) {
            var random = SeededGenerator(seed: seed)
            let head = ["rgb(", "hsl(", "hwb(", "#", "translate(", "rotate(", "matrix(", "data:;base64,", "data:"][
                random.integer(0...8)]
            let text =
                head + String((0..<random.integer(0...16)).map { _ in alphabet[random.integer(0...(alphabet.count - 1))] })
            if let color = try? Color(css: text) {
                #expect(
                    [color.red, color.green, color.blue, color.alpha].allSatisfy { (0...1).contains($0) },
                    "seed \(seed): \(text)")
            }
            _ = try? TransformList(css: text)
            _ = try? DataURL.bytes(of: text)
        }
    }
}
