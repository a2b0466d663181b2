import Penumbra
import PenumbraSystem

/// How the frames of an animated job are chosen and stored. Nil leaves a setting to the batch or to its default.
public struct JobMotion: Hashable, Sendable {
    /// The frames per second. The default is 60.
    public var rate: FrameRate?
    /// The time of the first frame. The default is 0.
    public var start: Time?
    /// The time that no frame reaches. The default is the scene's own end.
    public var end: Time?
    /// How often a file plays; 0 is forever, which is the default.
    public var plays: Int?
    /// The quality of a WebP, 1 to 100. The default is lossless.
    public var quality: Int?

    /// The colour behind transparent pixels. The default is black for Y4M and none for other formats.
    public var matte: SIMD3<UInt8>?

    public init() {}

    /// The settings of a job, where the batch's settings replace missing ones.
    func completed(by others: JobMotion) -> JobMotion {
        var result = self
        result.rate = rate ?? others.rate
        result.start = start ?? others.start
        result.end = end ?? others.end
        result.plays = plays ?? others.plays
        result.quality = quality ?? others.quality
        result.matte = matte ?? others.matte
        return result
    }

    // MARK: Manifests

    /// The keys of a manifest's line.
    static let keys = ["fps", "from", "to", "loops", "quality"]
    /// The keys as messages list them.
    static let keyList = "fps, from, to, loops and quality"

    /// Reads the settings of a manifest's line.
    init(_ object: JSONObject) throws(JobError) {
        func exact<Value>(_ key: String, _ wanted: String, _ read: (String) throws -> Value) throws(JobError) -> Value? {
            let text: String
            switch object[key] {
            case nil, .null?: return nil
            case .string(let string)?: text = string
            case .number?: text = object[key]?.compact() ?? ""
            case let other?: throw .entry("\(key): found \(other.summary), expected \(wanted)")
            }
            do {
                return try read(text)
            } catch {
                throw .entry("\((error as? MotionError)?.words(at: key) ?? "\(key): expected \(wanted)")")
            }
        }
        rate = try exact("fps", "frames per second, such as 60 or \"30000/1001\"") { try FrameRate($0) }
        start = try exact("from", "seconds") { try Time($0) }
        end = try exact("to", "seconds") { try Time($0) }
        plays = try object.whole("loops", 0...Int(Int32.max), "a whole number from 0, which is forever")
        quality = try object.whole("quality", 1...100, "a whole number from 1 to 100")
    }

    // MARK: Workers

    func write(to body: inout MessageWriter) {
        body.add(rate.map { "\($0)" }) { $0.add($1) }
        body.add(start.map { "\($0)" }) { $0.add($1) }
        body.add(end.map { "\($0)" }) { $0.add($1) }
        body.add(plays) { $0.add($1) }
        body.add(quality) { $0.add($1) }
    }

    init(_ reader: inout MessageReader) throws(MessageError) {
        func read<Value>(_ make: (String) throws -> Value) throws(MessageError) -> Value? {
            let text = try reader.optional { reader throws(MessageError) in try reader.text() }
            guard let text else { return nil }
            do { return try make(text) } catch { throw MessageError() }
        }
        rate = try read { try FrameRate($0) }
        start = try read { try Time($0) }
        end = try read { try Time($0) }
        plays = try reader.optional { reader throws(MessageError) in try reader.count() }
        quality = try reader.optional { reader throws(MessageError) in try reader.count() }
    }
}

extension MotionError {
    /// The error with the name of a manifest's key as its place.
    fileprivate func words(at key: String) -> Message { "\(key): \(message)" }
}

/// The files of an animation.
enum AnimationTarget: Sendable {
    /// One file with all frames.
    case file(AnimatedFormat, AnimatedOptions)
    /// A PNG for each frame.
    case frames(FrameNames, PictureOptions)
}

/// The animation that a job writes instead of one picture.
package struct JobAnimation: Sendable {
    var target: AnimationTarget
    var frames: FrameRange
    /// The scene before its animations are applied.
    var scene: Scene
    /// The memory, in bytes, of the frames on their way to the file, besides the memory for drawing one frame.
    var bytes: Int
    /// The folders that may contain the files that the scene names.
    var files: FileRoots

    /// Everything that decides the bytes of the files besides the scene.
    var settings: String {
        let numbers = frames.numbers
        let range = "frames \(numbers.lowerBound)-\(numbers.upperBound) at \(frames.rate)"
        switch target {
        case .file(let format, let options):
            return
                "\(format.rawValue) \(range) plays \(options.plays) "
                + (format == .webp ? "\(options.webp)" : format == .apng ? "\(options.png.effort)" : "")
                + " matte \(options.matte.map { "\($0)" } ?? "-")"
        case .frames(_, let options): return "numbered png \(range) \(options.png.effort)"
        }
    }

    /// The names of the frames, if each frame is a file.
    var frameNames: FrameNames? {
        if case .frames(let names, _) = target { names } else { nil }
    }

    /// The moments at which the scene shows a picture or a text for the first time, besides its first frame.
    ///
    /// A file depends on the contents of all pictures that its frames show.
    ///
    /// - Parameters:
    ///   - name: the scene's name in errors.
    ///   - allowed: the nanoseconds of one core that the search may take.
    ///   - check: called for each frame, to end the search.
    func momentsOfNewInputs(_ name: String, within allowed: Int, check: () throws(JobError) -> Void) throws(JobError) -> [Scene]
    {
        guard scene.changesInputs else { return [] }
        var known: Set<ImageSource> = []
        var texts: Set<String> = []
        var result: [Scene] = []
        let start = ThreadClock.nanoseconds
        for number in frames.numbers {
            try check()
            let work = ThreadClock.nanoseconds - start
            guard work <= allowed else {
                throw .animation(scene: name, .tooMuchWork(frames: frames.numbers.count, work: work, allowed: allowed))
            }
            guard let time = try? frames.time(of: number) else { continue }
            var moment = scene
            moment.time = time
            let presented = try rethrowing(try moment.presented(), as: { JobError.scene(name: name, $0) })
            let needs = SceneRequirements(presented)
            let sources = needs.pictures.map(\.source).filter { !known.contains($0) }
            let strings = needs.texts.map(\.placement.text.wholeString).filter { !texts.contains($0) }
            guard !sources.isEmpty || !strings.isEmpty else { continue }
            known.formUnion(sources)
            texts.formUnion(strings)
            if number != frames.numbers.lowerBound { result.append(moment) }
        }
        return result
    }
}
