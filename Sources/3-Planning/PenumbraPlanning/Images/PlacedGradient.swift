import PenumbraBitmap
import PenumbraElementary
import PenumbraGeometry
import PenumbraPlan
import PenumbraScene
import PenumbraTessellation

/// A gradient in device pixels: one shading, or the shadings of the parts that it paints.
struct PlacedGradient {
    /// A part of a gradient. Paths are in device pixels, by the even-odd rule.
    struct Part {
        var shading: GradientShading
        /// The area that is painted. Nil for everything.
        var area: Path?
    }

    private(set) var parts: [Part] = []

    /// - Parameters:
    ///   - bounds: the rectangle that unit coordinates refer to, in the layer's own coordinates.
    ///   - toDevice: the map from the layer's own coordinates to device pixels.
    ///   - colors: the colour space that the colours are mixed in.
    init(
        _ gradient: Gradient, in bounds: Rect, _ toDevice: AffineTransform, pixels: PixelRect, colors: ColorSpace
    ) {
        guard let toLayer = toDevice.inverted else { return }
        let frame = Rect(
            x: Double(pixels.x), y: Double(pixels.y), width: Double(pixels.width), height: Double(pixels.height)
        ).inset(by: -2)
        let corners = frame.corners.map { $0.applying(toLayer) }
        let place = (bounds, toDevice, pixels, colors)
        switch gradient.geometry {
        case .conic, .css: addWhole(gradient, place)
        case .axial(let start, let end):
            guard !gradient.hasColorsEverywhere, start != end else {
                if gradient.extendsEnd { addWhole(gradient, place) }
                return
            }
            let toUnit = toLayer.concatenating(.translation(-bounds.minX, -bounds.minY))
                .concatenating(.scale(1 / bounds.width, 1 / bounds.height))
            guard let back = toUnit.inverted else { return }
            let strip = Self.strip(
                from: gradient.extendsStart ? nil : start, to: gradient.extendsEnd ? nil : end, along: end - start,
                through: frame.corners.map { $0.applying(toUnit) })
            add(gradient, place, strip.applying(back))
        case .radial(let start, let end):
            guard !gradient.extendsEnd else {
                addWhole(gradient, place)
                return
            }
            let (x, y) = (abs(end.x - start.x) * bounds.width, abs(end.y - start.y) * bounds.height)
            let center = Point(bounds.minX + start.x * bounds.width, bounds.minY + start.y * bounds.height)
            let ellipse = Path(ellipseIn: Rect(x: center.x - x, y: center.y - y, width: 2 * x, height: 2 * y))
            add(gradient, place, ellipse.applying(toDevice))
        case .circles(let center, let start, let end):
            addNested(gradient, place, frame, (center, start), (center, end))
        case .twoCircles(let startCenter, let start, let endCenter, let end):
            let (line, growth) = (endCenter - startCenter, end - start)
            if line.length == 0 {
                var gradient = gradient
                gradient.geometry = .circles(center: startCenter, startRadius: start, endRadius: end)
                addNested(gradient, place, frame, (startCenter, start), (endCenter, end))
            } else if line.length > abs(growth) * (1 + Gradient.touchingTolerance) {
                addCone(gradient, place, corners, (startCenter, start), (endCenter, end))
            } else if line.length < abs(growth) * (1 - Gradient.touchingTolerance) {
                addNested(gradient, place, frame, (startCenter, start), (endCenter, end))
            } else {
                // All circles touch in one point, and lie on one side of their tangent there.
                let towards = growth > 0 ? line : Point(-line.x, -line.y)
                let least = growth > 0 ? (startCenter, start) : (endCenter, end)
                let point = Point(
                    least.0.x - towards.x / towards.length * least.1, least.0.y - towards.y / towards.length * least.1)
                let half = Self.strip(from: point, to: nil, along: towards, through: corners).applying(toDevice)
                addNested(gradient, place, frame, (startCenter, start), (endCenter, end), everywhere: half)
            }
        }
    }

    private typealias Place = (bounds: Rect, toDevice: AffineTransform, pixels: PixelRect, colors: ColorSpace)
    private typealias Circle = (center: Point, radius: Double)

    private mutating func addWhole(_ gradient: Gradient, _ place: Place) {
        shading(gradient, place).map { parts.append(Part(shading: $0)) }
    }

    private mutating func add(_ gradient: Gradient, _ place: Place, _ area: Path) {
        shading(gradient, place).map { parts.append(Part(shading: $0, area: area)) }
    }

    private func shading(_ gradient: Gradient, _ place: Place) -> GradientShading? {
        GradientShading(gradient, in: place.bounds, place.toDevice, pixels: place.pixels, colors: place.colors)
    }

    /// Adds circles that lie inside each other.
    ///
    /// - Parameter everywhere: the area of all circles, in device pixels, if they don't cover everything.
    private mutating func addNested(
        _ gradient: Gradient, _ place: Place, _ frame: Rect, _ start: Circle, _ end: Circle, everywhere: Path? = nil
    ) {
        let isInward = end.radius < start.radius
        let (inner, outer) = isInward ? (end, start) : (start, end)
        let (extendsInner, extendsOuter) =
            isInward ? (gradient.extendsEnd, gradient.extendsStart) : (gradient.extendsStart, gradient.extendsEnd)
        guard !(extendsInner && extendsOuter && everywhere == nil) else {
            addWhole(gradient, place)
            return
        }
        func disc(_ circle: Circle) -> Path {
            Path(circleAt: circle.center, radius: circle.radius).applying(place.toDevice)
        }
        var area = extendsOuter ? everywhere ?? Path(frame) : disc(outer)
        if !extendsInner { area.append(disc(inner)) }
        add(gradient, place, area)
    }

    /// Adds circles of which neither encloses the other.
    ///
    /// A place may lie on two circles, and the later one is visible. Without an extension at the end, places in the end circle
    /// belong to the earlier circle, since the later circle isn't drawn.
    private mutating func addCone(
        _ gradient: Gradient, _ place: Place, _ corners: [Point], _ start: Circle, _ end: Circle
    ) {
        guard let toLayer = place.toDevice.inverted, max(start.radius, end.radius) > 0 else { return }
        let (line, growth) = (end.center - start.center, end.radius - start.radius)
        var cone = GradientCone(start.center, start.radius, line, growth)
        cone.measure(corners)
        func shading(_ cone: GradientCone, _ gradient: Gradient) -> GradientShading {
            let stops = GradientStops(gradient, in: place.colors)
            return GradientShading(
                geometry: cone.shape(toLayer, place.pixels), intervals: stops.intervals, isPremultiplied: stops.isPremultiplied)
        }
        let later = cone.discs(from: gradient.extendsStart ? nil : 0, to: gradient.extendsEnd ? nil : 1)
            .applying(place.toDevice)
        guard !gradient.extendsEnd else {
            parts.append(Part(shading: shading(cone, gradient), area: later))
            return
        }
        let disc = Path(circleAt: end.center, radius: end.radius).applying(place.toDevice)
        var outside = later
        outside.append(disc)
        parts.append(Part(shading: shading(cone, gradient), area: outside))
        // The earlier circle of a place is the later circle in the opposite order.
        var reversed = GradientCone(end.center, end.radius, Point(-line.x, -line.y), -growth)
        reversed.measure(corners)
        let inside = gradient.extendsStart ? disc : Self.disc(end, without: start).applying(place.toDevice)
        parts.append(Part(shading: shading(reversed, gradient.reversed), area: inside))
    }

    /// The part of a disc outside another disc, of which neither contains the other.
    private static func disc(_ disc: Circle, without other: Circle) -> Path {
        let line = other.center - disc.center
        let distance = line.length
        guard distance < disc.radius + other.radius else { return Path(circleAt: disc.center, radius: disc.radius) }
        // Angles between the line of the centres and the points where the circles cross.
        func angle(_ own: Double, _ opposite: Double) -> Double {
            let cosine = (distance * distance + own * own - opposite * opposite) / (2 * distance * own)
            return Elementary.atan2(max(0, 1 - cosine * cosine).squareRoot(), cosine)
        }
        func arc(_ circle: Circle, from start: Double, sweep: Double) -> Path.Arc {
            Path.Arc(
                center: circle.center, xAxis: Point(circle.radius, 0), yAxis: Point(0, circle.radius), startAngle: start,
                sweep: sweep)
        }
        let towards = Elementary.atan2(line.y, line.x)
        let (wide, near) = (angle(disc.radius, other.radius), angle(other.radius, disc.radius))
        var path = Path()
        path.addArc(arc(disc, from: towards + wide, sweep: 2 * (.pi - wide)))
        path.addArc(arc(other, from: towards + .pi + near, sweep: -2 * near))
        path.close()
        return path
    }

    /// The strip between two points, across a direction. Without one of the points, the strip is a half-plane.
    ///
    /// - Parameter corners: the corners of the area that the strip is cut to.
    private static func strip(from start: Point?, to end: Point?, along direction: Point, through corners: [Point]) -> Path {
        let length = direction.length
        let (x, y) = (Point(direction.x / length, direction.y / length), Point(-direction.y / length, direction.x / length))
        func along(_ point: Point, _ axis: Point) -> Double { point.x * axis.x + point.y * axis.y }
        let (xs, ys) = (corners.map { along($0, x) }, corners.map { along($0, y) })
        let low = start.map { along($0, x) } ?? xs.min() ?? 0
        let high = end.map { along($0, x) } ?? xs.max() ?? 0
        guard low < high, let bottom = ys.min(), let top = ys.max() else { return Path() }
        return Path(
            polygon: [(low, bottom), (high, bottom), (high, top), (low, top)].map {
                Point(x.x * $0.0 + y.x * $0.1, x.y * $0.0 + y.y * $0.1)
            })
    }
}

extension ScenePlanner {
    /// Adds a surface with a gradient in the device pixels `pixels`. Nil if the gradient's geometry leaves nothing to paint.
    mutating func shade(
        _ gradient: Gradient, _ geometry: LayerGeometry, _ format: Surface.Format, _ pixels: PixelRect, label: String
    ) throws(PlanningError) -> SurfaceID? {
        if let projection = geometry.projection {
            return try shade(gradient, geometry, projection, format, pixels, label: label)
        }
        guard !pixels.isEmpty else { return nil }
        let placed = PlacedGradient(gradient, in: geometry.bounds, geometry.toDevice, pixels: pixels, colors: colorSpace)
        guard let first = placed.parts.first else { return nil }
        if placed.parts.count == 1, first.area == nil {
            let surface = try addSurface(format, pixels, label)
            plan.passes.append(.shade(target: surface, shading: first.shading))
            return surface
        }
        let group = try addTarget(pixels, "parts of \(label)")
        for part in placed.parts { try paint(part, onto: group, label: label) }
        guard format == .mask else { return live(group.surface) }
        return try addChannel(.alpha, of: live(group.surface), pixels, in: pixels, label).surface
    }

    /// Adds a surface with a gradient that lies in the plane of a layer.
    private mutating func shade(
        _ gradient: Gradient, _ geometry: LayerGeometry, _ projection: Projection, _ format: Surface.Format,
        _ pixels: PixelRect, label: String
    ) throws(PlanningError) -> SurfaceID? {
        // Bends of a steep gradient are seen in halves of a pixel.
        var finer = geometry.inPlane
        finer.toDevice = finer.toDevice.concatenating(.scale(2, 2))
        let projection = Projection(.scale(0.5, 0.5)).concatenating(projection)
        // A shape may lie outside of its layer's bounds.
        let area = geometry.painted.transformed(by: finer.toDevice).inset(by: -4)
        let held = self.pixels(ofPlane: projection, showing: pixels, of: area)
        guard !pixels.isEmpty, !held.isEmpty,
            let plane = try shade(gradient, finer, .color, held, label: label),
            let shown = try addProjected(plane, held, by: projection, of: area, in: pixels, label)
        else { return nil }
        return format == .color ? shown : try addChannel(.alpha, of: shown, pixels, in: pixels, label).surface
    }

    private mutating func paint(
        _ part: PlacedGradient.Part, onto group: PaintTarget, label: String
    ) throws(PlanningError) {
        var mask: PlacedMask?
        if let area = part.area {
            mask = try coverage(of: Self.near(area), .evenOdd, in: group.bounds, label: "area of \(label)", name: label)
            guard mask != nil else { return }
        }
        let region = mask?.bounds ?? group.bounds
        let surface = try addSurface(.color, group.bounds, label)
        plan.passes.append(.shade(target: surface, shading: part.shading))
        emit(
            Composite(
                target: group.surface, region: group.local(region), source: group.source(surface, group.bounds),
                mask: mask?.operand(onto: group) ?? .none, operation: .blend(.plusLighter)))
    }

    /// An area whose circles may reach beyond the coordinates of outlines, cut to the part that any picture can show.
    private static func near(_ area: Path) -> Path {
        let square = Rect(x: -nearest, y: -nearest, width: 2 * nearest, height: 2 * nearest)
        let bounds = area.controlPointBounds
        let farthest = max(-bounds.minX, -bounds.minY, bounds.maxX, bounds.maxY)
        guard farthest > nearest, farthest < 1e9 else { return area }
        var cut = Projection(AffineTransform.identity)
        cut.limits += cut.limits(to: square)
        return cut.applied(to: area)
    }

    /// Half of the largest coordinate, so that the lines of a cut curve stay below it.
    private static let nearest = FixedPoint.largestCoordinate / 2
}
