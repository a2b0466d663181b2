import PenumbraGeometry
import PenumbraPlan

extension Picture {
    /// Paints the picture.
    ///
    /// - Parameter cut: if the layer's bounds will clip the result, the device pixels that are read in addition. Nil otherwise.
    ///   Sides of the picture that reach the bounds then continue beyond the bounds. They need no edge of their own, which
    ///   would be antialiased twice.
    func paint(
        _ planner: inout ScenePlanner, inCut cut: PixelRect?, onto target: PaintTarget, name: String
    ) throws(PlanningError) {
        guard !isEmpty else { return }
        let map = geometry.toDevice
        let shown =
            cut.map { destination.reaching(beyond: geometry.bounds, by: reach(to: $0)) }
            ?? geometry.opened(destination, in: target.clip)
        // Edges on pixel boundaries, or outside the painted area, need no mask.
        let onDevice = geometry.onDevice(shown)
        let seen = PixelRect(covering: onDevice).intersection(target.clip)
        let inside = geometry.isUpright ? PixelRect(inside: onDevice) : .empty
        var edges: PlacedMask?
        let pixels: PixelRect
        if let cut, destination.reachesBeyond(geometry.bounds) {
            pixels = target.clip.intersection(PixelRect(covering: geometry.onDevice(geometry.bounds)).union(cut))
        } else if let whole = geometry.wholePixels(shown)?.intersection(target.clip) ?? (inside.contains(seen) ? seen : nil) {
            pixels = whole
        } else {
            edges = try planner.coverage(
                of: geometry.onDevice(Path(shown)), .nonzero, in: target.clip, label: "edges of image of \(name)", name: name)
            pixels = edges?.bounds ?? .empty
        }
        guard !pixels.isEmpty else { return }
        let surface: SurfaceID
        if let projection = geometry.projection {
            guard let made = try projected(&planner, projection, shown, to: pixels, name: name) else { return }
            surface = made
        } else if map.isAxisAligned {
            surface = try stretched(&planner, map, to: pixels, name: name)
        } else if map.swapsAxes {
            surface = try transposed(&planner, to: pixels, name: name)
        } else {
            surface = try transformed(&planner, to: pixels, isMasked: edges != nil && !geometry.isOpen, name: name)
        }
        guard let tint = contents.tint else {
            planner.compositeSurface(surface, bounds: pixels, onto: target, mask: edges?.operand(onto: target) ?? .none)
            return
        }
        // A template: a colour through the picture's alpha.
        let region = pixels.intersection(target.clip)
        guard !region.isEmpty else { return }
        let alpha = try planner.addChannel(.alpha, of: surface, pixels, in: region, "template of \(name)")
        planner.emit(
            Composite(
                target: target.surface, region: target.local(region),
                source: .color(PremultipliedColor(tint, in: planner.colorSpace)),
                mask: alpha.operand(onto: target), clip: edges?.clip(onto: target)))
    }

    /// The largest distance of the device pixels `cut` from the layer's bounds, in the layer's own coordinates, with a small
    /// margin.
    private func reach(to cut: PixelRect) -> Double {
        let map = geometry.toDevice
        guard let toLayer = map.inverted, !cut.isEmpty else { return 4 / map.meanScale }
        let (seen, bounds) = (cut.rect.transformed(by: toLayer), geometry.bounds)
        return max(
            4 / map.meanScale, bounds.minX - seen.minX, bounds.minY - seen.minY, seen.maxX - bounds.maxX,
            seen.maxY - bounds.maxY)
    }

    // MARK: - The picture in device pixels

    /// The picture in the device pixels `pixels`, under a map without rotation or skew.
    private func stretched(
        _ planner: inout ScenePlanner, _ map: AffineTransform, to pixels: PixelRect, name: String
    ) throws(PlanningError) -> SurfaceID {
        let (columns, rows) = steps(map, to: pixels)
        if usesLanczos {
            return try lanczos(&planner, columns, rows, width: pixels.width, height: pixels.height, name: name)
        }
        let surface = try planner.addSurface(.color, pixels, "image of \(name)")
        if let pieces = NineParts(self) {
            try resample(
                &planner, to: surface, pieces, width: pixels.width, height: pixels.height,
                map.concatenating(.translation(-Double(pixels.x), -Double(pixels.y))))
        } else {
            try resample(&planner, to: surface, columns, rows, width: pixels.width, height: pixels.height)
        }
        return surface
    }

    /// The position and the length of the device pixels `pixels` in the picture's pixels, under a map without rotation or skew.
    func steps(_ map: AffineTransform, to pixels: PixelRect) -> (columns: Steps, rows: Steps) {
        let (to, from) = (destination, source)
        // Device x = a·x + tx, where x covers the destination as the picture's columns cover the source.
        let stepX = from.width / (to.width * map.a)
        let stepY = from.height / (to.height * map.d)
        let originX = from.minX + (Double(pixels.x) - (map.a * to.minX + map.tx)) * stepX
        let originY = from.minY + (Double(pixels.y) - (map.d * to.minY + map.ty)) * stepY
        return ((originX, stepX), (originY, stepY))
    }

    /// The picture in the device pixels `pixels`, under a map that swaps the axes, such as a turn by 90°.
    ///
    /// The picture is stretched with swapped axes, and its axes are swapped back afterwards. A turned picture therefore has the
    /// same values as an upright picture.
    private func transposed(
        _ planner: inout ScenePlanner, to pixels: PixelRect, name: String
    ) throws(PlanningError) -> SurfaceID {
        let swap = AffineTransform(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0)
        let standing = try stretched(
            &planner, geometry.toDevice.concatenating(swap),
            to: PixelRect(x: pixels.y, y: pixels.x, width: pixels.height, height: pixels.width), name: name)
        return try planner.addTransformed(
            standing, by: swap, in: pixels, filter: .nearest, "image of \(name)")
    }

    /// The largest reduction of a side for which the whole picture is averaged over the areas of target pixels. Larger
    /// pictures are first reduced upright, by a whole number, to at least `keptReduction` pixels per target pixel.
    private static let largestAffineReduction = 40.0
    private static let keptReduction = 20.0

    /// The picture in the device pixels `pixels`, under any map.
    ///
    /// - Parameter isMasked: whether a mask hides all pixels beyond the picture.
    private func transformed(
        _ planner: inout ScenePlanner, to pixels: PixelRect, isMasked: Bool, name: String
    ) throws(PlanningError) -> SurfaceID {
        let limits = limits
        if usesLanczos || contents.contentsCenter != nil {
            return try turned(&planner, to: pixels, isMasked: isMasked, name: name)
        }
        let (columns, rows) = reductions
        let (width, height) = ((limits.width + columns - 1) / columns, (limits.height + rows - 1) / rows)
        let upright = try planner.addSurface(
            .color, PixelRect(x: 0, y: 0, width: width, height: height), "upright image of \(name)")
        let (stepX, stepY) = (Double(columns), Double(rows))
        try resample(
            &planner, to: upright, (Double(limits.x), stepX), (Double(limits.y), stepY), width: width, height: height)
        let map = turn(to: pixels, stepX, stepY)
        return try planner.addTransformed(
            upright, by: map, in: pixels, filter: filter(through: map), isMasked: isMasked, "image of \(name)")
    }

    /// The map from the picture's pixels to the device.
    private var pixelsToDevice: AffineTransform {
        let (to, from) = (destination, source)
        return AffineTransform.translation(-from.minX, -from.minY)
            .concatenating(.scale(to.width / from.width, to.height / from.height))
            .concatenating(.translation(to.minX, to.minY))
            .concatenating(geometry.toDevice)
    }

    /// The numbers of picture pixels along each side that become one pixel before a rotation.
    var reductions: (columns: Int, rows: Int) {
        let (across, down) = pixelsToDevice.stretches
        func step(_ size: Int, _ length: Double) -> Int {
            guard !isNearest, length * Self.largestAffineReduction < 1 else { return 1 }
            return min(size, Int(min(1e6, 1 / (length * Self.keptReduction))))
        }
        return (step(limits.width, across), step(limits.height, down))
    }

    /// The map from the device pixels `pixels` to the upright picture, whose pixels are steps of the picture's.
    func turn(to pixels: PixelRect, _ stepX: Double, _ stepY: Double) -> AffineTransform {
        AffineTransform.translation(Double(pixels.x), Double(pixels.y))
            .concatenating(pixelsToDevice.inverted ?? .identity)
            .concatenating(.translation(-Double(limits.x), -Double(limits.y)))
            .concatenating(.scale(1 / stepX, 1 / stepY))
    }

    /// The filter of a picture that is read through a map. If both axes are enlarged, it is interpolated at one point per
    /// target pixel.
    func filter(through map: AffineTransform) -> AffineSampling.Filter {
        isNearest ? .nearest : isMean(through: map) ? .mean(through: map) : .bilinear
    }

    /// Whether a target pixel is a mean over an area of the picture.
    func isMean(through map: AffineTransform) -> Bool {
        let (across, down) = map.stretches
        let isEnlarged = max(across, down) < 1 + 1e-9 && min(across, down) < 1 - 1e-9
        return !isNearest && !isEnlarged
    }

    /// The picture in the device pixels `pixels`, as an eye sees it. Nil if none of it is seen.
    ///
    /// - Parameter shown: the rectangle around the picture that is seen, in the layer's own coordinates.
    private func projected(
        _ planner: inout ScenePlanner, _ projection: Projection, _ shown: Rect, to pixels: PixelRect, name: String
    ) throws(PlanningError) -> SurfaceID? {
        let (to, from, limits) = (destination, source, limits)
        let toPlane = geometry.toDevice
        var (origin, step) = (Point(Double(limits.x), Double(limits.y)), (x: 1.0, y: 1.0))
        var (width, height) = (limits.width, limits.height)
        let upright: SurfaceID
        if usesLanczos || contents.contentsCenter != nil {
            (upright, width, height) = try assembled(&planner, name: name)
            origin = Point(from.minX, from.minY)
            step = (from.width / Double(width), from.height / Double(height))
        } else {
            // The plane's pixels are as fine as the device's where the layer is nearest. A picture that is enlarged there is
            // enlarged first, by a whole number. A picture that is reduced is averaged from its own pixels.
            func pieces(_ size: Int, _ length: Double) -> (count: Int, step: Double) {
                if length > 1 + 1e-9 {
                    let times = min(length.rounded(.up), max(1, (Double(Self.mostUprightSide) / Double(size)).rounded(.down)))
                    return (size * Int(times), 1 / times)
                }
                guard !isNearest, length * Self.largestAffineReduction < 1 else { return (size, 1) }
                let step = min(size, Int(min(1e6, 1 / (length * Self.keptReduction))))
                return ((size + step - 1) / step, Double(step))
            }
            let columns = pieces(limits.width, to.width / from.width * toPlane.stretches.across)
            let rows = pieces(limits.height, to.height / from.height * toPlane.stretches.down)
            (width, height, step) = (columns.count, rows.count, (columns.step, rows.step))
            upright = try planner.addSurface(
                .color, PixelRect(x: 0, y: 0, width: width, height: height), "upright image of \(name)")
            try resample(&planner, to: upright, (origin.x, step.x), (origin.y, step.y), width: width, height: height)
        }
        // The map from the upright picture to the device.
        let map = AffineTransform.scale(step.x, step.y)
            .concatenating(.translation(origin.x - from.minX, origin.y - from.minY))
            .concatenating(.scale(to.width / from.width, to.height / from.height))
            .concatenating(.translation(to.minX, to.minY))
            .concatenating(toPlane)
        guard let back = map.inverted else { return nil }
        let area = shown.transformed(by: toPlane).transformed(by: back)
        return try planner.addProjected(
            upright, PixelRect(x: 0, y: 0, width: width, height: height),
            by: Projection(map).concatenating(projection), of: area, in: pixels, "image of \(name)")
    }

    /// The longest side of a picture that is enlarged before it is projected.
    private static let mostUprightSide = 16_384

    /// A picture of nine parts, or filtered with Lanczos's kernel, upright at its final size.
    private func assembled(
        _ planner: inout ScenePlanner, name: String
    ) throws(PlanningError) -> (surface: SurfaceID, width: Int, height: Int) {
        let (to, from, map) = (destination, source, geometry.toDevice)
        func size(_ length: Double) -> Int { max(1, Int(min(1e6, length.rounded(.up)))) }
        let width = size(to.width * map.stretches.across)
        let height = size(to.height * map.stretches.down)
        guard let pieces = NineParts(self) else {
            let surface = try lanczos(
                &planner, (from.minX, from.width / Double(width)), (from.minY, from.height / Double(height)), width: width,
                height: height, name: name)
            return (surface, width, height)
        }
        let surface = try planner.addSurface(
            .color, PixelRect(x: 0, y: 0, width: width, height: height), "upright image of \(name)")
        let (scaleX, scaleY) = (Double(width) / to.width, Double(height) / to.height)
        try resample(
            &planner, to: surface, pieces, width: width, height: height,
            AffineTransform(a: scaleX, b: 0, c: 0, d: scaleY, tx: -to.minX * scaleX, ty: -to.minY * scaleY))
        return (surface, width, height)
    }

    /// A picture of nine parts, or filtered with Lanczos's kernel, under any map. It is assembled upright at its final size and
    /// then turned.
    private func turned(
        _ planner: inout ScenePlanner, to pixels: PixelRect, isMasked: Bool, name: String
    ) throws(PlanningError) -> SurfaceID {
        let (to, map) = (destination, geometry.toDevice)
        let (upright, width, height) = try assembled(&planner, name: name)
        let back = AffineTransform.translation(Double(pixels.x), Double(pixels.y))
            .concatenating(map.inverted ?? .identity)
            .concatenating(.translation(-to.minX, -to.minY))
            .concatenating(.scale(Double(width) / to.width, Double(height) / to.height))
        return try planner.addTransformed(
            upright, by: back, in: pixels, filter: isNearest ? .nearest : .mean(through: back), isMasked: isMasked,
            "image of \(name)")
    }

    // MARK: - Resampling

    var isNearest: Bool { contents.interpolation == .nearest }

    /// Nine-part pictures are stretched as with `area`.
    var usesLanczos: Bool { contents.interpolation == .lanczos && contents.contentsCenter == nil }

    /// The part of the picture that may be read.
    var limits: PixelRect { PixelRect(covering: source) }

    /// The sum of row weights. It converts the bytes of an opaque picture to Q15. A picture of 16 bits is drawn from opaque ones.
    var rowTotal: UInt32 { bitmap.isOpaque || bitmap.depth == .sixteen ? Q15.byteScale : ResamplingTable.unitTotal }

    /// The position of target column 0 in the picture's pixels, and the number of picture pixels per target pixel.
    typealias Steps = (origin: Double, step: Double)

    func resample(
        _ planner: inout ScenePlanner, to surface: SurfaceID, _ columns: Steps, _ rows: Steps, width: Int, height: Int,
        isNearest: Bool? = nil
    ) throws(PlanningError) {
        let isNearest = isNearest ?? self.isNearest
        try planner.resample(
            bitmap, to: surface,
            columns: .stretch(
                count: width, origin: columns.origin, step: columns.step, limits: limits.x..<limits.maxX,
                nearest: isNearest, total: ResamplingTable.unitTotal),
            rows: .stretch(
                count: height, origin: rows.origin, step: rows.step, limits: limits.y..<limits.maxY, nearest: isNearest,
                total: rowTotal))
    }

    /// Resamples a picture of nine parts.
    ///
    /// - Parameter map: the map from the layer's own coordinates to the surface's, without rotation or skew.
    private func resample(
        _ planner: inout ScenePlanner, to surface: SurfaceID, _ pieces: NineParts, width: Int, height: Int,
        _ map: AffineTransform
    ) throws(PlanningError) {
        try planner.resample(
            bitmap, to: surface,
            columns: .stretch(
                count: width, pieces.columns, through: map.a, map.tx, limits: limits.x..<limits.maxX, nearest: isNearest,
                total: ResamplingTable.unitTotal),
            rows: .stretch(
                count: height, pieces.rows, through: map.d, map.ty, limits: limits.y..<limits.maxY, nearest: isNearest,
                total: rowTotal))
    }

    /// Scales the picture to a size with Lanczos's kernel, horizontally first.
    private func lanczos(
        _ planner: inout ScenePlanner, _ columns: Steps, _ rows: Steps, width: Int, height: Int, name: String
    ) throws(PlanningError) -> SurfaceID {
        func size(_ width: Int, _ height: Int) -> PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }
        let limits = limits
        let across = SignedTable.lanczos(
            count: width, origin: columns.origin - Double(limits.x), step: columns.step, source: limits.width)
        var down = SignedTable.lanczos(
            count: height, origin: rows.origin - Double(limits.y), step: rows.step, source: limits.height)
        // Only the rows that the kernel reads are kept.
        let first = Int(down.starts.min() ?? 0)
        let last = down.starts.indices.reduce(first + 1) {
            max($0, Int(down.starts[$1]) + Int(down.offsets[$1 + 1] - down.offsets[$1]))
        }
        for index in down.starts.indices { down.starts[index] -= Int32(first) }
        let whole = try planner.addSurface(.color, size(limits.width, last - first), "pixels of image of \(name)")
        try resample(
            &planner, to: whole, (Double(limits.x), 1), (Double(limits.y + first), 1), width: limits.width,
            height: last - first, isNearest: true)
        let filtered = try planner.addSurface(.color, size(width, last - first), "columns of image of \(name)")
        planner.plan.passes.append(
            .filterColors(source: whole, target: filtered, axis: .horizontal, table: across, stage: .first))
        let surface = try planner.addSurface(.color, size(width, height), "image of \(name)")
        planner.plan.passes.append(.filterColors(source: filtered, target: surface, axis: .vertical, table: down, stage: .last))
        return surface
    }
}

extension ScenePlanner {
    /// Adds a colour surface that shows another surface through a map. The map leads from positions within the device pixels
    /// `pixels` to the source's pixels.
    ///
    /// - Parameter isMasked: whether a mask hides all pixels beyond the source, so that they need not be drawn.
    mutating func addTransformed(
        _ source: SurfaceID, by map: AffineTransform, in pixels: PixelRect, filter: AffineSampling.Filter,
        isMasked: Bool = false, _ label: String
    ) throws(PlanningError) -> SurfaceID {
        let size = isMasked ? (plan[source].width, plan[source].height) : nil
        let target = try addSurface(.color, pixels, label)
        plan.passes.append(
            .transformImage(
                source: source, target: target,
                sampling: AffineSampling(map, width: pixels.width, height: pixels.height, filter: filter, onlyOver: size)))
        return target
    }
}

extension AffineSampling.Filter {
    /// The mean over the area of a target pixel. A source pixel is a square of one value if the map enlarges neither axis.
    /// Otherwise the source is interpolated, so that its pixels don't become visible.
    static func mean(through map: AffineTransform) -> AffineSampling.Filter {
        .area(.mean(through: map, isInterpolated: isInterpolated(through: map)))
    }

    /// Whether the mean reads half a pixel beyond each source pixel.
    static func isInterpolated(through map: AffineTransform) -> Bool {
        min(map.stretches.across, map.stretches.down) <= 1 - 1e-9
    }
}
