import PenumbraElementary
import PenumbraGeometry
import PenumbraMotion
import PenumbraScene

/// The path of an `animateMotion` element (SVG 2, chapter on animation).
struct TimedMotion {
    enum Turn {
        case auto, autoReverse
        case degrees(Double)
    }

    let path: OffsetPath
    let turn: Turn
    /// The distances along the path, 0…1, between which the motion goes.
    let distances: [Double]

    /// The most elements of a path.
    private static let mostElements = 10_000

    /// Reads an element. Nil if it has no path.
    ///
    /// - Parameter steps: the number of times that the element names. 0 if it names none.
    init?(_ node: XMLNode, _ document: XMLDocument, steps: Int) {
        guard let path = Self.path(node, document), let offsets = try? OffsetPath(path) else { return nil }
        self.path = offsets
        switch node["rotate"]?.trimmingSpaces {
        case "auto": turn = .auto
        case "auto-reverse": turn = .autoReverse
        case let text: turn = .degrees(text.flatMap { StyleReader.number($0) } ?? 0)
        }
        let points = (node["keyPoints"] ?? "").split(separator: ";").compactMap { StyleReader.number(String($0)) }
        if points.count > 1, points.count == steps {
            distances = points.map { max(0, min(1, $0)) }
        } else {
            // Without a mode of its own, the motion has one speed along the whole path.
            distances = ["linear", "spline", "discrete"].contains(node["calcMode"]?.trimmingSpaces) ? offsets.ends : [0, 1]
        }
    }

    private static func path(_ node: XMLNode, _ document: XMLDocument) -> Path? {
        for child in node.children where document.nodes[child].isSVG && document.nodes[child].name == "mpath" {
            let href = document.nodes[child]["href"] ?? document.nodes[child]["xlink:href"] ?? ""
            guard href.hasPrefix("#"), let target = document.identifiers[String(href.dropFirst())] else { return nil }
            return document.nodes[target]["d"].map { Path.leading(svgPathData: $0, upTo: mostElements).path }
        }
        if let data = node["path"] { return Path.leading(svgPathData: data, upTo: mostElements).path }
        var points = (node["values"] ?? "").split(separator: ";").prefix(mostElements).compactMap { point(String($0)) }
        if points.isEmpty {
            let from = node["from"].flatMap(point) ?? .zero
            guard let to = node["to"].flatMap(point) ?? node["by"].flatMap(point).map({ from + $0 }) else { return nil }
            points = [from, to]
        }
        guard let first = points.first else { return nil }
        var path = Path()
        path.move(to: first)
        for point in points.count > 1 ? points.dropFirst() : points[...] { path.addLine(to: point) }
        return path
    }

    private static func point(_ text: String) -> Point? {
        guard let numbers = ValueScanner.numbers(text), numbers.count == 2 else { return nil }
        return Point(numbers[0], numbers[1])
    }

    /// The transform of a place along the path, as the attribute has it.
    func transform(at place: TimedAttributes.Place, isCumulative: Bool) -> String {
        let before = distances[max(0, place.next - 1)]
        let distance = before + (distances[place.next] - before) * place.part
        var (point, direction) = path.place(at: distance)
        if isCumulative { point = point + place.rounds * path.place(at: distances[distances.count - 1]).point }
        let place = "translate(\(DecimalNumber.text(point.x)) \(DecimalNumber.text(point.y)))"
        switch turn {
        case .degrees(0): return place
        case .degrees(let angle): return "\(place) rotate(\(DecimalNumber.text(angle)))"
        case .auto, .autoReverse:
            let side = if case .auto = turn { direction } else { Point.zero - direction }
            let numbers = [side.x, side.y, -side.y, side.x].map { DecimalNumber.text($0) }.joined(separator: " ")
            return "\(place) matrix(\(numbers) 0 0)"
        }
    }
}
