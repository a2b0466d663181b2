import PenumbraGeometry

extension Resolver {
    /// Gives the characters of an element their places. Inner elements have already placed theirs, which count more.
    ///
    /// Attributes have a value for each Unicode character. A letter with its marks takes the values of its first character.
    func place(_ node: Int, _ style: Style, _ viewport: Size, _ result: inout [TextCharacter], from start: Int) {
        let element = document.nodes[node]
        func list(_ name: String, _ axis: Axis) -> [Double] {
            (element[name].flatMap { ValueScanner.lengths($0) } ?? []).map { resolved($0, axis, style, viewport) }
        }
        let (x, y) = (list("x", .horizontal), list("y", .vertical))
        let (dx, dy) = (list("dx", .horizontal), list("dy", .vertical))
        let angles = element["rotate"].flatMap { ValueScanner.numbers($0) } ?? []
        let most = angles.isEmpty ? max(x.count, y.count, dx.count, dy.count) : .max
        var number = 0
        for index in start..<result.count {
            guard number < most else { return }
            if number < x.count, result[index].x == nil { result[index].x = x[number] }
            if number < y.count, result[index].y == nil { result[index].y = y[number] }
            if number < dx.count, result[index].dx == 0 { result[index].dx = dx[number] }
            if number < dy.count, result[index].dy == 0 { result[index].dy = dy[number] }
            // The last angle holds for the rest of the element.
            if let last = angles.last, result[index].rotation == 0 {
                result[index].rotation = number < angles.count ? angles[number] : last
            }
            number += result[index].character.unicodeScalars.count
        }
    }
}
