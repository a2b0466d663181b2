import Penumbra
import PenumbraSystem

/// The output folder of a batch, with the journal records of the files in it.
final class BatchOutputs: Sendable {
    let folder: OutputFolder
    private let journal: Journal?
    let records: [OutputName: JournalRecord]
    /// Differing records of other journals for outputs that are already in `records`.
    let otherRecords: [OutputName: [JournalRecord]]

    /// - Parameter journal: the journal that records outputs; nil if no outputs are written.
    init(
        _ folder: OutputFolder, journal: Journal?, records: [OutputName: JournalRecord],
        otherRecords: [OutputName: [JournalRecord]] = [:]
    ) {
        (self.folder, self.journal, self.records, self.otherRecords) = (folder, journal, records, otherRecords)
    }

    /// Moves a file to its place and records it in the journal.
    func write(_ encoded: EncodedJob, for run: BatchRun) {
        if let frames = encoded.frames { return write(frames, of: encoded, for: run) }
        let digest = encoded.digest ?? SHA256.digest(of: encoded.bytes)
        do throws(FileError) {
            try encoded.bytes.withUnsafeBufferPointer { bytes throws(FileError) in
                try folder.write(
                    UnsafeRawBufferPointer(bytes), to: encoded.job.output, temporaryName: encoded.name.temporaryName)
            }
        } catch {
            guard error.kind == .diskFullOrIO else {
                return run.failed(encoded.job, .output(error), encoded.share)
            }
            run.end(.disk(error))
            return encoded.share.end()
        }
        record(
            encoded.job, JournalFacts(key: encoded.key, digest: digest, bytes: encoded.bytes.count, device: encoded.device),
            encoded.share, for: run)
    }

    /// The facts that the journal keeps about a file.
    struct JournalFacts {
        var key: Digest
        var digest: Digest
        var bytes: Int
        var device: String
        var frames: FrameSpan?
    }

    func record(_ job: BatchJob, _ facts: JournalFacts, _ share: DrawingShare, for run: BatchRun) {
        do {
            var entry = JournalEntry(
                key: facts.key, output: job.output, digest: facts.digest, byteCount: facts.bytes,
                device: facts.device, line: job.line)
            entry.frames = facts.frames
            try journal?.add(entry)
        } catch {
            run.end(.disk(error))
        }
        run.say(.done(line: job.line, output: job.output))
        run.finish(share) { summary in
            summary.done += 1
            summary.bytes += facts.bytes
            summary.devices[facts.device, default: 0] += 1
        }
    }

    /// Writes an animation while it is made, moves it to its place and records it in the journal.
    func write(
        _ read: ReadJob, _ share: DrawingShare, for run: BatchRun, _ make: @escaping AnimationMaker
    ) throws(JobError) {
        var failure: JobError?
        let written: (digest: Digest, bytes: Int)
        do throws(FileError) {
            written = try folder.writePatched(to: read.job.output, temporaryName: read.name.temporaryName) {
                write throws(FileError) in
                do throws(JobError) {
                    failure = nil
                    return try make { bytes in try write(bytes) }
                        .map { FileWriter.Patch(offset: $0.offset, bytes: $0.bytes) }
                } catch {
                    if case .output(let error) = error { throw error }
                    failure = error
                    return nil
                }
            }
        } catch {
            if let failure { throw failure }
            guard error.kind == .diskFullOrIO else { throw .output(error) }
            run.end(.disk(error))
            return share.end()
        }
        record(
            read.job,
            JournalFacts(key: read.key, digest: written.digest, bytes: written.bytes, device: Device.processorName),
            share, for: run)
    }

    /// Removes the temporary file that a killed process may have left for a job.
    func removeTemporary(of job: BatchJob) {
        folder.removeTemporary(OutputName(job.output).temporaryName, of: job.output)
    }

    /// Whether an earlier run wrote the job's output and the file is unchanged since then.
    func isProven(_ job: BatchJob, key: Digest) -> Bool {
        guard records[OutputName(job.output)] != nil, case .good = standing(of: job, key: key) else { return false }
        // A process that was rewriting this output may have been killed.
        removeTemporary(of: job)
        return true
    }

    /// The recorded key of the file at a job's output path. Nil if the file's length differs from the recorded length.
    func claim(of job: BatchJob) -> Digest? {
        guard let record = records[OutputName(job.output)] else { return nil }
        if let span = record.frames { return sizeOfFrames(of: job, span) == record.byteCount ? record.key : nil }
        return (try? folder.size(of: job.output)) == record.byteCount ? record.key : nil
    }

    /// The state of a job's output.
    ///
    /// - Parameter frames: the frames of an output that is numbered files.
    func standing(of job: BatchJob, key: Digest, frames: FrameSpan? = nil) -> OutputStanding {
        let name = OutputName(job.output)
        do throws(FileError) {
            if let span = records[name]?.frames ?? frames { return try standing(of: job, key: key, span, name) }
            guard let size = try folder.size(of: job.output) else { return records[name] == nil ? .missing : .gone }
            guard let record = records[name] else { return .unlisted }
            let current = ([record] + (otherRecords[name] ?? [])).filter { $0.key == key }
            guard !current.isEmpty else { return .outdated }
            // Reads the file only if its length is the recorded length, so that a huge file costs nothing.
            guard current.contains(where: { $0.byteCount == size }), let digest = try folder.digest(of: job.output, bytes: size)
            else { return .damaged }
            guard let record = current.first(where: { $0.digest == digest }) else { return .damaged }
            return .good(device: record.device)
        } catch {
            return .unreadable(error)
        }
    }
}
