import PenumbraScene

extension Style {
    /// Takes the value of a property from another style.
    mutating func inherit(_ name: String, from other: Style, _ rootFontSize: Double) {
        switch name {
        case "color": color = other.color
        case "fill": fill = other.fill
        case "stroke": stroke = other.stroke
        case "fill-opacity": fillOpacity = other.fillOpacity
        case "stroke-opacity": strokeOpacity = other.strokeOpacity
        case "fill-rule": fillRule = other.fillRule
        case "clip-rule": clipRule = other.clipRule
        case "stroke-width": strokeWidth = other.strokeWidth
        case "stroke-linecap": lineCap = other.lineCap
        case "stroke-linejoin": lineJoin = other.lineJoin
        case "stroke-miterlimit": miterLimit = other.miterLimit
        case "stroke-dasharray": dashes = other.dashes
        case "stroke-dashoffset": dashOffset = other.dashOffset
        case "paint-order": paintOrder = other.paintOrder
        case "visibility": isVisible = other.isVisible
        case "marker": (markerStart, markerMid, markerEnd) = (other.markerStart, other.markerMid, other.markerEnd)
        case "marker-start": markerStart = other.markerStart
        case "marker-mid": markerMid = other.markerMid
        case "marker-end": markerEnd = other.markerEnd
        case "color-interpolation-filters": filtersInLinearRGB = other.filtersInLinearRGB
        case "font-size": font.size = other.font.size
        case "font-family": font.families = other.font.families
        case "font-weight": font.weight = other.font.weight
        case "font-style": font.slant = other.font.slant
        case "font-stretch": font.stretch = other.font.stretch
        case "font-variant", "font-variant-caps": font.isSmallCaps = other.font.isSmallCaps
        case "font-kerning": font.kerns = other.font.kerns
        case "font-variation-settings": font.variations = other.font.variations
        case "text-transform": font.transform = other.font.transform
        case "word-spacing": font.wordSpacing = other.font.wordSpacing
        case "direction": font.isRightToLeft = other.font.isRightToLeft
        case "writing-mode": font.writingMode = other.font.writingMode
        case "white-space": font.keepsSpace = other.font.keepsSpace
        case "dominant-baseline": dominantBaseline = other.dominantBaseline
        case "unicode-bidi": own.unicodeBidi = other.own.unicodeBidi
        case "alignment-baseline": own.alignmentBaseline = other.own.alignmentBaseline
        case "baseline-shift":
            own.baselineShift = other.own.baselineShift
            if let length = other.own.baselineShift.flatMap({ Length($0) }), length.unit != .percentage {
                // A length in em is one of the parent's font.
                let points = length.resolved(0, fontSize: other.font.size, rootFontSize: rootFontSize)
                own.baselineShift = "\(points)"
            }
        case "text-decoration", "text-decoration-line": own.lines = other.own.lines
        case "image-rendering": imageRendering = other.imageRendering
        case "isolation": own.isIsolated = other.own.isIsolated
        case "vector-effect": own.keepsStrokeWidth = other.own.keepsStrokeWidth
        case "transform": own.transform = other.own.transform
        case "translate", "rotate", "scale": own.individualTransforms[name] = other.own.individualTransforms[name]
        case "transform-origin": own.transformOrigin = other.own.transformOrigin
        case "transform-box": own.transformBox = other.own.transformBox
        case "text-anchor": font.anchor = other.font.anchor
        case "letter-spacing": font.letterSpacing = other.font.letterSpacing
        case "display": own.isDisplayed = other.own.isDisplayed
        case "opacity": own.opacity = other.own.opacity
        case "clip-path": own.clipPath = other.own.clipPath
        case "mask": own.mask = other.own.mask
        case "filter": own.filter = other.own.filter
        case "mix-blend-mode": own.blendMode = other.own.blendMode
        case "overflow": own.clipsOverflow = other.own.clipsOverflow
        case "stop-color": own.stopColor = other.own.stopColor
        case "stop-opacity": own.stopOpacity = other.own.stopOpacity
        case "flood-color": own.floodColor = other.own.floodColor
        case "lighting-color": own.lightingColor = other.own.lightingColor
        case "flood-opacity": own.floodOpacity = other.own.floodOpacity
        case "mask-type": own.isLuminanceMask = other.own.isLuminanceMask
        default: break
        }
    }
}
