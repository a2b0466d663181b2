import CPenumbraDeflate
import Glibc
import PenumbraBitmap
import PenumbraSystem
import Synchronization

/// The quick PNG writer: strips of rows, each filtered and coded separately, on several threads. It writes fast and balanced
/// files.
///
/// Strips of photos have only literals and runs, in a code made for each strip. After filtering, they hold few repetitions that
/// a search would find. Strips of drawings are not filtered, and matches are searched for.
enum PNGStripWriter {
    /// The longest row, in bytes, for which strips are used. Up to it, counts and chunk lengths stay below 2³¹.
    static let longestRow = 1 << 28

    /// Encodes a picture as a complete PNG file.
    ///
    /// - Parameters:
    ///   - pixels: all rows.
    ///   - head: the bytes before the first IDAT chunk.
    ///   - cache: has the chunks of earlier pictures.
    static func write(
        _ pixels: PNGPixels, height: Int, form: PNGForm, head: [UInt8], effort: PNGOptions.Effort, threads: Int,
        kernels: PackingKernels, cache: PNGStripCache? = nil
    ) throws(ImageError) -> [UInt8] {
        let strips = PNGStrips(width: pixels.width, height: height, form: form, effort: effort)
        var capacity = head.count + PNGChunk.end.count
        for index in 0..<strips.count { capacity += strips.bound(index) }
        // An array cannot report a failed allocation.
        _ = try ScratchBuffer(byteCount: capacity)
        var failure: ImageError?
        let file = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            guard let base = buffer.baseAddress else { return }
            base.update(from: head, count: head.count)
            do throws(ImageError) {
                let made = try write(
                    pixels, strips, 0..<strips.count, form: form, effort: effort, threads: threads, kernels: kernels,
                    cache: cache, adler: 1, to: base + head.count)
                made.end.update(from: PNGChunk.end, count: PNGChunk.end.count)
                count = made.end - base + PNGChunk.end.count
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return file
    }

    /// Writes the chunks of some strips one after another.
    ///
    /// - Parameters:
    ///   - pixels: the rows of these strips.
    ///   - adler: the checksum of all filtered rows before these strips.
    ///   - start: writable for the bounds of these strips.
    /// - Returns: the end of the last chunk and the checksum up to there, which the picture's last chunk holds.
    static func write(
        _ pixels: PNGPixels, _ strips: PNGStrips, _ range: Range<Int>, form: PNGForm, effort: PNGOptions.Effort, threads: Int,
        kernels: PackingKernels, cache: PNGStripCache? = nil, adler: UInt32, to start: UnsafeMutablePointer<UInt8>
    ) throws(ImageError) -> (end: UnsafeMutablePointer<UInt8>, adler: UInt32) {
        let workers = min(threads, range.count)
        var (last, end) = (start, start)
        var adler = adler
        if workers > 1 {
            let bound = strips.bound(0)
            let results = try encodeTogether(
                pixels, strips, range, form, effort, kernels, cache, workers: workers, from: start)
            for (index, result) in results.enumerated() {
                if index > 0 { memmove(end, start + index * bound, result.chunkBytes) }
                adler = Adler32.combine(adler, result.adler, count: result.filteredBytes)
                last = end
                end += result.chunkBytes
            }
        } else {
            var encoder = try PNGStripEncoder(
                pixels, strips: strips, form: form, effort: effort, kernels: kernels, cache: cache)
            for index in range {
                let result = encoder.encode(index, into: end)
                adler = Adler32.combine(adler, result.adler, count: result.filteredBytes)
                last = end
                end += result.chunkBytes
            }
        }
        if range.upperBound == strips.count { end = PNGChunk.append(adler, toChunk: last, endingAt: end) }
        return (end, adler)
    }

    /// Encodes every strip at the place it has if all previous strips have their largest possible size.
    private static func encodeTogether(
        _ pixels: PNGPixels, _ strips: PNGStrips, _ range: Range<Int>, _ form: PNGForm, _ effort: PNGOptions.Effort,
        _ kernels: PackingKernels, _ cache: PNGStripCache?, workers: Int, from start: UnsafeMutablePointer<UInt8>
    ) throws(ImageError) -> [PNGStripResult] {
        let count = range.count
        let first = range.lowerBound
        let results = UnsafeMutablePointer<PNGStripResult>.allocate(capacity: count)
        results.initialize(repeating: PNGStripResult(chunkBytes: 0, filteredBytes: 0, adler: 1), count: count)
        defer { results.deallocate() }
        // All strips but the last have the same bound.
        let bound = strips.bound(0)
        let next = Atomic<Int>(0)
        let missing = Atomic<Int>(0)
        SharedWork.perform(threads: workers) {
            do throws(ImageError) {
                var encoder = try PNGStripEncoder(
                    pixels, strips: strips, form: form, effort: effort, kernels: kernels, cache: cache)
                while true {
                    let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
                    guard index < count else { return }
                    results[index] = encoder.encode(first + index, into: start + index * bound)
                }
            } catch {
                if case .outOfMemory(let bytes) = error { missing.store(bytes, ordering: .relaxed) }
            }
        }
        // Other workers take over the strips of a worker that had no memory. Strips are missing only if no worker had
        // memory.
        for index in 0..<count where results[index].chunkBytes == 0 {
            throw .outOfMemory(bytes: missing.load(ordering: .relaxed))
        }
        return (0..<count).map { results[$0] }
    }
}
