import Penumbra
import PenumbraSystem

extension JobSteps {
    /// The animation that a job's output is; nil for a picture.
    ///
    /// A WebP is an animation if its scene moves. The other formats of animations hold nothing else. A PNG whose name has a
    /// place for a number is the frames of a scene that moves.
    func animation(of job: BatchJob, _ scene: Scene, _ template: SceneTemplate) throws(JobError) -> JobAnimation? {
        let own = job.motion
        let motion = own.completed(by: options.motion)
        let target: AnimationTarget
        if let numbered = try numbered(job, scene) {
            if own.plays != nil || own.quality != nil {
                throw .entry("the output is numbered frames, and loops and quality are for files of all frames; leave them out")
            }
            target = .frames(numbered.names, frameOptions(scene.canvas))
        } else if let format = animatedFormat(of: job.output), format != .webp || scene.isAnimated {
            if scene.canvas.depth == .sixteen { throw .animated(.depthBeyondFormat(format)) }
            target = .file(format, fileOptions(motion))
        } else {
            guard own == JobMotion() else {
                throw .entry(
                    "the output is a picture, and \(JobMotion.keyList) are for animations; leave them out, or number the "
                        + "frames, as in frame-%04d.png")
            }
            return nil
        }
        if options.picture.byteBudget != nil || job.maxBytes != nil {
            throw .entry("an animation can't be fitted into a number of bytes; write it with another batch")
        }
        if options.trims { throw .entry("the frames of an animation can't be trimmed; write it with another batch") }
        do {
            let frames = try FrameRange(
                of: scene, rate: motion.rate ?? .sixty, from: motion.start ?? .zero, to: motion.end)
            try frames.check(options.limits)
            var scene = scene
            scene.time = try frames.time(of: frames.numbers.lowerBound)
            return JobAnimation(
                target: target, frames: frames, scene: scene,
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

    /// The numbered files that the job's output stands for; nil for one file.
    private func numbered(_ job: BatchJob, _ scene: Scene) throws(JobError) -> NumberedOutput? {
        guard let numbered = job.numbered, animatedFormat(of: job.output) == nil else { return nil }
        // In the name of a still, `#` is a character like any other.
        let moves = scene.isAnimated || scene.canvas.duration != nil || job.motion != JobMotion()
        guard numbered.isCertain || moves else { return nil }
        guard try format(of: job.output) == .png else {
            if !numbered.isCertain { return nil }
            throw .entry("numbered frames are PNG files; end the output in .png, or leave out the number")
        }
        if numbered.touchesDigit {
            throw .entry("a digit stands beside the number of the frames; put another character between them")
        }
        return numbered
    }

    private func fileOptions(_ motion: JobMotion) -> AnimatedOptions {
        var animated = AnimatedOptions(plays: motion.plays ?? 0)
        animated.png.effort = options.picture.png.effort
        // The other cores run other jobs.
        animated.png.threads = 1
        animated.webp.isLossless = motion.quality == nil
        if let quality = motion.quality { animated.webp.quality = quality }
        animated.matte = motion.matte
        return animated
    }

    private func frameOptions(_ canvas: Canvas) -> PictureOptions {
        var result = options.picture
        result.setCanvas(canvas)
        result.png.threads = 1
        return result
    }

    /// The frames that are drawn ahead, compared and encoded, and what is kept between frames.
    private static let framesInMemory = 12

    /// The bytes by which later frames may need more than the first one, and for surfaces that frames share.
    private func room(for job: BatchJob) -> Int { min(256 << 20, max(run.memory.bytes, job.allowance ?? 0) / 4) }

    func animatedFormat(of output: String) -> AnimatedFormat? {
        let named = AnimatedFormat(path: output)
        guard let format = options.format else { return named }
        return format == .webp && (named == .webp || PictureFormat.ending(of: output) == nil) ? .webp : nil
    }

    /// Draws the frames of an animated job on the processor, and hands the file to an outlet.
    ///
    /// - Throws: an error, after which the share is not ended.
    func animate(
        _ read: ReadJob, _ prepared: PreparedScene, _ share: DrawingShare, for outlet: any JobOutlet,
        _ times: inout StageTimes
    ) throws(JobError) {
        guard let animation = read.animation else { return }
        let start = ContinuousClock().now
        // Notices of the first frame are already reported.
        var reported = Set(read.notices)
        let take = { (frame: FrameReport) throws in
            if let deadline = read.deadline, ContinuousClock().now >= deadline { throw RenderError.late }
            for text in frame.notices.map(\.descriptionForMany) where reported.insert(text).inserted {
                self.run.notice("\(read.scene): \(text)", read.job)
            }
        }
        let report = { (notices: [String]) in
            for text in notices where reported.insert(text).inserted { self.run.notice(text, read.job) }
        }
        let sequence = sequence(animation, prepared, within: share.bytes)
        let device = Device.processor(threads: 1)
        switch animation.target {
        case .file(let format, let options):
            let file = AnimationFile(sequence, as: format, options: options)
            try outlet.deliver(read, share) { emit throws(JobError) in
                try self.naming(read) {
                    let result = try file.write(on: device, onFrame: take) { try emit($0) }
                    report(result.notices)
                    return result.patches
                }
            }
        case .frames(_, let options):
            try outlet.deliver(read, frames: FrameSpan(animation.frames.numbers), share) { emit throws(JobError) in
                try self.naming(read) {
                    let result = try sequence.run(on: device) { frame in
                        try take(frame.report)
                        let file = try PictureEncoder.encode(
                            frame.picture, as: .png, options: options, cache: self.engine.chunks)
                        try emit(frame.number, file)
                    }
                    report(result.notices)
                }
            }
        }
        times[.draw] += (ContinuousClock().now - start).inSeconds
    }

    /// Turns the errors of drawing, encoding and writing into errors of a job.
    private func naming<Result>(_ read: ReadJob, _ body: () throws -> Result) throws(JobError) -> Result {
        do {
            return try body()
        } catch let error as JobError {
            throw error
        } catch let error as AnimationError {
            throw JobError(error, scene: read.scene, seconds: options.secondsAJob)
        } catch let error as RenderError {
            throw jobError(error, read.scene)
        } catch let error as AnimatedError {
            throw .animated(error)
        } catch let error as ImageError {
            throw .encoding(error)
        } catch let error as FileError {
            throw .output(error)
        } catch {
            throw .internalFailure("\(error)")
        }
    }

    private func sequence(_ animation: JobAnimation, _ prepared: PreparedScene, within bytes: Int) -> FrameSequence {
        var sequence = FrameSequence(animation.scene, frames: animation.frames)
        sequence.limits = options.limits
        // Frames that need more memory are drawn in tiles.
        sequence.limits.memory = bytes
        sequence.files = animation.files
        let assets = prepared.assets
        sequence.images = assets.images.filter { !assets.movingSources.contains($0.key) }
        sequence.threads = 1
        if case .frames(_, let options) = animation.target {
            sequence.handling = FrameHandling(storing: options.png)
        }
        return sequence
    }
}
