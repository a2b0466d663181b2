import Foundation
import PenumbraGeometry

/// The rule that decides which points are inside a path that crosses itself.
public enum CGPathFillRule: Int, Sendable {
    case winding
    case evenOdd
}

/// The shape of the ends of an open line.
public enum CGLineCap: Int32, Sendable {
    case butt, round, square
}

/// The shape of the joint between two segments of a line.
public enum CGLineJoin: Int32, Sendable {
    case miter, round, bevel
}

/// An immutable path of lines, Bézier curves and arcs.
///
/// Arcs stay exact when they are drawn, at every scale. Only `applyWithBlock` turns them into cubic curves.
open class CGPath: Hashable, @unchecked Sendable {
    /// The path as the engine draws it. Only `CGMutablePath` changes it.
    package internal(set) var shape: Path

    public init() {
        shape = Path()
    }

    package init(_ shape: Path) {
        self.shape = shape
    }

    public convenience init(rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
        let path = CGMutablePath()
        path.addRect(rect, transform: transform?.pointee ?? .identity)
        self.init(path.shape)
    }

    public convenience init(ellipseIn rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
        let path = CGMutablePath()
        path.addEllipse(in: rect, transform: transform?.pointee ?? .identity)
        self.init(path.shape)
    }

    public convenience init(
        roundedRect rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat, transform: UnsafePointer<CGAffineTransform>?
    ) {
        let path = CGMutablePath()
        path.addRoundedRect(
            in: rect, cornerWidth: cornerWidth, cornerHeight: cornerHeight, transform: transform?.pointee ?? .identity)
        self.init(path.shape)
    }

    public func copy() -> CGPath? { CGPath(shape) }

    public func copy(using transform: UnsafePointer<CGAffineTransform>?) -> CGPath? {
        CGPath(transform.map { shape.applying($0.pointee.scene) } ?? shape)
    }

    public func mutableCopy() -> CGMutablePath? { CGMutablePath(shape) }

    public func mutableCopy(using transform: UnsafePointer<CGAffineTransform>?) -> CGMutablePath? {
        CGMutablePath(transform.map { shape.applying($0.pointee.scene) } ?? shape)
    }

    public static func == (a: CGPath, b: CGPath) -> Bool { a === b || a.shape == b.shape }

    public func hash(into hasher: inout Hasher) { hasher.combine(shape) }
}

extension CGPathFillRule {
    package var scene: FillRule { self == .evenOdd ? .evenOdd : .nonzero }
}

extension CGLineCap {
    package var scene: LineCap {
        switch self {
        case .butt: .butt
        case .round: .round
        case .square: .square
        }
    }
}

extension CGLineJoin {
    package var scene: LineJoin {
        switch self {
        case .miter: .miter
        case .round: .round
        case .bevel: .bevel
        }
    }
}
