import PenumbraSystem
import PenumbraText

/// A picture, or a file of many pictures, on its way through a `DrawingQueue`.
///
/// The queue decides when each step happens, on which thread or device, and with how much memory. A job brings the scene and
/// takes the picture. Whatever becomes of a job, one of `finish`, `animate`, `skip` and `fail` gets its share and ends it.
package protocol DrawingJob: Sendable {
    associatedtype Failure: DrawingFailure

    /// The bytes that the job may take even if that is more than all pictures may take together. Nil if it has no such right.
    var allowance: Int? { get }
    var limits: RenderLimits { get }
    /// The time by which the picture must be drawn. Known once the job is prepared; nil sets no limit.
    var deadline: ContinuousClock.Instant? { get }
    /// The bytes that the job takes besides its picture. Known once the job is prepared.
    var extraBytes: Int { get }
    /// True if the job draws more than one picture, in `animate`. Known once the job is prepared.
    var isAnimation: Bool { get }

    /// Reads the scene and everything that it shows, within some memory. May be called again on a copy, with more memory.
    ///
    /// - Returns: nil if there is nothing to draw. `skip` is called next.
    mutating func prepare(
        with engine: Engine, _ shaper: TextShaper, within bytes: Int, _ times: inout StageTimes
    ) throws(Failure) -> PreparedScene?

    /// The file that one of these devices makes of the picture. Nil if the processor makes it.
    func encoding(on devices: [Device]) -> FileEncoding?

    /// Takes the picture, or the file that a device made of it.
    func finish(_ picture: DevicePicture, by device: String, _ share: DrawingShare, _ times: inout StageTimes)
    /// Draws all pictures of an animation on this thread.
    func animate(_ prepared: PreparedScene, _ share: DrawingShare, _ times: inout StageTimes)
    /// Ends a job that had nothing to draw.
    func skip(_ share: DrawingShare)
    func fail(_ failure: Failure, _ share: DrawingShare)

    func failure(_ error: RenderError) -> Failure
}

/// The reason why a job has no picture.
package protocol DrawingFailure: Error {
    /// The bytes that the job needs at least. Nil if more memory wouldn't help.
    var neededBytes: Int? { get }
}

/// The part of the memory budget that a job holds, and its place among the jobs in progress, until both are given back.
package struct DrawingShare: Sendable {
    package let bytes: Int
    private let giveBack: @Sendable (Int) -> Void

    package init(bytes: Int, giveBack: @escaping @Sendable (Int) -> Void) { (self.bytes, self.giveBack) = (bytes, giveBack) }

    /// Gives everything back. Called once, when the job is done.
    package func end() { giveBack(bytes) }
}
