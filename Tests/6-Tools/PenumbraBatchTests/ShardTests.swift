import Glibc
import PenumbraBatch
import PenumbraCodecs
import PenumbraFiles
import PenumbraSystem
import TestSupport
import Testing

@Suite(.timed) struct ShardTests {
    /// The expected numbers, computed with Python's hashlib. Each number is the first eight bytes, big-endian, of a SHA-256
    /// digest. The digest covers the name's length as eight little-endian bytes, followed by the name in UTF-8.
    ///
    /// If the numbers changed, a batch in progress would run jobs twice or not at all.
    static let numbers: [(output: String, number: UInt64)] = [
        ("a.png", 0x9CE8_AF2F_B950_4E69), ("out/b.png", 0xD569_FEBA_26CB_D1DD), ("pictures/0001.png", 0x1C38_7D0C_307E_9431),
        ("ärger/ß.webp", 0x6054_40C0_2217_3EC3), ("", 0xAF55_70F5_A181_0B7A),
    ]

    @Test(arguments: numbers, [1, 2, 3, 8, 1000, Shard.most])
    func outputBelongsToTheShardOfItsDigest(_ vector: (output: String, number: UInt64), _ count: Int) throws {
        let index = Int(vector.number % UInt64(count)) + 1
        #expect(try #require(Shard(index: index, of: count)).holds(vector.output))
        let next = index % count + 1
        if next != index { #expect(!(try #require(Shard(index: next, of: count)).holds(vector.output))) }
    }

    @Test(arguments: TestSeeds.all) func shardsAreAboutEquallyLarge(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let shards = try (1...8).map { try #require(Shard(index: $0, of: 8)) }
        let prefix = random.next()
        var sizes = [Int](repeating: 0, count: 8)
        for row in 0..<16000 {
            let holders = shards.indices.filter { shards[$0].holds("\(prefix)/\(row).png") }
            try #require(holders.count == 1, "seed \(seed), row \(row)")
            sizes[holders[0]] += 1
        }
        // Six standard deviations of a binomial distribution: about one run in 60 million fails by chance.
        let allowed = 6 * (16000.0 * 1 / 8 * 7 / 8).squareRoot()
        for size in sizes { #expect(abs(Double(size) - 2000) < allowed, "seed \(seed): \(sizes)") }
    }

    @Test func shardNotationIsRead() {
        #expect(Shard("2/8") == Shard(index: 2, of: 8))
        #expect(Shard("1/1")?.description == "1/1")
        #expect(Shard("100000/100000") != nil)
        for text in [
            "", "/", "2", "2/", "/8", "0/8", "9/8", "-1/8", "1/0", "1/-8", "1/100001", "2/8/1", " 2/8", "2/8 ", "2.0/8",
            "1/9223372036854775808",
        ] {
            #expect(Shard(text) == nil, "\(text)")
        }
    }

    // MARK: Scheduler variables

    static func shard(_ variables: [String: String]) throws(ShardError) -> String? {
        try Shard.ofEnvironment { variables[$0] }?.description
    }

    @Test func shardIsNilWithoutAScheduler() throws {
        #expect(try Self.shard([:]) == nil)
        // The number of parts alone doesn't select a part.
        #expect(try Self.shard(["PENUMBRA_SHARDS": "8", "SLURM_JOB_ID": "7"]) == nil)
    }

    @Test func slurmArrayTaskIsAShard() throws {
        #expect(try Self.shard(["SLURM_ARRAY_TASK_ID": "0", "SLURM_ARRAY_TASK_COUNT": "8"]) == "1/8")
        #expect(
            try Self.shard(["SLURM_ARRAY_TASK_ID": "8", "SLURM_ARRAY_TASK_COUNT": "8", "SLURM_ARRAY_TASK_MIN": "1"]) == "8/8")
        let stepped = ["SLURM_ARRAY_TASK_COUNT": "3", "SLURM_ARRAY_TASK_MIN": "4", "SLURM_ARRAY_TASK_STEP": "5"]
        for (task, shard) in [("4", "1/3"), ("9", "2/3"), ("14", "3/3")] {
            #expect(try Self.shard(stepped.merging(["SLURM_ARRAY_TASK_ID": task]) { $1 }) == shard)
        }
    }

    @Test func slurmTaskSubsetKeepsTheShardsOfTheFullArray() throws {
        let again = [
            "SLURM_ARRAY_TASK_ID": "5", "SLURM_ARRAY_TASK_COUNT": "2", "SLURM_ARRAY_TASK_MIN": "2", "PENUMBRA_SHARDS": "8",
        ]
        #expect(try Self.shard(again) == "6/8")
    }

    @Test func kubernetesIndexedPodIsAShard() throws {
        #expect(try Self.shard(["JOB_COMPLETION_INDEX": "0", "PENUMBRA_SHARDS": "8"]) == "1/8")
        #expect(try Self.shard(["JOB_COMPLETION_INDEX": "7", "PENUMBRA_SHARDS": "8"]) == "8/8")
    }

    @Test(arguments: [
        ["SLURM_ARRAY_TASK_ID": "0"], ["SLURM_ARRAY_TASK_ID": "0", "SLURM_ARRAY_TASK_COUNT": "0"],
        ["SLURM_ARRAY_TASK_ID": "x", "SLURM_ARRAY_TASK_COUNT": "8"],
        ["SLURM_ARRAY_TASK_ID": "8", "SLURM_ARRAY_TASK_COUNT": "8"],
        ["SLURM_ARRAY_TASK_ID": "0", "SLURM_ARRAY_TASK_COUNT": "8", "SLURM_ARRAY_TASK_MIN": "1"],
        ["SLURM_ARRAY_TASK_ID": "2", "SLURM_ARRAY_TASK_COUNT": "2", "SLURM_ARRAY_TASK_STEP": "0"],
        ["SLURM_ARRAY_TASK_ID": "1", "SLURM_ARRAY_TASK_COUNT": "2", "SLURM_ARRAY_TASK_STEP": "2"],
        ["SLURM_ARRAY_TASK_ID": "8", "PENUMBRA_SHARDS": "8"], ["SLURM_ARRAY_TASK_ID": "0", "PENUMBRA_SHARDS": "many"],
        ["SLURM_ARRAY_TASK_ID": "9223372036854775807", "PENUMBRA_SHARDS": "8"],
        [
            "SLURM_ARRAY_TASK_ID": "9223372036854775807", "SLURM_ARRAY_TASK_COUNT": "8",
            "SLURM_ARRAY_TASK_MIN": "-9223372036854775808",
        ],
        ["JOB_COMPLETION_INDEX": "0"], ["JOB_COMPLETION_INDEX": "0", "PENUMBRA_SHARDS": "0"],
        ["JOB_COMPLETION_INDEX": "0", "PENUMBRA_SHARDS": "-9223372036854775808"],
        ["JOB_COMPLETION_INDEX": "8", "PENUMBRA_SHARDS": "8"], ["JOB_COMPLETION_INDEX": "-1", "PENUMBRA_SHARDS": "8"],
        ["JOB_COMPLETION_INDEX": "9223372036854775807", "PENUMBRA_SHARDS": "8"],
    ])
    func inconsistentShardVariablesAreAnError(_ variables: [String: String]) {
        #expect(throws: ShardError.self) { try Self.shard(variables) }
    }

    // MARK: Batches in parts

    /// The entries that each part of a batch takes, sorted: their outputs, or their lines if they have no output.
    private func parts(_ lines: [String], of count: Int) throws -> [[String]] {
        let folder = try TestFolder()
        let manifest = try folder.file("jobs.jsonl", lines.joined(separator: "\n"))
        return try (1...count).map { index in
            var options = BatchOptions()
            options.outputRoot = folder.path
            options.shard = Shard(index: index, of: count)
            // Nothing is drawn, because the scenes of these jobs don't exist.
            let taken = Mutex<[String]>([])
            let summary = try Batch(source: .manifest(path: manifest), options: options).run { event in
                guard case .failed(let failure) = event else { return }
                taken.withLock { $0.append(failure.output ?? "line \(failure.line)") }
            }
            let result = taken.withLock { $0.sorted() }
            #expect(summary.jobs == result.count && summary.jobs + summary.elsewhere == lines.count && summary.isComplete)
            return result
        }
    }

    private func line(_ output: String) -> String { #"{"scene": "nowhere.json", "output": "\#(output)"}"# }

    @Test func manifestEntriesBelongToExactlyOneShard() throws {
        // Two entries are invalid. One has an output, which decides its part; the other belongs to the first part.
        let lines = (0..<60).map { line("\($0).png") } + ["{", #"{"output": "odd.png"}"#]
        let parts = try parts(lines, of: 3)
        #expect(parts.joined().count == lines.count)
        #expect(Set(parts.joined()).count == lines.count)
        #expect(parts[0].contains("line 61"))
        #expect(parts.allSatisfy { !$0.isEmpty })
    }

    @Test func addedRowsMoveNoJobToAnotherShard() throws {
        let before = (0..<40).map { line("\($0).png") }
        let added = (0..<25).map { line("new/\($0).png") }
        let first = try parts(before, of: 4)
        let second = try parts(Array(added.prefix(10) + before.reversed() + added.suffix(15)), of: 4)
        for (old, new) in zip(first, second) { #expect(new.filter { !$0.hasPrefix("new/") } == old) }
    }

    @Test func namesOfOneOutputBelongToOneShard() throws {
        // Otherwise two processes would write the same file.
        let parts = try parts((0..<20).flatMap { [line("a/\($0).png"), line("./a//\($0).png")] }, of: 3)
        for part in parts { #expect(Dictionary(grouping: part) { $0 }.values.allSatisfy { $0.count == 2 }) }
        #expect(Set(parts.joined()).count == 20)
    }
}
