import PenumbraBatch
import PenumbraCodecs
import PenumbraFiles
import PenumbraScene
import PenumbraSystem

/// Checks the inputs of batches: manifests, tables of rows, journals, reports of parts, and output patterns.
enum ManifestChecks {
    private static let template = try? SceneTemplate(
        json: Array(
            """
            {"canvas": {"width": 9, "height": 9}, "parameters": {"name": "a", "size": 5, "on": true, "color": "#ff0000", "list": [1, 2]},
             "layers": []}
            """.utf8), name: "scene.json", baseFolder: "")

    static func check(_ bytes: [UInt8]) throws {
        let text = String(decoding: bytes, as: UTF8.self)
        let file = try MemoryFile(bytes)
        try checkEntries(.manifest(path: file.path))
        guard let template else { throw FuzzFinding("the template of the tables cannot be read") }
        for format in RowFormat.allCases {
            try checkEntries(
                .rows(path: file.path, format: format, template: template, output: try OutputPattern("o/${name}.png")))
        }
        try checkPattern(String(text.prefix { !$0.isNewline }), file, template)
        try checkJournal(bytes, text)
        try checkReport(bytes)
        try checkOutputName(text)
    }

    private static func checkEntries(_ source: JobSource) throws {
        do {
            try read(source)
        } catch let error as BatchError {
            try requireOneLine(error)
        }
    }

    private static func read(_ source: JobSource) throws {
        var reader = try source.reader(.default)
        var line = 0
        while let entry = try reader.next() {
            let place: Int
            switch entry {
            case .job(let job):
                place = job.line
                let normal = try? OutputFolder.normalized(job.output)
                try require(normal == job.output, "the output \(job.output.debugDescription) is not normal")
            case .refused(let at, _, let error):
                place = at
                try requireOneLine(error)
            }
            try require(place > line, "line \(place) comes after line \(line)")
            line = place
        }
        for notice in reader.notices { try requireOneLine(notice) }
    }

    /// Uses the input's first line as the output pattern.
    private static func checkPattern(_ text: String, _ file: MemoryFile, _ template: SceneTemplate) throws {
        let pattern: OutputPattern
        do {
            pattern = try OutputPattern(text)
        } catch {
            return try requireOneLine(error)
        }
        try require(!pattern.names.isEmpty && pattern.names.allSatisfy { !$0.isEmpty }, "a pattern without names")
        try checkEntries(.rows(path: file.path, format: .csv, template: template, output: pattern))
    }

    /// Reads each line as a journal entry, and writes an entry made from the whole text.
    private static func checkJournal(_ bytes: [UInt8], _ text: String) throws {
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            guard let entry = JournalEntry(Array(line)) else { continue }
            try require(JournalEntry(Array(entry.text.utf8)) == entry, "a journal's entry changed when it was written")
        }
        let entry = JournalEntry(
            key: SHA256.digest(of: bytes), output: text, digest: SHA256.digest(of: [1]), byteCount: bytes.count, device: text,
            line: 3)
        try require(!entry.text.utf8.contains(UInt8(ascii: "\n")), "a journal's entry has two lines")
        try require(JournalEntry(Array(entry.text.utf8)) == entry, "a journal's entry is not read as it was written")
    }

    private static func checkReport(_ bytes: [UInt8]) throws {
        do {
            let report = try ShardReport(json: bytes, file: "report.json")
            let merged = try MergedReport([report])
            for line in merged.lines() { try requireOneLine(line, longest: 1 << 20) }
        } catch let error as ShardReportError {
            try requireOneLine(error)
        }
    }

    private static func checkOutputName(_ text: String) throws {
        let normal: String
        do {
            normal = try OutputFolder.normalized(text)
        } catch {
            return try requireOneLine(error)
        }
        try require(
            (try? OutputFolder.normalized(normal)) == normal,
            "a normal path is made normal another way: \(normal.debugDescription)")
        let parts = normal.split(separator: "/", omittingEmptySubsequences: false)
        let isNormal = !parts.contains { $0.isEmpty || $0 == "." || $0 == ".." }
        try require(isNormal, "the path \(normal.debugDescription) is not normal")
    }
}
