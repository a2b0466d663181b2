import PenumbraCodecs
import PenumbraFiles
import PenumbraSystem

extension BatchRun {
    /// Puts a file in its place and notes it in the journal, or sends it to whom a worker process works for.
    func write(_ encoded: EncodedJob) {
        if let channel {
            channel.send(.done(line: encoded.job.line, key: encoded.key, device: encoded.device, bytes: encoded.bytes))
            return state.update { state in
                state.underWay -= 1
                state.freeMemory += encoded.memory
            }
        }
        let digest = encoded.digest ?? SHA256.digest(of: encoded.bytes)
        do throws(FileError) {
            try encoded.bytes.withUnsafeBufferPointer { bytes throws(FileError) in
                try folder?.write(
                    UnsafeRawBufferPointer(bytes), to: encoded.job.output, temporaryName: encoded.name.temporaryName)
            }
        } catch {
            let job = encoded.job
            guard error.kind == .diskFullOrIO else {
                return failed(job, .output(error), memory: encoded.memory)
            }
            state.update { state in
                state.underWay -= 1
                state.freeMemory += encoded.memory
            }
            return end(.disk(error))
        }
        do {
            try journal?.add(
                JournalEntry(
                    key: encoded.key, output: encoded.job.output, digest: digest, byteCount: encoded.bytes.count,
                    device: encoded.device, line: encoded.job.line))
        } catch {
            end(.disk(error))
        }
        say(.done(line: encoded.job.line, output: encoded.job.output))
        state.update { state in
            state.underWay -= 1
            state.freeMemory += encoded.memory
            state.summary.done += 1
            state.summary.bytes += encoded.bytes.count
            state.summary.devices[encoded.device, default: 0] += 1
        }
    }

    /// Whether an earlier run wrote a job's output, and it is there as it was written.
    func isProven(_ read: ReadJob) -> Bool {
        // What a worker process is told of the journal; the file is its batch's business.
        if channel != nil { return read.job.claim == read.key }
        return isProven(read.job.output, read.name, key: read.key)
    }

    func isProven(_ output: String, _ name: OutputName, key: Digest) -> Bool {
        guard records[name] != nil, case .good = standing(output, name, key: key) else { return false }
        // A process that wrote it once more may have been killed.
        folder?.removeTemporary(name.temporaryName, of: output)
        return true
    }

    /// How a job's output stands.
    func standing(_ output: String, _ name: OutputName, key: Digest) -> OutputStanding {
        do throws(FileError) {
            guard let folder, let size = try folder.size(of: output) else {
                return records[name] == nil ? .missing : .gone
            }
            guard let record = records[name] else { return .unlisted }
            let current = ([record] + (otherRecords[name] ?? [])).filter { $0.key == key }
            guard !current.isEmpty else { return .outdated }
            // However large the file is, it is what the journal says or it is not read.
            guard current.contains(where: { $0.byteCount == size }), let bytes = try folder.read(output, limit: size) else {
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
