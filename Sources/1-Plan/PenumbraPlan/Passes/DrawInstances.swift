import PenumbraGeometry

/// Paints copies of one picture over a colour surface, one after another: see `InstanceList`.
///
/// Each copy has the pixels of these passes, which `RenderPlan.expandingInstances` makes of it:
///
///     P = resample or transformImage of the picture, in the copy's area
///     G = P weighted by the copy's coverage, and then by mapColors for its tint
///     composite G onto the target with the copy's opacity, by `operation`
///
/// A copy takes no surfaces of its own. Its parts outside the target are left out.
public struct DrawInstances: PassStep {
    public var image: ImageID
    /// The picture's pixels 1:1, premultiplied, from its column `left` and its row `top` on.
    public var source: SurfaceID
    public var left: Int
    public var top: Int
    public var target: SurfaceID
    public var list: InstanceList
    public var operation: Composite.Operation

    public init(
        image: ImageID, source: SurfaceID, left: Int = 0, top: Int = 0, target: SurfaceID, list: InstanceList,
        operation: Composite.Operation
    ) {
        (self.image, self.source, self.left, self.top) = (image, source, left, top)
        (self.target, self.list, self.operation) = (target, list, operation)
    }
}

extension DrawInstances {
    package var pass: Pass { .drawInstances(self) }
    package var images: [ImageID] { [image] }
    package var sources: [SurfaceID] { [source] }

    public var description: String {
        let text = "drawInstances \(list.count) of \(image) through \(source) → \(target) \(list.bounds)"
        return operation == .over ? text : "\(text) \(operation)"
    }

    package mutating func rename(_ name: (SurfaceID) -> SurfaceID) {
        target = name(target)
        source = name(source)
    }

    package var changesTarget: Bool { true }
    package func painted(_ part: PixelRect) -> PixelRect { list.bounds.intersection(part) }

    package func leavesOpaque(_ opaque: Set<SurfaceID>, in plan: RenderPlan) -> Bool {
        opaque.contains(target) && operation != .mix
    }

    package func reachesFar(in source: SurfaceID) -> Bool { true }

    package func reads(of part: PixelRect, in plan: RenderPlan) -> [SurfaceRead] {
        [SurfaceRead(surface: source, rect: plan[source].bounds)]
    }

    package mutating func crop(to regions: PlanRegions) { list = list.cropped(to: regions[target]) }

    package var ownTableBytes: Int { list.byteCount }

    package func trafficBytes(in plan: RenderPlan) -> Int {
        list.instances.reduce(plan[source].byteCount) { $0 + 16 * $1.area.width * $1.area.height }
    }

    package func work(in plan: RenderPlan) -> Int {
        list.work
            + (operation.work == 0 ? 0 : operation.work * list.instances.reduce(0) { $0 + $1.area.width * $1.area.height })
    }

    package func reasonAgainst(_ plan: RenderPlan) -> String? {
        if let reason = plan.reasonAgainst(target, .color) ?? plan.reasonAgainst(source, .color) { return reason }
        let picture = plan.images[image.index]
        guard (0...picture.width).contains(left), (0...picture.height).contains(top) else {
            return "its source begins outside the picture"
        }
        let whole = PixelRect(x: 0, y: 0, width: picture.width, height: picture.height)
        return list.reasonAgainst(reading: plan[source].bounds.offset(x: left, y: top).intersection(whole))
    }
}

extension InstanceList {
    /// - Parameter readable: the pixels of the picture that stretched copies may read.
    fileprivate func reasonAgainst(reading readable: PixelRect) -> String? {
        guard columns.isChain(within: readable.columns), rows.isChain(within: readable.rows) else {
            return "its tables read outside the picture"
        }
        guard stripStarts.first == 0, Int(stripStarts.last ?? -1) == strips.count,
            zip(stripStarts, stripStarts.dropFirst()).allSatisfy({ $0 <= $1 })
        else { return "its strips are not sorted by row" }
        let far = 1 << 31
        for instance in instances {
            let area = instance.area
            guard area.width >= 1, area.height >= 1, area.width <= Self.longestSide, area.height <= Self.longestSide,
                (-far...far).contains(area.x), (-far...far).contains(area.y)
            else { return "the area \(area) of a copy" }
            guard UInt32(instance.opacity) <= Q15.one, instance.tint.map(tints.indices.contains) ?? true else {
                return "the opacity or tint of a copy"
            }
            if let first = instance.coverage, let reason = reasonAgainstCoverage(first, area) { return reason }
            switch instance.sampling {
            case .stretched(let column, let row, let reach):
                guard column >= 0, row >= 0, column + area.width <= columns.count, row + area.height <= rows.count,
                    columns.reach(of: column..<column + area.width) == reach
                else { return "the tables of a copy are made for another size" }
            case .turned(let index):
                guard maps.indices.contains(index) else { return "a copy without a map" }
                if let reason = maps[index].reasonAgainst(width: area.width, height: area.height) { return reason }
            }
        }
        return tints.allSatisfy { MapColors.isValid($0) } ? nil : "a tint's numbers are too large"
    }

    private func reasonAgainstCoverage(_ first: Int, _ area: PixelRect) -> String? {
        guard first >= 0, first + area.height < stripStarts.count else { return "the coverage of a copy is of another size" }
        let right = Int32(clamping: Int64(area.width) * Coverage.unitsPerPixel)
        let height = Int32(Coverage.unitsPerPixel)
        // A number outside its range makes the sign of one of these negative.
        var signs: Int32 = 0
        for strip in strips[Int(stripStarts[first])..<Int(stripStarts[first + area.height])] {
            signs |= strip.x0 | strip.x1 | (right &- strip.x0) | (right &- strip.x1)
            signs |= (height &- strip.dy) | (height &+ strip.dy)
        }
        return signs >= 0 ? nil : "the strips of a copy leave its area"
    }
}

extension ResamplingTable {
    /// True if all runs follow one another in the list of weights, and lie inside `readable`.
    fileprivate func isChain(within readable: Range<Int>) -> Bool {
        guard offsets.count == count + 1, offsets.first == 0, Int(offsets.last ?? -1) == weights.count else { return false }
        for i in 0..<count {
            let run = Int(offsets[i + 1]) - Int(offsets[i])
            let start = Int(starts[i])
            if run < 0 || start < readable.lowerBound || start + run > readable.upperBound { return false }
        }
        return true
    }
}

extension Pass {
    /// The pass of copies of a picture, if it is one.
    package var instances: DrawInstances? {
        if case .drawInstances(let pass) = self { pass } else { nil }
    }
}
