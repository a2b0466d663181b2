import Foundation
import PenumbraCoreGraphics

/// A place or a length of a layer that constraints relate.
public enum CAConstraintAttribute: Int32, Sendable {
    case minX, midX, maxX, width, minY, midY, maxY, height
}

/// A relation between an attribute of a layer and one of a sibling or of the superlayer: `source · scale + offset`.
open class CAConstraint: NSObject {
    public let attribute: CAConstraintAttribute
    /// The name of a sibling, or `superlayer`.
    public let sourceName: String
    public let sourceAttribute: CAConstraintAttribute
    public let scale: CGFloat
    public let offset: CGFloat

    public init(
        attribute attr: CAConstraintAttribute, relativeTo srcId: String, attribute srcAttr: CAConstraintAttribute,
        scale m: CGFloat, offset c: CGFloat
    ) {
        (attribute, sourceName, sourceAttribute, scale, offset) = (attr, srcId, srcAttr, m, c)
        super.init()
    }

    public convenience init(
        attribute attr: CAConstraintAttribute, relativeTo srcId: String, attribute srcAttr: CAConstraintAttribute,
        offset c: CGFloat
    ) {
        self.init(attribute: attr, relativeTo: srcId, attribute: srcAttr, scale: 1, offset: c)
    }

    public convenience init(
        attribute attr: CAConstraintAttribute, relativeTo srcId: String, attribute srcAttr: CAConstraintAttribute
    ) {
        self.init(attribute: attr, relativeTo: srcId, attribute: srcAttr, scale: 1, offset: 0)
    }
}

extension CALayer {
    public func addConstraint(_ c: CAConstraint) { constraints = (constraints ?? []) + [c] }
}

/// A layout manager that follows the constraints of sublayers.
open class CAConstraintLayoutManager: NSObject, CALayoutManager {
    public override init() { super.init() }

    open func layoutSublayers(of layer: CALayer) {
        // A layer may depend on siblings that come later, so rounds follow each other until nothing moves.
        for _ in 0...min(100, layer.children.count) {
            var hasMoved = false
            for child in layer.children {
                guard let constraints = child.constraints, !constraints.isEmpty else { continue }
                let frame = Self.frame(of: child, constraints, in: layer)
                if frame != child.frame {
                    child.frame = frame
                    hasMoved = true
                }
            }
            if !hasMoved { break }
        }
    }

    private static func frame(of child: CALayer, _ constraints: [CAConstraint], in layer: CALayer) -> CGRect {
        var values: [CAConstraintAttribute: CGFloat] = [:]
        for constraint in constraints {
            let sibling = layer.children.first { $0.name == constraint.sourceName }
            guard let source = constraint.sourceName == "superlayer" ? layer.bounds : sibling?.frame else { continue }
            values[constraint.attribute] = value(constraint.sourceAttribute, of: source) * constraint.scale + constraint.offset
        }
        let old = child.frame
        let (x, width) = fitted(
            values[.minX], values[.midX], values[.maxX], values[.width], start: old.origin.x, length: old.size.width)
        let (y, height) = fitted(
            values[.minY], values[.midY], values[.maxY], values[.height], start: old.origin.y, length: old.size.height)
        return CGRect(x: x, y: y, width: width, height: height)
    }

    private static func value(_ attribute: CAConstraintAttribute, of rect: CGRect) -> CGFloat {
        switch attribute {
        case .minX: rect.minX
        case .midX: rect.midX
        case .maxX: rect.maxX
        case .width: rect.width
        case .minY: rect.minY
        case .midY: rect.midY
        case .maxY: rect.maxY
        case .height: rect.height
        }
    }

    private static func fitted(
        _ least: CGFloat?, _ middle: CGFloat?, _ most: CGFloat?, _ length: CGFloat?, start: CGFloat, length old: CGFloat
    ) -> (CGFloat, CGFloat) {
        switch (least, middle, most) {
        case (let least?, _, let most?): (least, max(0, most - least))
        case (let least?, let middle?, nil): (least, max(0, 2 * (middle - least)))
        case (nil, let middle?, let most?): (2 * middle - most, max(0, 2 * (most - middle)))
        case (let least?, nil, nil): (least, length ?? old)
        case (nil, let middle?, nil): (middle - (length ?? old) / 2, length ?? old)
        case (nil, nil, let most?): (most - (length ?? old), length ?? old)
        case (nil, nil, nil): (start, length ?? old)
        }
    }
}
