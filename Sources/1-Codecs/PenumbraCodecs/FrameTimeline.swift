import PenumbraBitmap

/// The frames of a picture that moves, as a function of time.
package struct FrameTimeline: Sendable {
    /// The times at which frames end, in hundredths of a second.
    private var ends: [Int] = []
    /// How often the frames are shown; 0 is forever.
    private var plays = 1
    /// The reason why frames are missing behind the last one.
    private var fault: ImageError?

    /// The timeline of a picture with one frame.
    package static let still = FrameTimeline()

    private init() {}

    /// Browsers show a frame of less than two hundredths for ten.
    private static let shortest = 2
    private static let standard = 10

    /// - Parameters:
    ///   - hundredths: the duration of each frame, in hundredths of a second.
    ///   - plays: how often the frames are shown; 0 is forever.
    ///   - fault: the reason why frames are missing behind the last one.
    package init(hundredths: [Int], plays: Int, fault: ImageError? = nil) {
        guard hundredths.count > 1 || fault != nil else { return }
        var end = 0
        for duration in hundredths {
            end += duration < Self.shortest ? Self.standard : duration
            ends.append(end)
        }
        (self.plays, self.fault) = (plays, fault)
    }

    /// Whether the picture changes with time.
    package var moves: Bool { !ends.isEmpty || fault != nil }

    /// The duration of one play in seconds.
    var seconds: Double { Double(ends.last ?? 0) / 100 }

    /// The bytes that the timeline takes.
    package var byteCount: Int { MemoryLayout<Int>.size * ends.count }

    /// The frame that is shown at a time in seconds. A frame is shown from its start on, until the next one starts.
    ///
    /// The first frame is shown before the start, and the last frame after the last play.
    /// - Parameter denominator: above 0.
    /// - Throws: `ImageError` for a frame that a damaged file lacks.
    package func frame(at numerator: Int, _ denominator: Int) throws(ImageError) -> Int {
        guard moves, numerator > 0 else { return 0 }
        let now = Int(clamping: Int128(numerator) * 100 / Int128(denominator))
        guard let length = ends.last, fault == nil || now < length else {
            if let fault { throw fault }
            return 0
        }
        if plays > 0, now >= plays * length { return ends.count - 1 }
        let place = now % length
        var (low, high) = (0, ends.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if ends[middle] > place { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
