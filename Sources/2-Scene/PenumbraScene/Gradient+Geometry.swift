/// The places and lengths of a gradient's geometry. Nil for geometries without them, in which they aren't kept.
extension Gradient.Geometry {
    var startPoint: Point? {
        get { line?.start }
        set { if let newValue, let line { self = along(newValue, line.end) } }
    }

    var endPoint: Point? {
        get { line?.end }
        set { if let newValue, let line { self = along(line.start, newValue) } }
    }

    private var line: (start: Point, end: Point)? {
        switch self {
        case .axial(let start, let end), .radial(let start, let end), .conic(let start, let end): (start, end)
        case .circles, .twoCircles, .css: nil
        }
    }

    private func along(_ start: Point, _ end: Point) -> Gradient.Geometry {
        switch self {
        case .axial: .axial(startPoint: start, endPoint: end)
        case .radial: .radial(startPoint: start, endPoint: end)
        case .conic: .conic(startPoint: start, endPoint: end)
        case .circles, .twoCircles, .css: self
        }
    }

    var center: Point? {
        get { if case .circles(let center, _, _) = self { center } else { nil } }
        set {
            guard let newValue, case .circles(_, let start, let end) = self else { return }
            self = .circles(center: newValue, startRadius: start, endRadius: end)
        }
    }

    var startCenter: Point? {
        get { if case .twoCircles(let center, _, _, _) = self { center } else { nil } }
        set {
            guard let newValue, case .twoCircles(_, let start, let endCenter, let end) = self else { return }
            self = .twoCircles(startCenter: newValue, startRadius: start, endCenter: endCenter, endRadius: end)
        }
    }

    var endCenter: Point? {
        get { if case .twoCircles(_, _, let center, _) = self { center } else { nil } }
        set {
            guard let newValue, case .twoCircles(let startCenter, let start, _, let end) = self else { return }
            self = .twoCircles(startCenter: startCenter, startRadius: start, endCenter: newValue, endRadius: end)
        }
    }

    var startRadius: Double? {
        get { radii?.start }
        set { if let newValue, let radii { self = with(newValue, radii.end) } }
    }

    var endRadius: Double? {
        get { radii?.end }
        set { if let newValue, let radii { self = with(radii.start, newValue) } }
    }

    private var radii: (start: Double, end: Double)? {
        switch self {
        case .circles(_, let start, let end), .twoCircles(_, let start, _, let end): (start, end)
        case .axial, .radial, .conic, .css: nil
        }
    }

    private func with(_ start: Double, _ end: Double) -> Gradient.Geometry {
        switch self {
        case .circles(let center, _, _): .circles(center: center, startRadius: start, endRadius: end)
        case .twoCircles(let startCenter, _, let endCenter, _):
            .twoCircles(startCenter: startCenter, startRadius: start, endCenter: endCenter, endRadius: end)
        case .axial, .radial, .conic, .css: self
        }
    }
}
