import PenumbraCSS
import PenumbraGeometry
import PenumbraScene

private func rgb(_ red: Double, _ green: Double, _ blue: Double, _ alpha: Double = 1) -> Color {
    Color(red: red / 255, green: green / 255, blue: blue / 255, alpha: alpha)
}

/// Form controls as Chromium draws them without a style sheet.
extension PagePainter {
    /// The colours of controls in one colour scheme, as Chromium has them.
    private struct Palette {
        var accent: Color
        /// The insides of fields and tracks, and the marks on the accent.
        var (field, track, mark) = (Color.white, rgb(239, 239, 239), Color.white)
        var (line, softLine, meterLine) = (rgb(118, 118, 118), rgb(90, 90, 90, 0.4), rgb(203, 203, 203))
        var pale = rgb(209, 209, 209)
        var meters = [rgb(16, 124, 16), rgb(255, 185, 0), rgb(216, 59, 1)]

        init(isDark: Bool) {
            accent = rgb(0, 117, 255)
            guard isDark else { return }
            accent = rgb(153, 200, 255)
            (field, track, mark) = (rgb(59, 59, 59), rgb(59, 59, 59), rgb(59, 59, 59))
            (line, softLine, meterLine) = (rgb(133, 133, 133), rgb(133, 133, 133), rgb(133, 133, 133))
            pale = rgb(98, 98, 98)
            meters = [rgb(116, 179, 116), rgb(242, 200, 18), rgb(233, 137, 114)]
        }

        /// Takes the colours of controls that nobody can use.
        mutating func disable(_ control: FormControl?, isDark: Bool) {
            accent = pale
            guard !isDark else { return }
            (field, mark) = (rgb(245, 245, 245, 0.678), rgb(245, 245, 245, 0.678))
            guard case .range? = control else { return }
            (accent, track, softLine) = (rgb(203, 203, 203), rgb(239, 239, 239, 0.3), rgb(118, 118, 118, 0.3))
        }
    }

    /// The layers of a control in the coordinates of its border box.
    func control(_ element: HTMLElement, _ style: HTMLStyle, isDisabled: Bool, in area: Rect) -> [Layer] {
        guard !area.isEmpty else { return [] }
        let control = FormControl(element)
        let own = style.text.accentColor == "auto" || isDisabled ? nil : color(style.text.accentColor, style)
        var palette = Palette(isDark: style.text.isDark)
        if let own { palette = Self.palette(for: own, isDark: style.text.isDark, control, isOn: element["checked"] != nil) }
        if isDisabled { palette.disable(control, isDark: style.text.isDark) }
        switch control {
        case .checkbox: return Self.checkbox(area, isOn: element["checked"] != nil, palette, isDisabled)
        case .radio: return Self.radio(area, isOn: element["checked"] != nil, palette, isDisabled)
        case .range: return Self.range(area, element.share(standard: 50), palette, isReversed: style.text.isRightToLeft)
        case .color:
            let text = element["value"].flatMap { try? Color(css: $0) } ?? .black
            let swatch = area.inset(by: [4, 2, 4, 2])
            return [Self.box(swatch, 0, text, border: (1, Self.swatchLine))]
        case .progress:
            let ends = BarEnds(isInset: false, isReversed: style.text.isRightToLeft)
            return Self.bar(area, element.progress ?? 0, palette.accent, palette.softLine, palette, ends)
        case .meter:
            let fill = palette.meters[element.meterDistance]
            let ends = BarEnds(isInset: true, isReversed: style.text.isRightToLeft)
            return Self.bar(area, element.share(standard: 0), fill, palette.meterLine, palette, ends)
        case .text, .choice, .file, .date, nil:
            return DateFields(element).map { [Self.sign($0, area, color("currentcolor", style) ?? .black)] } ?? []
        }
    }

    /// The colours of a control with an accent of its own. As in Chromium, the other scheme gives contrast to an accent that
    /// lacks it.
    private static func palette(for accent: Color, isDark: Bool, _ control: FormControl?, isOn: Bool) -> Palette {
        var contrasts = (light: Color.white, dark: Color.black)
        switch control {
        case .checkbox, .radio:
            // An empty box doesn't show its accent.
            if !isOn { return Palette(isDark: isDark) }
        default: contrasts = (rgb(239, 239, 239), rgb(59, 59, 59))
        }
        let (light, dark) = (accent.contrast(with: contrasts.light), accent.contrast(with: contrasts.dark))
        let (own, other) = isDark ? (dark, light) : (light, dark)
        var palette = Palette(isDark: own < 3 && own < other ? !isDark : isDark)
        palette.accent = accent
        return palette
    }

    private static let swatchLine = rgb(118, 118, 118)

    private static func box(_ frame: Rect, _ radius: Double, _ color: Color, border: (Double, Color)? = nil) -> Layer {
        var layer = Layer(frame: frame, backgroundColor: .color(color), cornerRadii: CornerRadii(radius))
        if let border { (layer.borderWidth, layer.borderColor) = border }
        return layer
    }

    private struct BarEnds {
        /// Whether the filled part ends at the inner edge of the border.
        var isInset: Bool
        /// Whether the bar is filled from the right.
        var isReversed: Bool
    }

    /// A bar half as high as its box, filled up to a share.
    private static func bar(
        _ area: Rect, _ share: Double, _ fill: Color, _ line: Color, _ palette: Palette, _ ends: BarEnds
    ) -> [Layer] {
        let frame = BoxGeometry.snapped(
            Rect(x: area.minX, y: area.minY + area.height / 4, width: area.width, height: area.height / 2))
        guard !frame.isEmpty else { return [] }
        let radius = frame.height / 2
        let bounds = Rect(origin: .zero, size: frame.size)
        let inner = ends.isInset ? bounds.inset(by: [1, 1, 1, 1]) : bounds
        let width = inner.width * share
        let left = ends.isReversed ? inner.maxX - width : inner.minX
        let part = Rect(x: left, y: inner.minY, width: width, height: inner.height)
        var group = box(frame, radius, palette.track)
        group.masksToBounds = true
        group.sublayers = [Layer(frame: part, backgroundColor: .color(fill))]
        var edge = Layer(frame: frame, cornerRadii: CornerRadii(radius))
        (edge.borderWidth, edge.borderColor) = (1, line)
        return [group, edge]
    }

    private static func range(_ area: Rect, _ share: Double, _ palette: Palette, isReversed: Bool) -> [Layer] {
        let size = min(16, area.height, area.width)
        let track = Rect(x: area.minX, y: area.midY - size / 4, width: area.width, height: size / 2)
        let left = area.minX + (isReversed ? 1 - share : share) * (area.width - size)
        let (start, end) = isReversed ? (left + size / 2, track.maxX) : (track.minX, left + size / 2)
        let done = Rect(x: start, y: track.minY, width: end - start, height: track.height)
        return [
            box(track, size / 4, palette.track, border: (1, palette.softLine)),
            box(done, size / 4, palette.accent, border: (1, palette.softLine)),
            box(Rect(x: left, y: area.midY - size / 2, width: size, height: size), size / 2, palette.accent),
        ]
    }

    private static func checkbox(_ area: Rect, isOn: Bool, _ palette: Palette, _ isDisabled: Bool) -> [Layer] {
        let size = min(area.width, area.height)
        let frame = Rect(x: area.midX - size / 2, y: area.midY - size / 2, width: size, height: size)
        let unit = size / 13
        guard isOn else {
            return [box(frame, 2 * unit, palette.field, border: (1, isDisabled ? palette.pale : palette.line))]
        }
        var tick = Path()
        tick.move(to: Point(2.9 * unit, 6.9 * unit))
        tick.addLine(to: Point(5.3 * unit, 9.3 * unit))
        tick.addLine(to: Point(10.1 * unit, 3.6 * unit))
        let mark = Layer(
            kind: .shape(
                Shape(path: tick, fillColor: nil, strokeColor: .color(palette.mark), stroke: StrokeStyle(lineWidth: 2 * unit))),
            frame: frame)
        return [box(frame, 2 * unit, palette.accent), mark]
    }

    private static func radio(_ area: Rect, isOn: Bool, _ palette: Palette, _ isDisabled: Bool) -> [Layer] {
        let size = min(area.width, area.height)
        let frame = Rect(x: area.midX - size / 2, y: area.midY - size / 2, width: size, height: size)
        let line = isOn ? palette.accent : isDisabled ? palette.pale : palette.line
        let ring = box(frame, size / 2, palette.field, border: (1, line))
        guard isOn else { return [ring] }
        let dot = size * 8 / 13
        return [
            ring,
            box(Rect(x: frame.midX - dot / 2, y: frame.midY - dot / 2, width: dot, height: dot), dot / 2, palette.accent),
        ]
    }

    /// The sign of a clock or a calendar, in a grid of 24 units.
    private static func sign(_ fields: DateFields, _ area: Rect, _ paint: Color) -> Layer {
        let unit = min(area.width, area.height) / 24
        var path = Path()
        func add(_ corners: [(Double, Double)]) {
            for (index, corner) in corners.enumerated() {
                let point = Point(corner.0 * unit, corner.1 * unit)
                if index == 0 { path.move(to: point) } else { path.addLine(to: point) }
            }
            path.close()
        }
        if fields.isTime {
            for radius in [10 * unit, 8 * unit] {
                path.move(to: Point(12 * unit + radius, 12 * unit))
                path.addArc(
                    Path.Arc(
                        center: Point(12 * unit, 12 * unit), xAxis: Point(radius, 0), yAxis: Point(0, radius), startAngle: 0,
                        sweep: 2 * .pi))
                path.close()
            }
            add([(11, 7), (12.5, 7), (12.5, 12.2), (17, 14.9), (16.2, 16.2), (11, 13)])
        } else {
            for (left, top, right, bottom) in [(3.0, 4.0, 21.0, 22.0), (5, 9, 19, 20), (6, 2, 8, 4), (16, 2, 18, 4)] {
                add([(left, top), (right, top), (right, bottom), (left, bottom)])
            }
        }
        return Layer(
            kind: .shape(Shape(path: path, fillRule: .evenOdd, fillColor: .color(paint), strokeColor: nil)), frame: area)
    }

    /// The grip in the corner of a box that readers may make larger, in the coordinates of its border box.
    static func grip(of style: HTMLStyle, _ size: Size) -> Layer {
        let (right, bottom) = (size.width - style.box.border.right, size.height - style.box.border.bottom)
        var path = Path()
        for length in [6.0, 2.5] {
            path.move(to: Point(right - 3 - length, bottom - 3))
            path.addLine(to: Point(right - 3, bottom - 3 - length))
        }
        let paint = Color(white: style.text.isDark ? 1 : 0, alpha: 0.6)
        return Layer(
            kind: .shape(Shape(path: path, fillColor: nil, strokeColor: .color(paint), stroke: StrokeStyle(lineWidth: 1))),
            frame: Rect(origin: .zero, size: size))
    }

    /// The arrow of a list of choices, in the coordinates of its border box.
    func arrow(of style: HTMLStyle, _ size: Size) -> Layer? {
        guard style.box.appearance != "none", size.width > 20, size.height > 8 else { return nil }
        let width = 7.0
        let left = style.text.isRightToLeft ? 4.5 : size.width - 12.5
        let frame = Rect(x: left, y: size.height / 2 - 2, width: width, height: 4)
        var path = Path()
        path.move(to: Point(0, 0))
        path.addLine(to: Point(width / 2, 3.5))
        path.addLine(to: Point(width, 0))
        let paint = color("currentcolor", style) ?? .black
        return Layer(
            kind: .shape(
                Shape(path: path, fillColor: nil, strokeColor: .color(paint), stroke: StrokeStyle(lineWidth: 2))),
            frame: frame)
    }
}
