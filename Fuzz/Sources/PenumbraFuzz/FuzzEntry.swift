import Glibc
import PenumbraFuzzing

// One program for all targets, since linking takes longer than most things here. libFuzzer's own main calls these two.

/// What `PENUMBRA_FUZZ_TARGET` names.
private let target: FuzzTarget = {
    let name = value("PENUMBRA_FUZZ_TARGET") ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
        let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
        complain("PENUMBRA_FUZZ_TARGET is \"\(name)\"; it must be one of \(names)")
        exit(64)
    }
    return target
}()

private func value(_ variable: String) -> String? { getenv(variable).map { String(cString: $0) } }

private func complain(_ message: String) {
    let line = message + "\n"
    _ = write(STDERR_FILENO, line, line.utf8.count)
}

/// Where `PENUMBRA_FUZZ_SEEDS` names a folder, the target's seeds and what were findings once are put there, and nothing else
/// is done.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(_ count: UnsafeMutableRawPointer?, _ arguments: UnsafeMutableRawPointer?) -> CInt {
    guard let folder = value("PENUMBRA_FUZZ_SEEDS") else { return 0 }
    let seeds = target.seeds() + target.regressions().map(\.bytes)
    for (index, bytes) in seeds.enumerated() {
        let path = "\(folder)/seed-\(index)"
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o666)
        guard descriptor >= 0, write(descriptor, bytes, bytes.count) == bytes.count else {
            complain("\(path) cannot be written: \(String(cString: strerror(errno)))")
            exit(73)
        }
        close(descriptor)
    }
    exit(0)
}

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    do {
        try target.check(Array(UnsafeBufferPointer(start: start, count: count)))
    } catch {
        complain("FINDING: \(error)")
        abort()
    }
    return 0
}
