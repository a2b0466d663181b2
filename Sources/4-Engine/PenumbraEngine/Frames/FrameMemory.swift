/// The memory of a sequence of frames: what each worker may take to draw, and how many finished frames may wait.
package struct FrameMemory: Hashable {
    /// The number of workers, each of which keeps the frame that it drew last.
    package var workers: Int
    /// How many frames may be drawn ahead of the one that is delivered.
    package var framesAhead: Int
    /// The bytes that a worker may take for the frame that it draws and everything that makes it.
    package var bytesOfWorker: Int
    private let bytesOfFrame: Int
    private let bytesOfPictures: Int

    /// The most frames that an encoder of animated files keeps, with the one that it's given.
    private static let framesOfEncoder = 5

    /// Takes as many of the wanted workers as can draw at ease. The last worker takes what is left.
    ///
    /// - Parameter bytesOfPictures: the bytes of the moving pictures that each worker holds, which it needs in any case.
    package init(bytesOfFrame: Int, bytesOfPictures: Int = 0, workers: Int, in bytes: Int) {
        (self.bytesOfFrame, self.bytesOfPictures) = (bytesOfFrame, bytesOfPictures)
        (self.workers, framesAhead, bytesOfWorker) = (max(1, workers), 0, 0)
        while true {
            framesAhead = self.workers > 1 ? 2 * self.workers : 1
            bytesOfWorker = (bytes - bytesOfKeptFrames) / self.workers
            if self.workers == 1 || bytesOfWorker >= bytesAtEase { break }
            self.workers -= 1
        }
        // Any drawing takes more than its frame.
        bytesOfWorker = max(bytesOfWorker, bytesOfFrame + bytesOfPictures)
    }

    /// The frames' worth of surfaces within which most scenes are drawn without tiles.
    private static let framesAtEase = 6

    private var bytesAtEase: Int { Self.framesAtEase * bytesOfFrame + bytesOfPictures }

    private var bytesOfKeptFrames: Int { (framesAhead + workers + Self.framesOfEncoder) * bytesOfFrame }

    /// The bytes of surfaces that the workers may share: a quarter, if every worker still draws at ease without them.
    var bytesOfSharedSurfaces: Int { max(0, min(bytes / 4, bytesOfWorker - bytesAtEase)) }

    /// All bytes together.
    package var bytes: Int { bytesOfKeptFrames + workers * bytesOfWorker }
}
