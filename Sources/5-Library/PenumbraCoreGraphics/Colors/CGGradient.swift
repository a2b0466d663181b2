import Foundation
import PenumbraScene

/// What a gradient paints before its start and after its end.
public struct CGGradientDrawingOptions: OptionSet, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    public static let drawsBeforeStartLocation = CGGradientDrawingOptions(rawValue: 1)
    public static let drawsAfterEndLocation = CGGradientDrawingOptions(rawValue: 2)
}

/// Colours at locations between 0 and 1.
public final class CGGradient: Sendable {

    let colors: [Color]
    let locations: [Double]

    private init?(_ colors: [Color], _ locations: [Double]) {
        guard !colors.isEmpty, colors.count == locations.count else { return nil }
        let order = locations.indices.sorted { (locations[$0], $0) < (locations[$1], $1) }
        self.colors = order.map { colors[$0] }
        self.locations = order.map { max(0, min(1, locations[$0])) }
    }

    /// Makes a gradient from an array of `CGColor`.
    ///
    /// - Parameters:
    ///   - space: the space of the gradient. Colours are mixed in the picture's own space.
    ///   - locations: one location for each colour. Nil spaces the colours evenly.
    public convenience init?(colorsSpace space: CGColorSpace?, colors: CFArray, locations: UnsafePointer<CGFloat>?) {
        let colors = colors.compactMap { ($0 as? CGColor)?.scene }
        self.init(colors, Self.locations(locations, colors.count))
    }

    /// Makes a gradient from components: those of the space and alpha for each colour.
    public convenience init?(
        colorSpace space: CGColorSpace, colorComponents: UnsafePointer<CGFloat>, locations: UnsafePointer<CGFloat>?, count: Int
    ) {
        let step = space.numberOfComponents + 1
        guard count > 0, space.model != .pattern else { return nil }
        let colors = (0..<count).map { index in
            ColorConversion.color((0..<step).map { Double(colorComponents[index * step + $0]) }, in: space.kind)
        }
        self.init(colors, Self.locations(locations, count))
    }

    private static func locations(_ locations: UnsafePointer<CGFloat>?, _ count: Int) -> [Double] {
        (0..<count).map { index in
            guard let locations else { return count > 1 ? Double(index) / Double(count - 1) : 0 }
            let location = Double(locations[index])
            return location.isFinite ? location : 0
        }
    }

    /// The gradient of the engine with a geometry.
    package func scene(_ geometry: Gradient.Geometry, options: CGGradientDrawingOptions) -> Gradient {
        Gradient(
            geometry, colors: colors, locations: locations,
            extendsStart: options.contains(.drawsBeforeStartLocation), extendsEnd: options.contains(.drawsAfterEndLocation))
    }
}
