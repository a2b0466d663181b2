import CPenumbraDeflate
import Dispatch
import PenumbraBitmap
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The quick writer of PNG: strips of rows, each filtered and coded for itself, on several threads.
///
/// Literals and runs only, in a code made for each strip: photos after filtering hold few repetitions that a search would find,
/// and flat areas become runs.
enum PNGStripWriter {
    /// The longest row that strips are made of; counts and chunk lengths stay below 2³¹ up to there.
    static let longestRow = 1 << 28

    /// - Parameter head: the bytes before the first IDAT chunk.
    static func write(
        _ bitmap: Bitmap, channels: Int, head: [UInt8], threads: Int, kernels: PackingKernels = .best
    ) throws(ImageError) -> [UInt8] {
        let strips = PNGStrips(width: bitmap.width, height: bitmap.height, channels: channels)
        var capacity = head.count + PNGChunk.end.count
        for index in 0..<strips.count { capacity += strips.bound(index) }
        // An array cannot say that there is no memory for it.
        _ = try ScratchBuffer(byteCount: capacity)
        var failure: ImageError?
        let file = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            guard let base = buffer.baseAddress else { return }
            base.update(from: head, count: head.count)
            do throws(ImageError) {
                let workers = min(threads, strips.count)
                let end =
                    workers > 1
                    ? try writeTogether(bitmap, strips, channels, kernels, workers: workers, from: base + head.count)
                    : try writeInTurn(bitmap, strips, channels, kernels, from: base + head.count)
                end.update(from: PNGChunk.end, count: PNGChunk.end.count)
                count = end - base + PNGChunk.end.count
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return file
    }

    private static func writeInTurn(
        _ bitmap: Bitmap, _ strips: PNGStrips, _ channels: Int, _ kernels: PackingKernels,
        from start: UnsafeMutablePointer<UInt8>
    ) throws(ImageError) -> UnsafeMutablePointer<UInt8> {
        var encoder = try PNGStripEncoder(bitmap, strips: strips, channels: channels, kernels: kernels)
        var (last, end) = (start, start)
        var adler: UInt32 = 1
        for index in 0..<strips.count {
            let result = encoder.encode(index, into: end)
            adler = Adler32.combine(adler, result.adler, count: result.filteredBytes)
            last = end
            end += result.chunkBytes
        }
        return PNGChunk.append(adler, toChunk: last, endingAt: end)
    }

    /// Every strip is written where it lies when all those before it are as large as they may be; then they are pushed together.
    private static func writeTogether(
        _ bitmap: Bitmap, _ strips: PNGStrips, _ channels: Int, _ kernels: PackingKernels, workers: Int,
        from start: UnsafeMutablePointer<UInt8>
    ) throws(ImageError) -> UnsafeMutablePointer<UInt8> {
        let count = strips.count
        let results = UnsafeMutablePointer<PNGStripResult>.allocate(capacity: count)
        results.initialize(repeating: PNGStripResult(chunkBytes: 0, filteredBytes: 0, adler: 1), count: count)
        defer { results.deallocate() }
        // All strips but the last have the same bound.
        let bound = strips.bound(0)
        let next = Atomic<Int>(0)
        let missing = Atomic<Int>(0)
        nonisolated(unsafe) let (place, made) = (start, results)
        DispatchQueue.concurrentPerform(iterations: workers) { _ in
            do throws(ImageError) {
                var encoder = try PNGStripEncoder(bitmap, strips: strips, channels: channels, kernels: kernels)
                while true {
                    let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
                    guard index < count else { return }
                    made[index] = encoder.encode(index, into: place + index * bound)
                }
            } catch {
                if case .outOfMemory(let bytes) = error { missing.store(bytes, ordering: .relaxed) }
            }
        }
        var (last, end) = (start, start)
        var adler: UInt32 = 1
        for index in 0..<count {
            let result = results[index]
            // Other workers take over the strips of one that had no memory; only when none had any are strips missing.
            guard result.chunkBytes > 0 else { throw .outOfMemory(bytes: missing.load(ordering: .relaxed)) }
            if index > 0 { memmove(end, start + index * bound, result.chunkBytes) }
            adler = Adler32.combine(adler, result.adler, count: result.filteredBytes)
            last = end
            end += result.chunkBytes
        }
        return PNGChunk.append(adler, toChunk: last, endingAt: end)
    }
}
