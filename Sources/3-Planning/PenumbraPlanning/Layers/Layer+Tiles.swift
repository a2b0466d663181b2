import PenumbraGeometry
import PenumbraPlan
import PenumbraScene

extension Layer {
    /// The fewest copies that are painted as a tile.
    private static let fewestCopies = 8

    /// The layer with one copy and a filter that repeats it, which costs the same for any number of copies. Nil for a layer
    /// whose copies are large, aren't alike, overlap, or don't begin and end on whole pixels.
    ///
    /// Pixels are those of copies. A level may differ where translucent parts of a copy overlap, which are mixed before they
    /// meet what is behind them, and where an effect blurs all copies together.
    func asTile(in geometry: LayerGeometry) -> Layer? {
        guard let replication, replication.count >= Self.fewestCopies, drawsContents, !masksToBounds, perspective == nil,
            filterInputs.isEmpty,
            geometry.takesTiles, let step = replication.stepOfEqualCopies,
            let box = contentBox(geometry.bounds.size), !sublayers.contains(where: \.readsBackdrop),
            let (tile, region) = geometry.tile(of: box, step, replication.count)
        else { return nil }
        var result = self
        result.replication?.count = 1
        result = result.withCopies
        let steps = [
            FilterGraph.Step(.offset(.source, .zero), region: tile), FilterGraph.Step(.tile(.step(0)), region: region),
        ]
        result.sublayers[0].filter = [.graph(FilterGraph(region: region, steps: steps))]
        return result
    }

    /// The rectangle that contents and sublayers paint, in the layer's own coordinates; empty if they paint nothing. Nil if
    /// that takes more than a look at their frames.
    private func contentBox(_ size: Size) -> Rect? {
        var box = Rect.zero
        switch kind {
        case .gradient: box = Rect(origin: .zero, size: size)
        case .image(let contents):
            guard contents.gravity == .resize else { return nil }
            box = Rect(origin: .zero, size: size)
        case .layer: break
        case .shape, .text: return nil
        }
        for sublayer in sublayers {
            guard let inner = sublayer.box(in: size) else { return nil }
            box = box.union(inner)
        }
        return box
    }

    /// The rectangle that the layer paints, in the coordinates of its frame.
    private func box(in size: Size) -> Rect? {
        guard !isHidden, opacity > 0, drawsContents, !isInSpace, transform == .identity, isPlain, borderWidth <= 0, mask == nil
        else { return nil }
        let frame = frame ?? Rect(origin: .zero, size: size)
        if masksToBounds { return backgroundColor == nil || replication != nil ? nil : frame }
        guard var box = contentBox(frame.size) else { return nil }
        if let replication, !box.isEmpty {
            guard let step = replication.stepOfEqualCopies else { return nil }
            box = box.union(box.offset(by: Double(replication.count - 1) * step))
        }
        if backgroundColor != nil { box = box.union(Rect(origin: .zero, size: frame.size)) }
        return box.isEmpty ? .zero : box.offset(by: frame.origin)
    }
}

extension Replication {
    /// The step from copy to copy. Nil unless all copies have the same shape and colour.
    fileprivate var stepOfEqualCopies: Point? {
        guard count >= 1, sublayersPerCopy == nil, transform3D == Transform3D(transform),
            transform == .translation(transform.tx, transform.ty), color(ofCopy: 0) == color(ofCopy: count - 1)
        else { return nil }
        return Point(transform.tx, transform.ty)
    }
}

extension LayerGeometry {
    /// Whether tiles of the layer lie on the device's pixels, and nothing is read beyond the bounds that cut it.
    fileprivate var takesTiles: Bool {
        projection == nil && perspective == nil && cut == nil && !isOpen && toDevice.isUprightScale
    }

    /// How far all steps together may lead away from whole pixels.
    private static let mostDrift = 1e-6
    /// The most pixels of a tile, which is painted as a whole, and the longest side of the area of all copies. Of large copies,
    /// and copies that lead far away, only few are seen.
    private static let (mostPixels, longestSide) = (1 << 19, 32_768)

    /// The tile that holds one copy and the gap behind it, and the area of all copies.
    ///
    /// - Parameter step: along one axis.
    fileprivate func tile(of box: Rect, _ step: Point, _ count: Int) -> (tile: Rect, region: Rect)? {
        let moved = Point(step.x * toDevice.a, step.y * toDevice.d)
        let whole = Point(moved.x.rounded(), moved.y.rounded())
        guard (step.x == 0) != (step.y == 0), let pixels = wholePixels(box), !pixels.isEmpty,
            max(abs(moved.x - whole.x), abs(moved.y - whole.y)) * Double(count) <= Self.mostDrift,
            step.y == 0 ? abs(whole.x) >= Double(pixels.width) : abs(whole.y) >= Double(pixels.height)
        else { return nil }
        // The gap lies where the next copy is.
        let tile =
            step.y == 0
            ? Rect(x: step.x > 0 ? box.minX : box.maxX + step.x, y: box.minY, width: abs(step.x), height: box.height)
            : Rect(x: box.minX, y: step.y > 0 ? box.minY : box.maxY + step.y, width: box.width, height: abs(step.y))
        let region = box.union(box.offset(by: Double(count - 1) * step))
        guard let area = wholePixels(region), max(area.width, area.height) <= Self.longestSide, let own = wholePixels(tile),
            own.width * own.height <= Self.mostPixels
        else { return nil }
        return (tile, region)
    }
}
