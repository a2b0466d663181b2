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
        /// The groups that have dispatches with this buffer yet to be queued.
        fileprivate var users = 0
        /// Whether groups find it.
        fileprivate var isListed = false

        fileprivate init(_ buffer: GPUBuffer) {
            self.buffer = buffer
        }

        /// True if one of its bitmaps still exists and can be requested.
        fileprivate var isAlive: Bool { entries.contains { $0.bitmap != nil } }
    }

    fileprivate final class Entry {
        weak let bitmap: Bitmap?
        /// The bitmap's identity, which another bitmap may have later.
        let identity: ObjectIdentifier
        let columns: Range<Int>
        let rows: Range<Int>
        let readsCodes: Bool
        let offset: Int

        init(_ region: ImageRegion, offset: Int) {
            (bitmap, identity) = (region.picture, ObjectIdentifier(region.picture))
            (columns, rows, readsCodes, self.offset) = (region.columns, region.rows, region.readsCodes, offset)
        }
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
    /// The listed slabs that have parts of a bitmap, by its identity.
    private var slabsOfBitmaps: [ObjectIdentifier: [Slab]] = [:]
    private var clock = 0

    init(pool: BufferPool, budget: Int) {
        self.pool = pool
        self.budget = budget
    }

    /// Returns the position of part of a picture, if it is on the device.
    func place(_ region: ImageRegion) -> Place? {
        let identity = ObjectIdentifier(region.picture)
        for slab in slabsOfBitmaps[identity] ?? [] {
            for entry in slab.entries
            where entry.identity == identity && entry.columns == region.columns && entry.rows == region.rows
                && entry.readsCodes == region.readsCodes && entry.bitmap === region.picture
            {
                clock += 1
                slab.use = clock
                return Place(slab: slab, offset: entry.offset)
            }
        }
        return nil
    }

    /// Takes a buffer for the parts of several pictures. No group finds them until the buffer is written and `add`ed.
    ///
    /// - Returns: the position of each of `regions`.
    /// - Throws: `GPUError.outOfMemory`.
    func makePlaces(_ regions: [ImageRegion]) throws(GPUError) -> [Place] {
        var byteCount = 0
        var entries: [Entry] = []
        for region in regions {
            entries.append(Entry(region, offset: byteCount))
            byteCount += region.byteCount
        }
        let first = regions.first.map { "a picture of \($0.picture.width)×\($0.picture.height)" } ?? "no picture"
        let purpose = regions.count > 1 ? "\(first) and \(regions.count - 1) others" : first
        let slab = Slab(try pool.take(byteCount, .work, purpose: purpose))
        slab.entries = entries
        return entries.map { Place(slab: slab, offset: $0.offset) }
    }

    /// Lets groups find the pictures of a buffer. The commands that write it must be queued.
    func add(_ slab: Slab) {
        clock += 1
        slab.use = clock
        slab.isListed = true
        slabs.append(slab)
        for identity in Set(slab.entries.map { $0.identity }) { slabsOfBitmaps[identity, default: []].append(slab) }
    }

    /// Keeps a buffer until the caller has queued all commands that use it, and says so with `release`.
    func retain(_ slab: Slab) { slab.users += 1 }

    func release(_ slab: Slab) {
        slab.users -= 1
        if slab.users == 0 && !slab.isListed { pool.giveBack(slab.buffer) }
    }

    /// Gives back slabs whose bitmaps no longer exist and then, the longest unused first, slabs beyond the budget.
    func trim() { trim(to: budget) }

    /// Gives all slabs back. Later groups find none of them.
    func empty() { trim(to: 0) }

    private func trim(to budget: Int) {
        let dead = slabs.filter { !$0.isAlive }
        slabs = slabs.filter(\.isAlive).sorted { $0.use < $1.use }
        dead.forEach(giveBack)
        var kept = slabs.reduce(0) { $0 + $1.buffer.capacity }
        while kept > budget, !slabs.isEmpty {
            let oldest = slabs.removeFirst()
            kept -= oldest.buffer.capacity
            giveBack(oldest)
        }
    }

    /// Gives a slab back that is no longer in the list, now or when its last user releases it.
    private func giveBack(_ slab: Slab) {
        slab.isListed = false
        for identity in Set(slab.entries.map { $0.identity }) {
            slabsOfBitmaps[identity]?.removeAll { $0 === slab }
            if slabsOfBitmaps[identity]?.isEmpty ?? false { slabsOfBitmaps[identity] = nil }
        }
        if slab.users == 0 { pool.giveBack(slab.buffer) }
    }
}
