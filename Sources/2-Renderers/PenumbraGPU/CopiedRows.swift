import PenumbraSystem
import Synchronization

/// Calls `body` for ranges that together are all rows, on up to `threads` threads. Each takes about a MiB at a time, and
/// two or more.
///
/// One thread reaches only a part of the memory's speed, and waits for each page that nobody has written before.
package func copyRows(_ rows: Range<Int>, rowBytes: Int, threads: Int, _ body: (Range<Int>) -> Void) {
    let height = max(1, (1 << 20) / max(1, rowBytes))
    let count = (rows.count + height - 1) / height
    let next = Atomic(0)
    SharedWork.perform(threads: min(threads, count / 2)) {
        while true {
            let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
            guard index < count else { return }
            let start = rows.lowerBound + index * height
            body(start..<min(rows.upperBound, start + height))
        }
    }
}
