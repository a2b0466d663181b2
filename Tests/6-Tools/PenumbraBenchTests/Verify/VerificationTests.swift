import PenumbraSystem
import PenumbraVerify
import TestSupport
import Testing

@Suite(.timed) struct VerificationTests {
    private func archive(_ change: (inout [CorpusArchive.Record]) -> Void = { _ in }) throws -> CorpusArchive {
        let names = ["shadow/sigma-8", "image/soft-alpha", "mask/by-an-image"]
        var records = try CorpusArchive.embedded().records.filter { $0.isPicture || names.contains($0.name) }
        try #require(records.filter { names.contains($0.name) }.count == names.count)
        change(&records)
        return CorpusArchive(records)
    }

    private func report(_ archive: CorpusArchive, repeats: Int = 1) throws -> VerificationReport {
        try Verification(archive: archive, threads: [1, 2], repeats: repeats, devices: []).run()
    }

    @Test func verificationTrustsTheCPUOfThisHost() throws {
        let report = try report(archive())
        #expect(report.isTrusted, "\(report.failureLines(atMost: 9))")
        #expect(report.scenes == 3)
        #expect(report.summary.hasPrefix("all 3 scenes equal on the CPU (baseline kernels, 1 thread; "))
        #expect(report.summary.hasSuffix(": this host draws correctly"))
    }

    @Test func verificationNamesADifferentPicture() throws {
        let report = try report(
            archive { records in
                guard let index = records.firstIndex(where: { $0.name == "shadow/sigma-8" }) else { return }
                records[index].digest = SHA256.digest(of: [])
            })
        #expect(!report.isTrusted && report.failures.count == 1)
        #expect(report.failures[0].scene == "shadow/sigma-8")
        #expect(report.failures[0].subject == "CPU, baseline kernels, 1 thread")
        #expect(report.summary.hasPrefix("1 of 3 scenes are not as they should be"))
        guard case .object(let json) = report.json else { return #expect(Bool(false)) }
        #expect(json["trusted"] == false)
    }

    @Test func verificationNamesADifferentDecoderResult() throws {
        let report = try report(
            archive { records in
                guard let index = records.firstIndex(where: { $0.name == "pictures/checks.png" }) else { return }
                records[index].digest = SHA256.digest(of: [])
            })
        #expect(report.failures.map(\.subject) == ["decoder"] && report.failures[0].scene == "pictures/checks.png")
    }

    @Test func renderersWithEqualPicturesHaveTheSameDigest() throws {
        let report = try report(archive())
        let drawn = report.rows.filter { $0.name != "decoders" }
        #expect(drawn.map(\.name) == report.subjects && drawn.allSatisfy { $0.equal == 3 && $0.different == 0 })
        #expect(Set(drawn.map(\.digest)).count == 1)
        #expect(report.rows.first?.name == "decoders" && report.rows.first?.digest != drawn[0].digest)
        #expect(report.matrix.split(separator: "\n").count == report.rows.count + 2)
    }

    @Test func verificationComparesAllRepeats() throws {
        let broken = try archive { records in
            guard let index = records.firstIndex(where: { $0.name == "shadow/sigma-8" }) else { return }
            records[index].digest = SHA256.digest(of: [])
        }
        let report = try report(broken, repeats: 3)
        let row = try #require(report.rows.first { $0.name == report.subjects[0] })
        #expect(row.equal == 6 && row.different == 3 && report.failures.count == 3)
        #expect(try self.report(archive(), repeats: 2).summary.hasPrefix("all 3 scenes equal, 2 times, on the CPU"))
    }

    @Test func threadCountsAreSeparateVerificationSubjects() throws {
        let verification = try Verification(archive: archive(), threads: [16, 0, 3, 16], devices: [])
        let baseline = verification.run().subjects.filter { $0.contains("baseline") }
        #expect(baseline == ["1 thread", "16 threads", "3 threads"].map { "CPU, baseline kernels, \($0)" })
    }

    @Test func verificationInTilesOfAnySizeIsTrusted() throws {
        for tile in [(7, 5), (64, 1), (4096, 4096)] {
            let report = try Verification(archive: archive(), threads: [1], tile: tile, devices: []).run()
            #expect(report.isTrusted, "\(report.failureLines(atMost: 9))")
            #expect(report.subjects.dropFirst().allSatisfy { $0.hasSuffix(", tiles of \(tile.0)×\(tile.1)") })
            #expect(report.subjects.contains("CPU, baseline kernels, 1 thread, tiles of \(tile.0)×\(tile.1)"))
        }
    }

    @Test func verificationOfAnEmptyCorpusIsNotTrusted() throws {
        #expect(try !report(CorpusArchive([])).isTrusted)
    }

    @Test func verificationFailuresOfOneSubjectAreCounted() throws {
        let report = try report(
            archive { records in
                for index in records.indices where !records[index].isPicture {
                    records[index].digest = SHA256.digest(of: [])
                }
            })
        let lines = report.failureLines(atMost: 1)
        #expect(lines.count == 2 && lines[1] == "CPU, baseline kernels, 1 thread: 2 more")
    }

    @Test func unreadableCorpusSceneIsNamed() throws {
        let broken = CorpusArchive([.init(name: "a/b", digest: SHA256.digest(of: []), contents: Array("{}".utf8))])
        let error = #expect(throws: VerificationError.self) { try Verification(archive: broken, threads: [1], devices: []) }
        #expect(error?.scene == "a/b")
    }
}
