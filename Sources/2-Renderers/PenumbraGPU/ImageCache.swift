import PenumbraBitmap

/// Pictures on the device, kept as long as their bitmaps are in use elsewhere. A logo that many plans show is copied there
/// once.
///
/// A picture is identified by its bitmap's identity and the part that is read. The pictures of one group of plans share a
/// buffer, called a slab.
final class ImageCache {
    /// A buffer of pictures.
    final class Slab {
        let buffer: GPUBuffer
        fileprivate var entries: [Entry] = []
        /// The time of the last use, as a count of uses.
        fileprivate var use = 0

        fileprivate init(_ buffer: GPUBuffer) {
            self.buffer = buffer
        }

        /// True if one of its bitmaps still exists and can be requested.
        fileprivate var isAlive: Bool { entries.contains { $0.bitmap != nil } }
    }

    fileprivate struct Entry {
        weak var bitmap: Bitmap?
        var columns: Range<Int>
        var rows: Range<Int>
        var offset: Int
    }

    /// The position of a picture on the device.
    struct Place {
        var slab: Slab
        var offset: Int
    }

    /// The most bytes kept while no plan needs them.
    private let budget: Int
    private let pool: BufferPool
    private var slabs: [Slab] = []
    private var clock = 0

    init(pool: BufferPool, budget: Int) {
        self.pool = pool
        self.budget = budget
    }

    /// Returns the position of part of a picture, if it is on the device.
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

    /// Takes a buffer for the parts of several pictures, which the caller must write next.
    ///
    /// - Returns: the position of each of `regions`.
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

    /// Gives back a buffer that was never written.
    func remove(_ slab: Slab) {
        guard let index = slabs.firstIndex(where: { $0 === slab }) else { return }
        slabs.remove(at: index)
        pool.giveBack(slab.buffer)
    }

    /// Gives back slabs whose bitmaps no longer exist and then, the longest unused first, slabs beyond the budget. Call it
    /// only between groups, since the slabs a group uses must stay.
    func trim() { trim(to: budget) }

    /// Gives all slabs back.
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
