import PenumbraBatch
import PenumbraJSON
import TestSupport
import Testing

@Suite(.timed) struct OutputNamesTests {
    private func fault(_ names: inout OutputNames, _ path: String, _ line: Int) -> String? {
        do throws(JobError) {
            try names.add(path, line: line)
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test func conflictingOutputNamesAreRefused() {
        var names = OutputNames()
        for (line, path) in ["a.png", "b/c.png", "b/d/e/f.png", "\u{E9}", "e\u{301}"].enumerated() {
            #expect(fault(&names, path, line) == nil, "\(path)")
        }
        #expect(fault(&names, "a.png", 7) == "same output as line 0; outputs must differ")
        #expect(
            fault(&names, "a.png/b.png", 7)
                == "its output needs a folder \"a.png\", which is the output of line 0; rename one of them")
        #expect(fault(&names, "a.png/b/c/d.png", 7)?.contains("\"a.png\"") == true)
        #expect(fault(&names, "b", 7) == "its output is a folder that the output of line 1 needs; rename one of them")
        #expect(fault(&names, "b/d", 7)?.contains("line 2") == true)
        #expect(fault(&names, "b/d/e", 7)?.contains("line 2") == true)
        // A rejected name isn't registered.
        #expect(fault(&names, "b/x.png", 8) == nil)
        #expect(fault(&names, "a.png.png", 9) == nil)
    }

    private func fault(_ names: inout OutputNames, numbered path: String, _ line: Int) -> String? {
        do throws(JobError) {
            let numbered = NumberedOutput(path, mask: path)
            try names.add(path, line: line, numbered: numbered)
            if let numbered, !numbered.isCertain { try names.claim(numbered, line: line) }
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test func numberedFramesConflictWithFilesOfTheirNames() {
        var names = OutputNames()
        #expect(fault(&names, "a/f-0003.png", 1) == nil)
        #expect(fault(&names, "a/f-12.png", 2) == nil)
        #expect(fault(&names, "a/f-0007.jpg", 3) == nil)
        #expect(fault(&names, numbered: "a/f-%04d.png", 4)?.contains("line 1") == true)
        #expect(fault(&names, numbered: "a/f-%d.png", 5)?.contains("line 2") == true)
        #expect(fault(&names, numbered: "a/f-%03d.png", 6) == nil)
        #expect(fault(&names, numbered: "b/f-%04d.png", 7) == nil)
        for free in [
            "a/f-03.png", "a/f-00003.png", "a/f-3a.png", "b/f-003.png", "b/f-00010.png", "b/g-0001.png", "c/b/f-0001.png",
        ] {
            #expect(fault(&names, free, 20) == nil, "\(free)")
        }
        for taken in ["a/f-003.png", "a/f-1000.png", "b/f-0000.png", "b/f-10000.png"] {
            #expect(fault(&names, taken, 21)?.contains("a numbered frame") == true, "\(taken)")
        }
        #expect(fault(&names, numbered: "b/f-%d.png", 22)?.contains("line 7") == true)
        #expect(fault(&names, numbered: "b/f-####.png", 23)?.contains("line 7") == true)
    }

    /// In the name of a still, `#` is a character like any other.
    @Test func numberSignsConflictOnlyIfTheSceneMoves() throws {
        var names = OutputNames()
        let (one, two) = (NumberedOutput("c#.png", mask: "c#.png"), NumberedOutput("c##.png", mask: "c##.png"))
        try names.add("c4.png", line: 1)
        try names.add("c#.png", line: 2, numbered: one)
        try names.add("c##.png", line: 3, numbered: two)
        #expect(throws: JobError.self) { try names.claim(try #require(one), line: 2) }
        #expect(throws: JobError.self) { try names.claim(try #require(two), line: 3) }
        #expect(fault(&names, "c05.png", 4)?.contains("line 3") == true)
    }

    /// Only a pattern has a place for a number; a row's values have none.
    @Test func numbersComeFromPatternsAlone() throws {
        for (pattern, value, name) in [
            ("${v}/%02d.png", "a#", "a#/07.png"), ("${v}-##.png", "50%d", "50%d-07.png"), ("${v}.png", "a#", nil),
            ("##/${v}.png", "a", nil), ("%d-${v}.png", "###", "7-###.png"),
        ] as [(String, String, String?)] {
            let (path, mask) = try OutputPattern(pattern).masked { _ in .string(value) }
            #expect(NumberedOutput(path, mask: mask)?.names[7] == name)
        }
    }

    @Test func outputNamesConflictOnlyIfEqualOrNested() {
        for seed in seeds(300) {
            var random = SeededGenerator(seed: seed)
            var names = OutputNames()
            var taken: [String] = []
            for line in 0..<40 {
                let path = (0..<random.integer(1...4)).map { _ in ["a", "b", "c"][random.integer(0...2)] }.joined(
                    separator: "/")
                let isFree = taken.allSatisfy { $0 != path && !$0.hasPrefix(path + "/") && !path.hasPrefix($0 + "/") }
                #expect((fault(&names, path, line) == nil) == isFree, "seed \(seed): \(path) after \(taken)")
                if isFree { taken.append(path) }
            }
        }
    }
}
