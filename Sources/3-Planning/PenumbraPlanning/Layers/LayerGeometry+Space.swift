import PenumbraBitmap
import PenumbraGeometry
import PenumbraPlan
import PenumbraScene

/// Layers in space. A tilted layer has a plane of its own, upright and in pixels, and a projection that leads from it to the
/// device. Outlines are projected one by one. Pictures and effects are drawn in the plane, and their pixels are projected.
extension LayerGeometry {
    /// The depth at which the eye cuts a layer off, relative to the layer's farthest corner.
    private static let nearest = 1.0 / 1024
    /// The depth down to which a layer's own plane is as fine as the device.
    private static let fineDepth = 1.0 / 8
    /// The largest distance of an outline from the device's origin, in pixels. It is far beyond every canvas.
    private static let farthest = 100_000.0
    /// The most pixels of a plane. Larger planes are drawn coarser.
    private static let mostPixels = 15_000_000.0

    /// The map from a layer's own coordinates to those of its parent. Nil if the layer shows a hidden back.
    static func map(of layer: Layer, anchor: Point, frame: Rect, in space: LayerSpace) -> Projection? {
        var map = layer.transform3D.about(anchor).concatenating(.translation(frame.minX, frame.minY, 0))
        if let perspective = space.perspective { map = map.concatenating(perspective) }
        if layer.backfaceVisibility == .hidden, map.showsBack { return nil }
        var result = Projection(map)
        // Depths that differ by less than rounding are the same.
        let size = max(1, frame.width, frame.height)
        if abs(result.w.x) * size < abs(result.w.z) * 1e-12, abs(result.w.y) * size < abs(result.w.z) * 1e-12 {
            (result.w.x, result.w.y) = (0, 0)
        }
        return result
    }

    /// The most projections around a layer whose plane is made coarser. Such a layer is prepared again, with all layers in it.
    private static let mostCoarserPlanes = 3

    /// Places a layer in a plane of its own. False if nothing of it is seen.
    ///
    /// - Parameter axes: the scales of the plane's axes relative to each other, at most 1.
    mutating func place(
        through map: Projection, in space: LayerSpace, axes: (x: Double, y: Double) = (1, 1)
    ) -> Bool {
        var map = map
        let corners = bounds.inset(by: -1e-3).corners
        guard let most = corners.map({ map.depth(at: $0) }).max(), most > 0, map.isFinite else { return false }
        map.limits = [map.limit(ofDepth: most * Self.nearest)]
        var total = map.concatenating(space.toDevice)
        if let around = space.projection { total = total.concatenating(around) }
        guard total.inverted != nil else { return false }
        // The size of a pixel follows from the layer alone, so that moving a canvas changes nothing.
        let near = total.seen(bounds.inset(by: -1e-3), within: [map.limit(ofDepth: most * Self.fineDepth)])
        var scale = near.reduce(0) { max($0, total.largestScale(at: $1)) }
        guard scale.isFinite else { return false }
        scale = max(1e-6, min(1e6, scale))
        let area = bounds.width * bounds.height * scale * scale * axes.x * axes.y
        if area > Self.mostPixels { scale *= (Self.mostPixels / area).squareRoot() }
        /// The scale of a side that makes it a whole number of pixels.
        func whole(_ length: Double, _ scale: Double) -> Double {
            let pixels = (length * scale - 1e-6).rounded(.up)
            return pixels > 0 && pixels < 65_536 ? pixels / length : scale
        }
        toDevice = .scale(whole(bounds.width, scale * axes.x), whole(bounds.height, scale * axes.y))
        guard let back = toDevice.inverted else { return false }
        total.limits += total.limits(
            to: Rect(x: -Self.farthest, y: -Self.farthest, width: 2 * Self.farthest, height: 2 * Self.farthest))
        projection = Projection(back).concatenating(total)
        planes = space.planes + 1
        return true
    }

    /// The same layer in its own plane, whose pixels are then the device's.
    var inPlane: LayerGeometry {
        var result = self
        result.projection = nil
        return result
    }

    /// The same layer with a coarser plane, if its plane would paint too many pixels. Nil otherwise.
    ///
    /// - Parameter extent: the pixels that the plane paints, including sublayers and shadows.
    func coarser(toPaint extent: PixelRect) -> LayerGeometry? {
        let pixels = Double(extent.width) * Double(extent.height)
        guard pixels > Self.mostPixels, planes <= Self.mostCoarserPlanes, coarsenings < 2, let projection else { return nil }
        // Rounding to whole pixels may enlarge the extent again.
        let scale = 0.99 * (Self.mostPixels / pixels).squareRoot()
        var result = self
        result.toDevice = toDevice.concatenating(.scale(scale, scale))
        result.projection = Projection(.scale(1 / scale, 1 / scale)).concatenating(projection)
        result.coarsenings += 1
        return result.toDevice.inverted == nil ? nil : result
    }

    /// The most pixels of a layer that is blurred as it is, and the pixels of a coarser plane for a larger layer.
    private static let mostBlurredPixels = 64_000_000.0
    private static let coarsePixels = 16_000_000.0
    /// The least σ in pixels of a coarser plane. Its enlarged result differs from a fine one by far less than a level.
    private static let leastCoarseSigma = 16.0

    /// The same layer in a coarser plane of its own, if a wide Gaussian blurs a very large layer. Nil otherwise.
    ///
    /// - Parameter extent: the pixels that the layer paints before its blur.
    func coarser(toBlur layer: Layer, painting extent: PixelRect) -> LayerGeometry? {
        guard projection == nil, !layer.effectTraits.contains(.keepsPixels) else { return nil }
        let blurs = layer.filter.compactMap { if case .blur(let sigma) = $0 { sigma } else { nil } }
        guard let sigma = layer.blur.value > 0 ? layer.blur : blurs.first else { return nil }
        let pixels = Double(extent.width) * Double(extent.height)
        guard pixels > Self.mostBlurredPixels else { return nil }
        // Powers of two keep the pixels of the plane aligned with those of the device.
        var scale = 1.0
        while pixels * scale * scale > Self.coarsePixels, self.pixels(sigma) * scale / 2 >= Self.leastCoarseSigma { scale /= 2 }
        guard scale < 1 else { return nil }
        var result = self
        result.toDevice = toDevice.concatenating(.scale(scale, scale))
        result.projection = Projection(.scale(1 / scale, 1 / scale))
        result.planes += 1
        return result.toDevice.inverted == nil ? nil : result
    }

    /// A path of the layer's own coordinates in device pixels.
    func onDevice(_ path: Path) -> Path { projected(path.applying(toDevice)) }

    /// A path of the layer's plane in device pixels.
    func projected(_ path: Path) -> Path { projection?.applied(to: path) ?? path }

    /// The bounds in device pixels of a rectangle in the layer's own coordinates.
    func onDevice(_ rect: Rect) -> Rect { projected(rect.transformed(by: toDevice)) }

    /// The bounds in device pixels of a rectangle in the layer's plane.
    func projected(_ rect: Rect) -> Rect { projection?.bounds(of: rect) ?? rect }

    /// The parent's view of the sublayers, in the layer's own coordinates.
    static func perspective(of layer: Layer, _ bounds: Rect) -> Transform3D? {
        guard let distance = layer.perspective else { return nil }
        let origin = layer.perspectiveOrigin
        return Transform3D.perspective(distance).about(Point(origin.x * bounds.width, origin.y * bounds.height))
    }
}

extension TextOutline {
    /// The outlines as an eye sees them. Glyphs in colours are left out.
    func projected(_ projection: Projection) -> TextOutline {
        TextOutline(
            parts.compactMap { part in
                switch part {
                case .fill(let path, let paint): .fill(projection.applied(to: path), paint)
                case .glyphs(_, _, let paint): part.filled.map { .fill(projection.applied(to: $0), paint) }
                case .glyph, .picture: nil
                case .stroke(let path, let width, let paint): .stroke(projection.applied(to: path), width: width, paint)
                }
            })
    }
}

extension ScenePlanner {
    /// Adds a colour surface for the device pixels `pixels` that shows another surface through a projection.
    ///
    /// - Parameters:
    ///   - source: the surface of the pixels `bounds` of a plane.
    ///   - projection: the map from that plane to the device.
    ///   - area: the part of the plane that is seen.
    mutating func addProjected(
        _ source: SurfaceID, _ bounds: PixelRect, by projection: Projection, of area: Rect, in pixels: PixelRect,
        _ label: String
    ) throws(PlanningError) -> SurfaceID? {
        let corners = projection.seen(area, within: projection.limits(to: pixels.rect))
        guard let inverse = projection.inverted, !corners.isEmpty else { return nil }
        let map = Projection(.translation(Double(pixels.x), Double(pixels.y)))
            .concatenating(inverse)
            .concatenating(.translation(-Double(bounds.x), -Double(bounds.y)))
        let least = corners.reduce(Double.infinity) { least, corner in
            let place = projection.applied(to: corner)
            return min(least, map.depth(at: place - Point(Double(pixels.x), Double(pixels.y))))
        }
        guard least > 0, least.isFinite else { return nil }
        let target = try addSurface(.color, pixels, label)
        plan.passes.append(
            .projectImage(
                source: source, target: target,
                sampling: ProjectiveSampling(map, least: least, width: pixels.width, height: pixels.height)))
        return target
    }

    /// The pixels of a plane that are seen in the device pixels `pixels`, with some pixels around them.
    ///
    /// - Parameter area: the part of the plane that may show anything.
    func pixels(ofPlane projection: Projection, showing pixels: PixelRect, of area: Rect) -> PixelRect {
        let seen = projection.seen(area, within: projection.limits(to: pixels.outset(x: 1, y: 1).rect))
        let bounds = Rect(bounding: seen)
        return bounds.isEmpty ? .empty : PixelRect(covering: bounds).outset(x: 2, y: 2)
    }

    /// Paints a layer, or only its shadows, in its own plane, and then the plane.
    mutating func paintPlane(
        _ plane: PreparedLayer, _ projection: Projection, _ part: PlanePart, mode: BlendMode = .normal,
        onto target: PaintTarget, name: String
    ) throws(PlanningError) {
        let extent = part == .shadows ? plane.shadowExtent : plane.extent
        let pixels = PixelRect(covering: projection.bounds(of: extent.rect)).outset(x: 1, y: 1).intersection(target.clip)
        guard !pixels.isEmpty else { return }
        let area = extent.outset(x: 1, y: 1).rect
        let held = self.pixels(ofPlane: projection, showing: pixels, of: area)
        guard !held.isEmpty else { return }
        let surface = try addTarget(held, "plane of \(name)")
        let outer = planeBounds
        planeBounds = held
        defer { planeBounds = outer }
        switch part {
        case .everything: try paint(plane, onto: surface)
        case .shadows: try paintShadows(of: plane, onto: surface)
        case .filteredShadows: try paintFilteredShadows(of: plane, onto: surface)
        }
        let shown = try addProjected(
            live(surface.surface), held, by: projection, of: area, in: pixels, "projection of \(name)")
        if let shown {
            compositeSurface(
                shown, bounds: pixels, onto: target, operation: mode == .normal ? .over : .blend(mode))
        }
    }
}

/// What is painted in a layer's own plane.
enum PlanePart {
    case everything
    /// The shadows behind the layer, before its filter.
    case shadows
    /// The shadows behind the layer, filtered as the layer is.
    case filteredShadows
}
