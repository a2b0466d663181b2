import Penumbra
import PenumbraSystem

/// A message from a worker to its batch.
package enum WorkerAnswer {
    /// The worker accepts jobs and draws on these devices.
    case ready(devices: [String], warnings: [String])
    /// The worker cannot use the requested device.
    case refused(BackendFault, String)
    case done(line: Int, key: Digest, device: String, bytes: [UInt8])
    /// The job's output is numbered files. `bytes` holds them one after another, and `lengths` their lengths.
    case frames(line: Int, key: Digest, first: Int, lengths: [Int], bytes: [UInt8])
    /// The job's key equals the key in the journal's entry.
    case unchanged(line: Int)
    case failed(line: Int, kind: String, words: String)
    /// The job needs more memory than the worker may use.
    case needsMemory(line: Int, bytes: Int)
    /// A notice to the user. `line` names the job that the notice is about; nil if it is about the worker.
    case notice(String, line: Int?)
    /// The worker has finished all jobs. This is its last message.
    case finished(StageTimes)

    /// The reason why a device can't be used.
    package enum BackendFault: UInt64 {
        case unavailable, badDevice, other
    }

    /// The encoded message in two parts, so that the bytes of a picture needn't be copied.
    package var message: (head: [UInt8], rest: [UInt8]) {
        var body = MessageWriter()
        var rest: [UInt8] = []
        let kind: UInt32
        switch self {
        case .ready(let devices, let warnings):
            kind = 1
            body.add(devices)
            body.add(warnings)
        case .refused(let fault, let words):
            kind = 2
            body.add(fault.rawValue)
            body.add(words)
        case .done(let line, let key, let device, let bytes):
            kind = 3
            body.add(line)
            body.add(key)
            body.add(device)
            rest = bytes
        case .frames(let line, let key, let first, let lengths, let bytes):
            kind = 9
            body.add(line)
            body.add(key)
            body.add(first)
            body.add(lengths.count)
            for length in lengths { body.add(length) }
            rest = bytes
        case .unchanged(let line):
            kind = 4
            body.add(line)
        case .failed(let line, let failure, let words):
            kind = 5
            body.add(line)
            body.add(failure)
            body.add(words)
        case .needsMemory(let line, let bytes):
            kind = 6
            body.add(line)
            body.add(bytes)
        case .notice(let text, let line):
            kind = 7
            body.add(text)
            body.add(line) { $0.add($1) }
        case .finished(let times):
            kind = 8
            for stage in StageTimes.Stage.allCases { body.add(times[stage]) }
        }
        return (MessageFrame.header(kind: kind, bodyBytes: body.bytes.count + rest.count) + body.bytes, rest)
    }

    package init(_ frame: MessageFrame) throws(MessageError) {
        var reader = MessageReader(frame.body)
        switch frame.kind {
        case 1: self = .ready(devices: try reader.texts(), warnings: try reader.texts())
        case 2:
            guard let fault = BackendFault(rawValue: try reader.number()) else { throw MessageError() }
            self = .refused(fault, try reader.text())
        case 3:
            self = .done(line: try reader.count(), key: try reader.digest(), device: try reader.text(), bytes: reader.rest())
        case 4: self = .unchanged(line: try reader.count())
        case 5: self = .failed(line: try reader.count(), kind: try reader.text(), words: try reader.text())
        case 6: self = .needsMemory(line: try reader.count(), bytes: try reader.count())
        case 7:
            self = .notice(
                try reader.text(), line: try reader.optional { reader throws(MessageError) in try reader.count() })
        case 8:
            var times = StageTimes()
            for stage in StageTimes.Stage.allCases {
                let seconds = try reader.double()
                guard seconds >= 0, seconds.isFinite else { throw MessageError() }
                times[stage] = seconds
            }
            self = .finished(times)
        case 9:
            let (line, key, first) = (try reader.count(), try reader.digest(), try reader.integer())
            let count = try reader.count()
            guard (1...FrameRange.most).contains(count) else { throw MessageError() }
            var lengths: [Int] = []
            for _ in 0..<count { lengths.append(try reader.count()) }
            let bytes = reader.rest()
            var left = bytes.count
            for length in lengths {
                guard length <= left else { throw MessageError() }
                left -= length
            }
            guard left == 0, abs(first) <= Int(1e15) else { throw MessageError() }
            self = .frames(line: line, key: key, first: first, lengths: lengths, bytes: bytes)
        default: throw MessageError()
        }
        guard reader.isAtEnd else { throw MessageError() }
    }
}
