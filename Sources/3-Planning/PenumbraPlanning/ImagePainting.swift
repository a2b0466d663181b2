import PenumbraBitmap
import PenumbraGeometry
import PenumbraPlan
import PenumbraScene

extension ScenePlanner {
    /// Paints an image layer's picture.
    ///
    /// - Parameter isCut: the result will be cut by the layer's bounds. Sides of the picture that reach them then need no edge
    ///   of their own, which would be antialiased twice.
    mutating func paintImage(
        _ contents: ImageContents, _ geometry: LayerGeometry, isCut: Bool, onto target: PaintTarget, name: String
    ) throws(PlanningError) {
        guard let bitmap = images[contents.source] else { throw .missingImage(layer: name) }
        let placement = ImagePlacement(contents, bitmap, in: geometry.bounds)
        guard !placement.destination.isEmpty, !placement.source.isEmpty else { return }
        let shown =
            isCut
            ? placement.destination.reaching(beyond: geometry.bounds, by: 4 / geometry.toDevice.meanScale)
            : placement.destination
        // Edges that fall on pixel boundaries, or outside what is painted, need no mask.
        let onDevice = shown.transformed(by: geometry.toDevice)
        let seen = PixelRect(covering: onDevice).intersection(target.clip)
        let inside = geometry.toDevice.isAxisAligned ? PixelRect(inside: onDevice) : .empty
        var mask: PlacedMask?
        let pixels: PixelRect
        if isCut && placement.destination.reachesBeyond(geometry.bounds) {
            pixels = target.clip.intersection(PixelRect(covering: geometry.bounds.transformed(by: geometry.toDevice)))
        } else if let whole = geometry.wholePixels(shown)?.intersection(target.clip) ?? (inside.contains(seen) ? seen : nil) {
            pixels = whole
        } else {
            mask = try coverage(
                of: Path(shown).applying(geometry.toDevice), .nonzero, in: target.clip, label: "edges of image of \(name)",
                name: name)
            pixels = mask?.bounds ?? .empty
        }
        guard !pixels.isEmpty else { return }
        let surface: SurfaceID
        if geometry.toDevice.isAxisAligned {
            surface = try stretch(contents, bitmap, placement, geometry.toDevice, to: pixels, name: name)
        } else if geometry.toDevice.swapsAxes {
            surface = try transpose(contents, bitmap, placement, geometry, to: pixels, name: name)
        } else {
            surface = try transform(contents, bitmap, placement, geometry, to: pixels, name: name)
        }
        if let tint = contents.tint {
            try paintTemplate(surface, tint, in: pixels, edges: mask, onto: target, name: name)
            return
        }
        compositeSurface(
            surface, bounds: pixels, onto: target,
            mask: mask.map { $0.operand(onto: target) } ?? .none)
    }

    /// The part of a layer's own coordinates that a picture makes opaque and leaves transparent around it; nil where that is
    /// not known without looking at its pixels.
    func opaquePlace(of contents: ImageContents, _ geometry: LayerGeometry) -> Rect? {
        guard let bitmap = images[contents.source], bitmap.isOpaque, contents.tint == nil, contents.interpolation != .lanczos,
            geometry.toDevice.isAxisAligned || geometry.toDevice.swapsAxes
        else { return nil }
        let placement = ImagePlacement(contents, bitmap, in: geometry.bounds)
        return placement.destination.isEmpty || placement.source.isEmpty ? nil : placement.destination
    }

    /// Whether an opaque picture covers all of its layer's bounds.
    func fills(_ contents: ImageContents, _ geometry: LayerGeometry) -> Bool {
        opaquePlace(of: contents, geometry)?.reachesBeyond(geometry.bounds) == true
    }

    /// A colour through the alpha of a picture that holds the device pixels `pixels`.
    private mutating func paintTemplate(
        _ picture: SurfaceID, _ tint: Color, in pixels: PixelRect, edges: PlacedMask?, onto target: PaintTarget, name: String
    ) throws(PlanningError) {
        let region = pixels.intersection(target.clip)
        guard !region.isEmpty else { return }
        let alpha = PlacedMask(surface: try addSurface(.mask, region, "template of \(name)"), bounds: region)
        plan.passes.append(
            .extractChannel(
                source: picture, target: alpha.surface, channel: .alpha, dx: region.x - pixels.x, dy: region.y - pixels.y))
        emit(
            Composite(
                target: target.surface, region: target.local(region), source: .color(PremultipliedColor(tint)),
                mask: alpha.operand(onto: target), clip: edges.map { $0.clip(onto: target, isInverted: false) }))
    }

    /// The picture in the device pixels `pixels`, under a map without rotation or skew.
    private mutating func stretch(
        _ contents: ImageContents, _ bitmap: Bitmap, _ placement: ImagePlacement, _ map: AffineTransform,
        to pixels: PixelRect, name: String
    ) throws(PlanningError) -> SurfaceID {
        let (to, from) = (placement.destination, placement.source)
        // Device x = a·x + tx, and x runs over the destination as the picture's columns run over the source.
        let stepX = from.width / (to.width * map.a)
        let stepY = from.height / (to.height * map.d)
        let originX = from.minX + (Double(pixels.x) - (map.a * to.minX + map.tx)) * stepX
        let originY = from.minY + (Double(pixels.y) - (map.d * to.minY + map.ty)) * stepY
        let limits = PixelRect(covering: from)
        if contents.interpolation == .lanczos && contents.contentsCenter == nil {
            return try lanczos(
                contents, bitmap, limits, (originX, stepX), (originY, stepY), width: pixels.width, height: pixels.height,
                name: name)
        }
        let surface = try addSurface(.color, pixels, "image of \(name)")
        let rowTotal = bitmap.isOpaque ? Q15.byteScale : ResamplingTable.unitTotal
        if let pieces = NineParts(contents, placement) {
            let columns = ResamplingTable.stretch(
                count: pixels.width, pieces.columns, through: map.a, map.tx - Double(pixels.x), limits: limits.x..<limits.maxX,
                nearest: contents.interpolation == .nearest, total: ResamplingTable.unitTotal)
            let rows = ResamplingTable.stretch(
                count: pixels.height, pieces.rows, through: map.d, map.ty - Double(pixels.y), limits: limits.y..<limits.maxY,
                nearest: contents.interpolation == .nearest, total: rowTotal)
            plan.passes.append(
                .resample(image: imageID(of: contents.source, bitmap), target: surface, columns: columns, rows: rows))
            return surface
        }
        let columns = ResamplingTable.stretch(
            count: pixels.width, origin: originX, step: stepX, limits: limits.x..<limits.maxX,
            nearest: contents.interpolation == .nearest, total: ResamplingTable.unitTotal)
        let rows = ResamplingTable.stretch(
            count: pixels.height, origin: originY, step: stepY, limits: limits.y..<limits.maxY,
            nearest: contents.interpolation == .nearest,
            total: bitmap.isOpaque ? Q15.byteScale : ResamplingTable.unitTotal)
        plan.passes.append(
            .resample(image: imageID(of: contents.source, bitmap), target: surface, columns: columns, rows: rows))
        return surface
    }

    /// The picture in the device pixels `pixels`, under a quarter turn: stretched as if columns were rows, which are then
    /// swapped, so that a picture lying on its side is made of the same values as one standing.
    private mutating func transpose(
        _ contents: ImageContents, _ bitmap: Bitmap, _ placement: ImagePlacement, _ geometry: LayerGeometry,
        to pixels: PixelRect, name: String
    ) throws(PlanningError) -> SurfaceID {
        let swap = AffineTransform(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0)
        let standing = try stretch(
            contents, bitmap, placement, geometry.toDevice.concatenating(swap),
            to: PixelRect(x: pixels.y, y: pixels.x, width: pixels.height, height: pixels.width), name: name)
        let surface = try addSurface(.color, pixels, "image of \(name)")
        plan.passes.append(
            .transformImage(
                source: standing, target: surface,
                sampling: AffineSampling(
                    a: swap.a, b: swap.b, c: swap.c, d: swap.d, tx: 0, ty: 0, width: pixels.width, height: pixels.height,
                    subsamples: 1, isPointSampled: true)))
        return surface
    }

    /// Source pixels a target pixel, at most, that are left for an affine map: a larger reduction is made without rotation
    /// first.
    private static let largestAffineReduction = 4.0

    /// The picture in the device pixels `pixels`, under any map.
    private mutating func transform(
        _ contents: ImageContents, _ bitmap: Bitmap, _ placement: ImagePlacement, _ geometry: LayerGeometry,
        to pixels: PixelRect, name: String
    ) throws(PlanningError) -> SurfaceID {
        let (to, from) = (placement.destination, placement.source)
        if contents.interpolation == .lanczos && contents.contentsCenter == nil {
            let limits = PixelRect(covering: from)
            func size(_ length: Double) -> Int { max(1, Int(min(1e6, length.rounded(.up)))) }
            let width = size(to.width * Point(geometry.toDevice.a, geometry.toDevice.b).length)
            let height = size(to.height * Point(geometry.toDevice.c, geometry.toDevice.d).length)
            let upright = try lanczos(
                contents, bitmap, limits, (from.minX, from.width / Double(width)), (from.minY, from.height / Double(height)),
                width: width, height: height, name: name)
            return try turned(upright, width, height, to, geometry, isNearest: false, to: pixels, name: name)
        }
        if let pieces = NineParts(contents, placement) {
            return try transformPieces(pieces, contents, bitmap, placement, geometry, to: pixels, name: name)
        }
        // From the picture's pixels to the device.
        let toDevice = AffineTransform.translation(-from.minX, -from.minY)
            .concatenating(.scale(to.width / from.width, to.height / from.height))
            .concatenating(.translation(to.minX, to.minY))
            .concatenating(geometry.toDevice)
        let acrossLength = Point(toDevice.a, toDevice.b).length
        let downLength = Point(toDevice.c, toDevice.d).length
        let isNearest = contents.interpolation == .nearest
        func reduced(_ size: Double, _ length: Double) -> Int {
            let kept = isNearest ? 1 : min(1, Self.largestAffineReduction * length)
            return max(1, Int((size * kept).rounded(.up)))
        }
        let limits = PixelRect(covering: from)
        let width = min(limits.width, reduced(Double(limits.width), acrossLength))
        let height = min(limits.height, reduced(Double(limits.height), downLength))
        let upright = try addSurface(
            .color, PixelRect(x: 0, y: 0, width: width, height: height), "upright image of \(name)")
        let (stepX, stepY) = (Double(limits.width) / Double(width), Double(limits.height) / Double(height))
        plan.passes.append(
            .resample(
                image: imageID(of: contents.source, bitmap), target: upright,
                columns: .stretch(
                    count: width, origin: Double(limits.x), step: stepX, limits: limits.x..<limits.maxX,
                    nearest: isNearest, total: ResamplingTable.unitTotal),
                rows: .stretch(
                    count: height, origin: Double(limits.y), step: stepY, limits: limits.y..<limits.maxY,
                    nearest: isNearest, total: bitmap.isOpaque ? Q15.byteScale : ResamplingTable.unitTotal)))
        let map = AffineTransform.translation(Double(pixels.x), Double(pixels.y))
            .concatenating(toDevice.inverted ?? .identity)
            .concatenating(.translation(-Double(limits.x), -Double(limits.y)))
            .concatenating(.scale(1 / stepX, 1 / stepY))
        let reduction = max(Point(map.a, map.b).length, Point(map.c, map.d).length)
        // Where neither axis is enlarged the mean is over whole source pixels; where one is, over the picture interpolated.
        let enlargement = min(Point(map.a, map.b).length, Point(map.c, map.d).length)
        let isPointSampled = isNearest || enlargement > 1 - 1e-9
        let isOnePlace = isNearest || reduction < 1 + 1e-9 && !isPointSampled
        let surface = try addSurface(.color, pixels, "image of \(name)")
        plan.passes.append(
            .transformImage(
                source: upright, target: surface,
                sampling: AffineSampling(
                    a: map.a, b: map.b, c: map.c, d: map.d, tx: map.tx, ty: map.ty, width: pixels.width,
                    height: pixels.height, subsamples: isOnePlace ? 1 : AffineSampling.maximumSubsamples,
                    isPointSampled: isPointSampled)))
        return surface
    }
}

extension ScenePlanner {
    /// A picture of nine parts under any map: put together upright at the size it will have, then turned.
    private mutating func transformPieces(
        _ pieces: NineParts, _ contents: ImageContents, _ bitmap: Bitmap, _ placement: ImagePlacement,
        _ geometry: LayerGeometry, to pixels: PixelRect, name: String
    ) throws(PlanningError) -> SurfaceID {
        let (to, map) = (placement.destination, geometry.toDevice)
        func size(_ length: Double) -> Int { max(1, Int(min(1e6, length.rounded(.up)))) }
        let width = size(to.width * Point(map.a, map.b).length)
        let height = size(to.height * Point(map.c, map.d).length)
        let upright = try addSurface(
            .color, PixelRect(x: 0, y: 0, width: width, height: height), "upright image of \(name)")
        let limits = PixelRect(covering: placement.source)
        let isNearest = contents.interpolation == .nearest
        let (scaleX, scaleY) = (Double(width) / to.width, Double(height) / to.height)
        plan.passes.append(
            .resample(
                image: imageID(of: contents.source, bitmap), target: upright,
                columns: .stretch(
                    count: width, pieces.columns, through: scaleX, -to.minX * scaleX, limits: limits.x..<limits.maxX,
                    nearest: isNearest, total: ResamplingTable.unitTotal),
                rows: .stretch(
                    count: height, pieces.rows, through: scaleY, -to.minY * scaleY, limits: limits.y..<limits.maxY,
                    nearest: isNearest, total: bitmap.isOpaque ? Q15.byteScale : ResamplingTable.unitTotal)))
        return try turned(upright, width, height, to, geometry, isNearest: isNearest, to: pixels, name: name)
    }

    /// A picture that fills `place` in the layer's own coordinates, seen through the layer's map.
    private mutating func turned(
        _ upright: SurfaceID, _ width: Int, _ height: Int, _ place: Rect, _ geometry: LayerGeometry, isNearest: Bool,
        to pixels: PixelRect, name: String
    ) throws(PlanningError) -> SurfaceID {
        let back = AffineTransform.translation(Double(pixels.x), Double(pixels.y))
            .concatenating(geometry.toDevice.inverted ?? .identity)
            .concatenating(.translation(-place.minX, -place.minY))
            .concatenating(.scale(Double(width) / place.width, Double(height) / place.height))
        let enlargement = min(Point(back.a, back.b).length, Point(back.c, back.d).length)
        let surface = try addSurface(.color, pixels, "image of \(name)")
        plan.passes.append(
            .transformImage(
                source: upright, target: surface,
                sampling: AffineSampling(
                    a: back.a, b: back.b, c: back.c, d: back.d, tx: back.tx, ty: back.ty, width: pixels.width,
                    height: pixels.height, subsamples: isNearest ? 1 : AffineSampling.maximumSubsamples,
                    isPointSampled: isNearest || enlargement > 1 - 1e-9)))
        return surface
    }

    /// Part of a picture brought to a size by Lanczos's kernel, rows first.
    ///
    /// - Parameters:
    ///   - limits: the part of the picture that may be read.
    ///   - columns: where target column 0 begins, in pixels of the picture, and how many of these make a target pixel.
    private mutating func lanczos(
        _ contents: ImageContents, _ bitmap: Bitmap, _ limits: PixelRect, _ columns: (origin: Double, step: Double),
        _ rows: (origin: Double, step: Double), width: Int, height: Int, name: String
    ) throws(PlanningError) -> SurfaceID {
        func size(_ width: Int, _ height: Int) -> PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }
        let across = SignedTable.lanczos(
            count: width, origin: columns.origin - Double(limits.x), step: columns.step, source: limits.width)
        var down = SignedTable.lanczos(
            count: height, origin: rows.origin - Double(limits.y), step: rows.step, source: limits.height)
        // Only the rows that are read.
        let first = Int(down.starts.min() ?? 0)
        let last = down.starts.indices.reduce(first + 1) {
            max($0, Int(down.starts[$1]) + Int(down.offsets[$1 + 1] - down.offsets[$1]))
        }
        for index in down.starts.indices { down.starts[index] -= Int32(first) }
        let picture = try addSurface(.color, size(limits.width, last - first), "pixels of image of \(name)")
        plan.passes.append(
            .resample(
                image: imageID(of: contents.source, bitmap), target: picture,
                columns: .stretch(
                    count: limits.width, origin: Double(limits.x), step: 1, limits: limits.x..<limits.maxX, nearest: true,
                    total: ResamplingTable.unitTotal),
                rows: .stretch(
                    count: last - first, origin: Double(limits.y + first), step: 1, limits: limits.y..<limits.maxY,
                    nearest: true, total: bitmap.isOpaque ? Q15.byteScale : ResamplingTable.unitTotal)))
        let filtered = try addSurface(.color, size(width, last - first), "columns of image of \(name)")
        plan.passes.append(.filterColors(source: picture, target: filtered, axis: .horizontal, table: across))
        let surface = try addSurface(.color, size(width, height), "image of \(name)")
        plan.passes.append(.filterColors(source: filtered, target: surface, axis: .vertical, table: down))
        return surface
    }
}

extension AffineTransform {
    /// Whether what was level stands upright and the other way round: a quarter turn, flipped and stretched or not.
    fileprivate var swapsAxes: Bool { a == 0 && d == 0 }
}

extension Rect {
    private static let slack = 1e-6

    /// Whether this rectangle covers all of another one.
    fileprivate func reachesBeyond(_ other: Rect) -> Bool {
        minX <= other.minX + Self.slack && minY <= other.minY + Self.slack && maxX >= other.maxX - Self.slack
            && maxY >= other.maxY - Self.slack
    }

    /// The rectangle with those sides that reach another one's moved beyond it, by at least `distance`.
    fileprivate func reaching(beyond other: Rect, by distance: Double) -> Rect {
        let room = distance + 0.25 * (other.width + other.height)
        let left = minX <= other.minX + Self.slack ? min(minX, other.minX - room) : minX
        let top = minY <= other.minY + Self.slack ? min(minY, other.minY - room) : minY
        let right = maxX >= other.maxX - Self.slack ? max(maxX, other.maxX + room) : maxX
        let bottom = maxY >= other.maxY - Self.slack ? max(maxY, other.maxY + room) : maxY
        return Rect(x: left, y: top, width: right - left, height: bottom - top)
    }
}
