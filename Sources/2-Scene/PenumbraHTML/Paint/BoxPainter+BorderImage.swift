import PenumbraCSS
import PenumbraGeometry
import PenumbraScene

/// Border images: CSS Backgrounds 3, section 5.
extension BoxPainter {
    /// The border image, back to front. Nil if its picture isn't there, which leaves the plain border.
    func borderImage() -> [Layer]? {
        guard let text = values["border-image-source"] else { return nil }
        return attempt("border-image-source") { () throws(NotationError) in
            guard let image = try image(text) else { return nil }
            return try borderImage(image)
        } ?? nil
    }

    private func borderImage(_ image: PaintImage) throws(NotationError) -> [Layer] {
        let outset = try sides("border-image-outset", "0") { _ in 0 }
        let area = geometry.borderBox.inset(by: outset.enumerated().map { -($1 ?? 0) })
        let natural = image.natural.size(width: nil, height: nil, in: area.size)
        guard natural.width > 0, natural.height > 0, !area.isEmpty else { return [] }
        let fills = CSSText.words(values.word("border-image-slice")).contains("fill")
        let slice = try slices(natural).enumerated().map { index, value in
            min(max(0, value), index.isMultiple(of: 2) ? natural.height : natural.width)
        }
        // An automatic width is that of the slice.
        var widths = try sides("border-image-width", "1") { $0.isMultiple(of: 2) ? area.height : area.width }
            .enumerated().map { $1 ?? slice[$0] }
        let factor = min(
            1, widths[1] + widths[3] > 0 ? area.width / (widths[1] + widths[3]) : 1,
            widths[0] + widths[2] > 0 ? area.height / (widths[0] + widths[2]) : 1)
        widths = widths.map { $0 * factor }
        let repeats = CSSText.words(values.word("border-image-repeat", "stretch"))
        return try nineParts(
            image, natural, slice, area, widths, (repeats.first ?? "stretch", repeats.last ?? "stretch"), fills: fills)
    }

    /// The slices of all sides. Percentages refer to the side's own direction.
    private func slices(_ natural: Size) throws(NotationError) -> [Double] {
        let words = CSSText.words(values.word("border-image-slice", "100%")).filter { $0 != "fill" }
        var result: [Double] = []
        for (index, word) in Self.four(words.isEmpty ? ["100%"] : words).enumerated() {
            let amount = try amount(word)
            result.append(amount.value + amount.fraction * (index.isMultiple(of: 2) ? natural.height : natural.width))
        }
        return result
    }

    /// Lengths of four sides, where numbers count border widths. Nil is `auto`.
    private func sides(
        _ property: String, _ initial: String, base: (Int) -> Double
    ) throws(NotationError) -> [Double?] {
        var result: [Double?] = []
        let words = CSSText.words(values.word(property, initial))
        for (index, word) in Self.four(words.isEmpty ? [initial] : words).enumerated() {
            guard word != "auto" else {
                result.append(nil)
                continue
            }
            let amount = try amount(word)
            result.append(
                max(
                    0,
                    amount.kind == .number
                        ? amount.value * geometry.border[index] : amount.value + amount.fraction * base(index)))
        }
        return result
    }

    private func nineParts(
        _ image: PaintImage, _ natural: Size, _ slice: [Double], _ area: Rect, _ widths: [Double],
        _ repeats: (x: String, y: String), fills: Bool
    ) throws(NotationError) -> [Layer] {
        let (xs, ys) = (
            [area.minX, area.minX + widths[3], area.maxX - widths[1], area.maxX],
            [area.minY, area.minY + widths[0], area.maxY - widths[2], area.maxY]
        )
        let (us, vs) = (
            [0, slice[3], natural.width - slice[1], natural.width], [0, slice[0], natural.height - slice[2], natural.height]
        )
        var result: [Layer] = []
        for row in 0..<3 {
            for column in 0..<3 where fills || row != 1 || column != 1 {
                let part = Rect(
                    x: us[column], y: vs[row], width: us[column + 1] - us[column], height: vs[row + 1] - vs[row])
                let target = Rect(
                    x: xs[column], y: ys[row], width: xs[column + 1] - xs[column], height: ys[row + 1] - ys[row])
                guard part.width > 1e-6, part.height > 1e-6, target.width > 1e-6, target.height > 1e-6 else { continue }
                // Sides are scaled to the border's width. The middle is scaled like the top and the left side.
                var size = target.size
                let scale = (
                    x: row == 0 || row == 1 && slice[0] > 0 ? widths[0] / max(slice[0], 1e-9) : widths[2] / max(slice[2], 1e-9),
                    y: column == 0 || column == 1 && slice[3] > 0
                        ? widths[3] / max(slice[3], 1e-9) : widths[1] / max(slice[1], 1e-9)
                )
                if column == 1, repeats.x != "stretch" { size.width = part.width * (scale.x > 0 ? scale.x : 1) }
                if row == 1, repeats.y != "stretch" { size.height = part.height * (scale.y > 0 ? scale.y : 1) }
                let names = (column == 1 ? repeats.x : "stretch", row == 1 ? repeats.y : "stretch")
                result += try pieces(image, natural, part, target, size, names)
            }
        }
        return result
    }

    /// The copies of a part of the image that fill a rectangle.
    private func pieces(
        _ image: PaintImage, _ natural: Size, _ part: Rect, _ target: Rect, _ size: Size, _ repeats: (x: String, y: String)
    ) throws(NotationError) -> [Layer] {
        let x = run(repeats.x, target.minX, target.width, size.width)
        let y = run(repeats.y, target.minY, target.height, size.height)
        guard x.count * y.count <= PaintLimits.pieces else {
            throw NotationError("the image repeats more than \(PaintLimits.pieces) times, which is too often")
        }
        var result: [Layer] = []
        for row in 0..<y.count {
            for column in 0..<x.count {
                let frame = Rect(
                    x: x.start + Double(column) * x.step, y: y.start + Double(row) * y.step, width: x.length, height: y.length)
                result.append(piece(image, natural, part, frame))
            }
        }
        return Self.clipped(result, to: BoxOutline(target))
    }

    private func run(
        _ name: String, _ start: Double, _ whole: Double, _ length: Double
    ) -> (start: Double, length: Double, step: Double, count: Int) {
        guard length > 1e-6, length / max(whole, 1e-9) > 1e-5 else { return (start, whole, 0, 1) }
        let times = whole / length
        switch name {
        case "round":
            let count = max(1, times.rounded())
            return (start, whole / count, whole / count, Int(count))
        case "space":
            let count = times.rounded(.down)
            let gap = (whole - count * length) / (count + 1)
            return (start + gap, length, length + gap, Int(count))
        case "repeat":
            // A copy lies in the middle.
            let before = ((whole - length) / 2 / length).rounded(.up)
            return (start + (whole - length) / 2 - before * length, length, length, Int(2 * before + 1))
        default: return (start, whole, 0, 1)
        }
    }

    /// A part of the image stretched to a frame.
    private func piece(_ image: PaintImage, _ natural: Size, _ part: Rect, _ frame: Rect) -> Layer {
        let scale = (x: frame.width / part.width, y: frame.height / part.height)
        if case .picture(let asset, _) = image {
            var contents = ImageContents(source: asset.source, interpolation: interpolation)
            contents.contentsRect = Rect(
                x: part.minX / natural.width, y: part.minY / natural.height, width: part.width / natural.width,
                height: part.height / natural.height)
            return Layer(kind: .image(contents), frame: frame)
        }
        // The whole gradient at its natural size, scaled about the part's corner.
        var whole = image.layer(Rect(origin: Point(-part.minX, -part.minY), size: natural), interpolation)
        whole.frame?.origin = Point(-part.minX, -part.minY)
        var scaled = Layer(frame: Rect(origin: .zero, size: part.size), anchorPoint: .zero, sublayers: [whole])
        scaled.transform = .scale(scale.x, scale.y)
        return Layer(frame: frame, masksToBounds: true, sublayers: [scaled])
    }
}
