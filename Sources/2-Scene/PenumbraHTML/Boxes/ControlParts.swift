import PenumbraCSS

/// The parts of bars, meters and sliders that style sheets draw, as Chromium lays them out.
extension BoxBuilder {
    /// Gives a control boxes for its parts. False for a control that is drawn as a whole.
    mutating func fillParts(_ index: Int, _ node: Int, _ style: HTMLStyle) -> Bool {
        guard let element = tree.nodes[node].element, let control = FormControl(element) else { return false }
        let isPlain = style.box.appearance == "none" || style.box.isDecorated
        switch control {
        case .progress:
            guard isPlain else { return false }
            result.boxes[index].style.box.hidesBaselines = true
            return fillBar(index, node, style, "-webkit-progress-bar", "-webkit-progress-value", element.progress ?? 0)
        case .meter:
            result.boxes[index].style.box.hidesBaselines = true
            let names = ["optimum", "suboptimum", "even-less-good"]
            let value = "-webkit-meter-\(names[element.meterDistance])-value"
            return fillBar(
                index, node, style, "-webkit-meter-bar", value, element.share(standard: 0), isOptional: !isPlain)
        case .range: return fillSlider(index, element, node, style)
        case .text, .choice, .file, .date, .checkbox, .radio, .color: return false
        }
    }

    /// - Parameter isOptional: whether the parts are only made if the author gives them a background or a border.
    private mutating func fillBar(
        _ index: Int, _ node: Int, _ style: HTMLStyle, _ bar: String, _ value: String, _ share: Double,
        isOptional: Bool = false
    ) -> Bool {
        guard var outer = cascade.style(of: node, pseudo: bar, parent: style),
            var inner = cascade.style(of: node, pseudo: value, parent: outer),
            !isOptional || outer.box.isDecorated || inner.box.isDecorated
        else { return false }
        // Meters are half as high as their boxes.
        if bar == "-webkit-meter-bar" {
            (outer.box.position, outer.box.inset.top) = (.relative, .amount(points: 0, fraction: 0.25))
        }
        inner.box.width = .amount(points: 0, fraction: share)
        outer.blockify()
        inner.blockify()
        let track = add(PageBox(element: node, pseudo: bar, style: outer, parent: index))
        let part = add(PageBox(element: node, pseudo: value, style: inner, parent: track))
        adopt([part], by: track)
        adopt([track], by: index)
        return true
    }

    private mutating func fillSlider(_ index: Int, _ element: HTMLElement, _ node: Int, _ style: HTMLStyle) -> Bool {
        let (bar, knob) = ("-webkit-slider-runnable-track", "-webkit-slider-thumb")
        guard var track = cascade.style(of: node, pseudo: bar, parent: style),
            var thumb = cascade.style(of: node, pseudo: knob, parent: track),
            style.box.appearance == "none" || track.box.isDecorated
        else { return false }
        if style.box.appearance != "none" || thumb.box.appearance != "none" {
            // The thumb keeps the look and the size that browsers give it.
            let size = 16 * style.text.zoom
            (thumb.box.width, thumb.box.height) = (.points(size), .points(size))
            thumb.box.borderStyle = StyleSides("none")
            thumb.box.paint = ["background-color": style.text.accentPaint]
            for corner in ["top-left", "top-right", "bottom-right", "bottom-left"] {
                thumb.box.paint["border-\(corner)-radius"] = "50%"
            }
        }
        // The thumb moves by what it leaves of the track.
        let share = element.share(standard: 50)
        var width = 0.0
        if case .amount(let points, _) = thumb.box.width { width = points }
        if !thumb.box.isBorderBox { width += thumb.box.border.left + thumb.box.border.right }
        let place = StyleLength.amount(points: -share * width, fraction: share)
        if style.text.isRightToLeft { thumb.box.inset.right = place } else { thumb.box.inset.left = place }
        track.blockify()
        thumb.blockify()
        let outer = add(PageBox(element: node, pseudo: bar, style: track, parent: index))
        let inner = add(PageBox(element: node, pseudo: knob, style: thumb, parent: outer))
        adopt([inner], by: outer)
        result.boxes[index].content = .flex
        adopt([outer], by: index)
        return true
    }
}

extension TextValues {
    /// The colour of active controls: `accent-color`.
    var accentPaint: String { accentColor != "auto" ? accentColor : isDark ? "#99c8ff" : "#0075ff" }
}

/// The values of bars, meters and sliders: HTML, sections 4.10.5.1.13, 4.10.13 and 4.10.14.
extension HTMLElement {
    private func number(_ name: String) -> Double? {
        self[name].flatMap { Double($0.trimmingSpaces) }.flatMap { $0.isFinite ? $0 : nil }
    }

    /// The finished share of a progress bar. Nil for an unknown one.
    var progress: Double? {
        let most = number("max").flatMap { $0 > 0 ? $0 : nil } ?? 1
        return number("value").map { max(0, min(1, $0 / most)) }
    }

    /// The share of a value between the least and the greatest of a control.
    func share(standard: Double) -> Double {
        let least = number("min") ?? 0
        let most = number("max") ?? (standard > 0 ? 100 : 1)
        guard most > least else { return 0 }
        let value = number("value") ?? (standard > 0 ? least + (most - least) / 2 : least)
        // Sliders keep to their steps.
        let step = name == "input" ? step(standard: 1) ?? 0 : 0
        let steps = step > 0 ? ((value - least) / step + 0.5).rounded(.down) : .infinity
        let held = steps.isFinite ? min(least + steps * step, least + ((most - least) / step).rounded(.down) * step) : value
        return max(0, min(1, (held - least) / (most - least)))
    }

    /// The number of parts of a meter's scale between its value and the best one.
    var meterDistance: Int {
        let least = number("min") ?? 0
        let most = max(least, number("max") ?? 1)
        func held(_ name: String, _ standard: Double) -> Double { max(least, min(most, number(name) ?? standard)) }
        let low = held("low", least)
        let high = max(low, held("high", most))
        let best = held("optimum", (least + most) / 2)
        let value = held("value", least)
        func part(_ value: Double) -> Int { value < low ? 0 : value > high ? 2 : 1 }
        return abs(part(value) - part(best))
    }
}
