import TestSupport
import Testing

/// Tests clocks that jump, and hosts whose graphics are missing, inaccessible or lost. The files are always the same.
@Suite(.timed, .needsCommand, .needsCompiler)
struct HostFaultTests {
    let folder: BatchFolder

    init() throws { folder = try BatchFolder() }

    /// The real-time clock may be set, and the clock that counts sleep continues while the host sleeps. Moving a virtual
    /// machine may even turn both clocks back.
    @Test(arguments: [
        "0:1:-7200", "0:3:7200", "0:1:-3000000000", "0:5:90000000000", "1:4:7200", "1:9:-7200", "7:2:7200", "7:3:-7200",
        "7:9:-900000000",
    ])
    func jumpingClockChangesNoFile(_ clock: String) throws {
        let manifest = folder.manifest(12)
        let options = ["--backend", "cpu", "--progress", "json", "-v"]
        #expect(try Command.run(["batch", manifest, "--output-root", "good"] + options, in: folder.path).status == 0)
        let good = folder.pictures("good")
        for shard in ["1/2", "2/2"] {
            let outcome = try FaultySystem.run(
                ["batch", manifest, "--output-root", "out", "--shard", shard, "--report", "report.json"] + options,
                in: folder.path,
                ["CLOCK": clock])
            #expect(outcome.status == 0, "\(outcome.errors)")
            let report = String(decoding: folder.bytes("report.json"), as: UTF8.self)
            for words in ["\"seconds\": -", "\"picturesPerSecond\": -", "null"] {
                #expect(!report.contains(words), "\(report)")
            }
            #expect(!outcome.errors.contains("Second\":-"), "\(outcome.errors)")
        }
        #expect(folder.pictures("out") == good)
        #expect(
            try FaultySystem.run(["render", "card.json", "-o", "a.png", "-v"], in: folder.path, ["CLOCK": clock]).status == 0)
        #expect(try folder.run("render", "card.json", "-o", "b.png").status == 0)
        #expect(folder.bytes("a.png") == folder.bytes("b.png"))
    }

    /// If its clock runs backwards, a benchmark reports odd numbers but doesn't trap.
    @Test(arguments: ["7:9:-7200", "7:40:7200", "1:20:-7200"]) func benchmarkNeverTrapsWithAJumpingClock(_ clock: String) throws
    {
        let outcome = try FaultySystem.run(
            ["bench", "--sizes", "0.05", "--scene", "cloud", "--sigmas", "3", "--repeats", "2", "--seconds", "0.02", "--json"],
            in: folder.path,
            ["CLOCK": clock])
        #expect(outcome.status == 0, "\(outcome.errors)")
    }

    /// A host without libEGL, and a host with libEGL but without devices.
    @Test(arguments: [false, true]) func hostWithoutGraphicsDrawsOnCPU(hasLibrary: Bool) throws {
        var faults = ["EGL": hasLibrary ? try FaultySystem.egl : "/nonexistent/libEGL.so.1"]
        // The library's own variable: no devices from the first query on.
        if hasLibrary { faults["EGL_KIND"] = "23:1:1:0" }
        let doctor = try FaultySystem.run(["doctor"], in: folder.path, faults)
        let words = String(decoding: doctor.output, as: UTF8.self)
        #expect(doctor.status == 0 && words.contains("GPU: none found") && words.contains("uses the CPU"), "\(words)")
        if !hasLibrary {
            #expect(words.contains("libEGL.so.1 cannot be opened") && words.contains("apt-get install"), "\(words)")
        }
        let refused = try FaultySystem.run(["render", "card.json", "-o", "a.png", "--backend", "gpu"], in: folder.path, faults)
        #expect(
            refused.status == 69 && refused.errorLines.count == 1 && refused.errors.contains("no GPU can be used"),
            "\(refused.errors)")
        #expect(!folder.exists("a.png"))
        #expect(try FaultySystem.run(["render", "card.json", "-o", "a.png"], in: folder.path, faults).status == 0)
        #expect(try folder.run("render", "card.json", "-o", "b.png", "--backend", "cpu").status == 0)
        #expect(folder.bytes("a.png") == folder.bytes("b.png"))
        let batch = try FaultySystem.run(
            ["batch", folder.manifest(2), "--output-root", "out", "--backend", "gpu"], in: folder.path, faults)
        #expect(batch.status == 69, "\(batch.errors)")
    }

    @Test func deviceNodeWithoutPermissionIsNamed() throws {
        #expect(Command.makeFolder(folder.path + "/dri"))
        _ = folder.folder.file("dri/renderD128", "")
        let faults = ["DRI": folder.path + "/dri"]
        let doctor = try FaultySystem.run(["doctor"], in: folder.path, faults)
        let words = String(decoding: doctor.output, as: UTF8.self)
        #expect(
            doctor.status == 0 && words.contains("no permission on /dev/dri/renderD128: add the user to the group"), "\(words)")
        let outcome = try FaultySystem.run(
            ["render", "card.json", "-o", "a.png", "--device", "/dev/dri/renderD128"], in: folder.path, faults)
        #expect(outcome.status == 69 && outcome.errors.contains("no permission on /dev/dri/renderD128"), "\(outcome.errors)")
        #expect(try FaultySystem.run(["render", "card.json", "-o", "a.png"], in: folder.path, faults).status == 0)
    }

    /// A device that resets again and again costs a batch only time. If a picture requires a GPU, the reset is an error that
    /// may be retried.
    @Test(
        .needsSoftwareGL)
    func batchFinishesAfterItsDeviceIsLost() throws {
        let manifest = folder.manifest(6)
        #expect(try folder.run("batch", manifest, "--output-root", "good", "--backend", "cpu").status == 0)
        let good = folder.pictures("good")
        // Out of memory, one reset, repeated resets, and a context that can't be recreated.
        for (index, kind) in ["1:3:1:0", "5:4:0:0", "5:2:1:1", "7:6:1:3", "15:2:1:0", "16:1:1:0", "11:1:1:0"].enumerated() {
            let outcome = try FaultySystem.run(
                ["batch", manifest, "--output-root", "out\(index)", "--device", "software"], in: folder.path,
                ["EGL": try FaultySystem.egl, "EGL_KIND": kind])
            #expect(outcome.status == 0, "\(kind): \(outcome.errors)")
            #expect(folder.pictures("out\(index)") == good, "\(kind)")
        }
    }
}
