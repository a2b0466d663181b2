import PenumbraBitmap

/// Decides which frames are shown and when, in ticks of the file's format.
///
/// Equal frames in a row become one longer frame. Starts are rounded from exact times, so errors don't add up. If a format
/// can't show all frames, the newest frame waits for the next tick, and frames that it overtakes are dropped. The last frame
/// is always shown.
struct FrameSchedule {
    /// The ticks of a format.
    enum Ticks {
        /// One tick per frame of the sequence, for formats that store fractions of seconds.
        case frames
        /// A fixed number of ticks per second.
        case perSecond(Int)
    }

    /// A frame whose duration is known.
    struct Shown {
        let bitmap: Bitmap
        /// The frame's number in the sequence.
        let number: Int
        let ticks: Int
    }

    private struct Held {
        var bitmap: Bitmap
        var number: Int
        var start: Int
    }

    private let ticks: Ticks
    private let rate: AnimatedRate
    /// The frame whose duration is not known yet.
    private var current: Held?
    /// A frame that is shown one tick after `current`, unless a newer frame comes before.
    private var waiting: Held?
    private(set) var dropped = 0

    init(_ ticks: Ticks, rate: AnimatedRate) {
        self.ticks = ticks
        self.rate = rate
    }

    /// Adds the next frame.
    ///
    /// - Returns: the frames whose durations have become known: none, one or two.
    mutating func append(_ bitmap: Bitmap, number: Int) -> [Shown] {
        let start = start(of: number)
        guard let first = current else {
            current = Held(bitmap: bitmap, number: number, start: start)
            return []
        }
        var shown: [Shown] = []
        var last = first
        if let next = waiting {
            if start > next.start {
                shown.append(Shown(bitmap: last.bitmap, number: last.number, ticks: next.start - last.start))
                last = next
            } else if !bitmap.hasEqualBytes(next.bitmap) {
                dropped += 1
            }
            waiting = nil
        }
        current = last
        if bitmap.hasEqualBytes(last.bitmap) { return shown }
        if start <= last.start {
            waiting = Held(bitmap: bitmap, number: number, start: last.start + 1)
        } else {
            shown.append(Shown(bitmap: last.bitmap, number: last.number, ticks: start - last.start))
            current = Held(bitmap: bitmap, number: number, start: start)
        }
        return shown
    }

    /// Ends the sequence after `count` frames.
    mutating func finish(count: Int) -> [Shown] {
        guard let first = current else { return [] }
        let end = end(of: count)
        guard let last = waiting else {
            return [Shown(bitmap: first.bitmap, number: first.number, ticks: max(1, end - first.start))]
        }
        if end > last.start {
            return [
                Shown(bitmap: first.bitmap, number: first.number, ticks: last.start - first.start),
                Shown(bitmap: last.bitmap, number: last.number, ticks: end - last.start),
            ]
        }
        dropped += 1
        return [Shown(bitmap: last.bitmap, number: last.number, ticks: max(1, end - first.start))]
    }

    private func start(of frame: Int) -> Int {
        switch ticks {
        case .frames: frame
        // Rounding down leaves room for the last frame where there are more frames than ticks.
        case .perSecond(let count) where rate.numerator > count * rate.denominator:
            rate.ticksDown(toFrame: frame, perSecond: count)
        case .perSecond(let count): rate.ticks(toFrame: frame, perSecond: count)
        }
    }

    private func end(of count: Int) -> Int {
        switch ticks {
        case .frames: count
        case .perSecond(let ticks): rate.ticks(toFrame: count, perSecond: ticks)
        }
    }
}
