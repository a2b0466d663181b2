import PenumbraBitmap

/// Pictures on the device, kept while someone else keeps the bitmap they came from: a logo that many plans show is brought
/// there once.
///
/// A picture is known by its bitmap's identity and the part that is read. Those of one group of plans share a buffer, a slab.
final class ImageCache {
    /// A buffer of pictures.
    final class Slab {
        let buffer: GPUBuffer
        fileprivate var entries: [Entry] = []
        /// When it was used last.
        fileprivate var use = 0

        fileprivate init(_ buffer: GPUBuffer) {
            self.buffer = buffer
        }

        /// Whether one of its bitmaps can still be asked for.
        fileprivate var isAlive: Bool { entries.contains { $0.bitmap != nil } }
    }

    fileprivate struct Entry {
        weak var bitmap: Bitmap?
        var columns: Range<Int>
        var rows: Range<Int>
        var offset: Int
    }

    /// Where a picture is.
    struct Place {
        var slab: Slab
        var offset: Int
    }

    /// How many bytes may be kept once no plan needs them at the moment.
    private let budget: Int
    private let pool: BufferPool
    private var slabs: [Slab] = []
    private var clock = 0

    init(pool: BufferPool, budget: Int) {
        self.pool = pool
        self.budget = budget
    }

    /// Where the part of a picture is, when it is there.
    func place(_ region: ImageRegion) -> Place? {
        for slab in slabs {
            for entry in slab.entries
            where entry.bitmap === region.picture && entry.columns == region.columns && entry.rows == region.rows {
                clock += 1
                slab.use = clock
                return Place(slab: slab, offset: entry.offset)
            }
        }
        return nil
    }

    /// A buffer for the parts of several pictures, which must be written next.
    ///
    /// - Returns: where each of `regions` goes.
    /// - Throws: `GPUError.outOfMemory`.
    func makePlaces(_ regions: [ImageRegion]) throws(GPUError) -> [Place] {
        var byteCount = 0
        var entries: [Entry] = []
        for region in regions {
            entries.append(
                Entry(bitmap: region.picture, columns: region.columns, rows: region.rows, offset: byteCount))
            byteCount += region.layout.byteCount
        }
        let first = regions.first.map { "a picture of \($0.picture.width)×\($0.picture.height)" } ?? "no picture"
        let purpose = regions.count > 1 ? "\(first) and \(regions.count - 1) others" : first
        let slab = Slab(try pool.take(byteCount, .work, purpose: purpose))
        slab.entries = entries
        clock += 1
        slab.use = clock
        slabs.append(slab)
        return entries.map { Place(slab: slab, offset: $0.offset) }
    }

    /// Gives a buffer back that was never written.
    func remove(_ slab: Slab) {
        guard let index = slabs.firstIndex(where: { $0 === slab }) else { return }
        slabs.remove(at: index)
        pool.giveBack(slab.buffer)
    }

    /// Gives back what nobody can ask for any more and then, the longest unused first, what is beyond the budget. Only
    /// between groups: what a group uses must stay.
    func trim() { trim(to: budget) }

    /// Gives everything back.
    func empty() { trim(to: 0) }

    private func trim(to budget: Int) {
        for slab in slabs where !slab.isAlive { pool.giveBack(slab.buffer) }
        slabs = slabs.filter(\.isAlive).sorted { $0.use < $1.use }
        var kept = slabs.reduce(0) { $0 + $1.buffer.capacity }
        while kept > budget, !slabs.isEmpty {
            let oldest = slabs.removeFirst()
            kept -= oldest.buffer.capacity
            pool.giveBack(oldest.buffer)
        }
    }
}
