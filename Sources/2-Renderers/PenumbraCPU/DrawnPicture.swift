import PenumbraBitmap
import PenumbraPlan
import Synchronization

/// The plan of a picture whose pixels lie in memory that a later picture may use.
///
/// Pictures of one template differ in some rows. A later picture with a similar plan is drawn over them, and only these rows
/// are drawn.
final class DrawnPicture: Sendable {
    /// A picture, as long as others hold it.
    private struct Shown: Sendable {
        weak var bitmap: Bitmap?
    }

    /// Pixels that another plan made, as long as others hold them.
    private struct Kept: Sendable {
        weak var surface: KeptSurface?
    }

    private let size: PictureSize
    private let canvas: SurfaceID
    private let surfaces: [Surface]
    private let passes: [Pass]
    private let images: [Shown]
    private let kept: [SurfaceID: Kept]
    /// Digests of the rows.
    let rowDigests: RowDigests
    /// The bytes of the tables of the plan, which stay in memory.
    let bytes: Int
    private let drawn = Atomic(false)

    /// The share of the picture's bytes that the tables of its plan may take.
    private static let shareOfTables = 2

    /// Nil if the plan isn't worth keeping.
    ///
    /// - Parameter rowDigests: digests of the rows that an earlier picture in the same memory had, and that stay.
    init?(_ plan: RenderPlan, _ rowDigests: RowDigests?) {
        self.rowDigests = rowDigests ?? RowDigests()
        bytes = plan.bytesOfTables
        guard bytes <= plan.pictureBytes / Self.shareOfTables else { return nil }
        (size, canvas, surfaces, passes) = (PictureSize(plan), plan.canvas, plan.surfaces, plan.passes)
        images = plan.images.map { Shown(bitmap: $0) }
        kept = plan.kept.mapValues { Kept(surface: $0) }
    }

    /// Whether all rows were drawn.
    var isComplete: Bool { drawn.load(ordering: .acquiring) }

    func complete() { drawn.store(true, ordering: .releasing) }

    /// Whether the pictures may have rows in common.
    ///
    /// Plans with other numbers of passes have what they begin with in common.
    func isLike(_ plan: RenderPlan) -> Bool {
        size == PictureSize(plan) && canvas == plan.canvas && kept.count == plan.kept.count
            && images.count == plan.images.count && (isAligned(with: plan) || passes.first == plan.passes.first)
    }

    /// Whether the plans have as many passes, so that each pass has a counterpart.
    func isAligned(with plan: RenderPlan) -> Bool {
        passes.count == plan.passes.count && surfaces.count == plan.surfaces.count
    }

    /// The rows in which the picture of a valid plan may differ. Nil if it may differ everywhere.
    ///
    /// Texts of more lines have more passes. What plans of unequal numbers of passes begin with may be the same.
    func changes(to plan: RenderPlan) -> ChangedRows? {
        guard isLike(plan), let names = keptNames(in: plan) else { return nil }
        let isAligned = isAligned(with: plan)
        var isChanged = [Bool](repeating: false, count: surfaces.count)
        func isSame(_ id: SurfaceID) -> Bool {
            if names[id] != nil { return true }
            guard plan.kept[id] == nil else { return false }
            let (old, new) = (surfaces[id.index], plan[id])
            return !isChanged[id.index] && old.format == new.format && old.width == new.width && old.height == new.height
        }
        func isSame(_ id: ImageID) -> Bool { images[id.index].bitmap === plan.images[id.index] }
        guard isSame(canvas) else { return nil }
        var rows = ChangedRows(height: plan.height)
        let bounds = plan[canvas].bounds
        var common = 0
        for (old, new) in zip(passes, plan.passes) {
            let step = new.step
            let (before, target) = (old.step, step.target)
            let readsKept = before.sources.contains { names[$0] != nil }
            // The canvas is changed row by row, and other surfaces as a whole.
            if (readsKept ? old.renamed { names[$0] ?? $0 } : old) == new,
                target == canvas || isSame(target), before.sources.allSatisfy({ isSame($0) }),
                step.images.allSatisfy({ isSame($0) })
            {
                common += 1
                continue
            }
            guard isAligned else { break }
            guard before.target == target else { return nil }
            isChanged[target.index] = true
            guard target == canvas else { continue }
            rows.insert(before.painted(bounds).rows)
            rows.insert(step.painted(bounds).rows)
        }
        guard !isAligned else { return rows }
        for pass in passes[common...] where pass.target == canvas { rows.insert(pass.step.painted(bounds).rows) }
        for pass in plan.passes[common...] where pass.target == canvas { rows.insert(pass.step.painted(bounds).rows) }
        return rows
    }

    /// The names of the kept surfaces in another plan. Nil if it begins with other pixels.
    private func keptNames(in plan: RenderPlan) -> [SurfaceID: SurfaceID]? {
        var names: [SurfaceID: SurfaceID] = [:]
        for (id, known) in kept {
            guard let surface = known.surface, let name = plan.kept.first(where: { $0.value === surface })?.key else {
                return nil
            }
            names[id] = name
        }
        return names
    }
}

private struct PictureSize: Hashable, Sendable {
    private let width: Int
    private let height: Int
    private let depth: PixelDepth

    init(_ plan: RenderPlan) { (width, height, depth) = (plan.width, plan.height, plan.depth) }
}

/// Rows of a picture that differ from those of an earlier picture in the same memory.
package struct ChangedRows: Hashable, Sendable {
    private var isChanged: [Bool]

    init(height: Int) { isChanged = [Bool](repeating: false, count: height) }

    mutating func insert(_ rows: Range<Int>) {
        for row in rows.clamped(to: isChanged.indices) { isChanged[row] = true }
    }

    func overlaps(_ rows: Range<Int>) -> Bool { isChanged[rows.clamped(to: isChanged.indices)].contains(true) }

    /// Adds all rows of each band that has a changed row.
    mutating func fill(bandHeight: Int) {
        for start in stride(from: 0, to: isChanged.count, by: max(1, bandHeight)) {
            let band = start..<min(isChanged.count, start + bandHeight)
            if overlaps(band) { insert(band) }
        }
    }
}
