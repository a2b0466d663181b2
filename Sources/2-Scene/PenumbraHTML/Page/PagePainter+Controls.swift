import PenumbraCSS
import PenumbraGeometry
import PenumbraScene

/// Form controls as Chromium draws them without a style sheet.
extension PagePainter {
    /// The layers of a control in the coordinates of its border box.
    func control(_ element: HTMLElement, _ style: HTMLStyle, in area: Rect) -> [Layer] {
        guard !area.isEmpty else { return [] }
        let isDisabled = element["disabled"] != nil
        let blue = style.text.accentColor == "auto" ? nil : color(style.text.accentColor, style)
        let accent = isDisabled ? Self.pale : blue ?? Self.accent
        switch FormControl(element) {
        case .checkbox: return Self.checkbox(area, isOn: element["checked"] != nil, accent, isDisabled)
        case .radio: return Self.radio(area, isOn: element["checked"] != nil, accent, isDisabled)
        case .range:
            let share = Self.share(element, standard: 50)
            return Self.range(area, share, accent)
        case .color:
            let text = element["value"].flatMap { try? Color(css: $0) } ?? .black
            let swatch = area.inset(by: [4, 2, 4, 2])
            return [Self.box(swatch, 0, text, border: (1, Self.line))]
        case .progress:
            let value = element["value"].flatMap(Self.number)
            let most = element["max"].flatMap(Self.number).flatMap { $0 > 0 ? $0 : nil } ?? 1
            return Self.bar(area, value.map { max(0, min(1, $0 / most)) } ?? 0, accent, Self.softLine, isInset: false)
        case .meter:
            return Self.bar(area, Self.share(element, standard: 0), Self.meterColor(element), Self.meterLine, isInset: true)
        default:
            return DateFields(element).map { [Self.sign($0, area, color("currentcolor", style) ?? .black)] } ?? []
        }
    }

    private static let accent = rgb(0, 117, 255)
    private static let pale = rgb(209, 209, 209)
    private static let track = rgb(239, 239, 239)
    private static let line = rgb(118, 118, 118)
    private static let softLine = Color(red: 90.0 / 255, green: 90.0 / 255, blue: 90.0 / 255, alpha: 0.4)
    private static let meterLine = rgb(203, 203, 203)

    private static func rgb(_ red: Double, _ green: Double, _ blue: Double) -> Color {
        Color(red: red / 255, green: green / 255, blue: blue / 255)
    }

    private static func number(_ text: String) -> Double? { Double(text.trimmingSpaces).flatMap { $0.isFinite ? $0 : nil } }

    private static func box(_ frame: Rect, _ radius: Double, _ color: Color, border: (Double, Color)? = nil) -> Layer {
        var layer = Layer(frame: frame, backgroundColor: .color(color), cornerRadii: CornerRadii(radius))
        if let border { (layer.borderWidth, layer.borderColor) = border }
        return layer
    }

    /// The share of a value between the least and the greatest of a control.
    private static func share(_ element: HTMLElement, standard: Double) -> Double {
        let least = element["min"].flatMap(number) ?? 0
        let most = element["max"].flatMap(number) ?? (standard > 0 ? 100 : 1)
        guard most > least else { return 0 }
        let value = element["value"].flatMap(number) ?? (standard > 0 ? least + (most - least) / 2 : least)
        // Sliders keep to their steps.
        let step = element.name == "input" ? element.step(standard: 1) ?? 0 : 0
        let steps = step > 0 ? ((value - least) / step + 0.5).rounded(.down) : .infinity
        let held = steps.isFinite ? min(least + steps * step, least + ((most - least) / step).rounded(.down) * step) : value
        return max(0, min(1, (held - least) / (most - least)))
    }

    /// The colour of a meter: HTML, section "The meter element", with the colours of Chromium.
    private static func meterColor(_ element: HTMLElement) -> Color {
        let least = element["min"].flatMap(number) ?? 0
        let most = max(least, element["max"].flatMap(number) ?? 1)
        func held(_ name: String, _ standard: Double) -> Double {
            max(least, min(most, element[name].flatMap(number) ?? standard))
        }
        let low = held("low", least)
        let high = max(low, held("high", most))
        let best = held("optimum", (least + most) / 2)
        let value = held("value", least)
        func part(_ value: Double) -> Int { value < low ? 0 : value > high ? 2 : 1 }
        switch abs(part(value) - part(best)) {
        case 0: return rgb(16, 124, 16)
        case 1: return rgb(255, 185, 0)
        default: return rgb(216, 59, 1)
        }
    }

    /// A bar half as high as its box, filled up to a share.
    private static func bar(_ area: Rect, _ share: Double, _ fill: Color, _ line: Color, isInset: Bool) -> [Layer] {
        let frame = BoxGeometry.snapped(
            Rect(x: area.minX, y: area.minY + area.height / 4, width: area.width, height: area.height / 2))
        guard !frame.isEmpty else { return [] }
        let radius = frame.height / 2
        let bounds = Rect(origin: .zero, size: frame.size)
        let inner = isInset ? bounds.inset(by: [1, 1, 1, 1]) : bounds
        let part = Rect(x: inner.minX, y: inner.minY, width: inner.width * share, height: inner.height)
        var group = box(frame, radius, track)
        group.masksToBounds = true
        group.sublayers = [Layer(frame: part, backgroundColor: .color(fill))]
        var edge = Layer(frame: frame, cornerRadii: CornerRadii(radius))
        (edge.borderWidth, edge.borderColor) = (1, line)
        return [group, edge]
    }

    private static func range(_ area: Rect, _ share: Double, _ accent: Color) -> [Layer] {
        let size = min(16, area.height, area.width)
        let track = Rect(x: area.minX, y: area.midY - size / 4, width: area.width, height: size / 2)
        let left = area.minX + share * (area.width - size)
        let done = Rect(x: track.minX, y: track.minY, width: left + size / 2 - track.minX, height: track.height)
        return [
            box(track, size / 4, Self.track, border: (1, softLine)), box(done, size / 4, accent, border: (1, softLine)),
            box(Rect(x: left, y: area.midY - size / 2, width: size, height: size), size / 2, accent),
        ]
    }

    private static func checkbox(_ area: Rect, isOn: Bool, _ accent: Color, _ isDisabled: Bool) -> [Layer] {
        let size = min(area.width, area.height)
        let frame = Rect(x: area.midX - size / 2, y: area.midY - size / 2, width: size, height: size)
        let unit = size / 13
        guard isOn else { return [box(frame, 2 * unit, .white, border: (1, isDisabled ? pale : line))] }
        var tick = Path()
        tick.move(to: Point(2.9 * unit, 6.9 * unit))
        tick.addLine(to: Point(5.3 * unit, 9.3 * unit))
        tick.addLine(to: Point(10.1 * unit, 3.6 * unit))
        let mark = Layer(
            kind: .shape(
                Shape(path: tick, fillColor: nil, strokeColor: .color(.white), stroke: StrokeStyle(lineWidth: 2 * unit))),
            frame: frame)
        return [box(frame, 2 * unit, accent), mark]
    }

    private static func radio(_ area: Rect, isOn: Bool, _ accent: Color, _ isDisabled: Bool) -> [Layer] {
        let size = min(area.width, area.height)
        let frame = Rect(x: area.midX - size / 2, y: area.midY - size / 2, width: size, height: size)
        let ring = box(frame, size / 2, .white, border: (1, isOn ? accent : isDisabled ? pale : line))
        guard isOn else { return [ring] }
        let dot = size * 8 / 13
        return [
            ring,
            box(Rect(x: frame.midX - dot / 2, y: frame.midY - dot / 2, width: dot, height: dot), dot / 2, accent),
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
        let paint = Color(red: 0, green: 0, blue: 0, alpha: 0.6)
        return Layer(
            kind: .shape(Shape(path: path, fillColor: nil, strokeColor: .color(paint), stroke: StrokeStyle(lineWidth: 1))),
            frame: Rect(origin: .zero, size: size))
    }

    /// The arrow of a list of choices, in the coordinates of its border box.
    func arrow(of style: HTMLStyle, _ size: Size) -> Layer? {
        guard style.box.appearance != "none", size.width > 20, size.height > 8 else { return nil }
        let width = 7.0
        let frame = Rect(x: size.width - 12.5, y: size.height / 2 - 2, width: width, height: 4)
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
