import PenumbraGeometry
import PenumbraJSON
import PenumbraScene

/// Borders and the outline.
extension CSSConverter {
    mutating func borders(_ layer: inout JSONObject, _ sublayers: inout [JSONValue]) {
        guard box.hasBorder else { return }
        var colors: [String] = []
        for (index, side) in CSSBoxStyle.sides.enumerated() {
            let line = box.borders[index]
            guard line.width > 0 else {
                colors.append("transparent")
                continue
            }
            do throws(NotationError) {
                guard ["solid", "dashed", "dotted"].contains(line.style) else {
                    throw NotationError("the style \(line.style) has no equal; allowed are solid, dashed and dotted")
                }
                colors.append(try color(line.color) ?? "transparent")
            } catch {
                issues.append(CSSIssue("border-\(side)", error.words))
                return
            }
        }
        guard colors.contains(where: { $0 != "transparent" }) else { return }
        let first = box.borders[0]
        let isUniform = box.hasUniformBorder && Set(colors).count == 1
        if isUniform, first.style == "solid", box.hasCircularCorners {
            layer["borderWidth"] = .measure(first.width)
            layer["borderColor"] = .string(colors[0])
            return
        }
        if isUniform, first.style != "solid" {
            sublayers.append(dashed(first, colors[0]))
            return
        }
        guard box.borders.allSatisfy({ $0.width == 0 || $0.style == "solid" }) else {
            refuse("border-style", "dashes on single sides have no equal; use the same border on all sides")
            return
        }
        sides(colors, &sublayers)
    }

    /// Dashes of twice the width, or dots, along the middle of the border. Browsers fit their dashes to each side.
    private func dashed(_ line: CSSBox.Side, _ color: String) -> JSONValue {
        let half = line.width / 2
        let rect = box.inset(by: [half, half, half, half])
        let pattern = line.style == "dashed" ? [2 * line.width, 2 * line.width] : [0, 2 * line.width]
        return [
            "type": "shape", "frame": .rect(box.frame),
            "path": .string(CSSBox.outline(rect, box.innerRadii([half, half, half, half]))), "fillColor": nil,
            "strokeColor": .string(color), "lineWidth": .measure(line.width),
            "lineCap": line.style == "dashed" ? "butt" : "round",
            "lineDashPattern": .array(pattern.map(JSONValue.measure)),
        ]
    }

    /// Each side of its own colour, cut from the ring of the border along the diagonals of its corners.
    private func sides(_ colors: [String], _ sublayers: inout [JSONValue]) {
        let widths = box.borders.map(\.width)
        let inner = box.paddingBox
        let ring = CSSBox.outline(box.frame, box.radii) + CSSBox.outline(inner, box.innerRadii(widths))
        func shape(_ color: String) -> JSONObject {
            [
                "type": "shape", "frame": .rect(box.frame), "path": .string(ring), "fillRule": "evenodd",
                "fillColor": .string(color),
            ]
        }
        // Sides of one colour are one shape: adjoining pieces would show a seam.
        let seen = Set(zip(colors, widths).filter { $0.1 > 0 }.map(\.0))
        if seen.count == 1, let color = seen.first {
            sublayers.append(.object(shape(color)))
            return
        }
        let (width, height) = (box.size.width, box.size.height)
        let outer = [Point(0, 0), Point(width, 0), Point(width, height), Point(0, height)]
        let inside = [
            Point(inner.minX, inner.minY), Point(inner.maxX, inner.minY), Point(inner.maxX, inner.maxY),
            Point(inner.minX, inner.maxY),
        ]
        for side in 0..<4 where widths[side] > 0 && colors[side] != "transparent" {
            var layer = shape(colors[side])
            let next = (side + 1) % 4
            var corners = [outer[side], outer[next]]
            // Round corners reach further in than the border's inner edge.
            let middle = Point(width / 2, height / 2)
            func extended(_ corner: Int) -> Point {
                let from = outer[corner]
                let through = inside[corner]
                let (dx, dy) = (through.x - from.x, through.y - from.y)
                guard box.hasRoundCorners, dx != 0 || dy != 0 else { return through }
                let reach = [dx == 0 ? nil : (middle.x - from.x) / dx, dy == 0 ? nil : (middle.y - from.y) / dy]
                let factor = max(1, reach.compactMap { $0 }.min() ?? 1)
                return Point(from.x + dx * factor, from.y + dy * factor)
            }
            corners += [extended(next), extended(side)]
            layer["mask"] = [
                "type": "shape",
                "path": ["polygon": .array(corners.map { [.measure($0.x), .measure($0.y)] })],
            ]
            sublayers.append(.object(layer))
        }
    }

    mutating func outline(_ sublayers: inout [JSONValue]) {
        let style = (cascade["outline-style"] ?? "none").lowercased()
        guard !["none", "hidden"].contains(style) else { return }
        guard ["solid", "auto", "dashed", "dotted"].contains(style) else {
            return refuse("outline-style", "the style \(style) has no equal; allowed are solid, dashed and dotted")
        }
        let width = read("outline-width") { converter, text throws(NotationError) in try converter.lineWidth(text) } ?? 3
        let offset =
            read("outline-offset") { converter, text throws(NotationError) in
                try converter.length(text, base: nil, isNegativeAllowed: true)
            } ?? 0
        let color =
            read("outline-color") { converter, text throws(NotationError) in
                try converter.color(text.lowercased() == "auto" ? "currentcolor" : text)
            } ?? units.currentColor
        guard width > 0, let color else { return }
        let distance = offset + width / 2
        let rect = Rect(
            x: -distance, y: -distance, width: max(0, box.size.width + 2 * distance),
            height: max(0, box.size.height + 2 * distance))
        let radii = box.radii.map {
            $0.width > 0
                ? Size(width: max(0, $0.width + distance), height: max(0, $0.height + distance)) : Size(width: 0, height: 0)
        }
        var layer: JSONObject = [
            "type": "shape", "frame": .rect(box.frame), "path": .string(CSSBox.outline(rect, radii.fitted(to: rect.size))),
            "fillColor": nil, "strokeColor": .string(color), "lineWidth": .measure(width),
        ]
        if style == "dashed" || style == "dotted" {
            layer["lineDashPattern"] = .array([style == "dashed" ? 2 * width : 0, 2 * width].map(JSONValue.measure))
            if style == "dotted" { layer["lineCap"] = "round" }
        }
        sublayers.append(.object(layer))
    }
}
