extension Shape {
    static let keys = Keys(Shape(path: Path())) {
        Key("path", \.path, .path.required).help(
            "SVG path data, a path object, or an array of these as one compound path, in points of the layer."
        ).orBounds
        Key("fillColor", \.fillColor, .fill).help("A colour or gradient; null paints nothing.")
        Key("fillRule", \.fillRule, .choice).help("What counts as the inside of the path.")
        Key("strokeColor", \.strokeColor, .fill).help("A colour or gradient, painted over the fill; null paints nothing.")
        Key("lineWidth", \.stroke.lineWidth, .number(.notNegative)).help("The stroke's width in points.")
        Key("lineCap", \.stroke.lineCap, .choice).help("The form of the stroke's ends.")
        Key("lineJoin", \.stroke.lineJoin, .choice).help("The form of the stroke's corners.")
        Key("miterLimit", \.stroke.miterLimit, .number(.oneOrMore)).help(
            "The length of a miter in line widths beyond which it becomes a bevel.")
        Key(
            "lineDashPattern", \.stroke.lineDashPattern,
            .numbers(.notNegative, atMost: SceneLimits.dashLengths, "lengths", wanted: "an array of lengths").orNull
        ).help("Lengths of dashes and gaps in turn, in points; an odd number of them is used twice.")
        Key("lineDashPhase", \.stroke.lineDashPhase, .number(.any)).help(
            "How far into the pattern the stroke starts, in points.")
        Key("strokeStart", \.stroke.strokeStart, .number(.unit)).help(
            "Where the stroke starts, as a part of the path's length.")
        Key("strokeEnd", \.stroke.strokeEnd, .number(.unit)).help("Where the stroke ends, as a part of the path's length.")
        Key("antialias", \.isAntialiased, .flag).help(
            "Smooth edges. Without them, each pixel whose middle lies inside is painted whole.")
    }
}
