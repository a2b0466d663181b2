import Penumbra
import PenumbraAnimation
import PenumbraSystem

extension JobSteps {
    /// The animation that a job's output is; nil for a picture.
    ///
    /// A WebP is an animation if its scene moves. The other formats of animations hold nothing else.
    func animation(of job: BatchJob, _ scene: Scene, _ template: SceneTemplate) throws(JobError) -> JobAnimation? {
        let own = job.motion
        guard let format = animatedFormat(of: job.output), format != .webp || scene.isAnimated else {
            guard own == JobMotion() else {
                throw .entry("the output is a picture, and \(JobMotion.keyList) are for animations; leave them out")
            }
            return nil
        }
        if options.picture.byteBudget != nil || job.maxBytes != nil {
            throw .entry("an animation can't be fitted into a number of bytes; write it with another batch")
        }
        if options.trims { throw .entry("the frames of an animation can't be trimmed; write it with another batch") }
        if scene.canvas.depth == .sixteen { throw .animated(.depthBeyondFormat(format)) }
        let motion = own.completed(by: options.motion)
        var animated = AnimatedOptions(plays: motion.plays ?? 0)
        animated.png.effort = options.picture.png.effort
        // The other cores run other jobs.
        animated.png.threads = 1
        animated.webp.isLossless = motion.quality == nil
        if let quality = motion.quality { animated.webp.quality = quality }
        animated.matte = motion.matte
        do {
            let frames = try FrameRange(
                of: scene, rate: motion.rate ?? .sixty, from: motion.start ?? .zero, to: motion.end)
            try frames.check(options.limits)
            var scene = scene
            scene.time = try frames.time(of: frames.numbers.lowerBound)
            return JobAnimation(
                format: format, frames: frames, options: animated, scene: scene,
                bytes: Self.framesInMemory * MemoryEstimate.finished(scene.canvas) / 2 + room(for: job),
                files: try roots.files(of: template.baseFolder))
        } catch let error as FileError {
            throw .sceneFile(error)
        } catch let error as AnimationError {
            throw .animation(scene: template.name, error)
        } catch {
            throw .internalFailure("\(error)")
        }
    }

    /// The frames that are drawn ahead, compared and encoded, and what is kept between frames.
    private static let framesInMemory = 12

    /// The bytes by which later frames may need more than the first one, and for surfaces that frames share.
    private func room(for job: BatchJob) -> Int { min(256 << 20, allowed(job) / 4) }

    func animatedFormat(of output: String) -> AnimatedFormat? {
        let named = AnimatedFormat(path: output)
        guard let format = options.format else { return named }
        return format == .webp && (named == .webp || PictureFormat.ending(of: output) == nil) ? .webp : nil
    }

    /// Draws the frames of an animated job on the processor, and hands the file to an outlet.
    func animate(_ planned: PlannedJob, for outlet: any JobOutlet, _ times: inout StageTimes) throws(JobError) {
        let read = planned.read
        guard let animation = read.animation else { return }
        let start = ContinuousClock().now
        // Notices of the first frame were reported when the job was read.
        var said = Set(read.prepared.assets.notices.map(\.descriptionForMany))
        try outlet.deliver(planned) { emit throws(JobError) in
            do {
                let result = try self.file(animation, of: planned).write(on: Device.processor(threads: 1)) { frame in
                    if let deadline = read.deadline, ContinuousClock().now >= deadline { throw RenderError.late }
                    for text in frame.notices.map(\.descriptionForMany) where said.insert(text).inserted {
                        self.run.notice("\(read.scene): \(text)", read.job)
                    }
                } emit: {
                    try emit($0)
                }
                for text in result.notices where said.insert(text).inserted { self.run.notice(text, read.job) }
                return result.patches
            } catch let error as JobError {
                throw error
            } catch let error as AnimationError {
                throw JobError(error, scene: read.scene, seconds: self.options.secondsAJob)
            } catch let error as RenderError {
                throw self.jobError(error, read.scene)
            } catch let error as AnimatedError {
                throw .animated(error)
            } catch let error as FileError {
                throw .output(error)
            } catch {
                throw .internalFailure("\(error)")
            }
        }
        times[.draw] += (ContinuousClock().now - start).inSeconds
    }

    private func file(_ animation: JobAnimation, of planned: PlannedJob) -> AnimationFile {
        let read = planned.read
        var sequence = FrameSequence(animation.scene, frames: animation.frames)
        sequence.limits = options.limits
        // Frames that need more memory are drawn in tiles.
        sequence.limits.memory = max(read.prepared.bytes, planned.picture.bytes) + animation.bytes
        sequence.files = animation.files
        let assets = read.prepared.assets
        sequence.images = assets.images.filter { !assets.movingSources.contains($0.key) }
        sequence.threads = 1
        return AnimationFile(sequence, as: animation.format, options: animation.options)
    }
}
