import Penumbra
import PenumbraSystem

/// Outputs that are numbered files, one for each frame of an animation.
extension BatchOutputs {
    /// Writes the frames of an animation while they are made, and records them in the journal as one output.
    ///
    /// The journal's entry comes after the last frame, so that the frames of a run that ended early are written again.
    func write(
        _ read: ReadJob, frames span: FrameSpan, _ share: DrawingShare, for run: BatchRun, _ make: @escaping FrameMaker
    ) throws(JobError) {
        var sum = FrameDigest()
        do throws(JobError) {
            try make { number, file in try self.write(file, number, of: read.job, &sum) }
        } catch {
            guard case .output(let fault) = error, fault.kind == .diskFullOrIO else { throw error }
            run.end(.disk(fault))
            return share.end()
        }
        record(
            read.job,
            JournalFacts(
                key: read.key, digest: sum.digest, bytes: sum.bytes, device: Device.processorName, frames: span),
            share, for: run)
    }

    /// Writes the frames that a worker made.
    func write(_ frames: EncodedFrames, of encoded: EncodedJob, for run: BatchRun) {
        var sum = FrameDigest()
        do throws(FileError) {
            var start = 0
            for (index, length) in frames.lengths.enumerated() {
                try write(Array(encoded.bytes[start..<start + length]), frames.first + index, of: encoded.job, &sum)
                start += length
            }
        } catch {
            guard error.kind == .diskFullOrIO else {
                return run.failed(encoded.job, .output(error), encoded.share)
            }
            run.end(.disk(error))
            return encoded.share.end()
        }
        let span = FrameSpan(first: frames.first, count: frames.lengths.count)
        record(
            encoded.job,
            JournalFacts(key: encoded.key, digest: sum.digest, bytes: sum.bytes, device: encoded.device, frames: span),
            encoded.share, for: run)
    }

    /// Writes one frame. All frames of a job use one temporary name, since they are written one after another.
    private func write(_ file: [UInt8], _ number: Int, of job: BatchJob, _ sum: inout FrameDigest) throws(FileError) {
        guard let path = job.numbered?.names[number] else { return }
        sum.add(SHA256.digest(of: file), bytes: file.count)
        try file.withUnsafeBufferPointer { bytes throws(FileError) in
            try folder.write(UnsafeRawBufferPointer(bytes), to: path, temporaryName: OutputName(job.output).temporaryName)
        }
    }

    /// The bytes of all frames together. Nil if a frame is missing.
    func sizeOfFrames(of job: BatchJob, _ span: FrameSpan) -> Int? {
        guard let names = job.numbered?.names else { return nil }
        var bytes = 0
        for number in span.numbers {
            guard let size = try? folder.size(of: names[number]) else { return nil }
            bytes += size
        }
        return bytes
    }

    /// The state of numbered files.
    func standing(
        of job: BatchJob, key: Digest, _ span: FrameSpan, _ name: OutputName
    ) throws(FileError) -> OutputStanding {
        guard let names = job.numbered?.names else { return .outdated }
        var sum = FrameDigest()
        var found = 0
        let record = records[name]
        let isCurrent = record?.key == key || (otherRecords[name] ?? []).contains { $0.key == key }
        for number in span.numbers {
            guard let size = try folder.size(of: names[number]) else { continue }
            found += 1
            // Without a record of these inputs, the contents don't matter.
            guard isCurrent else { break }
            if let digest = try folder.digest(of: names[number], bytes: size) { sum.add(digest, bytes: size) }
        }
        guard let record else { return found == 0 ? .missing : .unlisted }
        if found == 0 { return .gone }
        guard isCurrent else { return .outdated }
        let digest = sum.digest
        let proof = ([record] + (otherRecords[name] ?? [])).first {
            $0.key == key && $0.frames == span && $0.byteCount == sum.bytes && $0.digest == digest
        }
        guard found == span.count, let proof else { return .damaged }
        return .good(device: proof.device)
    }
}
