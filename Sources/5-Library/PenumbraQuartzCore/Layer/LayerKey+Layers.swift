import Foundation
import PenumbraCoreGraphics

extension LayerKey {
    /// The properties of every layer.
    static let ofLayers: [String: LayerKey] = {
        var keys = LayerKeys<CALayer>()
        keys.rect("bounds", \.bounds)
        keys.point("position", \.position)
        keys.number("zPosition", \.zPosition)
        keys.point("anchorPoint", \.anchorPoint)
        keys.number("anchorPointZ", \.anchorPointZ)
        keys.transform("transform", \.transform)
        keys.transform("sublayerTransform", \.sublayerTransform)
        keys.flag("hidden", \.isHidden, isAnimatable: true)
        keys.flag("doubleSided", \.isDoubleSided)
        keys.flag("geometryFlipped", \.isGeometryFlipped)
        keys.flag("masksToBounds", \.masksToBounds, isAnimatable: true)
        keys.object("contents", \.contents, isAnimatable: true)
        keys.rect("contentsRect", \.contentsRect)
        keys.object("contentsGravity", \.contentsGravity)
        keys.number("contentsScale", \.contentsScale)
        keys.rect("contentsCenter", \.contentsCenter)
        keys.object("contentsFormat", \.contentsFormat)
        keys.object("minificationFilter", \.minificationFilter)
        keys.object("magnificationFilter", \.magnificationFilter)
        keys.float("minificationFilterBias", \.minificationFilterBias)
        keys.flag("opaque", \.isOpaque)
        keys.flag("needsDisplayOnBoundsChange", \.needsDisplayOnBoundsChange)
        keys.flag("drawsAsynchronously", \.drawsAsynchronously)
        keys.object("edgeAntialiasingMask", \.edgeAntialiasingMask)
        keys.flag("allowsEdgeAntialiasing", \.allowsEdgeAntialiasing)
        keys.color("backgroundColor", \.backgroundColor)
        keys.number("cornerRadius", \.cornerRadius)
        keys.object("maskedCorners", \.maskedCorners)
        keys.object("cornerCurve", \.cornerCurve)
        keys.number("borderWidth", \.borderWidth)
        keys.color("borderColor", \.borderColor)
        keys.float("opacity", \.opacity)
        keys.flag("allowsGroupOpacity", \.allowsGroupOpacity)
        keys.object("compositingFilter", \.compositingFilter, isAnimatable: true)
        keys.object("filters", \.filters, isAnimatable: true)
        keys.object("backgroundFilters", \.backgroundFilters, isAnimatable: true)
        keys.flag("shouldRasterize", \.shouldRasterize)
        keys.number("rasterizationScale", \.rasterizationScale)
        keys.color("shadowColor", \.shadowColor)
        keys.float("shadowOpacity", \.shadowOpacity)
        keys.size("shadowOffset", \.shadowOffset)
        keys.number("shadowRadius", \.shadowRadius)
        keys.path("shadowPath", \.shadowPath)
        keys.object("name", \.name)
        keys.object("style", \.style)
        keys.object("actions", \.actions)
        keys.object("autoresizingMask", \.autoresizingMask)
        keys.flag("wantsExtendedDynamicRangeContent", \.wantsExtendedDynamicRangeContent)
        keys.rect("frame", \.frame, isAnimatable: false)
        keys.seconds("beginTime", \.beginTime)
        keys.seconds("duration", \.duration)
        keys.seconds("timeOffset", \.timeOffset)
        keys.seconds("repeatDuration", \.repeatDuration)
        keys.float("speed", \.speed)
        keys.float("repeatCount", \.repeatCount)
        keys.flag("autoreverses", \.autoreverses)
        keys.object("fillMode", \.fillMode)
        keys.object("mask", \.mask)
        keys.object("sublayers", \.sublayers, isAnimatable: true)
        keys.object("superlayer", \.readOnlySuperlayer)
        return LayerKey.table(keys.keys)
    }()

    /// The keys by their names, and boolean properties by their Swift names, too.
    static func table(_ keys: [LayerKey], adding base: [String: LayerKey] = [:]) -> [String: LayerKey] {
        var table = base
        for key in keys {
            table[key.name] = key
            guard key.kind == .flag, let first = key.name.first else { continue }
            table["is" + first.uppercased() + key.name.dropFirst()] = key
        }
        return table
    }
}

extension CALayer {
    /// The superlayer for `value(forKey:)`. Setting it does nothing.
    fileprivate var readOnlySuperlayer: CALayer? {
        get { superlayer }
        set {}
    }
}
