extension Path {
    /// Parses SVG path data: all commands of SVG 2 chapter 9, absolute and relative.
    ///
    /// Arcs stay arcs. An arc with a zero radius becomes a line, and an arc that ends where it starts is left out. Radii
    /// that cannot reach grow until they do (SVG 2 appendix B.2.5). Empty data is an empty path.
    ///
    /// - Throws: `PathDataError` at the first malformed character, where an SVG viewer would silently stop drawing, and for
    ///   numbers or positions that are not finite.
    public init(svgPathData data: String) throws(PathDataError) {
        try self.init(svgPathData: data, upTo: .max)
    }

    /// Parses SVG path data up to a number of elements and ignores the rest. A caller can refuse long data before memory is
    /// taken for all of it.
    package init(svgPathData data: String, upTo mostElements: Int) throws(PathDataError) {
        var parser = PathDataParser(data, upTo: mostElements)
        self = try parser.parse()
    }

    /// Parses SVG path data up to the first mistake, as SVG viewers do, and returns the segments before it with the mistake.
    package static func leading(svgPathData data: String, upTo mostElements: Int) -> (path: Path, error: PathDataError?) {
        var parser = PathDataParser(data, upTo: mostElements)
        do throws(PathDataError) {
            return (try parser.parse(), nil)
        } catch {
            return (parser.path, error)
        }
    }

    /// The path as SVG path data with absolute coordinates.
    ///
    /// Numbers have the fewest digits that read back as the same double, so a path of lines and curves comes back equal.
    /// Arcs come back as the same curves to about 1e-12 of their size; a full ellipse is written as two arcs. Coordinates
    /// that are not finite are written as `inf` and `nan`, which no reader accepts: test `isFinite` first.
    public var svgPathData: String {
        var writer = PathDataWriter()
        for element in elements { writer.append(element) }
        return writer.text
    }
}
