import PenumbraBitmap
import PenumbraGeometry
import PenumbraPlan
import PenumbraTessellation

extension RandomPlan {
    /// Copies of a picture: stretched and turned, covered, tinted, beyond the target, none at all.
    mutating func drawInstances(onto target: SurfaceID) {
        let id = image()
        let picture = plan.images[id.index]
        let (left, top) = (number(0...picture.width - 1), number(0...picture.height - 1))
        let part = PixelRect(
            x: left, y: top, width: number(1...picture.width - left), height: number(1...picture.height - top))
        let rowTotal = picture.isOpaque ? Q15.byteScale : ResamplingTable.unitTotal
        let source = plan.addSurface(
            Surface(format: .color, width: part.width, height: part.height, label: "pixels of a picture"))
        func whole(_ origin: Int, _ count: Int, _ total: UInt32) -> ResamplingTable {
            .stretch(
                count: count, origin: Double(origin), step: 1, limits: origin..<origin + count, nearest: true, total: total)
        }
        plan.passes.append(
            .resample(
                image: id, target: source, columns: whole(left, part.width, ResamplingTable.unitTotal),
                rows: whole(top, part.height, rowTotal)))
        var list = InstanceList()
        // The tables of areas must be within a shader's reach, as for blurs. A GPU draws copies with areas one by one.
        let hasAreas = largestSigma >= 9 && chance(0.3)
        for _ in 0..<(chance(0.1) ? 0 : number(1...12)) { addInstance(to: &list, part, rowTotal, hasAreas: hasAreas) }
        let operation = Composite.Operation.allCases.randomElement(using: &random) ?? .over
        plan.passes.append(
            .drawInstances(
                DrawInstances(
                    image: id, source: source, left: left, top: top, target: target, list: list,
                    operation: chance(0.4) ? .over : loose.contains(target) ? .mix : operation)))
    }

    private mutating func addInstance(to list: inout InstanceList, _ part: PixelRect, _ rowTotal: UInt32, hasAreas: Bool) {
        let far = chance(0.1)
        let area = PixelRect(
            x: number(-30...largest) + (far ? 1_000_000 : 0), y: number(-30...largest), width: number(1...45),
            height: number(1...(chance(0.1) ? 200 : 45)))
        let opacity = chance(0.4) ? UInt16(Q15.one) : UInt16(number(0...32768))
        let tint: MapColors.Matrix? =
            chance(0.6)
            ? nil
            : MapColors.Matrix(
                red: SIMD4(number(0...1.0), 0, 0, 0), green: SIMD4(0, number(0...1.0), 0, 0),
                blue: SIMD4(0, 0, number(0...1.0), 0))
        let coverage = chance(0.4) ? nil : edges(of: area)
        if chance(0.4) {
            let most = chance(0.2) ? 6.0 : 2.0
            let map = AffineTransform(
                a: number(-most...most), b: number(-most...most), c: number(-most...most), d: number(-most...most),
                tx: number(-20.0...40), ty: number(-20.0...40))
            let filters: [AffineSampling.Filter] =
                hasAreas
                ? [.nearest, .bilinear, .area(.mean(through: map, isInterpolated: chance(0.3)))] : [.nearest, .bilinear]
            let sampling = AffineSampling(
                map, width: area.width, height: area.height, filter: filters[number(0...filters.count - 1)],
                onlyOver: chance(0.3) ? (part.width, part.height) : nil)
            list.add(area, map: sampling, coverage: coverage, tint: tint, opacity: opacity)
            return
        }
        func stretch(_ count: Int, _ limits: Range<Int>, _ total: UInt32, _ random: inout Self) -> ResamplingTable.Stretch {
            let isWhole = random.chance(0.2)
            return ResamplingTable.Stretch(
                count: count, origin: isWhole ? Double(limits.lowerBound) : random.number(-4.0...Double(limits.upperBound) + 4),
                step: isWhole ? 1 : random.number(0.1...3.0) * (random.chance(0.25) ? -1 : 1), limits: limits,
                nearest: random.chance(0.2), total: total)
        }
        list.add(
            area, columns: stretch(area.width, part.columns, ResamplingTable.unitTotal, &self),
            rows: stretch(area.height, part.rows, rowTotal, &self), coverage: coverage, tint: tint, opacity: opacity)
    }

    /// The coverage of a random triangle or quadrangle in an area.
    private mutating func edges(of area: PixelRect) -> Coverage {
        let unit = Int(FixedPoint.unitsPerPixel)
        let points = (0..<number(3...4)).map { _ in
            FixedPoint(
                x: Int32(number(-unit...unit * (area.width + 1))), y: Int32(number(-unit...unit * (area.height + 1))))
        }
        let edges = points.indices.map { BoundaryEdge(start: points[$0], end: points[($0 + 1) % points.count]) }
        return Coverage(
            boundary: Boundary(edges: edges), bounds: PixelRect(x: 0, y: 0, width: area.width, height: area.height))
    }
}
