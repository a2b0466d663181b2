import Penumbra
import PenumbraSystem

/// Where a batch's files go, and what its journals say of those that are there.
final class BatchOutputs: Sendable {
    private let folder: OutputFolder
    private let journal: Journal?
    private let records: [OutputName: JournalRecord]
    /// What further journals say otherwise of outputs that are in `records`.
    private let otherRecords: [OutputName: [JournalRecord]]

    /// - Parameter journal: where outputs are noted; nil where none are written.
    init(
        _ folder: OutputFolder, journal: Journal?, records: [OutputName: JournalRecord],
        otherRecords: [OutputName: [JournalRecord]] = [:]
    ) {
        (self.folder, self.journal, self.records, self.otherRecords) = (folder, journal, records, otherRecords)
    }

    /// Puts a file in its place and notes it in the journal.
    func write(_ encoded: EncodedJob, for run: BatchRun) {
        let digest = encoded.digest ?? SHA256.digest(of: encoded.bytes)
        do throws(FileError) {
            try encoded.bytes.withUnsafeBufferPointer { bytes throws(FileError) in
                try folder.write(
                    UnsafeRawBufferPointer(bytes), to: encoded.job.output, temporaryName: encoded.name.temporaryName)
            }
        } catch {
            guard error.kind == .diskFullOrIO else {
                return run.failed(encoded.job, .output(error), memory: encoded.memory)
            }
            run.finish(givingBack: encoded.memory)
            return run.end(.disk(error))
        }
        do {
            try journal?.add(
                JournalEntry(
                    key: encoded.key, output: encoded.job.output, digest: digest, byteCount: encoded.bytes.count,
                    device: encoded.device, line: encoded.job.line))
        } catch {
            run.end(.disk(error))
        }
        run.say(.done(line: encoded.job.line, output: encoded.job.output))
        run.finish(givingBack: encoded.memory) { summary in
            summary.done += 1
            summary.bytes += encoded.bytes.count
            summary.devices[encoded.device, default: 0] += 1
        }
    }

    /// Removes what a killed process may have left in a job's place.
    func removeTemporary(of job: BatchJob) {
        folder.removeTemporary(OutputName(job.output).temporaryName, of: job.output)
    }

    /// Whether an earlier run wrote a job's output, and it is there as it was written.
    func isProven(_ job: BatchJob, key: Digest) -> Bool {
        guard records[OutputName(job.output)] != nil, case .good = standing(of: job, key: key) else { return false }
        // A process that wrote it once more may have been killed.
        removeTemporary(of: job)
        return true
    }

    /// The key of the file that stands in a job's place, as far as its length tells.
    func claim(of job: BatchJob) -> Digest? {
        guard let record = records[OutputName(job.output)], (try? folder.size(of: job.output)) == record.byteCount else {
            return nil
        }
        return record.key
    }

    /// How a job's output stands.
    func standing(of job: BatchJob, key: Digest) -> OutputStanding {
        let name = OutputName(job.output)
        do throws(FileError) {
            guard let size = try folder.size(of: job.output) else { return records[name] == nil ? .missing : .gone }
            guard let record = records[name] else { return .unlisted }
            let current = ([record] + (otherRecords[name] ?? [])).filter { $0.key == key }
            guard !current.isEmpty else { return .outdated }
            // However large the file is, it is what the journal says or it is not read.
            guard current.contains(where: { $0.byteCount == size }), let bytes = try folder.read(job.output, limit: size) else {
                return .damaged
            }
            let digest = SHA256.digest(of: bytes)
            guard let record = current.first(where: { $0.digest == digest }) else { return .damaged }
            return .good(device: record.device)
        } catch {
            return .unreadable(error)
        }
    }
}
