import Foundation
import PenumbraGeometry
import PenumbraScene

/// The area that a context paints: the intersection of rectangles, paths and masks, in the coordinates of the scene.
struct Clip {
    enum Part {
        case path(Path, FillRule, isAntialiased: Bool)
        /// A layer whose alpha lets paint pass.
        case mask(Layer, bounds: Rect)
    }

    /// The intersection of all rectangles along the axes. Nil if there is none.
    private(set) var rect: Rect?
    private(set) var parts: [Part] = []

    /// The most paths and masks that are kept one by one.
    private static let mostParts = 16

    /// Whether nothing is painted.
    var isEmpty: Bool { rect?.isEmpty ?? false }

    mutating func add(_ path: Path, _ rule: FillRule, isAntialiased: Bool = true) {
        if isAntialiased, let added = path.rectangle, path.elements.count >= 4 {
            intersect(added)
        } else if path.isEmpty {
            rect = .zero
        } else if parts.count >= Self.mostParts, case .path(let last, let lastRule, _)? = parts.last {
            // Layers can't be nested without end. Many clips together are an area of their own.
            let area = CGPath(last).normalized(using: CGPathFillRule(lastRule))
            let common = area.intersection(CGPath(path).normalized(using: CGPathFillRule(rule)))
            if common.isEmpty { rect = .zero }
            parts[parts.count - 1] = .path(common.shape, .nonzero, isAntialiased: isAntialiased)
        } else {
            parts.append(.path(path, rule, isAntialiased: isAntialiased))
        }
    }

    mutating func add(_ mask: Layer, bounds: Rect) {
        parts.append(.mask(mask, bounds: bounds))
    }

    private mutating func intersect(_ added: Rect) {
        rect = rect.map { $0.intersection(added) } ?? added
    }

    /// A rectangle that holds the area, within the canvas.
    func bounds(in canvas: Rect) -> Rect {
        parts.reduce(rect.map { $0.intersection(canvas) } ?? canvas) { bounds, part in
            switch part {
            case .path(let path, _, _): bounds.intersection(path.bounds)
            case .mask(_, let area): bounds.intersection(area)
            }
        }
    }

    /// The area as one path, if it is one: the canvas, a rectangle or a path.
    func path(in canvas: Rect) -> (Path, FillRule)? {
        if parts.isEmpty { return (Path(rect.map { $0.intersection(canvas) } ?? canvas), .nonzero) }
        guard rect == nil, parts.count == 1, case .path(let path, let rule, true) = parts[0] else { return nil }
        return (path, rule)
    }

    /// The layer inside the area.
    func applied(to layer: Layer) -> Layer {
        var result = layer
        for part in parts {
            result = .group([result])
            switch part {
            case .path(let path, let rule, let isAntialiased):
                result.mask = Layer.shape(path, rule, .black).antialiased(isAntialiased)
            case .mask(let mask, _): result.mask = mask
            }
        }
        if let rect {
            result = Layer(
                frame: rect, masksToBounds: true,
                sublayers: [.group([result], .translation(-rect.minX, -rect.minY))])
        }
        return result
    }
}

extension CGPathFillRule {
    fileprivate init(_ rule: FillRule) { self = rule == .evenOdd ? .evenOdd : .winding }
}

extension Layer {
    /// A layer without a size, whose coordinates are those of its parent under a map.
    static func group(_ layers: [Layer], _ map: PenumbraGeometry.AffineTransform = .identity) -> Layer {
        Layer(frame: .zero, transform: map, anchorPoint: .zero, sublayers: layers)
    }

    /// A filled path in the coordinates of its parent under a map. Gradients have their places in the path's coordinates.
    static func shape(
        _ path: Path, _ rule: FillRule, _ paint: Paint, _ map: PenumbraGeometry.AffineTransform = .identity
    ) -> Layer {
        Layer(
            kind: .shape(Shape(path: path, fillRule: rule, fillColor: paint)), frame: Rect(x: 0, y: 0, width: 1, height: 1),
            transform: map, anchorPoint: .zero)
    }

    /// The layer with smooth edges of its shape, or without.
    func antialiased(_ isSmooth: Bool) -> Layer {
        guard case .shape(var shape) = kind else { return self }
        shape.isAntialiased = isSmooth
        var result = self
        result.kind = .shape(shape)
        return result
    }

    /// The layer as a group of its own: blend modes inside see only the group.
    var isolated: Layer {
        guard filter.isEmpty, mask == nil, opacity >= 1, blendMode == .normal else { return self }
        var result = self
        // A filter that changes nothing makes a group.
        result.filter = [.color(.opacity, amount: 1)]
        return result
    }
}
